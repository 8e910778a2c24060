/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions in parts of a run.  A thread's marks are followed while counting
 * pauses, with clock and counters standing still; an entry that began and ended
 * in one pause is not counted.
 *
 * Who lets counting pause writes what a thread reads at its marks, neither
 * waiting for the other for longer than a copy takes.
 */
#ifndef HPM_PMPI_REGION_PAUSE_H
#define HPM_PMPI_REGION_PAUSE_H

#include "pmpi/calls/calls.h"
#include "pmpi/region/paths.h"

struct hpm_cell;

/* Of one thread; values[counters] when it was held, and as many that it counted
 * in pauses.  */
struct hpm_region_pause {
    unsigned changes; /* odd: it is being written; atomic, as all of it */
    unsigned held;    /* number of the pause it is in, or 0 */
    unsigned pauses;
    int64_t time, missed;         /* ns */
    int64_t mpi_time, mpi_missed; /* ticks */
    int64_t values[];
};

/* Counting pauses for a thread that runs, at a time, CLOCK_MONOTONIC in ns, at
 * which the counters of its marks were at[] and those that it counted in pauses
 * missed[], and what the system had counted os, of which `base` is not counted.
 * Nothing where it has no regions, NULL, yet.  Without memory the
 * pause is counted.  By one thread at a time.  */
void hpm_regions_hold (struct hpm_paths *paths,
                       const struct hpm_calls_table *calls, int64_t time,
                       const struct hpm_cell *at, const struct hpm_cell *missed,
                       const struct hpm_os_counts *os,
                       const struct hpm_os_counts *base);

/* It goes on.  */
void hpm_regions_go_on (struct hpm_paths *paths,
                        const struct hpm_calls_table *calls, int64_t time,
                        const struct hpm_cell *missed,
                        const struct hpm_os_counts *base);

/* Ticks that a thread has spent in MPI, the call under way included, without
 * pauses; also while it goes on.  */
int64_t hpm_region_mpi_ticks (const struct hpm_paths *paths,
                              const struct hpm_calls_table *calls);

/* For the thread itself: begin to read a moment; then have it without pauses.
 * Returns 0 where it has to be read again, of what `changes` was.  */
static inline unsigned
hpm_region_pause_begin (const struct hpm_region_pause *pause)
{
    return pause ? __atomic_load_n (&pause->changes, __ATOMIC_ACQUIRE) : 0;
}
int hpm_region_pause_end (const struct hpm_region_pause *pause,
                          unsigned changes, int counters, int64_t *values,
                          struct hpm_path_moment *moment);

#endif /* HPM_PMPI_REGION_PAUSE_H */
