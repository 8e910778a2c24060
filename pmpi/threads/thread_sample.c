/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The final read of a thread, and samples before it: from itself when it ends,
 * or from outside.
 */
#include "config.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/cpu_list.h"
#include "base/text.h"
#include "pmpi/count/os_children.h"
#include "pmpi/calls/calls.h"
#include "pmpi/guest/clock.h"
#include "pmpi/threads/thread_private.h"

/* What a thread reads of its own counters is not the program's.  Right after
 * they were read: one that goes on reads more, which may then be missing from
 * what was read.  */
static void
subtract_own_reads (const struct hpm_thread *thread,
                    const struct hpm_event_table *table,
                    struct hpm_os_counts *os)
{
    const struct hpm_calls_table *calls
        = __atomic_load_n (&thread->calls, __ATOMIC_ACQUIRE);

    if (thread->set && table->backend->bytes_read)
        os->values[HPM_OS_BYTES_READ]
            -= table->backend->bytes_read (thread->set);
    if (calls)
        os->values[HPM_OS_BYTES_READ] -= hpm_calls_load (&calls->bytes_read);
}

/* ---- the end of the process --------------------------------------------- */

/* Whose end it is, and when: written once, before `recorded`.  */
static struct {
    int begun, recorded; /* atomic */
    pid_t tid;
    int64_t time;      /* CLOCK_MONOTONIC, ns */
    int64_t processor; /* time the thread had, ns */
} end;

void
hpm_threads_note_end (void)
{
    if (__atomic_exchange_n (&end.begun, 1, __ATOMIC_RELAXED))
        return;
    end.processor = hpm_os_processor_time ();
    hpm_threads_end_balance ();
    end.time = hpm_clock_monotonic ();
    end.tid = gettid ();
    __atomic_store_n (&end.recorded, 1, __ATOMIC_RELEASE);
}

static int
end_is_noted (void)
{
    return __atomic_load_n (&end.recorded, __ATOMIC_ACQUIRE);
}

int64_t
hpm_threads_now (void)
{
    return end_is_noted () ? end.time : hpm_clock_monotonic ();
}

/* ---- reading ------------------------------------------------------------ */

void
hpm_thread_read_os (const struct hpm_thread *thread, struct hpm_os_counts *os,
                    struct hpm_os_moment *moment)
{
    pid_t tid = (pid_t)thread->record.tid;

    if (thread->record.role == HPM_ROLE_CHILDREN)
        hpm_os_children_read (os, moment);
    else
        hpm_os_counts_read (os, tid, moment);
    if (end_is_noted () && end.tid == tid) {
        moment->after = end.time;
        hpm_os_counts_end (os, end.processor);
    }
}

/* A thread that began while it counted, has ended by now and did nothing but
 * run or wait for a processor: what it was not on one, it waited.  To ask for
 * more takes as long as 40 us, which a shorter life than BRIEF is not worth. */
#define BRIEF 2000000 /* ns */

static int
is_brief (const struct hpm_thread *thread, const struct hpm_event_table *table,
          const struct hpm_os_moment *moment)
{
    return (thread->record.role == HPM_ROLE_WORKER
            || thread->record.role == HPM_ROLE_MPI)
           && !table->asks_files && !thread->pause
           && thread->base.values[HPM_OS_CPU_TIME] == 0
           && thread->last.values[HPM_OS_VOLUNTARY_SWITCHES] == 0
           && moment->after - thread->start < BRIEF;
}

static void
read_self (struct hpm_thread *thread, const struct hpm_event_table *table,
           struct hpm_os_moment *moment)
{
    hpm_os_counts_read_times (&thread->last, moment);
    if (is_brief (thread, table, moment))
        thread->last.brief = 1;
    else
        hpm_os_counts_read_files (&thread->last);
}

void
hpm_thread_read (struct hpm_thread *thread, const struct hpm_event_table *table)
{
    pid_t tid = (pid_t)thread->record.tid;
    struct hpm_os_moment moment;

    if (thread->source_read)
        return;
    thread->source_read = 1;
    if (thread->set)
        table->backend->thread_read (thread->set, thread->source);
    if (tid == gettid ())
        read_self (thread, table, &moment);
    else
        hpm_thread_read_os (thread, &thread->last, &moment);
    thread->last_time = moment.after;
    hpm_samples_stop (thread->samples,
                      __atomic_load_n (&thread->calls, __ATOMIC_ACQUIRE));
    subtract_own_reads (thread, table, &thread->last);
}

