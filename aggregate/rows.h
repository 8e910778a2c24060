/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The run as rows: one for each host, rank or thread, with the counts and
 * metrics of the whole run.
 */
#ifndef HPM_AGGREGATE_ROWS_H
#define HPM_AGGREGATE_ROWS_H

#include "load.h"
#include "result.h"

enum hpm_per { HPM_PER_JOB, HPM_PER_HOST, HPM_PER_RANK, HPM_PER_THREAD };

struct hpm_count {
    uint64_t low;              /* an integer of 128 bits */
    int64_t high;
    uint32_t quality;
    uint32_t reason;
};

struct hpm_row {
    int64_t rank, thread;      /* -1 where the row has none */
    int host;                  /* place among the hosts, -1 if unknown */
    int status, role;
    uint64_t ranks, threads;   /* in it */
    double wall_s;
    double useful_s, mpi_s;    /* outside MPI and in it; of a rank, those of its
                                  main thread; NAN where unknown, and of hosts */
    char name[16];             /* of the thread */
    struct hpm_count *counts;  /* [event], owned */
    double *metrics;           /* [metric], NAN where there is none; owned */
    /* As of job and hosts (sampling.h), NAN where it was counted all the time:
       [event], [event] and [metric]; owned, in one piece.  */
    double *coverage, *errors, *metric_errors;
};

struct hpm_rows {
    enum hpm_per per;
    struct hpm_row *rows;      /* owned */
    size_t count, capacity;
};

/* Make the rows.  Returns 0, or -1 with the error.  Release in either case. */
int hpm_rows_make (struct hpm_rows *rows, enum hpm_per per,
                   const struct hpm_h5_reader *reader,
                   const struct hpm_result *result, struct hpm_error *error);
void hpm_rows_release (struct hpm_rows *rows);

/* Sort by an event or a metric (largest first), or by rank, thread, host or
 * wall; "-" before the key turns it round.  Rows without a value come last.
 * Returns 0, or -1 with an error that names the key.  */
int hpm_rows_sort (struct hpm_rows *rows, const struct hpm_result *result,
                   const char *key, struct hpm_error *error);

/* 1 if the event, or else the metric, has an error in some row, or was not counted
 * all the time.  */
int hpm_rows_have_error (const struct hpm_rows *rows, int event, int metric);

/* 1 if the count is a number.  */
int hpm_count_exists (const struct hpm_count *count);
double hpm_count_number (const struct hpm_count *count);

#endif /* HPM_AGGREGATE_ROWS_H */
