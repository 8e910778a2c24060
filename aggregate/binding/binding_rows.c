/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A picture in few lines: cores that follow each other and are used alike.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/binding_private.h"
#include "base/short_text.h"

void
hpm_binding_rows_release (struct hpm_binding_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free (rows->list[i].cores);
        free (rows->list[i].processors);
        free (rows->list[i].ranks);
        free (rows->list[i].how);
    }
    free (rows->list);
    memset (rows, 0, sizeof *rows);
}

/* ---- which cores are alike ---------------------------------------------- */

static int
same_place (const struct hpm_binding_core *a, const struct hpm_binding_core *b)
{
    return a->socket == b->socket && a->node == b->node && a->count == b->count;
}

static int
same_ranks (const struct hpm_binding_cores *cores, int a, int b)
{
    const struct hpm_binding_core *one = &cores->list[a];
    const struct hpm_binding_core *other = &cores->list[b];

    if (!same_place (one, other))
        return 0;
    for (int i = 0; i < one->count; i++)
        if (memcmp (hpm_binding_set (cores, one->processors[i]),
                    hpm_binding_set (cores, other->processors[i]),
                    cores->words * sizeof *cores->sets)
            != 0)
            return 0;
    return 1;
}

static int
block_end (const struct hpm_binding_cores *cores, int first)
{
    int end = first + 1;

    while (end < cores->count && same_ranks (cores, first, end))
        end++;
    return end;
}

/* How much further on the ranks of core b are, where each hyper-thread of both
 * is of one rank or of none; 0: they are not.  */
static int
rank_step (const struct hpm_binding_cores *cores, int a, int b)
{
    const struct hpm_binding_core *one = &cores->list[a];
    const struct hpm_binding_core *other = &cores->list[b];
    int step = 0;

    if (!same_place (one, other))
        return 0;
    for (int i = 0; i < one->count; i++) {
        const uint64_t *from = hpm_binding_set (cores, one->processors[i]);
        const uint64_t *to = hpm_binding_set (cores, other->processors[i]);
        int count = hpm_binding_set_count (cores, from), by;

        if (count != hpm_binding_set_count (cores, to) || count > 1)
            return 0;
        if (!count)
            continue;
        by = hpm_binding_set_first (cores, to)
             - hpm_binding_set_first (cores, from);
        if (by < 1 || (step && by != step))
            return 0;
        step = by;
    }
    return step;
}

/* Whether their ranks have as many cores in all, and threads that are bound in
 * the same way.  */
static int
same_words (const struct hpm_binding_cores *cores, int a, int b)
{
    int one = hpm_binding_core_first (cores, &cores->list[a]);
    int other = hpm_binding_core_first (cores, &cores->list[b]);

    return one < 0 || other < 0
           || (cores->ranks[one].words == cores->ranks[other].words
               && hpm_binding_rank_cores (cores, one)
                      == hpm_binding_rank_cores (cores, other));
}

/* The cores from one on that make a row.  */
static struct hpm_binding_span
next_span (const struct hpm_binding_cores *cores, int first)
{
    struct hpm_binding_span span = { .first = first };
    int end;

    span.end = block_end (cores, first);
    span.block = span.end - first;
    while (span.end < cores->count
           && (end = block_end (cores, span.end)) - span.end == span.block) {
        int step = rank_step (cores, span.end - 1, span.end);

        if (!step || (span.step && step != span.step)
            || !same_words (cores, first, span.end))
            break;
        span.step = step;
        span.end = end;
    }
    return span;
}

/* ---- as texts ----------------------------------------------------------- */

static int
compare_numbers (const void *a, const void *b)
{
    const int *first = a, *second = b;

    return (*first > *second) - (*first < *second);
}

/* malloc'ed; NULL without memory.  */
static char *
list_text (int *numbers, int count)
{
    size_t size = 16 * (size_t)count + 1;
    struct hpm_short_text text = { .text = calloc (1, size), .size = size };

    qsort (numbers, (size_t)count, sizeof *numbers, compare_numbers);
    if (text.text)
        hpm_short_text_numbers (&text, numbers, count);
    return text.text;
}

