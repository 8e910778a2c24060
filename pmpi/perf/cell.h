/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of one cell (include/hpm_record.h) from the times of its
 * counter.  Pure code.
 */
#ifndef HPM_PMPI_CELL_H
#define HPM_PMPI_CELL_H

#include "include/hpm_quality.h"
#include "include/hpm_record.h"

/* No value, and why.  */
static inline void
hpm_cell_mark (struct hpm_cell *cell, enum hpm_quality quality,
               enum hpm_reason reason)
{
    *cell = (struct hpm_cell){ .quality = quality, .reason = reason };
}

/* Whether the counter counted all the time that it was wanted, both in ns.  */
static inline enum hpm_quality
hpm_cell_quality (int64_t enabled, int64_t running)
{
    return running < enabled ? HPM_QUALITY_SCALED : HPM_QUALITY_EXACT;
}

/* A count as it would be, had it counted all the time; `running` is not 0
 * unless `enabled` is.  */
static inline int64_t
hpm_cell_scaled (int64_t count, int64_t enabled, int64_t running)
{
    if (running >= enabled)
        return count;
    return (int64_t)((long double)count * (long double)enabled
                         / (long double)running
                     + 0.5L);
}

#endif /* HPM_PMPI_CELL_H */
