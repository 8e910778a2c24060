/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How large a run is, and what is in it.  A result file needs to know before
 * its first rank what none but the last may tell: how many ranks and threads
 * there are, which events, hosts and functions, whether a column is needed.
 */
#ifndef HPM_AGGREGATE_SCAN_H
#define HPM_AGGREGATE_SCAN_H

#include "aggregate/input/records.h"
#include "aggregate/input/scan_samples.h"
#include "aggregate/model/result.h"

struct hpm_scan {
    uint64_t ranks;       /* of the job */
    uint64_t recorded;    /* with a complete record */
    uint64_t thread_rows; /* of the ranks recorded */
    int multiplexed;      /* some counter did not run all its time */
    int unavailable;      /* some cells are, or may be */
    int inexact;          /* some cells have an error of their own */
    int last_fields;      /* some rank has those from cores_allowed on */
    int64_t compared;     /* cells that are known when ranks are compared */
    int split;            /* ranks that have regions which rank 0 lacks */
    int complete;         /* nothing of the records is missing */
    int *function_places; /* of the records' functions in the result, -1
                             where nobody called it; owned */
    int64_t functions;    /* in the records */
    struct hpm_arrivals *arrivals; /* compared; owned */
    struct hpm_sample_sums samples;
    struct hpm_text_table texts; /* thread names, lists of processors */
};

/* Fill run, regions, events, hosts and functions of an empty result, and *scan.
 * Returns 0, or -1 when there is not one rank to make a result of.  Release
 * *scan in either case.  */
int hpm_scan_records (struct hpm_records *records, struct hpm_result *result,
                      struct hpm_scan *scan, struct hpm_error *error);
/* Note a rank, whose threads have so many cells each.  Returns 0, or -1 without
 * memory.  */
int hpm_scan_add (struct hpm_scan *scan, const struct hpm_rank_data *data,
                  int64_t row);

void hpm_scan_release (struct hpm_scan *scan);

#endif /* HPM_AGGREGATE_SCAN_H */
