/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file with a line of CSV for each run, of which the first line names the
 * columns: start_time, program, ranks, status, and quantities as "key [unit]".
 */
#ifndef HPM_AGGREGATE_HISTORY_FILE_H
#define HPM_AGGREGATE_HISTORY_FILE_H

#include <stdio.h>

#include "aggregate/compare/comparison.h"
#include "base/error.h"

/* Append a line for each run.  A new file has the columns of the first run;
 * what an existing one has no column for is left out.  Others may append at the
 * same time.  Returns 0, or -1 with the error.  */
int hpm_history_append (const char *path, const struct hpm_side_runs *runs,
                        struct hpm_error *error);

/* Show the course of each quantity.  Returns 0, or -1 with the error.  */
int hpm_history_show (FILE *out, const char *path, struct hpm_error *error);

#endif /* HPM_AGGREGATE_HISTORY_FILE_H */
