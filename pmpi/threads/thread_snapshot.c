/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sample of all threads while they count.  The lock is held to choose a
 * thread and to copy what ended threads left, never while a thread is read.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "pmpi/calls/mpi_snapshot.h"
#include "pmpi/threads/thread_private.h"

void
hpm_thread_hide (enum hpm_hidden_thread which, pid_t tid)
{
    pthread_mutex_lock (&hpm_registry.lock);
    __atomic_store_n (&hpm_registry.hidden[which], tid, __ATOMIC_RELEASE);
    pthread_mutex_unlock (&hpm_registry.lock);
}

int
hpm_thread_is_hidden (pid_t tid)
{
    for (int i = 0; i < HPM_HIDDEN_COUNT; i++)
        if (__atomic_load_n (&hpm_registry.hidden[i], __ATOMIC_ACQUIRE) == tid)
            return 1;
    return 0;
}

static void
add_room (struct hpm_threads_room *room, const struct hpm_thread *thread)
{
    if (!thread)
        return;
    room->rows++;
    room->callers += thread->calls != NULL;
    hpm_region_room_add (&room->regions, thread->regions);
}

void
hpm_threads_room (struct hpm_threads_room *room)
{
    memset (room, 0, sizeof *room);
    pthread_mutex_lock (&hpm_registry.lock);
    for (int role = 0; role < HPM_THREAD_ROLE_COUNT; role++)
        add_room (room, hpm_registry.merged[role]);
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        add_room (room, t);
    pthread_mutex_unlock (&hpm_registry.lock);
    room->rows += HPM_THREAD_ROLE_COUNT; /* that may come */
    room->callers += HPM_THREAD_ROLE_COUNT;
}

/* A thread that ended; the lock is held.  Returns whether there is a row.  */
static int
copy_ended (const struct hpm_threads_sample *sample, int row,
            const struct hpm_thread *thread)
{
    struct hpm_cell *cells = sample->cells + (size_t)row * sample->stride;
    struct hpm_mpi_inside inside;

    if (!thread || !thread->cells || row == sample->room)
        return 0;
    sample->records[row] = thread->record;
    memcpy (cells, thread->cells,
            (size_t)hpm_registry.table->count * sizeof *cells);
    hpm_mpi_snapshot_look (sample->mpi, row, thread->calls, &inside);
    hpm_mpi_snapshot_split (sample->mpi, hpm_registry.table, thread->calls,
                            &inside, thread->record.role, &thread->base, cells);
    hpm_region_snapshot_look (sample->regions, row, thread->regions, 0);
    hpm_region_snapshot_finish (sample->regions, thread->calls, cells);
    return 1;
}

/* A thread that runs.  The lock is held, and let go while it is read: the
 * thread stays in the list, as it can't end.  Returns whether there is a row.
 */
static int
read_running (const struct hpm_threads_sample *sample, int row,
              struct hpm_thread *thread)
{
    struct hpm_cell *cells = sample->cells + (size_t)row * sample->stride;
    struct hpm_calls_table *calls = thread->calls;
    const struct hpm_paths *regions = thread->regions;
    struct hpm_mpi_inside inside;

    if (row == sample->room)
        return 0;
    thread->state = HPM_THREAD_WATCHED;
    pthread_mutex_unlock (&hpm_registry.lock);
    hpm_mpi_snapshot_look (sample->mpi, row, calls, &inside);
    hpm_region_snapshot_look (sample->regions, row, regions, 1);
    hpm_thread_sample_between (thread, hpm_registry.table, sample->source,
                               &sample->records[row], sample->brief, cells);
    if (thread->pause)
        inside.looked = NULL; /* what it counted since holds a pause, perhaps */
    hpm_mpi_snapshot_split (sample->mpi, hpm_registry.table, calls, &inside,
                            thread->record.role, &thread->base, cells);
    hpm_region_snapshot_finish (sample->regions, calls, cells);
    pthread_mutex_lock (&hpm_registry.lock);
    thread->state = HPM_THREAD_RUNNING;
    pthread_cond_broadcast (&hpm_registry.watched);
    return 1;
}

/* Look at a thread that runs, as read_running does.  */
static int
look_at (struct hpm_thread *thread)
{
    int shares;

    thread->state = HPM_THREAD_WATCHED;
    pthread_mutex_unlock (&hpm_registry.lock);
    shares = hpm_registry.table->backend->thread_look (thread->set);
    pthread_mutex_lock (&hpm_registry.lock);
    thread->state = HPM_THREAD_RUNNING;
    pthread_cond_broadcast (&hpm_registry.watched);
    return shares;
}

int
hpm_threads_look (void)
{
    const struct hpm_backend *backend
        = hpm_registry.table ? hpm_registry.table->backend : NULL;
    int shares = 0;

    if (!backend || !backend->thread_look)
        return 0;
    pthread_mutex_lock (&hpm_registry.sampling);
    pthread_mutex_lock (&hpm_registry.lock);
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        if (t->state == HPM_THREAD_RUNNING && t->set)
            shares |= look_at (t);
    pthread_mutex_unlock (&hpm_registry.lock);
    pthread_mutex_unlock (&hpm_registry.sampling);
    return shares;
}

void
hpm_threads_drain_held (void)
{
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        if (t->state == HPM_THREAD_RUNNING || t->state == HPM_THREAD_WATCHED)
            hpm_samples_drain (t->samples,
                               __atomic_load_n (&t->calls, __ATOMIC_ACQUIRE));
}

void
hpm_threads_drain (void)
{
    if (!hpm_samples_due ())
        return;
    pthread_mutex_lock (&hpm_registry.lock);
    hpm_threads_drain_held ();
    pthread_mutex_unlock (&hpm_registry.lock);
}

/* Threads of the MPI library's own are no part of sums, for which alone a brief
 * look is taken: it would be spent on them, mostly.  */
static int
is_wanted (const struct hpm_threads_sample *sample,
           const struct hpm_thread *thread)
{
    return !sample->brief || thread->record.role != HPM_ROLE_MPI;
}

/* Merged rows come first: a thread that is merged while others are read is then
 * missing until the next snapshot, and never there twice.  */
int
hpm_threads_snapshot (const struct hpm_threads_sample *sample, int *threads)
{
    int rows = 0;

    pthread_mutex_lock (&hpm_registry.sampling);
    pthread_mutex_lock (&hpm_registry.lock);
    for (int role = 0; role < HPM_THREAD_ROLE_COUNT; role++)
        rows += copy_ended (sample, rows, hpm_registry.merged[role]);
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next) {
        if (t->state == HPM_THREAD_ENDED)
            rows += copy_ended (sample, rows, t);
        else if (t->state == HPM_THREAD_RUNNING && is_wanted (sample, t))
            rows += read_running (sample, rows, t);
    }
    *threads = hpm_registry.seen;
    pthread_mutex_unlock (&hpm_registry.lock);
    pthread_mutex_unlock (&hpm_registry.sampling);
    return rows;
}
