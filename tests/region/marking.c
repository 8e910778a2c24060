/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks are measured to take, of marks that take known times and counts.
 */
#include "config.h"

#include "include/hpm_schema.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/region_rows.h"
#include "tests/tap.h"

/* What a mark takes before and after it looks, ns; and of processor time and of
 * page faults the same.  */
#define BEFORE 1000
#define AFTER 400

static const int system_events[] = { HPM_OS_CPU_TIME, HPM_OS_USER_TIME,
                                     HPM_OS_SYSTEM_TIME, HPM_OS_MINOR_FAULTS };
#define COUNTERS ((int)(sizeof system_events / sizeof *system_events))

static struct hpm_paths *scratch;
static int64_t now = 1000000;

/* ---- what the library would tell ----------------------------------------- */

int
hpm_region_system_place (int event)
{
    for (int i = 0; i < COUNTERS; i++)
        if (system_events[i] == event)
            return i;
    return -1;
}

int64_t
hpm_region_count (const struct hpm_event_table *events, int column,
                  int64_t time, const int64_t *counters)
{
    (void)events;
    (void)time;
    return counters[column];
}

void
hpm_stream_buffer_chunk (struct hpm_stream_buffer *buffer,
                         enum hpm_chunk_type type, int rank,
                         const void *payload, size_t bytes)
{
    (void)buffer;
    (void)type;
    (void)rank;
    (void)payload;
    (void)bytes;
}

/* ---- marks --------------------------------------------------------------- */

/* The kernel's ticks, which come when they come: all of them are user time.  */
static struct hpm_path_moment
look (void)
{
    now += BEFORE;
    scratch->values[0] = now; /* always on a processor */
    scratch->values[1] = now;
    scratch->values[2] = 0;
    scratch->values[3] = 7;
    return (struct hpm_path_moment){ .now = now, .counted = 1 };
}

static void
enter (const struct hpm_label *label)
{
    struct hpm_path *path = hpm_paths_enter (scratch, label);
    struct hpm_path_moment moment = look ();

    hpm_paths_begin (scratch, path, label, &moment);
    now += AFTER;
}

static void
leave (const struct hpm_label *label)
{
    struct hpm_path_moment moment = look ();

    hpm_paths_end (scratch, label, &moment);
    now += AFTER;
}

int
main (void)
{
    enum { INSIDE, WHOLE };

    scratch = hpm_paths_create (COUNTERS);
    hpm_mark_cost_start (COUNTERS);
    tap_ok (hpm_mark_cost_claim () && !hpm_mark_cost_claim (),
            "one thread measures what marks take");
    hpm_mark_cost_measure (scratch, enter, leave);
    tap_ok (hpm_mark_cost (NULL, INSIDE, -1) == BEFORE + AFTER
                && hpm_mark_cost (NULL, WHOLE, -1) == 2 * (BEFORE + AFTER),
            "a beginning and an end leave half of what they take in a region");
    tap_ok (hpm_mark_cost (NULL, INSIDE, 0) == BEFORE + AFTER
                && hpm_mark_cost (NULL, WHOLE, 0) == 2 * (BEFORE + AFTER),
            "half of the processor time that marks take is in their region");
    for (int part = INSIDE; part <= WHOLE; part++)
        tap_ok (hpm_mark_cost (NULL, part, 1) == 0
                    && hpm_mark_cost (NULL, part, 2)
                           == hpm_mark_cost (NULL, part, 0),
                "part %d: all that marks take of it is the kernel's", part);
    tap_ok (hpm_mark_cost (NULL, WHOLE, 3) == 0,
            "what marks add nothing to has no cost");
    hpm_paths_destroy (scratch);
    return tap_done ();
}
