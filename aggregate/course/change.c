/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/change.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/course/phases.h"
#include "aggregate/course/span.h"
#include "aggregate/model/findings.h"

/* Two parts of the run, one behind the other.  */
struct edge {
    struct hpm_phase before, after;
};

/* ---- the job ------------------------------------------------------------ */

/* Time in MPI as a part of that of all ranks or, where they have more threads,
 * of these, and that time in s.  */
static double
share_of_job (const struct hpm_result *result, const struct hpm_phase *phase,
              struct hpm_value *values, double *seconds)
{
    double from, to;

    hpm_span_times (result, phase->first, phase->last, &from, &to);
    hpm_span_values (result, phase->first, phase->last, values);
    *seconds = (to - from) * hpm_span_threads (result, values, to - from);
    if (result->threads > result->ranks)
        return hpm_span_mpi (result, values) / *seconds;
    return hpm_span_mpi_shown (result, values, to - from);
}

/* The phase i and what is before it; with those behind it that have at least
 * half of what time in MPI rose by.  Returns that, which may be none.  */
static double
lay_edge (struct edge *edge, const struct hpm_result *result,
          const struct hpm_phases *phases, int i, struct hpm_value *values)
{
    double seconds, before, rise;

    edge->before = phases->phases[i - 1];
    edge->after = phases->phases[i];
    before = share_of_job (result, &edge->before, values, &seconds);
    rise = share_of_job (result, &edge->after, values, &seconds) - before;
    while (++i < phases->count
           && share_of_job (result, &phases->phases[i], values, &seconds)
                      - before
                  >= rise / 2)
        edge->after.last = phases->phases[i].last;
    return rise;
}

static void
take_edge (struct hpm_change *change, const struct hpm_result *result,
           const struct edge *edge, struct hpm_value *values, struct edge *most)
{
    double seconds, before, after, to;

    before = share_of_job (result, &edge->before, values, &seconds);
    after = share_of_job (result, &edge->after, values, &seconds);
    if (!((after - before) * seconds > change->cost))
        return;
    *change = (struct hpm_change){ .before = before,
                                   .after = after,
                                   .cost = (after - before) * seconds,
                                   .rank = -1 };
    hpm_span_times (result, edge->after.first, edge->after.last, &change->when,
                    &to);
    *most = *edge;
}

/* ---- a rank ------------------------------------------------------------- */

/* Its parts of the time of its threads in a phase.  */
struct parts {
    double mpi, waiting, computing, blocked;
    double faults; /* a second */
};

/* What a rank computes and is blocked outside MPI, at least: in MPI it may have
 * been on a processor all the time.  */
static struct parts
parts_of (const struct hpm_rank_courses *courses, uint64_t rank,
          const struct hpm_phase *phase)
{
    double of[HPM_COURSE_COUNT], life;
    struct parts parts;

    for (int i = 0; i < HPM_COURSE_COUNT; i++)
        of[i] = hpm_rank_course (courses, rank, (enum hpm_course)i,
                                 phase->first, phase->last);
    life = of[HPM_COURSE_LIFE];
    parts.mpi = of[HPM_COURSE_MPI] / life;
    parts.waiting = of[HPM_COURSE_WAITING] / life;
    parts.computing = of[HPM_COURSE_PROCESSOR] / life - parts.mpi;
    parts.blocked
        = 1 - of[HPM_COURSE_PROCESSOR] / life - parts.mpi - parts.waiting;
    parts.faults = 1e9 * of[HPM_COURSE_FAULTS] / life;
    return parts;
}

static int
compare (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The rank that is in MPI least in a phase, or -1 where one is not known, and
 * the median of all.  Returns 0, or -1 without memory.  */
static int
find_least (const struct hpm_rank_courses *courses,
            const struct hpm_phase *phase, int64_t *rank, double *median)
{
    double *shares = malloc ((courses->ranks + 1) * sizeof *shares);
    double least = INFINITY;

    if (!shares)
        return -1;
    *rank = -1;
    for (uint64_t r = 0; r < courses->ranks; r++) {
        shares[r] = parts_of (courses, r, phase).mpi;
        if (shares[r] < least) {
            least = shares[r];
            *rank = (int64_t)r;
        }
        if (!isfinite (shares[r])) {
            *rank = -1;
            break;
        }
    }
    if (*rank >= 0)
        qsort (shares, courses->ranks, sizeof *shares, compare);
    *median = shares[courses->ranks / 2];
    free (shares);
    return 0;
}

/* What there is for most of its time and has become more, most of all.  */
static enum hpm_change_cause
cause_of (const struct parts *before, const struct parts *after)
{
    double outside = 1 - after->mpi;

    if (HPM_LIMIT_FAULT * (after->faults - before->faults)
        >= HPM_LIMIT_LEAST * outside)
        return HPM_CHANGE_FAULTS;
    if (after->blocked > outside / 2 && after->blocked > 2 * before->blocked)
        return HPM_CHANGE_BLOCKED;
    if (after->waiting > outside / 2 && after->waiting > 2 * before->waiting)
        return HPM_CHANGE_WAITS;
    return after->computing > outside / 2 ? HPM_CHANGE_COMPUTES
                                          : HPM_CHANGE_UNKNOWN;
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
    struct edge edge, most;
    int failed = !values || hpm_phases_find (&phases, result);

    *change = (struct hpm_change){ .when = NAN, .rank = -1 };
    for (int i = 1; !failed && i < phases.count; i++)
        if (phases.phases[i].kind == HPM_PHASE_PART
            && lay_edge (&edge, result, &phases, i, values) > 0)
            take_edge (change, result, &edge, values, &most);
    if (!failed && isfinite (change->when))
        failed = name_rank (change, courses, &most);
    free (values);
    return failed ? -1 : 0;
}
