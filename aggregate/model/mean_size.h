/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HPM_AGGREGATE_MEAN_SIZE_H
#define HPM_AGGREGATE_MEAN_SIZE_H

#include "aggregate/model/result.h"

/* Bytes of one call in the mean: those it sent, or else received.  Of a
 * broadcast the root alone sends and the others receive, each the same; of
 * MPI_Startall, of one message that it sends.  NAN where it carries none, or
 * was not called.
 *
 * A snapshot has the call under way of each thread without its bytes: of a run
 * that was recovered, the roundest number that the mean of the others may be;
 * NAN where there need not be others.  */
double hpm_mean_size (const struct hpm_result *result, int function);

#endif /* HPM_AGGREGATE_MEAN_SIZE_H */
