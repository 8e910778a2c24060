/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/compare_output.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/emit/csv.h"
#include "aggregate/show/emit/json.h"

/* Numbers of a change, and of those the ones that the spread of one side has.
 * X(column, member)  */
#define CHANGE_REALS(X)                                                        \
    X ("base", median[HPM_SIDE_BASE])                                          \
    X ("new", median[HPM_SIDE_NEW])                                            \
    X ("base_mean", mean[HPM_SIDE_BASE])                                       \
    X ("base_stddev", deviation[HPM_SIDE_BASE])                                \
    X ("new_mean", mean[HPM_SIDE_NEW])                                         \
    X ("new_stddev", deviation[HPM_SIDE_NEW])                                  \
    X ("change", shift)                                                        \
    X ("change_share", share)                                                  \
    X ("low", low)                                                             \
    X ("high", high)                                                           \
    X ("p", probability)                                                       \
    X ("p_adjusted", adjusted)

static const struct {
    const char *name;
    size_t offset;
} reals[] = {
#define HPM_X(name, member) { name, offsetof (struct hpm_change, member) },
    CHANGE_REALS (HPM_X)
#undef HPM_X
};

#define REALS (sizeof reals / sizeof *reals)

static double
real_of (const struct hpm_change *change, size_t number)
{
    return *(const double *)((const char *)change + reals[number].offset);
}

static const char *const texts[]
    = { "key", "kind", "name", "measure", "unit", "surety" };

#define NAME 1024 /* bytes; what is longer is cut */
#define TEXTS (sizeof texts / sizeof *texts)

static void
texts_of (const struct hpm_comparison *comparison,
          const struct hpm_change *change, char name[NAME],
          const char *values[TEXTS])
{
    const struct hpm_quantity *quantity = change->quantity;
    size_t length = strlen (quantity->name),
           behind = strlen (quantity->measure);

    /* A colon stands between.  */
    snprintf (name, NAME, "%.*s", (int)(length - behind - (behind > 0)),
              quantity->name);

    values[0] = quantity->key;
    values[1] = hpm_quantity_kind_word (quantity->kind);
    values[2] = name;
    values[3] = quantity->measure;
    values[4] = quantity->unit;
    values[5] = comparison->side[HPM_SIDE_BASE].count
                    ? hpm_change_word (change->kind)
                    : "";
}

/* Call `take` with each line of a text, which is freed.  */
static int
for_lines (char *text, void (*take) (const char *line, void *data), void *data)
{
    char *rest = text, *line;

    while ((line = strsep (&rest, "\n")))
        if (*line)
            take (line, data);
    free (text);
    return text ? 0 : -1;
}

static void
say_note (const char *line, void *data)
{
    fprintf (data, "hpmagg: note: %s\n", line);
}

int
hpm_compare_csv (FILE *out, const struct hpm_comparison *comparison)
{
    struct hpm_csv csv = { .buffer.out = out };

    for (size_t i = 0; i < TEXTS; i++)
        hpm_csv_text (&csv, texts[i]);
    for (size_t i = 0; i < REALS; i++)
        hpm_csv_text (&csv, reals[i].name);
    hpm_csv_end (&csv);
    for (int k = 0; k < comparison->count; k++) {
        const struct hpm_change *change = &comparison->list[k];
        const char *values[TEXTS];
        char name[NAME];

        texts_of (comparison, change, name, values);
        for (size_t i = 0; i < TEXTS; i++)
            hpm_csv_text (&csv, values[i]);
        for (size_t i = 0; i < REALS; i++)
            hpm_csv_real (&csv, real_of (change, i));
        hpm_csv_end (&csv);
    }
    return for_lines (hpm_comparison_notes (comparison), say_note, stderr)
                   || ferror (out)
               ? -1
               : 0;
}

static void
put_text (const char *line, void *data)
{
    hpm_json_text (data, NULL, line);
}

static void
put_side (struct hpm_json *json, const char *key,
          const struct hpm_side_runs *side)
{
    hpm_json_open (json, key, '[');
    for (int i = 0; i < side->count; i++) {
        const struct hpm_compared_run *run = &side->runs[i];

        hpm_json_open (json, NULL, '{');
        hpm_json_text (json, "file", run->path);
        hpm_json_text (json, "command", run->text[HPM_COMPARED_COMMAND]);
        hpm_json_text (json, "start_time", run->start);
        hpm_json_whole (json, "ranks", run->ranks);
        hpm_json_close (json, '}');
    }
    hpm_json_close (json, ']');
}

static void
put_change (struct hpm_json *json, const struct hpm_comparison *comparison,
            const struct hpm_change *change)
{
    const char *values[TEXTS];
    char name[NAME];

    texts_of (comparison, change, name, values);
    hpm_json_open (json, NULL, '{');
    for (size_t i = 0; i < TEXTS; i++)
        hpm_json_text (json, texts[i], values[i]);
    for (size_t i = 0; i < REALS; i++)
        hpm_json_real (json, reals[i].name, real_of (change, i));
    hpm_json_close (json, '}');
}

int
hpm_compare_json (FILE *out, const struct hpm_comparison *comparison)
{
    struct hpm_json json = { .buffer.out = out };
    int failed = 0;

    hpm_json_open (&json, NULL, '{');
    if (comparison->side[HPM_SIDE_BASE].count) {
        char *verdict = hpm_comparison_verdict (comparison);

        hpm_json_text (&json, "verdict", verdict);
        failed = !verdict;
        free (verdict);
        hpm_json_real (&json, "level", HPM_COMPARE_LEVEL);
        hpm_json_integer (&json, "tested", comparison->tested);
        hpm_json_flag (&json, "took_turns", comparison->is_alternating);
        put_side (&json, "base_runs", &comparison->side[HPM_SIDE_BASE]);
    }
    put_side (&json, "new_runs", &comparison->side[HPM_SIDE_NEW]);
    hpm_json_open (&json, "notes", '[');
    failed |= for_lines (hpm_comparison_notes (comparison), put_text, &json);
    hpm_json_close (&json, ']');
    hpm_json_open (&json, "changes", '[');
    for (int i = 0; i < comparison->count; i++)
        put_change (&json, comparison, &comparison->list[i]);
    hpm_json_close (&json, ']');
    hpm_json_close (&json, '}');
    putc ('\n', out);
    return failed || ferror (out) ? -1 : 0;
}
