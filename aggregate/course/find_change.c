/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/find_change.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/course/phases.h"
#include "aggregate/course/span.h"
#include "aggregate/model/findings.h"
#include "base/quality.h"

/* Below this the system's user time is too coarse to tell a clock by.  */
#define USER_NS_MIN 1e9

/* The run before and after a moment, where phases meet.  */
struct edge {
    struct hpm_phase before, after;
    int is_edge; /* of the run: start-up or end */
};

/* ---- the job ------------------------------------------------------------ */

/* Time in MPI as a part of the time of all threads, and that time in s.  */
static double
share_of_job (const struct hpm_result *result, const struct hpm_phase *phase,
              struct hpm_value *values, double *seconds)
{
    double from, to;

    hpm_span_times (result, phase->first, phase->last, &from, &to);
    hpm_span_values (result, phase->first, phase->last, values);
    *seconds = (to - from) * hpm_span_threads (result, values, to - from);
    return hpm_span_mpi (result, values) / *seconds;
}

/* Whether all phases before the i-th are on one side of a share, and it and all
 * behind it on the other: what changes back has no before and after.  */
static int
is_parted (const struct hpm_result *result, const struct hpm_phases *phases,
           int i, double middle, struct hpm_value *values)
{
    double seconds;

    for (int k = 0; k < phases->count; k++)
        if ((share_of_job (result, &phases->phases[k], values, &seconds)
             > middle)
            != (k >= i))
            return 0;
    return 1;
}

static void
take_edge (struct hpm_change *change, const struct hpm_result *result,
           const struct hpm_phases *phases, int i, struct hpm_value *values,
           struct edge *most)
{
    const struct hpm_phase *at = &phases->phases[i];
    struct edge edge
        = { .before = { .first = phases->phases[0].first, .last = at[-1].last },
            .after = { .first = at->first,
                       .last = phases->phases[phases->count - 1].last },
            .is_edge
            = at[-1].kind == HPM_PHASE_START || at->kind == HPM_PHASE_END };
    double seconds, before, after, to;

    before = share_of_job (result, &edge.before, values, &seconds);
    after = share_of_job (result, &edge.after, values, &seconds);
    if (!(after - before >= HPM_LIMIT_CHANGE)
        || !((after - before) * seconds > change->cost)
        || !is_parted (result, phases, i, (before + after) / 2, values))
        return;
    *change = (struct hpm_change){ .before = before,
                                   .after = after,
                                   .cost = (after - before) * seconds,
                                   .rank = -1 };
    hpm_span_times (result, edge.after.first, edge.after.last, &change->when,
                    &to);
    *most = edge;
}

/* Time in MPI for each call, in s; NAN where they were not counted.  */
static double
time_of_call (const struct hpm_result *result, const struct hpm_phase *phase,
              struct hpm_value *values)
{
    int calls = hpm_result_find_event (result, "mpi::CALLS");

    if (calls < 0)
        return NAN;
    hpm_span_values (result, phase->first, phase->last, values);
    return hpm_quality_has_value (values[calls].quality)
               ? hpm_span_mpi (result, values) / values[calls].number
               : NAN;
}

/* Whether calls that take as long as before follow each other faster: the
 * program computes less between them, or has more to send, which nobody can
 * tell apart, but nothing is slower.  */
static int
is_called_more_often (const struct hpm_result *result, const struct edge *edge,
                      struct hpm_value *values)
{
    return time_of_call (result, &edge->after, values)
           <= (1 + HPM_LIMIT_DIFFERENCE)
                  * time_of_call (result, &edge->before, values);
}

/* ---- a rank ------------------------------------------------------------- */

/* A part of the time of the threads of a rank: what it is at least and at most.
 */
struct part {
    double least, most;
};

/* Its parts in a phase: time in MPI, and what it does outside.  */
struct parts {
    double mpi;
    struct part computing, blocked, waiting;
    double faults, reads; /* page faults a second; those from storage */
    double clock;         /* Hz of its processors in user time; NAN: unknown */
};

/* What is outside MPI of something that takes `part` of the time in all: at
 * least what finds no room inside.  */
static struct part
outside (double part, double mpi)
{
    return (struct part){ fmax (0, part - mpi), fmin (part, 1 - mpi) };
}

static struct parts
parts_of (const struct hpm_rank_courses *courses, uint64_t rank,
          const struct hpm_phase *phase)
{
    double of[HPM_COURSE_COUNT], life, cpu, waiting;
    struct parts parts;

    for (int i = 0; i < HPM_COURSE_COUNT; i++)
        of[i] = hpm_rank_course (courses, rank, (enum hpm_course)i,
                                 phase->first, phase->last);
    life = of[HPM_COURSE_LIFE];
    cpu = of[HPM_COURSE_PROCESSOR] / life;
    waiting = of[HPM_COURSE_WAITING] / life;
    parts.mpi = of[HPM_COURSE_MPI] / life;
    parts.computing = outside (cpu, parts.mpi);
    parts.waiting = outside (waiting, parts.mpi);
    parts.blocked = outside (1 - cpu - waiting, parts.mpi);
    parts.faults = 1e9 * of[HPM_COURSE_FAULTS] / life;
    parts.reads = 1e9 * of[HPM_COURSE_READS] / life;
    parts.clock = of[HPM_COURSE_USER] >= USER_NS_MIN
                      ? 1e9 * of[HPM_COURSE_CYCLES] / of[HPM_COURSE_USER]
                      : NAN;
    return parts;
}

