/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The chunks of a record stream that speak of MPI calls, taken one by one and
 * checked: what is in here may be used as an index.
 */
#ifndef HPM_AGGREGATE_RANK_MPI_H
#define HPM_AGGREGATE_RANK_MPI_H

#include <stddef.h>

#include "hpm_mpi_record.h"
#include "aggregate/input/chunk.h"

struct hpm_rank_mpi {
    struct hpm_function_record *functions; /* of the run, owned */
    int64_t function_count;
    int recorded; /* this rank's calls were */
    struct hpm_mpi_record record;
    struct hpm_call_record *calls; /* owned */
    int64_t call_count;
    struct hpm_size_record *sizes; /* owned */
    int64_t size_count;
    char *modules; /* owned: "path\0build id\0..." */
    int64_t module_bytes;
    struct hpm_site_record *sites; /* owned */
    int64_t site_count;
    int64_t *added; /* owned, NULL where it was not measured */
    int64_t added_count;
};

/* Forget the rank, keep the functions.  */
void hpm_rank_mpi_clear (struct hpm_rank_mpi *mpi);
void hpm_rank_mpi_release (struct hpm_rank_mpi *mpi);

/* Take a chunk FUNCTIONS, MPI, CALLS, SIZES, ADDED, SITE_MODULES or SITES of a
 * rank with so many threads. Returns 0, or -1 where it is malformed.  */
int hpm_rank_mpi_take (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk,
                       int64_t threads);

/* A copy of the records of a chunk, malloc'ed, and their number; NULL when they
 * do not fill it.  An empty list is a valid one.  */
void *hpm_chunk_copy (const struct hpm_chunk *chunk, size_t bytes,
                      int64_t *items);

#endif /* HPM_AGGREGATE_RANK_MPI_H */
