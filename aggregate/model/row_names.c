/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/row_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const struct {
    const char *field; /* begins so */
    const char *word, *words, *label;
} kinds[] = {
    [HPM_ROWS_RANK] = { NULL, "rank", "ranks", "rank" },
    [HPM_ROWS_PROCESSOR]
    = { HPM_ROWS_PROCESSORS, "processor", "processors", "cpu" },
    [HPM_ROWS_PROCESS] = { HPM_ROWS_PROCESSES, "process", "processes", "pid" },
};

enum hpm_row_kind
hpm_result_rows (const struct hpm_result *result)
{
    const char *rows = hpm_result_run (result, HPM_RUN_rows, "");

    for (int i = HPM_ROWS_PROCESSOR; i <= HPM_ROWS_PROCESS; i++)
        if (!strncmp (rows, kinds[i].field, strlen (kinds[i].field)))
            return (enum hpm_row_kind)i;
    return HPM_ROWS_RANK;
}

int
hpm_result_is_observed (const struct hpm_result *result)
{
    return hpm_result_rows (result) != HPM_ROWS_RANK;
}

const char *
hpm_result_row_word (const struct hpm_result *result)
{
    return kinds[hpm_result_rows (result)].word;
}

const char *
hpm_result_rows_word (const struct hpm_result *result)
{
    return kinds[hpm_result_rows (result)].words;
}

const char *
hpm_result_row_label (const struct hpm_result *result)
{
    return kinds[hpm_result_rows (result)].label;
}

/* The field is "processors 0-3,8;0-3": which ones, of one node after the other,
 * in the order of ranks.  NULL
 * where ranks are ranks.  */
static const char *
numbers_of (const struct hpm_result *result)
{
    enum hpm_row_kind kind = hpm_result_rows (result);

    return kind == HPM_ROWS_RANK ? NULL
                                 : hpm_result_run (result, HPM_RUN_rows, "")
                                       + strlen (kinds[kind].field);
}

/* The number at place `left` of the range at *text, which comes to be behind
 * it: where the range has fewer, there is none, and `left` is less by these. */
static int
is_in_range (const char **text, int64_t *left, int64_t *number)
{
    char *end;
    int64_t first = strtoll (*text, &end, 10), last = first;

    if (*end == '-')
        last = strtoll (end + 1, &end, 10);
    *text = *end ? end + 1 : end; /* "," or, before another node's, ";" */
    *number = first + *left;
    if (*number <= last)
        return 1;
    *left -= last - first + 1;
    return 0;
}

int64_t
hpm_result_row_number (const struct hpm_result *result, int64_t rank)
{
    const char *list = numbers_of (result);
    int64_t left = rank, number = rank;

    if (!list || rank < 0 || (uint64_t)rank >= result->ranks)
        return rank;
    while (hpm_text_is_digit (*list))
        if (is_in_range (&list, &left, &number))
            return number;
    return rank;
}
