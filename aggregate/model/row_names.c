/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/row_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/event/node_event.h"

/* The field is "processors 0-3,8": which ones, in the order of ranks.  NULL
 * where ranks are ranks.  */
static const char *
processors_of (const struct hpm_result *result)
{
    const char *rows = hpm_result_run (result, HPM_RUN_rows, "");
    size_t length = strlen (HPM_ROWS_PROCESSORS);

    return strncmp (rows, HPM_ROWS_PROCESSORS, length) ? NULL : rows + length;
}

int
hpm_result_is_processors (const struct hpm_result *result)
{
    return processors_of (result) != NULL;
}

const char *
hpm_result_row_word (const struct hpm_result *result)
{
    return hpm_result_is_processors (result) ? "processor" : "rank";
}

int64_t
hpm_result_row_number (const struct hpm_result *result, int64_t rank)
{
    const char *list = processors_of (result);
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
