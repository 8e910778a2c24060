/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several runs of the same command, each of which counted other events, become
 * one: all events of all of them, rank by rank and thread by thread.  What
 * several runs counted is taken from the one that counted it best, and of
 * those the first.
 */
#ifndef HPM_AGGREGATE_JOIN_H
#define HPM_AGGREGATE_JOIN_H

#include "aggregate/file/load.h"
#include "aggregate/input/scan.h"

struct hpm_join_run {
    struct hpm_h5_reader reader; /* file -1 until open */
    struct hpm_result result;
    int64_t *hosts;     /* [rank], place along the run's hosts; owned */
    int64_t start_time; /* of rank 0, ns since 1970 */
    int *places;        /* [event]: among the joined ones, -1 where
                           another run counted it better; owned */
};

struct hpm_join {
    struct hpm_join_run *runs; /* owned */
    int count;
};

/* Open the files and load what they say of the whole runs.  `paths` must
 * outlive the join.  Returns 0, or -1 with the error; release in either case.
 */
int hpm_join_open (struct hpm_join *join, char **paths, int count,
                   struct hpm_error *error);
void hpm_join_release (struct hpm_join *join);

/* Fill an empty result: run, regions, events, hosts, metrics and costs, and
 * where each event is from.  Returns 0 or -1.  */
int hpm_join_describe (struct hpm_join *join, struct hpm_result *result,
                       struct hpm_error *error);

/* The part of it that is about metrics: the definitions of all runs, and of the
 * same name that of the first; groups have the members that any run has, or
 * what is installed here.  A metric for which each run has some of the events
 * is in no file: what is installed here may have it.  Returns 0, or -1 with the
 * error.  */
int hpm_join_metrics (const struct hpm_join *join, struct hpm_result *result,
                      struct hpm_error *error);

/* Whether the runs may be joined: the same command, ranks, placement, scope,
 * domain and parts of the program, and as many instructions, to
 * HPM_JOIN_LIMIT.  With `force` as many instructions are not needed.  What is
 * no reason to refuse, such as other hosts, is told on stderr, a line each.
 * Returns 0, or -1 with an error that names the first reason.  */
#define HPM_JOIN_LIMIT 0.05
int hpm_join_check_same (const struct hpm_join *join, struct hpm_error *error);
int hpm_join_check_alike (const struct hpm_join *join,
                          const struct hpm_result *result, int force,
                          struct hpm_error *error);

struct hpm_join_ranks;

/* The joined ranks, one by one.  A rank's threads are those of the first run;
 * the n-th thread of the program in one run is the n-th in the others, and so
 * are the MPI library's.  A thread that one of them did not have is a row of
 * its own.  NULL with the error.  */
struct hpm_join_ranks *hpm_join_ranks_create (struct hpm_join *join,
                                              const struct hpm_result *result,
                                              struct hpm_error *error);
void hpm_join_ranks_destroy (struct hpm_join_ranks *ranks);
struct hpm_rank_source *hpm_join_ranks_source (struct hpm_join_ranks *ranks);

/* How large the joined run is; `scan` is released by hpm_scan_release.  Returns
 * 0 or -1.  */
int hpm_join_scan (struct hpm_join *join, const struct hpm_result *result,
                   struct hpm_scan *scan, struct hpm_error *error);

#endif /* HPM_AGGREGATE_JOIN_H */
