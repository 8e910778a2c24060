/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The line of what this process counts over time (line.h), out of what its
 * thread sees anyway, or with --interval more often.
 */
#include "config.h"

#include <string.h>

#include "pmpi/checkpoint/checkpoint_private.h"
#include "pmpi/checkpoint/due.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/guest/clock.h"

#define SHORTEST_NS 10000000 /* of --interval */

/* Of no use below that: it would take a look longer than the rest.  */
int64_t
hpm_checkpoint_interval (double seconds)
{
    int64_t interval = (int64_t)(seconds * 1e9 + 0.5);

    return interval > 0 && interval < SHORTEST_NS ? SHORTEST_NS : interval;
}

/* Samples are those of snapshots, unless more are asked for.  */
void
hpm_checkpoint_open_line (void)
{
    int64_t step = hpm_checkpoint.interval ? hpm_checkpoint.interval
                                           : hpm_checkpoint.period;
    int room = hpm_checkpoint.interval ? HPM_LINE_FINE : HPM_LINE_COARSE;

    hpm_line_close (&hpm_checkpoint.line);
    if (hpm_checkpoint.snapshot.memory
        && (hpm_checkpoint.interval || hpm_checkpoint.file.header)
        && hpm_line_open (&hpm_checkpoint.line, step, room,
                          hpm_checkpoint.setup.table->width)
               < 0)
        hpm_checkpoint.interval = 0;
}

/* Now on the clock of the day as it was when the run began: nobody sets that.
 */
static int64_t
line_now (void)
{
    return hpm_checkpoint.setup.times->start
           + (hpm_clock_monotonic () - *hpm_checkpoint.setup.start);
}

/* What was seen between then and now is an edge of the line, if it wants one.
 */
static void
take_edge (int64_t began)
{
    struct hpm_line *line = &hpm_checkpoint.line;
    int64_t time = began + (line_now () - began) / 2;
    int wall = hpm_event_table_find_os (hpm_checkpoint.setup.table,
                                        HPM_OS_WALL_TIME);

    if (!hpm_line_wants (line, time))
        return;
    hpm_snapshot_sum (&hpm_checkpoint.snapshot, line->sample);
    hpm_node_counters_sum (line->sample);
    if (!hpm_line_falls (line, wall, line->sample))
        hpm_line_add (line, time, line->sample);
}

int
hpm_checkpoint_sample (int brief)
{
    int64_t began = line_now ();

    if (hpm_snapshot_take (&hpm_checkpoint.snapshot, brief) < 0)
        return -1;
    take_edge (began);
    return 0;
}

int64_t
hpm_checkpoint_next_due (void)
{
    int64_t step = hpm_checkpoint.interval * hpm_checkpoint.line.multiple;
    int64_t due
        = step ? hpm_clock_monotonic () + hpm_due_in (step, hpm_clock_real ())
               : INT64_MAX;

    return due < hpm_checkpoint.due ? due : hpm_checkpoint.due;
}

void
hpm_checkpoint_append_line (struct hpm_stream_buffer *body)
{
    hpm_line_append (&hpm_checkpoint.line, hpm_checkpoint.setup.rank, body);
    hpm_line_close (&hpm_checkpoint.line);
}
