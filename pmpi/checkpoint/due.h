/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When the ranks of a job take their snapshots.
 */
#ifndef HPM_PMPI_DUE_H
#define HPM_PMPI_DUE_H

#include <stdint.h>

/* How long it is until the next snapshot, in ns, at `real` on the clock of the
 * day: until that shows a multiple of `period`.  The nodes of a job have this
 * clock in common, so that all ranks take theirs at once: steps in which they
 * wait for each other are held up together, and seldom.  If each rank went by a
 * clock of its own, nearly every step of many ranks would be held up by one of
 * them.  From half a period to one and a half, whoever sets that clock.  */
static inline int64_t
hpm_due_in (int64_t period, int64_t real)
{
    int64_t left = period - real % period;

    return left < period / 2 ? left + period : left;
}

#endif /* HPM_PMPI_DUE_H */