/* Of the life of a thread: a wait after its processor time was read, before the
 * kernel was asked for the waits, is no longer in it.  */
static void
set_wall (struct hpm_os_counts *os, int64_t wall)
{
    int64_t *waited = &os->values[HPM_OS_WAIT_TIME];
    int64_t rest = wall - os->values[HPM_OS_CPU_TIME];

    hpm_os_counts_set (os, HPM_OS_WALL_TIME, wall);
    if (os->brief)
        hpm_os_counts_set (os, HPM_OS_WAIT_TIME, rest > 0 ? rest : 0);
    else if (*waited > rest)
        *waited = rest > 0 ? rest : 0;
}

/* Fill cells[table->count] of a thread; `os` holds what it has now.  */
static void
fill_cells (const struct hpm_thread *thread,
            const struct hpm_event_table *table, struct hpm_os_counts *os,
            int64_t now, struct hpm_cell *source, struct hpm_cell *cells)
{
    int64_t *read = &os->values[HPM_OS_BYTES_READ];
    int process = thread->record.number == 0;
    int children = thread->record.role == HPM_ROLE_CHILDREN;

    hpm_thread_subtract_pauses (thread, table, os, &now, source);
    hpm_os_counts_subtract (os, &thread->base);
    *read = *read < 0 ? 0 : *read;
    set_wall (os, now - thread->start);
    if (process || children)
        hpm_os_counts_set (os, HPM_OS_PEAK_MEMORY,
                           children ? hpm_os_children_peak ()
                                    : hpm_os_peak_memory ());
    hpm_event_table_fill (table, os, source, thread->reason, process, cells);
    if (children)
        hpm_thread_explain_children (table, process, os, cells);
}

void
hpm_thread_make_cells (struct hpm_thread *thread,
                       const struct hpm_event_table *table)
{
    hpm_thread_read (thread, table);
    thread->cells = calloc ((size_t)table->count + 1, sizeof *thread->cells);
    if (thread->cells)
        fill_cells (thread, table, &thread->last, thread->last_time,
                    thread->set ? thread->source : NULL, thread->cells);
    if (thread->record.role != HPM_ROLE_CHILDREN)
        hpm_thread_note_seen (thread->last.values[HPM_OS_CPU_TIME]);
}

void
hpm_thread_sample_self (struct hpm_thread *thread,
                        const struct hpm_event_table *table)
{
    struct hpm_thread_record *record = &thread->record;
    cpu_set_t cpus;

    hpm_thread_make_cells (thread, table);
    record->end_time = hpm_clock_real ();
    record->cpu_last = sched_getcpu ();
    prctl (PR_GET_NAME, record->name);
    if (sched_getaffinity (0, sizeof cpus, &cpus) == 0)
        hpm_cpu_list_put (record->cpus_allowed, sizeof record->cpus_allowed,
                          &cpus, sizeof cpus);
}

/* What /proc says of a thread that is alive.  */
static void
describe_other (struct hpm_thread_record *record)
{
    struct hpm_os_thread_info info;

    record->end_time = hpm_clock_real ();
    if (record->role == HPM_ROLE_CHILDREN)
        return;
    hpm_os_thread_info_read (&info, (pid_t)record->tid);
    record->alive = 1;
    record->cpu_last = info.cpu_last;
    memcpy (record->name, info.name, sizeof record->name);
    hpm_text_field (record->cpus_allowed, sizeof record->cpus_allowed,
                    info.cpus_allowed, strlen (info.cpus_allowed));
}

void
hpm_thread_sample_other (struct hpm_thread *thread,
                         const struct hpm_event_table *table)
{
    hpm_thread_make_cells (thread, table);
    describe_other (&thread->record);
}

void
hpm_thread_sample_between (const struct hpm_thread *thread,
                           const struct hpm_event_table *table,
                           struct hpm_cell *source,
                           struct hpm_thread_record *record, int brief,
                           struct hpm_cell *cells)
{
    struct hpm_os_counts os;
    struct hpm_os_moment moment;

    hpm_thread_clear_source (source, table);
    if (thread->set)
        table->backend->thread_read (thread->set, source);
    hpm_thread_read_os (thread, &os, &moment);
    subtract_own_reads (thread, table, &os);
    fill_cells (thread, table, &os, moment.after, thread->set ? source : NULL,
                cells);
    *record = thread->record;
    if (!brief)
        describe_other (record);
}
