/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where time of threads went, as far as clocks that add up tell: how much of
 * the processor time was in MPI has bounds.  Bounds of ranks are added, since
 * those of the sums are wide as soon as ranks differ: one that sleeps outside
 * MPI beside one that polls inside looks like two that compute by half.
 */
#ifndef HPM_AGGREGATE_TIME_SHARES_H
#define HPM_AGGREGATE_TIME_SHARES_H

/* What a share is stands in the result file's list of variables.
 * X(identifier)  */
#define HPM_SHARES(X) X (COMPUTING) X (LEAST) X (MOST) X (WAITING) X (APART)

enum hpm_share {
#define HPM_X(identifier) HPM_SHARE_##identifier,
    HPM_SHARES (HPM_X)
#undef HPM_X
        HPM_SHARE_COUNT
};

/* Add the shares of threads of which the clocks are sums, in s: COMPUTING
 * between its LEAST and MOST, WAITING in MPI, and how much more than the life
 * clocks APART from its own say.  `inside` is an estimate of the processor time
 * in MPI, or NAN.  */
void hpm_time_shares_add (double shares[HPM_SHARE_COUNT], double life,
                          double cpu, double mpi, double inside);

#endif /* HPM_AGGREGATE_TIME_SHARES_H */
