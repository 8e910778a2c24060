/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What of a count was in MPI, of a stretch of time that had both: never more or
 * less than it can be.
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/calls/split_window.h"
#include "tests/tap.h"

struct row {
    const char *name;
    struct hpm_split_window window;
    int io;
    int64_t value;
    int is_time;
    int64_t least, most;
};

static const struct row rows[] = {
    { "nothing was counted", { 50, { 50, 0 } }, 0, 0, 0, 0, 0 },
    { "a thread was in no call", { 50, { 0, 0 } }, 0, 9, 0, 0, 0 },
    { "a thread was in calls alone", { 0, { 50, 0 } }, 0, 9, 0, 9, 9 },
    { "a thread was in calls of the other kind",
      { 0, { 50, 0 } },
      1,
      9,
      0,
      0,
      0 },
    { "events are anywhere", { 90, { 10, 0 } }, 0, 7, 0, 0, 7 },
    { "a thread that ran all the time", { 90, { 10, 0 } }, 0, 100, 1, 10, 10 },
    { "a thread that ran half of the time",
      { 60, { 40, 0 } },
      0,
      50,
      1,
      0,
      40 },
    { "a thread that ran for most of the time",
      { 60, { 40, 0 } },
      0,
      90,
      1,
      30,
      40 },
    { "a thread that ran for little of the time",
      { 60, { 40, 0 } },
      0,
      5,
      1,
      0,
      5 },
    { "of three parts, those of both others count",
      { 20, { 30, 50 } },
      1,
      90,
      1,
      40,
      50 },
    { "a clock that goes too fast", { 60, { 40, 0 } }, 0, 120, 1, 40, 40 },
    { "a count that goes back", { 60, { 40, 0 } }, 0, -5, 1, 0, 0 },
};

static void
holds_row (const struct row *row)
{
    struct hpm_split_part part = hpm_split_window_part (
        &row->window, row->io, row->value, row->is_time);

    tap_ok (part.least == row->least, "%s: it is no less", row->name);
    tap_ok (part.least + part.unsure == row->most, "%s: it is no more",
            row->name);
}

/* A thread with known parts: some of it runs outside, some inside.  */
static int
is_within (void)
{
    struct hpm_split_window window
        = { .outside = rand () % 1000,
            .inside = { rand () % 1000, rand () % 3 ? 0 : rand () % 1000 } };
    int64_t out = window.outside ? rand () % (window.outside + 1) : 0, in[2];

    for (int io = 0; io < 2; io++)
        in[io] = rand () % (window.inside[io] + 1);
    for (int io = 0; io < 2; io++) {
        struct hpm_split_part part
            = hpm_split_window_part (&window, io, out + in[0] + in[1], 1);

        if (in[io] < part.least || in[io] > part.least + part.unsure)
            return 0;
    }
    return 1;
}

int
main (void)
{
    int within = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        holds_row (&rows[i]);
    for (int i = 0; i < 100000; i++)
        within += is_within ();
    tap_ok (within == 100000,
            "what was done is within the bounds of %d windows of 100000",
            within);
    return tap_done ();
}
