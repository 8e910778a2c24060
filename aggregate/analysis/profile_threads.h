/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the threads of a rank wanted, for profile.c.
 */
#ifndef HPM_AGGREGATE_PROFILE_THREADS_H
#define HPM_AGGREGATE_PROFILE_THREADS_H

#include "aggregate/analysis/profile.h"

/* Threads that wanted a processor, and how far they used their time, into the
 * profile of the rank, which has its run time.  */
void hpm_profile_find_threads (struct hpm_profile *profile,
                               const struct hpm_result *result,
                               const struct hpm_rank_data *data);

#endif /* HPM_AGGREGATE_PROFILE_THREADS_H */
