/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of spans of several ranks, of which what each does is made up:
 * none lends another processor time, or time in MPI.
 */
#include "config.h"

#include <string.h>

#include "aggregate/course/span.h"
#include "aggregate/course/span_account.h"
#include "base/quality.h"
#include "hpm_schema.h"
#include "tests/line/span_clocks.h"
#include "tests/tap.h"

#define MS INT64_C (1000000)
#define STEP (1000 * MS)
#define FIRST_SLOT 1000
#define SECONDS 4
#define EDGES (SECONDS - 1)
#define RANKS 2

static const struct hpm_timeline_clocks clocks = { LIFE, CPU, MPI, IO, INSIDE };

/* ---- a job -------------------------------------------------------------- */

struct rank {
    struct hpm_rank_record record;
    int64_t slots[EDGES], counts[EVENTS][EDGES];
    int columns[EVENTS];
    struct hpm_value totals[EVENTS];
    struct hpm_rank_line line;
};

/* A rank that counts these ms in each second; less than 0: that it has no
 * count of.  Its calls of two seconds end in every other one, and what is known
 * of the processor time in them is known then.  */
static void
make_rank (struct rank *rank, const int *ms)
{
    memset (rank, 0, sizeof *rank);
    rank->record.start_time = FIRST_SLOT * STEP;
    rank->record.end_time = (FIRST_SLOT + SECONDS) * STEP;
    for (int e = 0; e < EVENTS; e++) {
        rank->columns[e] = e;
        rank->totals[e]
            = (struct hpm_value){ .count = ms[e] * SECONDS * MS,
                                  .quality = ms[e] < 0 ? HPM_QUALITY_UNAVAILABLE
                                                       : HPM_QUALITY_EXACT };
        for (int i = 0; i < EDGES; i++) {
            int seconds = e == INSIDE ? (i + 1) / 2 * 2 : i + 1;

            rank->slots[i] = FIRST_SLOT + 1 + i;
            rank->counts[e][i] = ms[e] * seconds * MS;
        }
    }
    rank->line = (struct hpm_rank_line){ .head = { STEP, 1, EDGES, EVENTS },
                                         .slots = rank->slots,
                                         .counts = rank->counts[0],
                                         .columns = rank->columns };
}

static void
add_rank (struct hpm_timeline *timeline, const struct rank *rank)
{
    const struct hpm_timeline_calls calls = { 0, -1, { -1, -1 } };

    hpm_timeline_add (timeline, &rank->record, &rank->line, rank->totals,
                      &calls, 0);
    hpm_timeline_divide (timeline, &clocks);
}

static void
make_job (struct hpm_timeline *timeline, const int ms[RANKS][EVENTS])
{
    struct rank ranks[RANKS];
    int64_t times[EDGES];

    memset (timeline, 0, sizeof *timeline);
    for (int i = 0; i < EDGES; i++)
        times[i] = (FIRST_SLOT + 1 + i) * STEP;
    for (int r = 0; r < RANKS; r++) {
        make_rank (&ranks[r], ms[r]);
        ranks[r].line.times = times;
        hpm_timeline_scan (timeline, &ranks[r].record, &ranks[r].line);
    }
    hpm_timeline_start (timeline, EVENTS, 1, HPM_LINE_FINE);
    for (int r = 0; r < RANKS; r++)
        add_rank (timeline, &ranks[r]);
    hpm_timeline_finish (timeline);
}

static struct hpm_event_aggregate job_events[EVENTS];

static struct hpm_result
result_of (const struct hpm_timeline *timeline)
{
    for (int e = 0; e < EVENTS; e++)
        job_events[e].statistics
            = (struct hpm_statistics){ .count = RANKS,
                                       .quality = HPM_QUALITY_EXACT };
    return (struct hpm_result){ .events = events,
                                .event_count = EVENTS,
                                .ranks = RANKS,
                                .job.events = job_events,
                                .timeline = *timeline };
}

/* ---- what it must be ---------------------------------------------------- */

struct expected {
    const char *what;
    int ms[RANKS][EVENTS];
    double wanted[HPM_SPAN_PART_COUNT], error; /* ms in a second */
};

static void
check_span (const struct hpm_result *result, int first, int last,
            const struct expected *row)
{
    struct hpm_value values[EVENTS];
    struct hpm_span_account account;
    int seconds = last - first + 1;

    hpm_span_values (result, first, last, values);
    tap_case ("%s, seconds %d to %d", row->what, first, last);
    tap_ok (hpm_span_account (&account, result, first, last, values),
            "there is an account");
    tap_near (1e3 * account.part[HPM_SPAN_COMPUTING], seconds * row->wanted[0],
              1e-6, "computing is what the ranks computed");
    tap_near (1e3 * account.part[HPM_SPAN_WAITING], seconds * row->wanted[1],
              1e-6, "waiting is their time in MPI");
    tap_near (1e3 * account.part[HPM_SPAN_BLOCKED], seconds * row->wanted[2],
              1e-6, "blocked is the rest");
    tap_near (1e3 * account.error[HPM_SPAN_COMPUTING], seconds * row->error,
              1e-6, "computing errs by what is not known of each");
    tap_near (1e3 * account.error[HPM_SPAN_BLOCKED], seconds * row->error, 1e-6,
              "so does blocked");
}

