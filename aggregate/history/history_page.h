/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A history as data of the page of --html.
 */
#ifndef HPM_AGGREGATE_HISTORY_PAGE_H
#define HPM_AGGREGATE_HISTORY_PAGE_H

#include <stdio.h>

#include "aggregate/history/history_lines.h"

/* Read a history that has a run.  Returns 0, or -1 with the error; release
 * either way.  */
int hpm_history_read_runs (struct hpm_history *history, const char *path,
                           struct hpm_error *error);

/* An object of JSON that may stand in HTML: "path", "columns" with name and
 * unit ("" for none), and "runs", lists of start, program, ranks, status, and
 * as many values as there are columns; null is a value that the run has not.
 * `path` is what it is called.  Returns 0, or -1 where the stream failed or
 * memory ran out.  */
int hpm_history_put_page (FILE *out, const char *path,
                          const struct hpm_history *history);

#endif /* HPM_AGGREGATE_HISTORY_PAGE_H */
