/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The processes that this one starts (--follow-children), as one more row.  It
 * is a thread in all but two things: the system's counters are those of
 * children that were waited for, and the backend's count in none of our
 * threads.
 */
#include "config.h"

#include <string.h>

#include "base/launched.h"
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
    hpm_os_counts_read_children (&thread->base, &moment);
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

void
hpm_thread_explain_children (const struct hpm_event_table *table, int external,
                             struct hpm_cell *cells)
{
    for (int i = 0; i < table->count; i++) {
        if (table->columns[i].backend >= 0)
            continue;
        if (cells[i].reason == HPM_REASON_SYSTEM)
            cells[i].reason = HPM_REASON_NO_CHILDREN;
        if (!external && table->columns[i].os[0] == HPM_OS_WALL_TIME)
            cells[i] = (struct hpm_cell){ .quality = HPM_QUALITY_ABSENT };
    }
}
