/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ranks of a record stream.  First a scan of the whole stream, which says
 * how many there are and what they counted; then the ranks one by one, missing
 * ones filled in, cells spread over the events of all ranks.  Memory is that of
 * the largest rank.  What is malformed counts as cut off: the ranks before it
 * are good.
 */
#ifndef HPM_AGGREGATE_STREAM_RANKS_H
#define HPM_AGGREGATE_STREAM_RANKS_H

#include "aggregate/model/result.h"
#include "aggregate/input/stream.h"

struct hpm_scan {
    uint64_t ranks;       /* of the job */
    uint64_t recorded;    /* with a complete record */
    uint64_t thread_rows; /* of the ranks recorded */
    int multiplexed;      /* some counter did not run all its time */
    int unavailable;      /* some cells are, or may be */
    int split;            /* ranks that have regions which rank 0 lacks */
    int complete;         /* the stream has its end */
    int *function_places; /* of the stream's functions in the result, -1
                             where nobody called it; owned */
    int64_t functions;    /* in the stream */
    struct hpm_text_table texts; /* thread names, lists of processors */
};

/* Fill run, regions, events, hosts and functions of an empty result, and *scan.
 * Returns 0, or -1 when there is not one rank to make a result of.  Release
 * *scan in either case.  */
int hpm_stream_scan (struct hpm_stream *stream, struct hpm_result *result,
                     struct hpm_scan *scan, struct hpm_error *error);
void hpm_scan_release (struct hpm_scan *scan);

struct hpm_stream_ranks;

/* The ranks again, from the start.  `stream`, `result` and `scan` must outlive
 * it.  NULL with the error.  */
struct hpm_stream_ranks *
hpm_stream_ranks_create (struct hpm_stream *stream,
                         const struct hpm_result *result,
                         const struct hpm_scan *scan, struct hpm_error *error);
void hpm_stream_ranks_destroy (struct hpm_stream_ranks *ranks);
struct hpm_rank_source *
hpm_stream_ranks_source (struct hpm_stream_ranks *ranks);

#endif /* HPM_AGGREGATE_STREAM_RANKS_H */
