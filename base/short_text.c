/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/short_text.h"

/* Hyper-threads of a core; POWER has eight.  */
#define THREADS_MOST 16

/* Between numbers of a run.  */
#define STEP_MOST 64

/* Equally spaced numbers that have the same besides.  */
struct run {
    int first, last, step, count;
    int offsets[THREADS_MOST], offset_count; /* of the others of a core */
};

void
hpm_short_text_put (struct hpm_short_text *text, const char *more)
{
    size_t length = strlen (more);

    if (text->cut || text->length + length >= text->size) {
        text->cut = 1;
        return;
    }
    memcpy (text->text + text->length, more, length + 1);
    text->length += length;
}

static void
put_number (struct hpm_short_text *text, const char *before, int number)
{
    char item[32];

    snprintf (item, sizeof item, "%s%d", before, number);
    hpm_short_text_put (text, item);
}

/* Two that do not follow each other are told as two.  */
static void
put_run (struct hpm_short_text *text, const struct run *run, int *any)
{
    int pair = run->count == 2 && run->step > 1 && !run->offset_count;

    if (!run->count)
        return;
    put_number (text, (*any)++ ? "," : "", run->first);
    if (run->count > 1)
        put_number (text, pair ? "," : "-", run->last);
    if (run->count > 1 && run->step > 1 && !pair)
        put_number (text, ":", run->step);
    for (int i = 0; i < run->offset_count; i++)
        put_number (text, "+", run->offsets[i]);
}

/* Any two numbers are equally far apart; those far from each other begin no
 * run.  */
static int
goes_on (const struct run *run, const struct run *next)
{
    return run->count && run->offset_count == next->offset_count
           && !memcmp (run->offsets, next->offsets, sizeof run->offsets)
           && (run->count == 1 ? next->first - run->first <= STEP_MOST
                               : next->first - run->last == run->step);
}

static void
take (struct hpm_short_text *text, struct run *run, const struct run *next,
      int *any)
{
    if (!goes_on (run, next)) {
        put_run (text, run, any);
        *run = *next;
        return;
    }
    run->step = next->first - run->last;
    run->last = next->first;
    run->count++;
}

void
hpm_short_text_numbers (struct hpm_short_text *text, const int *numbers,
                        int count)
{
    struct run run = { .count = 0 };
    int any = 0;

    for (int i = 0; i < count; i++)
        take (text, &run,
              &(struct run){
                  .first = numbers[i], .last = numbers[i], .count = 1 },
              &any);
    put_run (text, &run, &any);
}

static struct run
core_of (int first, const short *core, int processors)
{
    struct run run = { .first = first, .last = first, .count = 1 };

    for (int i = first + 1; i < processors; i++)
        if (core[i] == first && run.offset_count < THREADS_MOST)
            run.offsets[run.offset_count++] = i - first;
    return run;
}

void
hpm_short_text_cores (struct hpm_short_text *text, const short *core,
                      int processors)
{
    struct run run = { .count = 0 };
    int any = 0;

    for (int i = 0; i < processors; i++)
        if (core[i] == i) {
            struct run next = core_of (i, core, processors);

            take (text, &run, &next, &any);
        }
    put_run (text, &run, &any);
}
