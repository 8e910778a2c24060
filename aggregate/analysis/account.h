/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the clocks of threads to the account of their time.
 */
#ifndef HPM_AGGREGATE_ACCOUNT_H
#define HPM_AGGREGATE_ACCOUNT_H

#include "aggregate/analysis/thread_times.h"
#include "aggregate/model/account.h"

/* The account of a thread, whose parts are never negative and add up to its
 * life; all 0 where that is unknown.  `errors` is what the parts may err.  */
void hpm_account_make (struct hpm_account *account, struct hpm_account *errors,
                       const struct hpm_thread_times *times);

/* The sum over the threads of a program in a rank, and how many of them are in
 * it.  Processes that were counted as one have no lives, threads of the MPI
 * library are shown apart: they are none of them.  */
void hpm_account_of_rank (struct hpm_account *account,
                          struct hpm_account *errors,
                          const struct hpm_result *result,
                          const struct hpm_rank_data *data);

#endif /* HPM_AGGREGATE_ACCOUNT_H */
