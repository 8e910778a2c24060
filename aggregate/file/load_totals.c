/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers of ranks and threads, and what measuring cost, from the records.
 */
#include "config.h"

#include "aggregate/file/load.h"
#include "aggregate/file/result_parts.h"

/* A row of rank_record or of thread_record.  */
struct row {
    const int64_t *numbers;
    hsize_t step;
};
#define RANK(row, field) (row).numbers[HPM_RANK_FIELD_##field * (row).step]
#define THREAD(row, field) (row).numbers[HPM_THREAD_FIELD_##field * (row).step]

/* The host of a rank that is there, or NULL.  */
static struct hpm_aggregate *
host_of (const struct hpm_result *result, struct row row)
{
    int64_t host = RANK (row, host);

    return result->host && RANK (row, status) != HPM_RANK_MISSING && host >= 0
                   && host < result->hosts.count
               ? &result->host[host]
               : NULL;
}

static void
add_rank (struct hpm_result *result, int64_t rank, struct row row)
{
    struct hpm_aggregate *host = host_of (result, row);
    double wall = (double)RANK (row, wall_time) / 1e9;

    result->ranks++;
    result->ranks_missing += RANK (row, status) == HPM_RANK_MISSING;
    result->ranks_partial += RANK (row, status) == HPM_RANK_PARTIAL;
    if (RANK (row, status) == HPM_RANK_MISSING)
        return;
    hpm_result_add_times (result, rank, RANK (row, wall_time),
                          RANK (row, overhead_start),
                          RANK (row, overhead_stop));
    hpm_result_add_pauses (result, rank, RANK (row, paused_time),
                           RANK (row, periods));
    if (host) {
        host->ranks++;
        if (wall > host->wall_s[0])
            host->wall_s[0] = wall;
    }
}

static void
add_thread (struct hpm_result *result, struct hpm_aggregate *host,
            struct row row)
{
    int64_t merged = THREAD (row, merged);
    uint64_t threads = merged > 1 ? (uint64_t)merged : 1;

    if (THREAD (row, role) == HPM_ROLE_CHILDREN)
        return;
    if (THREAD (row, role) == HPM_ROLE_MPI) {
        result->mpi_threads += threads;
        return;
    }
    result->threads += threads;
    if (host)
        host->threads += (double)threads;
}

static int
add_threads (const struct hpm_h5_reader *reader, struct hpm_result *result,
             struct hpm_h5_window *threads, struct row rank,
             struct hpm_error *error)
{
    hsize_t first = (hsize_t)RANK (rank, first_thread);
    hsize_t count = (hsize_t)RANK (rank, threads);
    uint64_t before = result->threads;

    if (count && hpm_h5_window_cover (threads, reader, first, count, error))
        return -1;
    for (hsize_t t = 0; t < count; t++)
        add_thread (result, host_of (result, rank),
                    (struct row){ hpm_h5_window_row (threads, first + t),
                                  threads->count });
    if (result->threads - before > result->threads_most)
        result->threads_most = result->threads - before;
    return 0;
}

/* Among the fields that are left out of files where they say nothing.  */
static void
add_dropped_marks (const struct hpm_h5_reader *reader,
                   struct hpm_result *result, struct row row)
{
    if (reader->length[HPM_DIMENSION_RANK_FIELD] > HPM_RANK_FIELD_dropped_marks)
        result->dropped_marks = hpm_add_bounded (result->dropped_marks,
                                                 RANK (row, dropped_marks));
}

int
hpm_totals_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    struct hpm_h5_window ranks, threads;
    int failed = 0;

    hpm_h5_window_open (&ranks, reader, HPM_VARIABLE_RANK_RECORD);
    hpm_h5_window_open (&threads, reader, HPM_VARIABLE_THREAD_RECORD);
    for (hsize_t r = 0; !failed && r < reader->length[HPM_DIMENSION_RANK];
         r++) {
        struct row row;

        failed = hpm_rank_row_read (&ranks, reader, r, &row.numbers, error);
        if (failed)
            break;
        row.step = ranks.count;
        add_rank (result, (int64_t)r, row);
        add_dropped_marks (reader, result, row);
        failed = add_threads (reader, result, &threads, row, error);
    }
    hpm_h5_window_release (&ranks);
    hpm_h5_window_release (&threads);
    result->job.ranks = result->ranks - result->ranks_missing;
    result->job.threads = (double)result->threads;
    result->job.wall_s[0] = result->wall.max / 1e9;
    return failed ? -1 : 0;
}
