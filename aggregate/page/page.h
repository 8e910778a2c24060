/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs as a page: one HTML file that needs nothing else.  What stands around
 * the data of the runs, D3 among it, was put together by scripts/embed-page
 * when this was built.
 */
#ifndef HPM_AGGREGATE_PAGE_H
#define HPM_AGGREGATE_PAGE_H

#include <stdio.h>

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"
#include "aggregate/model/selection.h"

/* 1 if there is a page in this build: its configure has found D3.  */
int hpm_page_is_built (void);

/* What stands before the first run, between two, between the last and the data
 * of a history ("null" for none), and behind these.  That the stream failed is
 * seen by ferror.  */
void hpm_page_begin (FILE *out);
void hpm_page_next (FILE *out);
void hpm_page_end_runs (FILE *out);
void hpm_page_end (FILE *out);

/* A stream into `out` for JSON that stands in HTML: it has no "<", which could
 * end the element that it stands in, and which JSON has in texts alone, where
 * it can be escaped.  Closing it does not close `out`.  NULL without memory. */
FILE *hpm_page_escape (FILE *out);

/* A run.  The result was loaded with its hosts.  */
struct hpm_page_run {
    const char *path; /* of the file */
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    const struct hpm_selection *selection;
    const char *source; /* folder that lines of source may be of, without links
                           in it; NULL: there are none */
};

/* Returns 0, or -1: with an error, or none where the stream failed or memory
 * ran out.  */
int hpm_page_put_run (FILE *out, const struct hpm_page_run *run,
                      struct hpm_error *error);

#endif /* HPM_AGGREGATE_PAGE_H */
