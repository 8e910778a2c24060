/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Clocks, in nanoseconds.  Any thread.
 */
#ifndef HPM_PMPI_CLOCK_H
#define HPM_PMPI_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t
hpm_clock_read (clockid_t clock)
{
    struct timespec t = { 0, 0 };

    clock_gettime (clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* For differences; not set back by anybody.  */
static inline int64_t
hpm_clock_monotonic (void)
{
    return hpm_clock_read (CLOCK_MONOTONIC);
}

/* For the record: since 1970, UTC.  */
static inline int64_t
hpm_clock_real (void)
{
    return hpm_clock_read (CLOCK_REALTIME);
}

/* A moment of the one as the other has it: of a few tries the one in which
 * least came between.  */
static inline int64_t
hpm_clock_real_at (int64_t monotonic)
{
    int64_t offset = 0, least = INT64_MAX;

    for (int i = 0; i < 4; i++) {
        int64_t before = hpm_clock_monotonic ();
        int64_t real = hpm_clock_real ();
        int64_t took = hpm_clock_monotonic () - before;

        if (took < least) {
            least = took;
            offset = real - before - took / 2;
        }
    }
    return monotonic + offset;
}

#endif /* HPM_PMPI_CLOCK_H */
