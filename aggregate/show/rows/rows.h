/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The run as rows: one for each host, rank or thread, with the counts and
 * metrics of the whole run, or one for each region that the program marked, and
 * for each rank in it, or for each interval of the run, and for each rank or
 * host in it, or for each place that
 * it called MPI from, or each function or line that samples were taken in, or
 * each that called another one, or for each mapping of a rank, or for cores of
 * a host that ranks use alike.
 * They come one at a time, since there may be millions.
 */
#ifndef HPM_AGGREGATE_ROWS_H
#define HPM_AGGREGATE_ROWS_H

#include "aggregate/analysis/accumulate.h"
#include "aggregate/course/phases.h"
#include "aggregate/course/span_account.h"
#include "aggregate/file/load.h"
#include "aggregate/analysis/rating.h"
#include "aggregate/model/result.h"
#include "aggregate/show/rows/record.h"

enum hpm_per {
    HPM_PER_JOB,
    HPM_PER_HOST,
    HPM_PER_RANK,
    HPM_PER_THREAD,
    HPM_PER_REGION,
    HPM_PER_INTERVAL,
    HPM_PER_SITE,
    HPM_PER_REGION_RANK,
    HPM_PER_PHASE,
    HPM_PER_ROUTINE,
    HPM_PER_LINE,
    HPM_PER_MAPPING,
    HPM_PER_CALLER,
    HPM_PER_INTERVAL_RANK,
    HPM_PER_INTERVAL_HOST,
    HPM_PER_BINDING
};

/* Parts of a region's counts, where the run split them; `own` is what is in
 * none of the regions inside it.  X(identifier, part of JSON, what)  */
#define HPM_ROW_SPLITS(X)                                                      \
    X (MPI, "mpi_counts", "mpi")                                               \
    X (USEFUL, "useful_counts", "useful")                                      \
    X (OWN, "own_counts", "own")                                               \
    X (OWN_MPI, "own_mpi_counts", "own-mpi")                                   \
    X (OWN_USEFUL, "own_useful_counts", "own-useful")

enum hpm_row_split {
#define HPM_X(identifier, part, what) HPM_ROW_SPLIT_##identifier,
    HPM_ROW_SPLITS (HPM_X)
#undef HPM_X
        HPM_ROW_SPLIT_COUNT
};

struct hpm_row {
    int64_t rank, thread;  /* -1 where the row has none */
    int host;              /* place among the hosts, -1 if unknown */
    const char *host_name; /* NULL if unknown */
    const char *status_word, *role_word;
    int64_t ranks, threads; /* in it */
    double wall_s;
    double useful_s, mpi_s; /* outside MPI and in it; of a rank, those of its
                               main thread; NAN where unknown, and of hosts */
    double own_mpi_s; /* of a region: in MPI, but in none inside it; the same */
    double before_mpi_s; /* of a rank; NAN where unknown */
    double throttled_s;  /* of its control group; NAN without a limit */
    char name[16];       /* of the thread */
    /* Of a region, over all ranks and threads; times in s.  */
    const char *path, *file, *mark;         /* NULL where unknown */
    const char *label;                      /* the last of its path */
    int64_t id, parent;                     /* of rows of regions */
    const struct hpm_marked_region *marked; /* that it is of, or NULL */
    int64_t line, entries, unended, stray, folded;
    double time_s, own_s, mean_s, min_s, max_s, stddev_s, imbalance;
    double cost_s;                 /* of marks, taken out */
    double rank_min_s, rank_max_s; /* of a rank */
    double load_balance;           /* of own time outside MPI */
    double efficiency, balance, communication, thread_balance;
    int64_t max_rank, slowest_rank;
    double from_s, to_s, mpi_share; /* of an interval, over all ranks */
    const char *phase;              /* what part of the run, or NULL */
    struct hpm_span_account span;   /* of the same; NAN where unknown */
    double span_percent[HPM_SPAN_PART_COUNT]; /* of its time */
    uint32_t span_qualities[HPM_SPAN_PART_COUNT];
    /* Of a place that MPI was called from, over all ranks.  */
    const char *function, *place, *routine, *module;
    int64_t address, calls, sent, received;
    /* Of a function or line that samples were taken in, over all ranks:
     * `amount` of the event, which of the processor's clock is time.  */
    int64_t samples, mpi_samples, rank_min, rank_max;
    int64_t total;      /* with what it calls */
    int64_t own;        /* of a caller: in what it calls by itself */
    const char *callee; /* the same */
    double share, rank_mean, amount, amount_error, error_s;
    /* Of a mapping of a rank.  */
    const char *mapping, *mapping_kind, *nodes, *bar;
    int64_t parts, size, touched, huge, swapped, used;
    double local, size_mib, touched_mib, huge_mib, used_mib;
    int64_t faults, fault_threads; /* samples of page faults, and whose */
    double main_share;             /* of these, the main thread's */
    /* Of cores that are used alike.  */
    const char *host_label, *cores, *processors, *bound_ranks, *how;
    int64_t hosts, socket, node;
    struct hpm_account account; /* of a rank, where has_account */
    int has_account;
    struct hpm_count *counts;                     /* [event] */
    struct hpm_count *split[HPM_ROW_SPLIT_COUNT]; /* of a region: [event]; NULL
                                                   * where nothing is split */
    double *metrics; /* [metric], NAN where there is none */
    /* As of job and hosts (sampling.h), NAN where it was counted all the time:
       [event], [event] and [metric].  */
    double *coverage, *errors, *metric_errors;
    double *amounts; /* [event]: of one counted for hosts, in its unit, where
                        the row is of an interval; else NAN */
    uint32_t *qualities; /* [metric] */
};

