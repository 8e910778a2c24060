/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The processes that this one starts (--follow-children), as one more row.  It
 * is a thread in all but two things: the system's counters are those of
 * children, and the backend's count in none of our threads.
 */
#include "config.h"

#include <string.h>

#include "base/launched.h"
#include "base/quality.h"
#include "pmpi/perf/cell.h"
#include "pmpi/count/os_children.h"
#include "pmpi/guest/clock.h"
#include "pmpi/threads/thread_private.h"

#define NAME "children"

/* The kernel takes the counters off a program that gains rights.  */
static void
open_set (struct hpm_thread *thread, const struct hpm_event_table *table)
{
    thread->reason = HPM_REASON_NO_CHILDREN;
    if (!table->backend || !table->backend->children_open
        || hpm_launched_rights () || !hpm_thread_make_source (thread, table))
        return;
    thread->set = table->backend->children_open (&thread->reason);
}

static void
follow (struct hpm_thread *thread, int external)
{
    struct hpm_os_moment moment;

    open_set (thread, hpm_registry.table);
    memcpy (thread->record.name, NAME, sizeof NAME);
    thread->record.start_time = hpm_clock_real ();
    hpm_os_children_read (&thread->base, &moment);
    thread->start = moment.before;
    pthread_mutex_lock (&hpm_registry.lock);
    if (hpm_registry.paused)
        hpm_thread_hold_from_start (thread, hpm_registry.table);
    thread->state = HPM_THREAD_RUNNING;
    hpm_thread_insert (thread);
    hpm_registry.external = external;
    if (external)
        thread->record.number = 0;
    pthread_mutex_unlock (&hpm_registry.lock);
}

void
hpm_threads_follow_children (void)
{
    struct hpm_thread *thread = hpm_thread_create (HPM_ROLE_CHILDREN);

    if (thread)
        follow (thread, 0);
}

void
hpm_threads_count_external (void)
{
    struct hpm_thread *thread = hpm_thread_create (HPM_ROLE_CHILDREN);

    if (thread)
        follow (thread, 1);
}

/* A process that left its parent took its counts along: what is left may be
 * less than it was.  */
static void
explain (struct hpm_cell *cell)
{
    if (cell->reason == HPM_REASON_SYSTEM
        || (hpm_quality_has_value (cell->quality) && cell->value < 0))
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_NO_CHILDREN);
}

void
hpm_thread_explain_children (const struct hpm_event_table *table, int external,
                             const struct hpm_os_counts *os,
                             struct hpm_cell *cells)
{
    for (int i = 0; i < table->count; i++) {
        const struct hpm_column *column = &table->columns[i];

        if (column->backend >= 0 || column->node >= 0)
            continue;
        if (column->os[0] == HPM_OS_PEAK_MEMORY) {
            hpm_cell_mark (&cells[i], HPM_QUALITY_EXACT, HPM_REASON_NONE);
            cells[i].value = os->values[HPM_OS_PEAK_MEMORY];
        } else
            explain (&cells[i]);
        if (!external && column->os[0] == HPM_OS_WALL_TIME)
            cells[i] = (struct hpm_cell){ .quality = HPM_QUALITY_ABSENT };
    }
}
