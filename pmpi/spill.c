/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The thread that takes snapshots.
 */
#include "config.h"

#include <errno.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/text.h"
#include "include/hpm_launch.h"
#include "pmpi/clock.h"
#include "pmpi/message.h"
#include "pmpi/mpi_calls.h"
#include "pmpi/node_counters.h"
#include "pmpi/signal_guard.h"
#include "pmpi/snapshot.h"
#include "pmpi/spill.h"
#include "pmpi/spill_copy.h"
#include "pmpi/spill_end.h"
#include "pmpi/spill_file.h"
#include "pmpi/thread.h"

#define GO_NS 500000
#define NO_SNAPSHOTS "no snapshots while it runs, because %s"
#define NEVER_NS (INT64_C (1) << 60)

static struct {
    struct hpm_spill_setup setup;
    struct hpm_spill_file file;
    struct hpm_spill_copy copy;
    struct hpm_rank_record record;
    struct hpm_snapshot snapshot;
    pthread_t thread;
    pid_t main;     /* thread that called MPI_Init */
    int64_t period; /* ns */
    int go;         /* everything counts */
} spill;

/* ---- one snapshot ------------------------------------------------------- */

static void
measure_rank (int threads)
{
    struct hpm_rank_times times = *spill.setup.times;

    hpm_rank_times_end (&times, *spill.setup.start, hpm_threads_now ());
    hpm_rank_record_measure (&spill.record, &times, spill.main, threads);
    spill.record.status = HPM_RANK_PARTIAL;
}

static void
snapshot (void)
{
    struct hpm_stream_buffer half = { .fixed = 1 };

    if (!spill.file.header || hpm_snapshot_take (&spill.snapshot) < 0)
        return;
    measure_rank (spill.snapshot.threads);
    half.room = hpm_snapshot_bytes (&spill.snapshot);
    half.data = hpm_spill_file_begin (&spill.file, half.room);
    if (!half.data)
        return;
    hpm_snapshot_append (&spill.snapshot, &spill.record, &half);
    if (!half.failed)
        hpm_spill_file_finish (&spill.file, half.bytes);
}

/* A process by itself that is ending is about to write its result.  */
static void
copy (int ending)
{
    if (spill.file.header && !(ending && spill.setup.finish))
        hpm_spill_copy_now (&spill.copy, &spill.file, ending);
}

/* ---- the thread --------------------------------------------------------- */

/* The program may close all its descriptors, or use up its share of them: where
 * none of the program's is needed to read counters, nor to tell its results,
 * the thread has a table of descriptors of its own, which is empty.  */
static void
leave_descriptors (void)
{
    if (!spill.setup.table->backend && !hpm_node_counters_bytes ()
        && !spill.setup.finish)
        close_range (0, ~0u, CLOSE_RANGE_UNSHARE);
}

static void
wait_for_go (void)
{
    const struct timespec pause = { 0, GO_NS };

    while (!__atomic_load_n (&spill.go, __ATOMIC_ACQUIRE)
           && !hpm_spill_end_stopped ())
        nanosleep (&pause, NULL);
}

/* Wait until the time comes, or somebody asks.  */
static void
wait_until (int64_t time)
{
    struct timespec until = { time / 1000000000, time % 1000000000 };

    while (sem_clockwait (&hpm_spill_end.wake, CLOCK_MONOTONIC, &until) < 0
           && errno == EINTR)
        continue;
}

static int
finish_wanted (void)
{
    return __atomic_load_n (&hpm_spill_end.finish, __ATOMIC_ACQUIRE)
           == HPM_SPILL_FINISH_WANTED;
}

static void
finish (void)
{
    spill.setup.finish ();
    __atomic_store_n (&hpm_spill_end.finish, HPM_SPILL_FINISH_OVER,
                      __ATOMIC_RELEASE);
}