struct hpm_row_order;        /* rows_sort.c */
struct hpm_region_ranks;     /* region_rank_rows.c */
struct hpm_interval_members; /* interval_member_rows.c */
struct hpm_made_binding;     /* binding_made.c */

struct hpm_rows {
    enum hpm_per per;
    struct hpm_row row; /* the one at hand, valid until the next */
    /* Private.  */
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    struct hpm_file_ranks *ranks;                  /* owned; NULL: of hosts */
    struct hpm_region_ranks *region_ranks;         /* owned; NULL: of others */
    struct hpm_interval_members *interval_members; /* the same */
    struct hpm_made_binding *binding;              /* the same */
    unsigned wanted;                               /* HPM_ROWS_... */
    struct hpm_rank_data data; /* the rank whose threads are rows */
    int64_t next_thread;
    int next_made; /* of what is in memory */
    int host;      /* of the row before, -1 at first */
    struct hpm_values values;
    size_t bytes;                /* behind row.counts, owned: all its arrays */
    double (*limits)[2];         /* of the metrics, owned */
    struct hpm_phases phases;    /* where these are the rows */
    struct hpm_callers callers;  /* the same, owned */
    struct hpm_row_order *order; /* NULL: as in the file; owned */
};

/* What is wanted beside: accounts of time of ranks, which take a look at all
 * of them; and of regions on ranks those that the rank was not in.  */
enum { HPM_ROWS_ACCOUNTS = 1, HPM_ROWS_ABSENT = 2 };

/* Prepare the rows, of which there are none with HPM_PER_JOB, with what is
 * `wanted` beside, bits of the above.  Reader and result must outlive them.
 * Returns 0, or -1 with the error.  Release in either case.  */
int hpm_rows_open (struct hpm_rows *rows, enum hpm_per per, unsigned wanted,
                   const struct hpm_h5_reader *reader,
                   const struct hpm_result *result, struct hpm_error *error);
void hpm_rows_release (struct hpm_rows *rows);

/* Have the next in rows->row.  Returns 1, 0 after the last, -1 with the error
 */
int hpm_rows_next (struct hpm_rows *rows, struct hpm_error *error);

/* Go past the next row, of ranks that are not sorted: cheaper than to have it,
 * and rows->row is not valid then.  Returns the same.  */
int hpm_rows_pass_rank (struct hpm_rows *rows, struct hpm_error *error);

/* Start again from the first.  Returns 0, or -1 with the error.  */
int hpm_rows_rewind (struct hpm_rows *rows, struct hpm_error *error);

/* Let them come sorted by an event or a metric (largest first), or by rank,
 * thread, host or wall; "-" before the key turns it round.  Rows without a
 * value come last.  Memory holds the keys, a temporary file the rest.  Returns
 * 0, or -1 with an error that names the key.  */
