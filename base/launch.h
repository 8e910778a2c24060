/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a launcher tells its processes in their environment, before MPI_Init.
 */
#ifndef HPM_BASE_LAUNCH_H
#define HPM_BASE_LAUNCH_H

enum hpm_launch_number {
    HPM_LAUNCH_RANK, /* in MPI_COMM_WORLD */
    HPM_LAUNCH_RANKS,
    HPM_LAUNCH_LOCAL_RANK, /* among the ranks of this host */
    HPM_LAUNCH_LOCAL_RANKS
};

/* The number as mpirun, PMIx, PMI or Slurm tell it; `none` where none does.  */
int hpm_launch_number (enum hpm_launch_number which, int none);

#endif /* HPM_BASE_LAUNCH_H */