static void *
run (void *data)
{
    int64_t next;

    hpm_thread_hide (HPM_HIDDEN_SPILL);
    prctl (PR_SET_NAME, "hpmmpi");
    leave_descriptors ();
    wait_for_go ();
    next = hpm_clock_monotonic ();
    while (!hpm_spill_end_stopped ()) {
        unsigned wanted
            = __atomic_load_n (&hpm_spill_end.wanted, __ATOMIC_ACQUIRE);
        int64_t now;

        snapshot ();
        copy (wanted != hpm_spill_end.done);
        __atomic_store_n (&hpm_spill_end.done, wanted, __ATOMIC_RELEASE);
        if (finish_wanted ()) {
            finish ();
            break;
        }
        now = hpm_clock_monotonic ();
        while (next <= now)
            next += spill.period;
        if (__atomic_load_n (&hpm_spill_end.wanted, __ATOMIC_ACQUIRE) == wanted)
            wait_until (next);
    }
    return data;
}

/* ---- start -------------------------------------------------------------- */

/* RUN is the same for all ranks, near enough: once a node, and rank 0's.  */
static int
write_head (void)
{
    const struct hpm_event_table *table = spill.setup.table;
    struct hpm_stream_buffer head = { .data = NULL };
    int result = -1;

    if (spill.file.index == 0 || spill.setup.rank == 0)
        hpm_run_texts_append (&head, &spill.setup.facts, spill.setup.options,
                              table);
    hpm_mpi_calls_append_run (
        &head, spill.setup.finish ? "off" : spill.setup.options->mpi);
    hpm_stream_buffer_chunk (&head, HPM_CHUNK_EVENTS, spill.setup.rank,
                             table->records,
                             (size_t)table->count * sizeof *table->records);
    if (!head.failed)
        result = hpm_spill_file_head (&spill.file, head.data, head.bytes);
    hpm_stream_buffer_release (&head);
    return result;
}

/* Take a slot, and the room that will be needed, as later there may be none. */
static int
use_file (int fd, struct hpm_error *error)
{
    if (hpm_spill_file_open (&spill.file, fd, spill.setup.rank, error) < 0)
        return -1;
    if (hpm_spill_file_reserve (&spill.file,
                                hpm_snapshot_usual_bytes (&spill.snapshot))
        == 0)
        return 0;
    hpm_spill_file_give_up (&spill.file);
    return hpm_error_set (error, "there is no room for them");
}

/* The first place that has room.  */
static int
open_file (struct hpm_error *error)
{
    const char *run
        = spill.setup.finish ? getenv (HPM_LAUNCHED_VARIABLE) : NULL;
    int result = -1, place = 0, fd;

    while (result < 0
           && (fd = hpm_spill_place_open (
                   &spill.file.path, spill.setup.options->spill,
                   spill.setup.facts.working_directory, run, spill.record.host,
                   &place, error))
                  >= 0) {
        result = use_file (fd, error);
        close (fd);
    }
    if (result == 0 && *spill.setup.copies)
        hpm_spill_copy_begin (&spill.copy, &spill.file.path, spill.setup.copies,
                              spill.period);
    return result;
}

static int
prepare_thread (struct hpm_error *error)
{
    if (hpm_snapshot_open (&spill.snapshot, spill.setup.table,
                           spill.setup.options->mpi)
            == 0
        && sem_init (&hpm_spill_end.wake, 0, 0) == 0)
        return 0;
    return hpm_error_set (error, "out of memory");
}

static void
give_up (const char *why)
{
    hpm_spill_file_release (&spill.file);
    hpm_snapshot_close (&spill.snapshot);
    hpm_message_once (NO_SNAPSHOTS, why);
}

/* A process by itself needs the thread for its result where it ends by _exit,
 * even if there are no snapshots.  */
static void
open_parts (int snapshots)
{
    struct hpm_error error = { "" };

    if (prepare_thread (&error) < 0) {
        give_up (error.text);
        return;
    }
    if (snapshots && open_file (&error) < 0) {
        hpm_message_once (NO_SNAPSHOTS, error.text);
        if (!spill.setup.finish)
            hpm_snapshot_close (&spill.snapshot);
    }
}