static char *
core_text (const struct hpm_binding_cores *cores,
           const struct hpm_binding_span *span, int *numbers)
{
    int count = 0;

    for (int i = span->first; i < span->end; i++)
        numbers[count++] = cores->list[i].number;
    return list_text (numbers, count);
}

static char *
processor_text (const struct hpm_binding_cores *cores,
                const struct hpm_binding_span *span, int *numbers)
{
    int count = 0;

    for (int i = span->first; i < span->end; i++)
        for (int j = 0; j < cores->list[i].count; j++)
            numbers[count++] = cores->list[i].processors[j];
    return list_text (numbers, count);
}

/* Bits that some processor of the span has into all[words].  */
static void
unite_sets (const struct hpm_binding_cores *cores,
            const struct hpm_binding_span *span, uint64_t *all)
{
    for (int i = span->first; i < span->end; i++)
        for (int j = 0; j < cores->list[i].count; j++) {
            const uint64_t *set
                = hpm_binding_set (cores, cores->list[i].processors[j]);

            for (size_t w = 0; w < cores->words; w++)
                all[w] |= set[w];
        }
}

/* *text stays NULL where there is none.  */
static int
rank_text (const struct hpm_binding_cores *cores,
           const struct hpm_binding_span *span, char **text)
{
    uint64_t *all = calloc (cores->words, sizeof *all);
    int *numbers = calloc (cores->rank_count, sizeof *numbers), count = 0;

    *text = NULL;
    if (all && numbers) {
        unite_sets (cores, span, all);
        for (size_t r = 0; r < cores->rank_count; r++)
            if (all[r / 64] >> (r % 64) & 1)
                numbers[count++] = (int)cores->ranks[r].rank;
        if (count)
            *text = list_text (numbers, count);
    }
    free (numbers);
    free (all);
    return !all || !numbers || (count && !*text) ? -1 : 0;
}

static int
make_room (struct hpm_binding_rows *rows)
{
    size_t room = rows->room ? 2 * rows->room : 16;
    struct hpm_binding_row *list;

    if (rows->count < rows->room)
        return 0;
    list = realloc (rows->list, room * sizeof *list);
    if (!list)
        return -1;
    rows->list = list;
    rows->room = room;
    return 0;
}

static int
add_row (struct hpm_binding_rows *rows, const struct hpm_binding *binding,
         const struct hpm_binding_cores *cores,
         const struct hpm_binding_span *span, int *numbers)
{
    struct hpm_binding_row *row;

    if (make_room (rows))
        return -1;
    row = &rows->list[rows->count++];
    *row = (struct hpm_binding_row){
        .socket = cores->list[span->first].socket,
        .node = cores->list[span->first].node,
        .cores = cores->known ? core_text (cores, span, numbers) : NULL,
        .processors = processor_text (cores, span, numbers),
        .how = hpm_binding_words (cores, binding, span)
    };
    return rank_text (cores, span, &row->ranks) || !row->processors || !row->how
                   || (cores->known && !row->cores)
               ? -1
               : 0;
}

static int
add_picture (struct hpm_binding_rows *rows, const struct hpm_binding *binding,
             size_t picture, int *numbers)
{
    struct hpm_binding_cores cores;
    int failed
        = hpm_binding_cores_make (&cores, binding, &binding->pictures[picture]);

    for (int i = 0; !failed && i < cores.count;) {
        struct hpm_binding_span span = next_span (&cores, i);

        failed = add_row (rows, binding, &cores, &span, numbers);
        if (!failed)
            rows->list[rows->count - 1].picture = picture;
        i = span.end;
    }
    hpm_binding_cores_release (&cores);
    return failed;
}

int
hpm_binding_rows_make (struct hpm_binding_rows *rows,
                       const struct hpm_binding *binding)
{
    int *numbers = calloc (HPM_TOPOLOGY_PROCESSORS, sizeof *numbers);
    int failed = !numbers;

    memset (rows, 0, sizeof *rows);
    for (size_t i = 0; !failed && i < binding->picture_count; i++)
        failed = add_picture (rows, binding, i, numbers);
    free (numbers);
    return failed ? -1 : 0;
}
