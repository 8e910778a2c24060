/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which rank of a job this copy of hpmrun will become, and who of them speaks.
 */
#ifndef HPM_WRAPPER_LAUNCH_H
#define HPM_WRAPPER_LAUNCH_H

struct hpm_launch {
    int rank;       /* 0 when nothing says otherwise */
    int local_rank; /* among the ranks of this host, -1 if unknown */
};

/* From the variables that mpirun, PMIx, PMI and Slurm set.  */
void hpm_launch_read (struct hpm_launch *launch);

/* Whether this rank is certainly, or for all it knows, on the host of rank 0:
 * local ranks follow the order of ranks.  */
int hpm_launch_beside_rank_0 (const struct hpm_launch *launch);

/* Whether this rank tells what may differ between hosts: the first of each. */
int hpm_launch_speaks_for_host (const struct hpm_launch *launch);

#endif /* HPM_WRAPPER_LAUNCH_H */
