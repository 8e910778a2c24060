/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of time of a span: where the time of the threads of all ranks
 * went in it, in three parts that add up to that time.
 */
#ifndef HPM_AGGREGATE_SPAN_ACCOUNT_H
#define HPM_AGGREGATE_SPAN_ACCOUNT_H

#include "aggregate/model/result.h"

/* X(identifier, name, what of the time)  */
#define HPM_SPAN_PARTS(X)                                                      \
    X (COMPUTING, "computing", "on a processor, outside MPI")                  \
    X (WAITING, "waiting", "in MPI, whatever is done there")                   \
    X (BLOCKED, "blocked", "on no processor, outside MPI")

enum hpm_span_part {
#define HPM_X(identifier, name, what) HPM_SPAN_##identifier,
    HPM_SPAN_PARTS (HPM_X)
#undef HPM_X
        HPM_SPAN_PART_COUNT
};

/* Seconds of threads.  No part is negative, and their sum is the time of the
 * threads.  A part may err by `error` as far as its clocks are of one moment:
 * what of the processor time was in MPI is not known exactly, and clocks that
 * contradict each other err by that.  How far apart the clocks of a sample are
 * besides is recorded nowhere.  */
struct hpm_span_account {
    double part[HPM_SPAN_PART_COUNT], error[HPM_SPAN_PART_COUNT];
};

/* 1 if spans of the result may have an account: those of runs that were joined
 * have none, as their counts are of several runs, nor have those where children
 * were counted, whose processor time is in no thread's life.  */
int hpm_span_has_account (const struct hpm_result *result);

/* Fill the account of intervals out of their values[event] (hpm_span_values),
 * of which it needs os::WALL_TIME, os::CPU_TIME, mpi::TIME and mpi::IO_TIME,
 * all of them exact.  Returns 1, or 0 without one: then all of it is NAN.  */
int hpm_span_account (struct hpm_span_account *account,
                      const struct hpm_result *result, int first, int last,
                      const struct hpm_value *values);

/* The same of one rank, or host, out of its values alone
 * (hpm_span_values_of_member).  */
int hpm_span_account_of_member (struct hpm_span_account *account,
                                const struct hpm_result *result,
                                const struct hpm_value *values);

#endif /* HPM_AGGREGATE_SPAN_ACCOUNT_H */