static void
test_known (void)
{
    static const struct expected rows[] = {
        { "one sleeps, one polls in a call of two seconds",
          { { 1000, 0, 0, 0, 0 }, { 1000, 1000, 1000, 0, 1000 } },
          { 0, 1000, 1000 },
          0 },
        { "one is stopped, one polls, and nothing is estimated",
          { { 1000, 0, 0, 0, -1 }, { 1000, 1000, 1000, 0, -1 } },
          { 0, 1000, 1000 },
          0 },
        { "one computes, one sleeps in MPI",
          { { 1000, 1000, 0, 0, -1 }, { 1000, 0, 1000, 0, -1 } },
          { 1000, 1000, 0 },
          0 },
        { "one is not known, one sleeps in I/O of MPI",
          { { 1000, 400, 500, 0, -1 }, { 1000, 0, 0, 1000, -1 } },
          { 200, 1500, 300 },
          200 },
        { "clocks of one say more, those of the other less",
          { { 1000, 1004, 0, 0, -1 }, { 1000, 996, 0, 0, -1 } },
          { 1996, 0, 4 },
          4 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hpm_timeline timeline;
        struct hpm_result result;

        make_job (&timeline, rows[i].ms);
        result = result_of (&timeline);
        tap_ok (timeline.count == SECONDS, "each second is an interval");
        for (int s = 0; s < SECONDS; s++)
            check_span (&result, s, s, &rows[i]);
        check_span (&result, 0, SECONDS - 1, &rows[i]);
        hpm_timeline_release (&timeline);
    }
    tap_case ("%s", "");
}

/* ---- files -------------------------------------------------------------- */

/* Of earlier versions, and of a file that is damaged.  */
static void
test_files (void)
{
    static const int ms[RANKS][EVENTS]
        = { { 1000, 0, 0, 0, -1 }, { 1000, 1000, 1000, 0, -1 } };
    static double wrong[HPM_SHARE_COUNT * SECONDS];
    struct hpm_timeline timeline;
    struct hpm_span_account account;
    struct hpm_value values[EVENTS];
    struct hpm_result result;

    make_job (&timeline, ms);
    result = result_of (&timeline);
    hpm_span_values (&result, 0, 0, values);
    values[INSIDE].quality = HPM_QUALITY_UNAVAILABLE;
    result.timeline.shares = NULL;
    hpm_span_account (&account, &result, 0, 0, values);
    tap_near (account.error[HPM_SPAN_COMPUTING], 0.5, 1e-9,
              "without bounds of ranks, those of their sums are told");
    for (int i = 0; i < HPM_SHARE_COUNT * SECONDS; i++)
        wrong[i] = i % 2 ? -7 : 1e300;
    result.timeline.shares = wrong;
    hpm_span_account (&account, &result, 0, 1, values);
    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++)
        tap_ok (account.part[i] >= 0 && account.part[i] <= 2
                    && account.error[i] >= 0 && account.error[i] <= 2,
                "part %d of a damaged file is one of the time", i);
    hpm_timeline_release (&timeline);
}

/* Of two seconds of two ranks, one was there for half of one.  */
static void
test_ended (void)
{
    static const int ms[RANKS][EVENTS]
        = { { 1000, 0, 400, 0, -1 }, { 500, 0, 200, 0, -1 } };
    struct hpm_timeline timeline;
    struct hpm_value values[EVENTS];
    struct hpm_result result;

    make_job (&timeline, ms);
    result = result_of (&timeline);
    result.threads = RANKS;
    hpm_span_values (&result, 0, 0, values);
    tap_near (hpm_span_mpi_share (&result, values, 1), 0.3, 1e-9,
              "of ranks that all came to their end all time counts");
    result.ranks_partial = 1;
    tap_near (hpm_span_mpi_share (&result, values, 1), 0.4, 1e-9,
              "a rank that ended early has a share of the time that it had");
    result.threads = 2 * RANKS;
    tap_near (hpm_span_mpi_share (&result, values, 1), 0.3, 1e-9,
              "where ranks have several threads that is not known");
    hpm_timeline_release (&timeline);
}

int
main (void)
{
    test_known ();
    test_files ();
    test_ended ();
    return tap_done ();
}
