/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks of a launcher that are counted each by itself, as none of them calls
 * MPI_Init, or each is an MPI job of one rank: their summaries would be the
 * same one N times.
 */
#ifndef HPM_PMPI_ALIKE_H
#define HPM_PMPI_ALIKE_H

/* Note which ranks run the program of this process, as its launcher's
 * environment tells; later the environment may be gone.  */
void hpm_alike_note (void);

/* How many processes the launcher started; 1 where it does not tell.  */
int hpm_alike_ranks (void);

/* Whether a rank with a lower number runs the same program, and has the
 * summary.  */
int hpm_alike_is_another (void);

/* How many ranks, with numbers behind that of this process, run it.  */
int hpm_alike_others (void);

#endif /* HPM_PMPI_ALIKE_H */
