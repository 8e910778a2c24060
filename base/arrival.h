/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Records of the chunk ARRIVALS (hpm_mpi_record.h), which a rank packs and the
 * writer unpacks.
 */
#ifndef HPM_BASE_ARRIVAL_H
#define HPM_BASE_ARRIVAL_H

#include "include/hpm_mpi_record.h"

/* A call.  Of its number, and of the ticks that it took, some bits are kept. */
struct hpm_arrival {
    int64_t start; /* ticks */
    int64_t ticks;
    uint32_t number;
    int comm; /* its place among the communicators */
    int flags;
};

#define HPM_ARRIVAL_UNIT_MOST 23

/* What a packed length may be off by, as a part of it.  */
#define HPM_ARRIVAL_ROUNDING (1.0 / 1024)

/* The class of a call that took so many ticks, where `limit` is the longest of
 * class 0.  */
static inline int
hpm_arrival_class (int64_t ticks, int64_t limit)
{
    int class = 0;

    while (ticks > limit && class < HPM_ARRIVAL_CLASSES - 1) {
        ticks = (ticks - 1) / 4 + 1;
        class ++;
    }
    return class;
}

/* The unit that starts up to so many ticks behind the first one need.  */
int hpm_arrival_unit (int64_t ticks);

/* Pack a call; `head` has `first`, `unit` and `limit`.  Its length is rounded
 * within its class, so that calls of a class add up to the time of all calls of
 * that class.  */
struct hpm_arrival_record
hpm_arrival_pack (const struct hpm_arrivals_head *head,
                  const struct hpm_arrival *arrival);

/* The reverse, of whatever bits: ticks are 0 or more.  */
struct hpm_arrival hpm_arrival_unpack (const struct hpm_arrivals_head *head,
                                       const struct hpm_arrival_record *record);

#endif /* HPM_BASE_ARRIVAL_H */
