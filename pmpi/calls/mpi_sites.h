/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where in the program MPI was called from, for the record of a rank.
 */
#ifndef HPM_PMPI_MPI_SITES_H
#define HPM_PMPI_MPI_SITES_H

#include "pmpi/wire/stream_buffer.h"
#include "pmpi/wire/thread_rows.h"

/* Append the chunks SITE_MODULES and SITES of this rank, when calls are not
 * noted any more.  Without memory, or without calls, there is none of them.  */
void hpm_mpi_sites_append (struct hpm_stream_buffer *buffer, int rank,
                           const struct hpm_thread_rows *rows);

/* Bytes of the record that these took.  */
size_t hpm_mpi_sites_bytes (void);

#endif /* HPM_PMPI_MPI_SITES_H */
