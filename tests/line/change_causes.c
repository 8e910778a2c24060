/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why a run changed on its way, in runs that are made up: three ranks compute,
 * then two of them wait in MPI half the time for the third, which differs from
 * before by what is known.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "aggregate/course/find_change.h"
#include "aggregate/course/rank_courses.h"
#include "base/quality.h"
#include "hpm_record.h"
#include "hpm_schema.h"
#include "tests/tap.h"

#define RANKS 3
#define SLOW 1
#define HALF 20 /* intervals before, and after */
#define INTERVALS (2 * HALF)

enum { WALL, CPU, USER, WAIT, MINOR, MAJOR, CYCLES, TIME_MPI, CALLS, EVENTS };

static struct hpm_event_record events[EVENTS] = {
    [WALL] = { .name = "os::WALL_TIME", .source = "os" },
    [CPU] = { .name = "os::CPU_TIME", .source = "os" },
    [USER] = { .name = "os::USER_TIME", .source = "os" },
    [WAIT] = { .name = "os::WAIT_TIME", .source = "os" },
    [MINOR] = { .name = "os::MINOR_FAULTS", .source = "os" },
    [MAJOR] = { .name = "os::MAJOR_FAULTS", .source = "os" },
    [CYCLES] = { .name = "PAPI_TOT_CYC", .source = "perf_event" },
    [TIME_MPI] = { .name = "mpi::TIME", .source = HPM_MPI_EVENT_SOURCE },
    [CALLS] = { .name = "mpi::CALLS", .source = HPM_MPI_EVENT_SOURCE },
};

/* What the slow rank does after; times are parts of its life.  */
struct change {
    const char *what;
    double cpu, user, waiting;
    double faults, reads; /* a second */
    double clock;         /* Hz; before it is 3e9 */
    enum hpm_change_cause wanted;
    double second;    /* s that an interval takes */
    int is_estimated; /* its cycles are */
    const char *domain;
    double idle;  /* part that it was blocked before */
    int ends;     /* the last rank does soon after the change, never in MPI */
    double often; /* 0, or all are alike: calls after, in those before */
    double left;  /* part that it polled in MPI before, more than after */
};