static int
compare (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* How long a rank lived at most, of all, then, in ns.  */
static double
longest_life (const struct hpm_rank_courses *courses,
              const struct hpm_phase *phase)
{
    double longest = 0;

    for (uint64_t r = 0; r < courses->ranks; r++)
        longest = fmax (longest, hpm_rank_course (courses, r, HPM_COURSE_LIFE,
                                                  phase->first, phase->last));
    return longest;
}

/* The rank that is in MPI least then, or -1, and the median of all that are
 * still there for most of it.  Returns 0, or -1 without memory.  */
static int
find_least (const struct hpm_rank_courses *courses,
            const struct hpm_phase *phase, int64_t *rank, double *median)
{
    double *shares = malloc ((courses->ranks + 1) * sizeof *shares);
    double least = INFINITY, life = longest_life (courses, phase) / 2;
    size_t count = 0;

    if (!shares)
        return -1;
    *rank = -1;
    for (uint64_t r = 0; r < courses->ranks; r++) {
        double share = parts_of (courses, r, phase).mpi;

        if (!isfinite (share)
            || !(hpm_rank_course (courses, r, HPM_COURSE_LIFE, phase->first,
                                  phase->last)
                 > life))
            continue;
        shares[count++] = share;
        if (share < least) {
            least = share;
            *rank = (int64_t)r;
        }
    }
    qsort (shares, count, sizeof *shares, compare);
    *median = count > 1 ? shares[count / 2] : 0;
    free (shares);
    return 0;
}

/* Which of these is the largest, and at least `least`.  */
static enum hpm_change_cause
largest (double computing, double blocked, double waiting, double least)
{
    double most = fmax (fmax (computing, blocked), waiting);

    return !(most >= least)  ? HPM_CHANGE_UNKNOWN
           : most == blocked ? HPM_CHANGE_BLOCKED
           : most == waiting ? HPM_CHANGE_WAITS
                             : HPM_CHANGE_COMPUTES;
}

/* What it does more than before outside MPI, at least, or, where that is as it
 * was, for most of its time there.  */
static enum hpm_change_cause
does_then (const struct parts *before, const struct parts *after)
{
    double all = 1 - after->mpi;
    enum hpm_change_cause more
        = largest (after->computing.least - before->computing.most,
                   after->blocked.least - before->blocked.most,
                   after->waiting.least - before->waiting.most,
                   HPM_LIMIT_DIFFERENCE * all);

    return more != HPM_CHANGE_UNKNOWN
               ? more
               : largest (after->computing.least, after->blocked.least,
                          after->waiting.least, all / 2);
}

/* Why that is longer, too, where what would have been saved otherwise is worth
 * telling.  */
static enum hpm_change_cause
cause_of (const struct parts *before, const struct parts *after)
{
    double all = 1 - after->mpi, least = HPM_LIMIT_LEAST * all;
    enum hpm_change_cause does = does_then (before, after);

    if (HPM_LIMIT_FAULT * (after->faults - before->faults) >= least)
        return HPM_CHANGE_FAULTS;
    if (does == HPM_CHANGE_BLOCKED
        && HPM_LIMIT_READ * (after->reads - before->reads) >= least)
        return HPM_CHANGE_READS;
    if (does != HPM_CHANGE_COMPUTES)
        return does;
    return after->computing.least * (1 - after->clock / before->clock)
                   >= HPM_LIMIT_DIFFERENCE * all
               ? HPM_CHANGE_CLOCK
               : HPM_CHANGE_COMPUTES;
}

static int
name_rank (struct hpm_change *change, const struct hpm_rank_courses *courses,
           const struct edge *edge)
{
    struct parts before, after;
    double median;
    int64_t rank;

    if (!courses->counts || courses->ranks < 2)
        return 0;
    if (find_least (courses, &edge->after, &rank, &median))
        return -1;
    if (rank < 0)
        return 0;
    before = parts_of (courses, (uint64_t)rank, &edge->before);
    after = parts_of (courses, (uint64_t)rank, &edge->after);
    if (!(after.mpi < median / 2
          && after.mpi - before.mpi < (change->after - change->before) / 2))
        return 0;
    change->rank = rank;
    change->cause = cause_of (&before, &after);
    return 0;
}

int
hpm_change_find (struct hpm_change *change, const struct hpm_result *result,
                 const struct hpm_rank_courses *courses)
{
    struct hpm_value *values
        = calloc ((size_t)result->event_count + 1, sizeof *values);
    struct hpm_phases phases;
    struct edge most;
    int failed = !values || hpm_phases_find (&phases, result);

    *change = (struct hpm_change){ .when = NAN, .rank = -1 };
    for (int i = 1; !failed && i < phases.count; i++)
        take_edge (change, result, &phases, i, values, &most);
    if (!failed && isfinite (change->when)) {
        failed = name_rank (change, courses, &most);
        if (change->rank < 0 && is_called_more_often (result, &most, values))
            change->cause = HPM_CHANGE_OFTEN;
        if (most.is_edge && change->rank < 0)
            *change = (struct hpm_change){ .when = NAN, .rank = -1 };
    }
    free (values);
    return failed ? -1 : 0;
}