int hpm_rows_sort (struct hpm_rows *rows, const char *key,
                   struct hpm_error *error);

/* What all rows together say of a column.  */
struct hpm_seen {
    double largest; /* without its sign */
    int any;        /* has a value somewhere */
    int errs;       /* and an error, or was not counted all the time */
    unsigned marks; /* of its values, a bit for each enum hpm_rating */
};

/* Tables in one piece, owned.  */
struct hpm_rows_seen {
    struct hpm_seen *events, *metrics;
    int timed; /* some row has useful_s and mpi_s */
};

/* The same but for errs, for rows of ranks, from what is known of the job: half
 * the time of a large table.  Returns 1, or 0 when nothing less than a look
 * will do. */
int hpm_rows_foresee (const struct hpm_rows *rows, struct hpm_rows_seen *seen);

/* Go through all rows, and back to the first.  Returns 0, or -1 with the error.
 * Release in either case.  */
int hpm_rows_look (struct hpm_rows *rows, struct hpm_rows_seen *seen,
                   struct hpm_error *error);
void hpm_rows_seen_release (struct hpm_rows_seen *seen);

/* 1 where what rows have of the event is in `amounts`, not in `counts`: parts
 * of the run have, of an event that was counted for hosts.  */
int hpm_rows_have_amount (const struct hpm_rows *rows, int event);

/* How a metric of one row is rated.  */
struct hpm_rated hpm_rows_rate (const struct hpm_rows *rows, int metric,
                                double value);

/* 1 if values of rows may have errors: counters took turns, or runs were joined
 */
int hpm_rows_may_err (const struct hpm_rows *rows);

/* What a row has of which region of the tree it is of.  */
void hpm_row_name_region (struct hpm_row *row,
                          const struct hpm_region_tree *tree, int region);

/* Of what nothing was counted in: no counts, no metrics.  */
void hpm_row_without_counts (struct hpm_row *row,
                             const struct hpm_result *result);

/* For rows.c: fill an empty row with a region.  */
void hpm_row_of_region (struct hpm_row *row, const struct hpm_result *result,
                        int region);

/* The same with intervals from first to last; what they are made of goes
 * through `values`.  */
void hpm_row_of_span (struct hpm_row *row, const struct hpm_result *result,
                      struct hpm_values *values, int first, int last);
/* The same with one of row->ranks ranks, whose counts are in `values` already.
 */
void hpm_row_of_member_span (struct hpm_row *row,
                             const struct hpm_result *result,
                             struct hpm_values *values, int interval);
/* The same with a place that MPI was called from.  */
void hpm_row_of_site (struct hpm_row *row, const struct hpm_result *result,
                      int site);
/* The same with a function or line of samples.  */
void hpm_row_of_spot (struct hpm_row *row, const struct hpm_result *result,
                      const struct hpm_spot *spot);
/* The same with a function that called another one.  */
void hpm_row_of_caller (struct hpm_row *row, const struct hpm_result *result,
                        const struct hpm_caller *caller);
/* 1 where rows are of samples.  */
int hpm_rows_of_samples (const struct hpm_rows *rows);
/* 1 where rows are places in the program, or in its memory, by which nothing
 * was counted.  */
int hpm_rows_of_places (const struct hpm_rows *rows);
/* The same with a mapping.  */
void hpm_row_of_mapping (struct hpm_row *row, const struct hpm_result *result,
                         int mapping);
/* Where the rows are such: all of them, else NULL.  */
const struct hpm_spots *hpm_rows_spots (const struct hpm_rows *rows);

/* An empty row, and the next one that is made of what is in memory: returns 1,
 * or 0 after the last.  */
void hpm_rows_clear (struct hpm_rows *rows);
int hpm_rows_read_made (struct hpm_rows *rows);

/* For rows_sort.c: the next row as the file has it, and from its start.  */
int hpm_rows_read (struct hpm_rows *rows, struct hpm_error *error);
int hpm_rows_restart (struct hpm_rows *rows, struct hpm_error *error);
int hpm_row_order_next (struct hpm_rows *rows, struct hpm_error *error);
void hpm_row_order_restart (struct hpm_row_order *order);
void hpm_row_order_destroy (struct hpm_row_order *order);

#endif /* HPM_AGGREGATE_ROWS_H */