void
hpm_spill_open (const struct hpm_spill_setup *setup)
{
    struct hpm_signal_guard guard;
    double seconds = 0;

    hpm_text_number (setup->options->snapshot, &seconds);
    if (!(seconds > 0) && !setup->finish)
        return;
    spill.setup = *setup;
    spill.go = 0;
    memset (&spill.copy, 0, sizeof spill.copy);
    hpm_spill_end_begin (!!setup->finish);
    spill.period = seconds > 0 ? (int64_t)(seconds * 1e9) + 1 : NEVER_NS;
    spill.main = gettid ();
    hpm_rank_record_begin (&spill.record, setup->rank);
    hpm_signal_guard_begin (&guard);
    open_parts (seconds > 0);
    hpm_signal_guard_end (&guard);
}

void
hpm_spill_start (void)
{
    if (!spill.snapshot.memory)
        return;
    if (hpm_thread_create_hidden (&spill.thread, run) < 0)
        give_up ("no thread can be started");
    else
        __atomic_store_n (&hpm_spill_end.owner, getpid (), __ATOMIC_RELEASE);
}

void
hpm_spill_go (void)
{
    __atomic_store_n (&spill.go, 1, __ATOMIC_RELEASE);
}

void
hpm_spill_describe (void)
{
    struct hpm_signal_guard guard;

    if (!spill.file.header)
        return;
    hpm_signal_guard_begin (&guard);
    if (write_head () < 0)
        hpm_message_once (NO_SNAPSHOTS, "there is no room for them");
    hpm_signal_guard_end (&guard);
}

/* ---- end ---------------------------------------------------------------- */

void
hpm_spill_stop (void)
{
    if (!hpm_spill_end_is_owner ())
        return;
    __atomic_store_n (&hpm_spill_end.stop, 1, __ATOMIC_RELEASE);
    sem_post (&hpm_spill_end.wake);
    if (!pthread_equal (spill.thread, pthread_self ()))
        pthread_join (spill.thread, NULL);
    __atomic_store_n (&hpm_spill_end.owner, 0, __ATOMIC_RELEASE);
    sem_destroy (&hpm_spill_end.wake);
    hpm_snapshot_close (&spill.snapshot);
}

void
hpm_spill_store (const struct hpm_stream_buffer *body)
{
    struct hpm_signal_guard guard;
    char *half;

    if (!spill.file.header || body->failed || !body->bytes)
        return;
    hpm_signal_guard_begin (&guard);
    half = hpm_spill_file_begin (&spill.file, body->bytes);
    if (half) {
        memcpy (half, body->data, body->bytes);
        hpm_spill_file_finish (&spill.file, body->bytes);
    }
    hpm_signal_guard_end (&guard);
}

void
hpm_spill_mark (const char *token, const char *wanted, const char *directory)
{
    hpm_spill_place_mark (wanted, directory, token);
}

void
hpm_spill_forget (const char *token, const char *wanted, const char *directory)
{
    struct hpm_rank_record record;

    hpm_rank_record_begin (&record, 0);
    hpm_spill_place_forget (wanted, directory, token, record.host);
}

int
hpm_spill_marked (void)
{
    return spill.file.header && hpm_spill_place_marked (&spill.file.path);
}

void
hpm_spill_release (void)
{
    if (hpm_spill_file_release (&spill.file))
        hpm_spill_copy_remove (&spill.copy);
    memset (&spill.copy, 0, sizeof spill.copy);
}

void
hpm_spill_keep (void)
{
    const struct hpm_spill_path *path = &spill.file.path;
    struct hpm_error error = { "" };

    if (!spill.file.header)
        return;
    if (*spill.setup.copies
        && hpm_spill_copy_make (&spill.copy, &spill.file, &error) == 0)
        path = &spill.copy.path;
    hpm_message (
        "the counts of this node are in %s; make a result file of them "
        "with: hpmagg --recover %s -o FILE",
        path->file, path->folder);
    hpm_spill_file_keep (&spill.file);
}
