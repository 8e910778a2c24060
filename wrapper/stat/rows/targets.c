/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>

#include "wrapper/stat/rows/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "include/hpm_stream.h"

void
hpm_targets_release (struct hpm_targets *targets)
{
    free (targets->numbers);
    free (targets->sockets);
    memset (targets, 0, sizeof *targets);
}

/* Where the run of successive numbers that begins at i ends.  */
static int
end_of_run (const struct hpm_targets *targets, int i)
{
    while (i + 1 < targets->count
           && targets->numbers[i + 1] == targets->numbers[i] + 1)
        i++;
    return i;
}

void
hpm_targets_text (const struct hpm_targets *targets, char *buffer, size_t size)
{
    char all[HPM_TARGETS_TEXT] = "";
    size_t length = 0;

    for (int i = 0; i < targets->count && length < sizeof all - 32; i++) {
        int last = end_of_run (targets, i);

        length += (size_t)snprintf (all + length, sizeof all - length, "%s%d",
                                    i ? "," : "", targets->numbers[i]);
        if (last > i)
            length += (size_t)snprintf (all + length, sizeof all - length,
                                        "-%d", targets->numbers[last]);
        i = last;
    }
    hpm_text_field (buffer, size, all, length);
}

void
hpm_targets_rows (const struct hpm_targets *targets,
                  char rows[HPM_TARGETS_ROWS])
{
    size_t length = (size_t)snprintf (rows, HPM_TARGETS_ROWS, "%s",
                                      targets->kind == HPM_TARGETS_PROCESSES
                                          ? HPM_ROWS_PROCESSES
                                          : HPM_ROWS_PROCESSORS);

    hpm_targets_text (targets, rows + length, HPM_TARGETS_TEXT);
}
