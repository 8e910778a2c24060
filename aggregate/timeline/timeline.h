/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the job counted in intervals of its run.  The lines of all ranks
 * (hpm_line_record.h) have the same slots by the clock of the day, so that
 * those are the intervals' edges.
 *
 * The counts of a rank at an edge are its sample in that slot.  Without one,
 * they lie on the straight line between those before and after it; the
 * beginning, with nothing, and the end, with all of the run, are two of these.
 * So the intervals of a rank add up to what it counted in all.
 */
#ifndef HPM_AGGREGATE_TIMELINE_H
#define HPM_AGGREGATE_TIMELINE_H

#include <stdint.h>

#include "aggregate/timeline/time_shares.h"
#include "base/metric/metric.h"
#include "hpm_line_record.h"
#include "hpm_record.h"

/* Of one rank.  */
struct hpm_rank_line {
    struct hpm_line_head head; /* no edges: there is no line */
    int64_t *slots, *times;    /* [edges], both growing; owned */
    int64_t *counts;           /* [column][edges]; owned */
    int *columns;              /* [events of the run], -1: none; owned */
};

/* Counts of all ranks are kept by host, and by rank, while they are no more
 * than so many numbers.  */
#define HPM_TIMELINE_HOSTS_MAX ((size_t)1 << 20)
#define HPM_TIMELINE_RANKS_MAX ((size_t)1 << 22)

struct hpm_timeline_slot {
    int64_t slot;
    int64_t ranks;
    double time; /* mean of the ranks, ns after its slot */
};

struct hpm_timeline {
    int count; /* of intervals; 0: nothing is known of them */
    int events, hosts;
    int64_t start;    /* of the first, in ns since 1970 */
    int64_t *ends;    /* [count], the same; owned */
    int64_t *counts;  /* [event][count], HPM_NO_COUNT for none; owned */
    int64_t *by_host; /* [host][event][count], or NULL; owned */
    int64_t *rank;    /* [event][count] of the rank added last; owned */
    double *shares;   /* [share][count], NULL: not known; owned */
    char *is_unknown; /* [events]: of no use over time; owned */
    /* Of the ranks, by the scan.  */
    struct hpm_timeline_slot *slots; /* growing; owned */
    int64_t *slot_of;                /* [count - 1] that the edges are; owned */
    int slot_count, slot_room;
    int64_t step, multiple, end;
};

/* Note when a rank ran and has edges; `line` may be NULL.  Returns 0, or -1
 * without memory.  */
int hpm_timeline_scan (struct hpm_timeline *timeline,
                       const struct hpm_rank_record *record,
                       const struct hpm_rank_line *line);

/* Lay the intervals out, once all ranks are noted, with `most` edges at most
 * between them: ranks that miss samples on a busy machine have different ones.
 * Have room for counts, of which there are none yet, again if it had before.
 * Returns 0, or -1 without memory.  */
int hpm_timeline_start (struct hpm_timeline *timeline, int events, int hosts,
                        int most);

/* What is taken from the times of calls of a rank in the end, in ns, in
 * proportion to the calls; events by their place, -1 for none.  */
struct hpm_timeline_calls {
    int64_t removed;
    int calls, times[2];
};

/* Add a rank that has these totals[events], of its run; host -1: unknown.  Its
 * own counts are in timeline->rank until the next.  */
void hpm_timeline_add (struct hpm_timeline *timeline,
                       const struct hpm_rank_record *record,
                       const struct hpm_rank_line *line,
                       const struct hpm_value *totals,
                       const struct hpm_timeline_calls *calls, int host);

/* Clocks of a rank by their place, -1 for none; processor time in MPI may be
 * an estimate, and need not be there.  */
struct hpm_timeline_clocks {
    int life, cpu, mpi, io, inside;
};

/* Add the shares of the rank that was added last.  That takes a few steps for
 * each interval of each rank, less than its counts do, and no memory that grows
 * with the ranks.  */
void hpm_timeline_divide (struct hpm_timeline *timeline,
                          const struct hpm_timeline_clocks *clocks);

/* No counts of events of which nothing is known over time.  */
void hpm_timeline_finish (struct hpm_timeline *timeline);

void hpm_timeline_release (struct hpm_timeline *timeline);

/* Begin of an interval, in ns since 1970, and how long it is, in s.  */
int64_t hpm_timeline_begin (const struct hpm_timeline *timeline, int interval);
double hpm_timeline_seconds (const struct hpm_timeline *timeline, int interval);

#endif /* HPM_AGGREGATE_TIMELINE_H */
