/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A word that each rank leaves for all others through PMI 1, by which ranks of
 * MPICH talk to hydra, its launcher: what is put there before the exchange of
 * MPI_Init is with everybody after it.
 *
 * MPICH has its client of PMI inside, where nothing can be preceded.  So this
 * library writes a few lines of its own on the socket of PMI: before MPI_Init,
 * and while the rank is in our part of MPI_Init or MPI_Finalize, when MPICH
 * writes none.  Hydra lets a client begin twice.  Slurm's server of PMI does
 * not, and would stop the job, so that nothing is said to it.
 */
#ifndef HPM_PMPI_PMI_WORD_H
#define HPM_PMPI_PMI_WORD_H

/* Before the real MPI_Init, on one thread: leaves the word, where hydra has
 * started ranks on several nodes.  */
void hpm_pmi_word_leave (void);

/* After it, and before the real MPI_Finalize: whether that rank of
 * MPI_COMM_WORLD has left the word: 1, 0, or -1 when that is not known.  Waits
 * for no other rank; 0.03 to 0.3 ms, and where hydra says nothing no longer
 * than a second, once: then nothing is known until hpm_pmi_word_settle.  */
int hpm_pmi_word_of (int rank);

/* Just before the real MPI_Finalize, which talks to the same server: takes the
 * answer that did not come in time, so that nobody takes it for another one. */
void hpm_pmi_word_settle (void);

#endif /* HPM_PMPI_PMI_WORD_H */