static const struct change changes[]
    = { { "nothing else", 1, 1, 0, 100, 0, 3e9, HPM_CHANGE_COMPUTES, 1, 0,
          "user", 0, 0, 0, 0 },
        { "a third off the clock", 1, 1, 0, 100, 0, 2e9, HPM_CHANGE_CLOCK, 1, 0,
          "user", 0, 0, 0, 0 },
        { "a ninth off the clock", 1, 1, 0, 100, 0, 2.65e9, HPM_CHANGE_CLOCK, 1,
          0, "user", 0, 0, 0, 0 },
        { "a twelfth off the clock", 1, 1, 0, 100, 0, 2.75e9,
          HPM_CHANGE_COMPUTES, 1, 0, "user", 0, 0, 0, 0 },
        { "a higher clock", 1, 1, 0, 100, 0, 4e9, HPM_CHANGE_COMPUTES, 1, 0,
          "user", 0, 0, 0, 0 },
        { "more of it in the kernel", 1, 0.5, 0, 100, 0, 3e9,
          HPM_CHANGE_COMPUTES, 1, 0, "user", 0, 0, 0, 0 },
        { "a lower clock, by counts that are estimates", 1, 1, 0, 100, 0, 2e9,
          HPM_CHANGE_COMPUTES, 1, 1, "user", 0, 0, 0, 0 },
        { "fewer cycles, of which some are the kernel's", 1, 1, 0, 100, 0, 2e9,
          HPM_CHANGE_COMPUTES, 1, 0, "all", 0, 0, 0, 0 },
        { "a lower clock, in too short a time", 1, 1, 0, 100, 0, 2e9,
          HPM_CHANGE_COMPUTES, 0.04, 0, "user", 0, 0, 0, 0 },
        { "nothing on a processor", 0.1, 0.1, 0, 100, 0, 2e9,
          HPM_CHANGE_BLOCKED, 1, 0, "user", 0, 0, 0, 0 },
        { "pages from storage", 0.1, 0.1, 0, 100, 2100, 2e9, HPM_CHANGE_READS,
          1, 0, "user", 0, 0, 0, 0 },
        { "a few pages from storage", 0.1, 0.1, 0, 100, 1800, 2e9,
          HPM_CHANGE_BLOCKED, 1, 0, "user", 0, 0, 0, 0 },
        { "pages from storage, and it computes", 1, 1, 0, 100, 2100, 3e9,
          HPM_CHANGE_COMPUTES, 1, 0, "user", 0, 0, 0, 0 },
        { "no processor for it", 0.1, 0.1, 0.9, 100, 0, 2e9, HPM_CHANGE_WAITS,
          1, 0, "user", 0, 0, 0, 0 },
        { "more page faults", 1, 1, 0, 210000, 0, 2e9, HPM_CHANGE_FAULTS, 1, 0,
          "user", 0, 0, 0, 0 },
        { "some more page faults", 1, 1, 0, 180000, 0, 3e9, HPM_CHANGE_COMPUTES,
          1, 0, "user", 0, 0, 0, 0 },
        { "more work in a rank that sleeps", 0.3, 0.3, 0, 100, 0, 3e9,
          HPM_CHANGE_COMPUTES, 1, 0, "user", 0.9, 0, 0, 0 },
        { "no more of anything in a rank that sleeps", 0.1, 0.1, 0, 100, 0, 3e9,
          HPM_CHANGE_BLOCKED, 1, 0, "user", 0.9, 0, 0, 0 },
        { "another rank ends", 1, 1, 0, 100, 0, 3e9, HPM_CHANGE_COMPUTES, 1, 0,
          "user", 0, 1, 0, 0 },
        { "all call MPI as much more often as they are there longer", 1, 1, 0,
          100, 0, 3e9, HPM_CHANGE_OFTEN, 1, 0, "user", 0, 0, 50, 0 },
        { "all call MPI more often, and a little longer", 1, 1, 0, 100, 0, 3e9,
          HPM_CHANGE_OFTEN, 1, 0, "user", 0, 0, 46, 0 },
        { "all call MPI more often, and longer", 1, 1, 0, 100, 0, 3e9,
          HPM_CHANGE_UNKNOWN, 1, 0, "user", 0, 0, 45, 0 },
        { "all call MPI as often", 1, 1, 0, 100, 0, 3e9, HPM_CHANGE_UNKNOWN, 1,
          0, "user", 0, 0, 1, 0 },
        { "nothing else in a rank that polled in MPI", 0.998, 0.998, 0, 100, 0,
          3e9, HPM_CHANGE_COMPUTES, 1, 0, "user", 0, 0, 0, 0.2 } };

/* ---- a run -------------------------------------------------------------- */

static int64_t counts[EVENTS * INTERVALS], of_rank[EVENTS * INTERVALS];
static int64_t ends[INTERVALS];
static struct hpm_event_aggregate job_events[EVENTS];
static char cycles_line[] = "cycles", cycles_event[] = "PAPI_TOT_CYC";
static char domain[8];

