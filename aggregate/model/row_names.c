/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/row_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/event/node_event.h"

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

/* The field is "processors 0-3,8": which ones, in the order of ranks.  NULL
 * where ranks are ranks.  */
static const char *
numbers_of (const struct hpm_result *result)
{
    enum hpm_row_kind kind = hpm_result_rows (result);

    return kind == HPM_ROWS_RANK ? NULL
                                 : hpm_result_run (result, HPM_RUN_rows, "")
                                       + strlen (kinds[kind].field);
}

int64_t
hpm_result_row_number (const struct hpm_result *result, int64_t rank)
{
    const char *list = numbers_of (result);
    int64_t number = rank;
    int *numbers, count;

    if (!list || rank < 0 || (uint64_t)rank >= result->ranks)
        return rank;
    numbers = calloc (result->ranks, sizeof *numbers);
    count = numbers ? hpm_node_cpus (list, numbers, (int)result->ranks) : 0;
    if (rank < count)
        number = numbers[rank];
    free (numbers);
    return number;
}
