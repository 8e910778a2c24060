/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A word that each rank leaves for all others before MPI_Init, through PMIx, the
 * run time's exchange of small values: what is put before MPI_Init, which is
 * collective, is with everybody after it.
 */
#ifndef HPM_PMPI_PMIX_WORD_H
#define HPM_PMPI_PMIX_WORD_H

#include <stdint.h>

/* Before the real MPI_Init: leave a word, which is not 0.  Returns 0, or -1
 * where the run time has no such exchange.  */
int hpm_pmix_word_leave (uint32_t word);

/* After it, where a word was left: the word of a rank in MPI_COMM_WORLD, or 0
 * when it left none.  Looks at what is here already, and asks nobody; takes some
 * 0.01 ms.  */
uint32_t hpm_pmix_word_of (int rank);

/* No more words are asked for.  */
void hpm_pmix_word_done (void);

#endif /* HPM_PMPI_PMIX_WORD_H */
