/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A look at all threads while they count.  The lock is held to choose a thread
 * and to copy what ended threads left, never while a thread is read.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "pmpi/thread_private.h"

/* Where the next row goes.  */
struct rows {
    struct hpm_thread_record *records;
    struct hpm_cell *cells;
    struct hpm_cell *source;
    int count, room;
};

void
hpm_thread_hide (enum hpm_hidden_thread which)
{
    pthread_mutex_lock (&hpm_registry.lock);
    hpm_registry.hidden[which] = gettid ();
    pthread_mutex_unlock (&hpm_registry.lock);
}

int
hpm_thread_is_hidden (pid_t tid)
{
    for (int i = 0; i < HPM_HIDDEN_COUNT; i++)
        if (hpm_registry.hidden[i] == tid)
            return 1;
    return 0;
}

int
hpm_threads_rows (void)
{
    int rows = HPM_THREAD_ROLE_COUNT;

    pthread_mutex_lock (&hpm_registry.lock);
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        rows++;
    pthread_mutex_unlock (&hpm_registry.lock);
    return rows;
}

static struct hpm_cell *
next_cells (const struct rows *rows)
{
    return rows->cells
           + (size_t)rows->count * (size_t)hpm_registry.table->count;
}

/* A thread that ended; the lock is held.  */
static void
copy_ended (struct rows *rows, const struct hpm_thread *thread)
{
    if (!thread || !thread->cells || rows->count == rows->room)
        return;
    memcpy (next_cells (rows), thread->cells,
            (size_t)hpm_registry.table->count * sizeof *thread->cells);
    rows->records[rows->count++] = thread->record;
}

/* A thread that runs.  The lock is held, and let go while it is read: the
 * thread stays in the list, as it can't end.  */
static void
read_running (struct rows *rows, struct hpm_thread *thread)
{
    if (rows->count == rows->room)
        return;
    thread->state = HPM_THREAD_WATCHED;
    pthread_mutex_unlock (&hpm_registry.lock);
    hpm_thread_look_between (thread, hpm_registry.table, rows->source,
                             &rows->records[rows->count], next_cells (rows));
    rows->count++;
    pthread_mutex_lock (&hpm_registry.lock);
    thread->state = HPM_THREAD_RUNNING;
    pthread_cond_broadcast (&hpm_registry.watched);
}

/* Folded rows come first: a thread that is folded while others are read is then
 * missing until the next snapshot, and never there twice.  */
int
hpm_threads_snapshot (struct hpm_thread_record *records, struct hpm_cell *cells,
                      int room, struct hpm_cell *source, int *threads)
{
    struct rows rows = { records, cells, source, 0, room };

    pthread_mutex_lock (&hpm_registry.looking);
    pthread_mutex_lock (&hpm_registry.lock);
    for (int role = 0; role < HPM_THREAD_ROLE_COUNT; role++)
        copy_ended (&rows, hpm_registry.folded[role]);
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next) {
        if (t->state == HPM_THREAD_ENDED)
            copy_ended (&rows, t);
        else if (t->state == HPM_THREAD_RUNNING)
            read_running (&rows, t);
    }
    *threads = hpm_registry.seen;
    pthread_mutex_unlock (&hpm_registry.lock);
    pthread_mutex_unlock (&hpm_registry.looking);
    return rows.count;
}
