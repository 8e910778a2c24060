/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that nobody saw: those that the program makes without its
 * pthread_create (timers that call a function, clone, a library in a name space
 * of its own), and that have ended by the end.  The processor time of the
 * process has theirs, and what others did after they were read.
 */
#include "config.h"

#include <time.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/threads/thread_private.h"

/* What is not looked at of threads that are: their first and last moments. */
#define LEAST_NS INT64_C (20000000)
#define LEAST_PART 100 /* of the time of the process */
#define LEAST_OF_THREAD INT64_C (200000)

/* Processor time, ns, at the start, and later at the end.  */
static struct {
    int64_t process, own;
    int ended; /* atomic */
    int64_t process_end;
} balance;

static int64_t seen;      /* of threads that were read; atomic */
static int64_t own_ended; /* of threads of ours that have ended; atomic */

/* Of threads of ours.  One that ends just now may be in it twice.  */
static int64_t
own_time (void)
{
    int64_t sum = __atomic_load_n (&own_ended, __ATOMIC_RELAXED);

    for (int i = 0; i < HPM_HIDDEN_COUNT; i++) {
        pid_t tid = __atomic_load_n (&hpm_registry.hidden[i], __ATOMIC_RELAXED);

        if (tid)
            sum += hpm_clock_read (hpm_os_clock_of (tid)); /* 0: it is gone */
    }
    return sum;
}

void
hpm_thread_note_own_end (void)
{
    __atomic_add_fetch (&own_ended, hpm_os_processor_time (), __ATOMIC_RELAXED);
}

void
hpm_threads_begin_balance (void)
{
    __atomic_store_n (&seen, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&balance.ended, 0, __ATOMIC_RELAXED);
    balance.own = own_time ();
    balance.process = hpm_clock_read (CLOCK_PROCESS_CPUTIME_ID);
}

void
hpm_threads_end_balance (void)
{
    if (!__atomic_exchange_n (&balance.ended, 1, __ATOMIC_RELAXED))
        balance.process_end = hpm_clock_read (CLOCK_PROCESS_CPUTIME_ID);
}

void
hpm_thread_note_seen (int64_t processor)
{
    __atomic_add_fetch (&seen, processor, __ATOMIC_RELAXED);
}

/* Nobody knows how much of it was in pauses.  */
static int
has_paused (void)
{
    return hpm_registry.paused || hpm_registry.pauses.periods > 1
           || hpm_registry.pauses.time;
}

/* Processor time that no thread had, or 0 where that may be how it is read.  */
static int64_t
missing_time (void)
{
    int64_t whole = balance.process_end - balance.process;
    int64_t own = own_time () - balance.own;
    int64_t rest = whole - __atomic_load_n (&seen, __ATOMIC_RELAXED)
                   - (own > 0 ? own : 0);

    return rest > LEAST_NS + hpm_registry.seen * LEAST_OF_THREAD
                   && rest > whole / LEAST_PART
               ? rest
               : 0;
}

void
hpm_threads_note_missing (void)
{
    int64_t time = has_paused () || hpm_registry.external ? 0 : missing_time ();
    struct hpm_thread *thread
        = time ? hpm_thread_create (HPM_ROLE_UNSEEN) : NULL;

    if (!thread)
        return;
    thread->record.end_time = hpm_clock_real ();
    thread->record.start_time = thread->record.end_time - time;
    thread->reason = HPM_REASON_THREAD_LATE;
    thread->source_read = 1;
    thread->last.unseen = 1;
    hpm_os_counts_set (&thread->last, HPM_OS_CPU_TIME, time);
    thread->last_time = hpm_clock_monotonic ();
    /* It lived for that at least: its wall time is marked as partial.  */
    thread->start = thread->last_time - time;
    thread->state = HPM_THREAD_CLAIMED;
    hpm_thread_make_cells (thread, hpm_registry.table);
    pthread_mutex_lock (&hpm_registry.lock);
    hpm_thread_insert (thread);
    hpm_registry.seen++;
    pthread_mutex_unlock (&hpm_registry.lock);
}
