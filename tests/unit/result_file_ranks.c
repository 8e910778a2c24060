/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks, threads, cells and MPI calls, before and after the file.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/file/detail_file.h"
#include "aggregate/file/load.h"
#include "tests/unit/result_file.h"

/* These have no list of their members: a new one belongs into the file, and
 * into what is compared here.  */
_Static_assert(sizeof (struct hpm_cell) == 40, "compare the new member");

static void
compare_rank (const struct hpm_rank_data *made, const struct hpm_rank_data *got)
{
    {
        const struct hpm_rank_record *a = &made->record, *b = &got->record;
        HPM_RANK_FIELDS (FIELD)
    }
    for (int t = 0; t < THREADS; t++) {
        const struct hpm_thread_record *a = &made->threads[t],
                                       *b = &got->threads[t];
        HPM_THREAD_FIELDS (FIELD)
    }
}

static void
compare_cells (const struct hpm_cell *a, const struct hpm_cell *b, size_t count)
{
    for (size_t i = 0; i < count; i++, a++, b++) {
        same (b->value
                  == (a->quality == HPM_QUALITY_ABSENT
                              || a->quality == HPM_QUALITY_UNAVAILABLE
                          ? HPM_NO_COUNT
                          : a->value),
              "value");
        SAME (time_enabled);
        SAME (time_running);
        SAME (error);
        SAME (quality);
        SAME (reason);
    }
}

void
check_ranks (const struct made *made, const struct hpm_h5_reader *reader,
             const struct hpm_result *result)
{
    struct hpm_file_ranks *ranks = hpm_file_ranks_create (reader, result, NULL);
    struct hpm_rank_source *source = hpm_file_ranks_source (ranks);
    size_t cells
        = (size_t)result->region_count * (size_t)result->event_count * THREADS;
    struct hpm_rank_data data;
    int count = 0;

    hpm_file_ranks_want_accounts (ranks);
    for (; source->next (source, &data, NULL) == 1; count++) {
        struct hpm_rank_data expected = rank_of (made, count);

        same (data.thread_count == THREADS, "threads");
        compare_rank (&expected, &data);
        same (data.account
                  && !memcmp (data.account, expected.account,
                              sizeof *data.account),
              "account");
        compare_cells (expected.cells, data.cells, cells);
    }
    same (count == RANKS, "ranks");
    hpm_file_ranks_destroy (ranks);
    claim ("every field and account of ranks, threads and cells is the same");
}

void
check_calls (const struct hpm_calls *made, const struct hpm_calls *got)
{
    same (made->count == got->count && made->buckets == got->buckets, "count");
    for (int f = 0; f < made->count; f++) {
        const struct hpm_function_record *a = &made->functions[f],
                                         *b = &got->functions[f];
        HPM_FUNCTION_FIELDS (FIELD)
    }
    compare_statistics (made->sums, got->sums, FUNCTIONS * HPM_CALL_SUM_COUNT,
                        1);
    compare_statistics (made->fields, got->fields, HPM_MPI_FIELD_COUNT, 1);
    same (!memcmp (made->sizes, got->sizes, sizeof made->sizes), "sizes");
    claim ("every field of functions, calls and sizes is the same");
}

/* Of the ranks' calls nothing is loaded; they are for others.  */
void
check_call_columns (const struct made *made, const struct hpm_h5_reader *reader)
{
    int64_t calls[FUNCTIONS][HPM_CALL_SUM_COUNT][RANKS];
    int64_t numbers[HPM_MPI_FIELD_COUNT][RANKS];
    int64_t sizes[HPM_SIZE_KIND_COUNT][BUCKETS][HPM_SIZE_FIELD_COUNT][RANKS];

    same (!hpm_h5_read (reader, HPM_VARIABLE_RANK_CALL, calls, NULL)
              && !hpm_h5_read (reader, HPM_VARIABLE_MPI_RECORD, numbers, NULL)
              && !hpm_h5_read (reader, HPM_VARIABLE_RANK_SIZE, sizes, NULL),
          "shape");
    for (int r = 0; r < RANKS; r++) {
        const struct hpm_size_record *size = &made->sizes[r];

#define NUMBER(type, field, unit, description)                                 \
    same (numbers[HPM_MPI_FIELD_##field][r] == made->mpi[r].field, #field);
        HPM_MPI_FIELDS (NUMBER)
#undef NUMBER
        for (int f = 0; f < FUNCTIONS; f++)
            for (int sum = 0; sum < HPM_CALL_SUM_COUNT; sum++)
                same (calls[f][sum][r] == (&made->calls[r][f].calls)[sum],
                      "sum");
        same (sizes[size->kind][size->bucket][HPM_SIZE_MESSAGES][r]
                      == size->messages
                  && sizes[size->kind][size->bucket][HPM_SIZE_BYTES][r]
                         == size->bytes,
              "size");
    }
    claim ("every field of the ranks' calls is in the file");
}
