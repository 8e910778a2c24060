/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rates of a rank inside and outside MPI, over the time of its threads; sums as
 * a file has them.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/accumulate.h"
#include "tests/tap.h"

#define SECOND INT64_C (1000000000)
#define MOST_THREADS 5
#define EVENTS 2 /* os::WALL_TIME, X */
#define REGIONS 3

/* A thread: its life, the part of it outside MPI, ms; X in both.  */
struct life {
    int role;
    int64_t life, outside, count_outside, count_inside;
};

static const struct row {
    const char *what;
    struct life threads[MOST_THREADS];
    double whole, outside, inside; /* X a second of a run of 10 s */
} rows[] = {
    { "a thread alone", { { HPM_ROLE_MAIN, 10000, 4000, 80, 30 } }, 11, 20, 5 },
    /* 20 s of threads, of which 10 are outside: half of what two may do.  */
    { "a main thread in a barrier and a worker",
      { { HPM_ROLE_MAIN, 10000, 0, 0, 10 },
        { HPM_ROLE_WORKER, 10000, 10000, 50, 0 } },
      6,
      10,
      2 },
    { "a main thread with 1 us outside and a worker",
      { { HPM_ROLE_MAIN, 10000, 0, 1, 9 },
        { HPM_ROLE_WORKER, 10000, 10000, 49, 0 } },
      5.9,
      10,
      1.8 },
    /* 10.001 s of threads; 5.001 outside, which is 5.0005 of the run.  */
    { "a thread of a millisecond",
      { { HPM_ROLE_MAIN, 10000, 5000, 100, 50 },
        { HPM_ROLE_WORKER, 1, 1, 0, 0 } },
      15,
      100 / 5.0004999500049995,
      50 / 4.9995000499950005 },
    { "threads of the MPI library and children, which have no part in it",
      { { HPM_ROLE_MAIN, 10000, 4000, 80, 30 },
        { HPM_ROLE_MPI, 10000, 0, 0, 1000 },
        { HPM_ROLE_CHILDREN, -1, -1, 0, 0 } },
      11,
      20,
      5 },
    /* 40 s, 34 outside: 8.5 of 10.  */
    { "a team whose main thread calls MPI",
      { { HPM_ROLE_MAIN, 10000, 4000, 40, 6 },
        { HPM_ROLE_WORKER, 10000, 10000, 10, 0 },
        { HPM_ROLE_WORKER, 10000, 10000, 10, 0 },
        { HPM_ROLE_WORKER, 10000, 10000, 25, 0 } },
      9.1,
      10,
      4 },
};

static const char definitions[]
    = "metric rate\n  title X\n  unit 1/s\n  formula \"X\" / wall\n";

static void
make_result (struct hpm_result *result)
{
    static struct hpm_event_record events[EVENTS]
        = { { .name = "os::WALL_TIME" }, { .name = "X" } };
    struct hpm_error error;

    memset (result, 0, sizeof *result);
    result->region_count = REGIONS;
    result->event_count = EVENTS;
    result->events = events;
    hpm_metric_set_init (&result->metrics);
    if (hpm_metric_set_read_text (&result->metrics, "test", definitions,
                                  &error))
        printf ("Bail out! %s\n", error.text);
}

static void
fill_thread (struct hpm_cell cells[REGIONS][EVENTS], const struct life *life)
{
    const int64_t values[REGIONS][EVENTS]
        = { { life->life, life->count_outside + life->count_inside },
            { life->outside, life->count_outside },
            { life->life - life->outside, life->count_inside } };

    for (int r = 0; r < REGIONS; r++) {
        cells[r][0] = (struct hpm_cell){ .value = values[r][0] * SECOND / 1000,
                                         .quality = HPM_QUALITY_EXACT };
        cells[r][1] = (struct hpm_cell){ .value = values[r][1],
                                         .quality = HPM_QUALITY_EXACT };
        if (life->life < 0)
            cells[r][0].quality = HPM_QUALITY_ABSENT;
    }
}

static void
test_row (const struct hpm_result *result, const struct row *row)
{
    struct hpm_cell cells[MOST_THREADS][REGIONS][EVENTS];
    struct hpm_thread_record threads[MOST_THREADS] = { { .rank = 0 } };
    struct hpm_rank_data data = { .threads = threads, .cells = cells[0][0] };
    struct hpm_values values;

    data.record.wall_time = 10 * SECOND;
    while (data.thread_count < MOST_THREADS
           && row->threads[data.thread_count].life) {
        threads[data.thread_count].role = row->threads[data.thread_count].role;
        threads[data.thread_count].merged = 1;
        fill_thread (cells[data.thread_count],
                     &row->threads[data.thread_count]);
        data.thread_count++;
    }
    if (hpm_values_init (&values, result)) {
        tap_ok (0, "there is memory for %s", row->what);
        return;
    }
    hpm_values_of_rank (&values, result, &data);
    tap_near (values.metrics[0].value, row->whole, 1e-9,
              "%s: the whole rate is that of all threads", row->what);
    tap_near (values.metrics[1].value, row->outside, 1e-9,
              "%s: the rate outside MPI is right", row->what);
    tap_near (values.metrics[2].value, row->inside, 1e-9,
              "%s: the rate inside MPI is right", row->what);
    tap_near (values.wall_s[1] + values.wall_s[2], 10, 1e-9,
              "%s: the times of both parts make the run", row->what);
    hpm_values_release (&values);
}

/* A sum from a file is a double, and the one that is taken of it the same.  */
static void
test_set_sum (void)
{
    static const double sums[] = {
        0, 21, -1, -21, 0x1p53, -0x1p53, 0x1p64, -0x1p64, -0x1p100, 0x1p125
    };

    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        struct hpm_statistics s;

        hpm_statistics_init (&s);
        hpm_statistics_set_sum (&s, sums[i]);
        tap_near (hpm_statistics_sum (&s), sums[i], 0,
                  "the sum %g is taken as it is", sums[i]);
    }
}

int
main (void)
{
    struct hpm_result result;

    test_set_sum ();
    make_result (&result);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        test_row (&result, &rows[i]);
    hpm_metric_set_release (&result.metrics);
    return tap_done ();
}
