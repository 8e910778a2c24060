/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a launcher tells its processes in their environment, before MPI_Init.
 */
#ifndef HPM_BASE_LAUNCH_H
#define HPM_BASE_LAUNCH_H

#include <stddef.h>

enum hpm_launch_number {
    HPM_LAUNCH_RANK, /* in MPI_COMM_WORLD */
    HPM_LAUNCH_RANKS,
    HPM_LAUNCH_LOCAL_RANK, /* among the ranks of this host */
    HPM_LAUNCH_LOCAL_RANKS
};

/* The number as mpirun, PMIx, PMI or srun tell it; `none` where none does, as
 * in a batch script.  Any thread, unless another one changes the environment.
 */
int hpm_launch_number (enum hpm_launch_number which, int none);

#define HPM_LAUNCH_JOB_SIZE 128

/* What tells the jobs of this host apart, and is the same for all ranks of one
 * here: the name that PMIx gives it, or who serves PMI to them (as MPICH's
 * mpirun does).  Returns 0, or -1 where neither tells.  Found out once: call it
 * first before MPI_Init, on one thread.  */
int hpm_launch_job (char *text, size_t size);

#endif /* HPM_BASE_LAUNCH_H */
