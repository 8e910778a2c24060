/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run's data on the page are made of.
 */
#ifndef HPM_AGGREGATE_PAGE_PARTS_H
#define HPM_AGGREGATE_PAGE_PARTS_H

#include <stdio.h>

#include "aggregate/page/page_choice.h"
#include "aggregate/show/emit/json.h"
#include "aggregate/show/rows/output.h"

/* The rows of output->rows as the member `key`: "columns" with name and part,
 * "rows", lists of as many values, with a last one that rates the metrics, and
 * "notes" on single values: [row, column, quality, reason, coverage, error].
 * Reals have six digits.  Of very many rows it is "short": without counts;
 * where the choice leaves rows out, "of" says how many there are.  Returns 0,
 * or -1 with the error.  */
int hpm_page_put_table (struct hpm_json *json, const char *key,
                        const struct hpm_output *output,
                        const struct hpm_page_choice *choice,
                        struct hpm_error *error);

/* Lines of source around the places that the result names, as far as the files
 * lie below that folder, whichever links lead there, and can be read: the
 * member "sources".  Without a folder (NULL) it is empty.  */
void hpm_page_put_sources (struct hpm_json *json,
                           const struct hpm_result *result, const char *folder);

/* Functions by how they were called, the member "stacks": lists of the place of
 * the caller in it, -1 for none, the name, and samples in the function and in
 * what it calls; not those of very few, and none where callers were not
 * sampled.  Returns 0, or -1 without memory.  */
int hpm_page_put_stacks (struct hpm_json *json,
                         const struct hpm_samples *samples);

/* How ranks are bound, where that is known: the member "binding" with
 * "pictures", one for each way that a host is filled, of its first host, and
 * "left", of how many there is none.  "ranks" are lists of the rank, its
 * processors, and those of its threads or null.  Returns 0, or -1 with the
 * error.  */
int hpm_page_put_binding (struct hpm_json *json,
                          const struct hpm_result *result,
                          const struct hpm_h5_reader *reader,
                          struct hpm_error *error);

/* Where the time of each rank went over time, where the file has it: the member
 * "rank_times" with "edges" of the intervals, in s, and "rows", lists of the
 * rank and, for each interval, of the shares of HPM_SPAN_PARTS in per cent.
 * Returns 0, or -1 with the error.  */
int hpm_page_put_rank_times (struct hpm_json *json,
                             const struct hpm_result *result,
                             const struct hpm_h5_reader *reader,
                             struct hpm_error *error);

#endif /* HPM_AGGREGATE_PAGE_PARTS_H */
