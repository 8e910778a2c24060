/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A word that each rank leaves for all others through PMIx, the run time's
 * exchange of small values: what is put there before the exchange of MPI_Init
 * is with everybody after it.
 *
 * The process is no client of PMIx before MPI_Init makes it one, and must not
 * be made one by us: Open MPI 5 would not learn its own name then.  So this
 * library precedes PMIx_Commit, by which MPI gives away what it has put, and
 * adds the word there; PMIx_Fence and PMIx_Fence_nb tell when all ranks have
 * done so, and PMIx_Put a key that every rank has left with it.
 */
#ifndef HPM_PMPI_PMIX_WORD_H
#define HPM_PMPI_PMIX_WORD_H

#include <stdint.h>

/* Before the real MPI_Init: the word to leave, which is not 0.  */
void hpm_pmix_word_leave (uint32_t word);

/* After it, before the first word is asked for.  */
void hpm_pmix_word_close (void);

/* Then, and before the real MPI_Finalize: the word of one of the `ranks` ranks
 * in MPI_COMM_WORLD; 0 when it left none, and -1 when that is not known, since
 * MPI has no such PMIx, or its MPI_Init has not waited for all ranks.  Waits
 * for no other rank; takes some 0.01 ms where the process has the word, and 0.5
 * ms where another node has it: with PMIx 5, or where MPI was told not to
 * exchange (pmix_base_collect_data 0).  */
int64_t hpm_pmix_word_of (int rank, int ranks);

#endif /* HPM_PMPI_PMIX_WORD_H */
