/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The job as rows: an event, a metric, a sum over the calls of a function or
 * another quantity, each over all ranks.
 */
#ifndef HPM_AGGREGATE_JOB_ROWS_H
#define HPM_AGGREGATE_JOB_ROWS_H

#include "aggregate/show/rows/output.h"
#include "aggregate/show/rows/rating_text.h"
#include "aggregate/show/rows/record.h"

struct hpm_job_row {
    const char *what, *region, *name, *unit, *quality;
    struct hpm_number total, min, max;
    int64_t min_rank, max_rank, values, missing;
    int64_t added; /* by noting calls of MPI */
    double mean, stddev, imbalance, coverage, error;
    const char *rating, *suspect, *reason, *exact, *title, *formula, *source,
        *description;
    uint64_t runs;
    int projected;
    /* For people.  */
    double sum, least, greatest; /* total and ends as reals */
    int uncertain;               /* a number of it is not exact */
    enum hpm_rating how_good;    /* of a metric */
    /* What texts point to.  */
    char digits[41], reasons[HPM_RATING_REASONS];
};

/* The columns of CSV and JSON.  */
#define HPM_JOB_COLUMNS 28
void hpm_job_columns (const struct hpm_result *result,
                      struct hpm_column columns[HPM_JOB_COLUMNS]);

/* One row.  */
void hpm_job_event (struct hpm_job_row *row, const struct hpm_result *result,
                    int region, int event);
void hpm_job_metric (struct hpm_job_row *row, const struct hpm_result *result,
                     int region, int metric);
/* Of an event that was counted for hosts: its values are of processors.  */
void hpm_job_node (struct hpm_job_row *row, const struct hpm_result *result,
                   int event);

/* The rows that were asked for, region by region; valid during the call.  */
enum {
    HPM_JOB_EVENTS = 1,
    HPM_JOB_NODES = 2, /* events counted for hosts */
    HPM_JOB_METRICS = 4,
    HPM_JOB_OTHERS = 8, /* calls of MPI, efficiencies and costs */
    HPM_JOB_ALL = 15
};
typedef void hpm_job_put (void *data, const struct hpm_job_row *row);
void hpm_job_rows (const struct hpm_output *output, unsigned what,
                   hpm_job_put *put, void *data);

/* Its parts: a row that has no values yet, and the rows of the efficiencies and
 * of the account of time.  */
void hpm_job_row_start (struct hpm_job_row *row,
                        const struct hpm_result *result, int region,
                        const char *what, const char *name, const char *unit);
void hpm_job_put_verdict (const struct hpm_output *output, hpm_job_put *put,
                          void *data);

#endif /* HPM_AGGREGATE_JOB_ROWS_H */
