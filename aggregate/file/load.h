/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A result file back into memory.
 */
#ifndef HPM_AGGREGATE_LOAD_H
#define HPM_AGGREGATE_LOAD_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

/* Fill an empty result: everything but the detail of ranks and threads; with
 * `hosts` the aggregates of hosts, too.  Returns 0, or -1 with the error.  */
int hpm_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
              int hosts, struct hpm_error *error);

/* Compute metrics and aggregates anew from the counts of every rank, after
 * result->metrics was changed.  */
int hpm_load_again (const struct hpm_h5_reader *reader,
                    struct hpm_result *result, struct hpm_error *error);

/* 1 if the file was joined.  */
int hpm_joined_is_stored (const struct hpm_h5_reader *reader);

/* The numbers of a rank's record, by enum hpm_rank_field, `count` of the window
 * apart, which is one of RANK_RECORD; its rows of threads are in the file.
 * Returns 0, or -1 with the error.  */
int hpm_rank_row_read (struct hpm_h5_window *window,
                       const struct hpm_h5_reader *reader, hsize_t rank,
                       const int64_t **numbers, struct hpm_error *error);

struct hpm_file_ranks;

/* The ranks of the file, one by one.  `reader` and `result` must outlive it.
 * NULL with the error.  */
struct hpm_file_ranks *
hpm_file_ranks_create (const struct hpm_h5_reader *reader,
                       const struct hpm_result *result,
                       struct hpm_error *error);
/* Read accounts of ranks, too, where the file has them.  */
void hpm_file_ranks_want_accounts (struct hpm_file_ranks *ranks);
void hpm_file_ranks_destroy (struct hpm_file_ranks *ranks);
struct hpm_rank_source *hpm_file_ranks_source (struct hpm_file_ranks *ranks);

#endif /* HPM_AGGREGATE_LOAD_H */