/* What a rank does in one second of an interval: in MPI it polls.  */
static void
rates_of (const struct change *change, int rank, int interval,
          double rates[EVENTS])
{
    int is_after = interval >= HALF, differs = rank == SLOW && is_after;

    rates[WALL] = 1e9;
    rates[TIME_MPI] = is_after && (change->often || rank != SLOW) ? 5e8 : 1e7;
    if (rank == SLOW && !is_after)
        rates[TIME_MPI] += 1e9 * change->left;
    rates[CALLS] = is_after && change->often ? 1000 * change->often : 1000;
    rates[CPU] = 1e9 * (differs ? change->cpu : 1 - change->idle);
    rates[USER] = 1e9 * (differs ? change->user : 1 - change->idle);
    rates[WAIT] = differs ? 1e9 * change->waiting : 0;
    rates[MINOR] = differs ? change->faults : 100;
    rates[MAJOR] = differs ? change->reads : 0;
    if (change->ends && rank == RANKS - 1 && interval >= HALF + 8)
        memset (rates, 0, EVENTS * sizeof *rates);
    else if (change->ends && rank == RANKS - 1)
        rates[TIME_MPI] = is_after ? 0 : 1e7;
    rates[CYCLES] = (differs ? change->clock : 3e9) * 1e-9 * rates[USER];
}

static void
take_rank (struct hpm_rank_courses *courses, struct hpm_result *result,
           const struct change *change, int rank)
{
    struct hpm_value totals[EVENTS] = { { 0 } };
    double rates[EVENTS];

    for (int i = 0; i < INTERVALS; i++) {
        rates_of (change, rank, i, rates);
        for (int e = 0; e < EVENTS; e++) {
            int64_t count = (int64_t)(rates[e] * change->second);

            of_rank[e * INTERVALS + i] = count;
            counts[e * INTERVALS + i] += count;
        }
    }
    for (int e = 0; e < EVENTS; e++)
        totals[e].quality = HPM_QUALITY_EXACT;
    totals[USER].quality = HPM_QUALITY_SCALED; /* it comes in ticks */
    if (change->is_estimated)
        totals[CYCLES].quality = HPM_QUALITY_SCALED;
    hpm_rank_courses_take (courses, &result->timeline, totals);
}

static struct hpm_result
make_result (const struct change *change, struct hpm_alias *line,
             char **alternatives)
{
    double seconds = change->second * INTERVALS;

    memset (counts, 0, sizeof counts);
    for (int i = 0; i < INTERVALS; i++)
        ends[i] = (int64_t)(1e9 * change->second) * (i + 1);
    for (int e = 0; e < EVENTS; e++)
        job_events[e].statistics
            = (struct hpm_statistics){ .count = RANKS,
                                       .quality = HPM_QUALITY_EXACT };
    *alternatives = cycles_event;
    *line = (struct hpm_alias){ .name = cycles_line,
                                .alternatives = alternatives,
                                .count = 1 };
    strcpy (domain, change->domain);
    return (struct hpm_result){
        .events = events,
        .event_count = EVENTS,
        .ranks = RANKS,
        .threads = RANKS,
        .job.events = job_events,
        .wall.max = 1e9 * seconds,
        .run[HPM_RUN_domain] = domain,
        .metrics = { .aliases = line, .alias_count = 1 },
        .timeline = { .count = INTERVALS,
                      .events = EVENTS,
                      .ends = ends,
                      .counts = counts,
                      .rank = of_rank },
    };
}

/* ---- what is found ------------------------------------------------------ */

static void
check (const struct change *row)
{
    char *alternatives[1];
    struct hpm_alias line;
    struct hpm_result result = make_result (row, &line, alternatives);
    struct hpm_rank_courses courses;
    struct hpm_change change;
    int failed = hpm_rank_courses_init (&courses, &result, RANKS);

    for (int r = 0; r < RANKS && !failed; r++)
        take_rank (&courses, &result, row, r);
    tap_case ("%s", row->what);
    tap_ok (!failed && hpm_change_find (&change, &result, &courses) == 0,
            "it is looked at");
    tap_near (change.when, row->second * HALF, 1e-6,
              "when it changed is known");
    tap_ok (change.rank == (row->often ? -1 : SLOW),
            row->often ? "no rank is named" : "the slow rank is named");
    tap_ok (change.cause == row->wanted, "its cause is named");
    hpm_rank_courses_release (&courses);
}

int
main (void)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        check (&changes[i]);
    return tap_done ();
}
