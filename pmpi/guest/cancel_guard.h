/* SPDX-License-Identifier: BSD-3-Clause
 *
 * While we work on a thread of the program it can't be cancelled: what we call
 * are points of cancellation that the program does not have, and locks of ours
 * would stay held.  What is pending takes effect at the program's own points.
 */
#ifndef HPM_PMPI_CANCEL_GUARD_H
#define HPM_PMPI_CANCEL_GUARD_H

#include <pthread.h>

struct hpm_cancel_guard {
    int before;
};

static inline void
hpm_cancel_hold (struct hpm_cancel_guard *guard)
{
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &guard->before);
}

static inline void
hpm_cancel_release (const struct hpm_cancel_guard *guard)
{
    pthread_setcancelstate (guard->before, NULL);
}

#endif /* HPM_PMPI_CANCEL_GUARD_H */
