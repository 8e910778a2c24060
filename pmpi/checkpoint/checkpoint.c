/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The thread that takes snapshots, and the end of them.
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/own_thread.h"
#include "base/signal_guard.h"
#include "pmpi/pages/pages.h"
#include "pmpi/samples/samples.h"
#include "pmpi/checkpoint/due.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/checkpoint/snapshot.h"
#include "pmpi/checkpoint/checkpoint_private.h"
#include "pmpi/checkpoint/checkpoint_copy.h"
#include "pmpi/checkpoint/checkpoint_end.h"
#include "pmpi/checkpoint/checkpoint_file.h"
#include "pmpi/threads/thread.h"

#define GO_NS 500000
#define WATCH_NS 5000000

/* Looks at counters: not more often than that, and for a thousandth of the
 * time.  */
#define LOOK_NS 10000000
#define LOOK_SHARE 1000

/* ---- one snapshot ------------------------------------------------------- */

static void
measure_rank (int threads)
{
    struct hpm_rank_times times = *hpm_checkpoint.setup.times;

    hpm_rank_times_end (&times, *hpm_checkpoint.setup.start,
                        hpm_threads_now ());
    hpm_rank_record_measure (&hpm_checkpoint.record, &times,
                             hpm_checkpoint.main, threads);
    hpm_checkpoint.record.status = HPM_RANK_PARTIAL;
}

/* Room for it in the file, for all of it if there is.  */
static void
get_room (struct hpm_stream_buffer *buffer)
{
    do {
        buffer->room = hpm_snapshot_bytes (&hpm_checkpoint.snapshot);
        buffer->data
            = hpm_checkpoint_file_begin (&hpm_checkpoint.file, buffer->room);
    } while (!buffer->data && hpm_snapshot_drop (&hpm_checkpoint.snapshot));
}

static void
snapshot (void)
{
    struct hpm_stream_buffer buffer = { .fixed = 1 };

    if (!hpm_checkpoint.file.header || hpm_checkpoint_sample (0) < 0)
        return;
    measure_rank (hpm_checkpoint.snapshot.threads);
    hpm_threads_drain ();
    hpm_checkpoint.snapshot.samples
        = hpm_samples_snapshot (hpm_checkpoint.record.rank);
    get_room (&buffer);
    if (!buffer.data)
        return;
    hpm_snapshot_append (&hpm_checkpoint.snapshot, &hpm_checkpoint.record,
                         &buffer);
    if (!buffer.failed)
        hpm_checkpoint_file_finish (&hpm_checkpoint.file, buffer.bytes);
}

/* A process by itself that is ending is about to write its result.  */
static void
copy (int ending)
{
    if (hpm_checkpoint.file.header && !(ending && hpm_checkpoint.setup.finish))
        hpm_checkpoint_copy_now (&hpm_checkpoint.copy, &hpm_checkpoint.file,
                                 ending);
}

/* ---- the thread --------------------------------------------------------- */

/* The program may close all its descriptors, or use up its share of them: where
 * none of the program's is needed to read counters, nor to tell its results,
 * the thread has a table of descriptors of its own, which is empty.  */
static void
leave_descriptors (void)
{
    if (!hpm_checkpoint.setup.table->backend && !hpm_node_counters_bytes ()
        && !hpm_checkpoint.setup.finish)
        hpm_own_thread_leave_descriptors ();
}

static int
ends (void)
{
    return hpm_own_thread_ends (HPM_HIDDEN_CHECKPOINT);
}

static void
wait_for_go (void)
{
    const struct timespec pause = { 0, GO_NS };

    while (!__atomic_load_n (&hpm_checkpoint.go, __ATOMIC_ACQUIRE) && !ends ())
        nanosleep (&pause, NULL);
}

/* Returns whether somebody asks.  */
static int
wait_for_wake (int64_t time)
{
    struct timespec until = { time / 1000000000, time % 1000000000 };
    int result;

    do
        result
            = sem_clockwait (&hpm_checkpoint_end.wake, CLOCK_MONOTONIC, &until);
    while (result < 0 && errno == EINTR);
    return result == 0;
}

/* Whether those who ask may be unable to wake it.  */
static int
must_look (void)
{
    return __atomic_load_n (&hpm_checkpoint_end.watch, __ATOMIC_ACQUIRE);
}

/* Whether somebody has asked for what was not done yet.  */
static int
is_behind (void)
{
    return __atomic_load_n (&hpm_checkpoint_end.wanted, __ATOMIC_ACQUIRE)
           != hpm_checkpoint_end.done;
}

static int
is_asked (void)
{
    return must_look () && is_behind ();
}

/* How long it may wait before it looks.  */
static int64_t
until_look (int64_t time)
{
    int64_t until = hpm_last_thread_until (time);
    int64_t look = hpm_clock_monotonic () + WATCH_NS;

    return must_look () && look < until ? look : until;
}

/* Wait until the time comes, or somebody asks, or nobody is left.  Returns
 * whether it came.  */
static int
wait_until (int64_t time)
{
    int64_t until;

    do {
        until = until_look (time);
        hpm_stderr_dup_look ();
        if (wait_for_wake (until))
            return 0;
        hpm_checkpoint_end_look ();
    } while (until < time && !is_asked () && !hpm_last_thread_is_ours ());
    return until >= time;
}

/* Take out samples before there is no room for more.  Returns when to do so
 * again, or `time`, whichever is sooner.  */
static int64_t
drain (int64_t now, int64_t time)
{
    int64_t due = hpm_samples_due ();

    hpm_threads_drain ();
    return due && now + due < time ? now + due : time;
}

/* See where memory is, and what is used of it, when it is time to.  The same.
 */
static int64_t
look_at_pages (int64_t now, int64_t time)
{
    int64_t due = hpm_pages_due ();

    if (due && due <= now) {
        hpm_own_thread_apart (hpm_pages_step);
        due = hpm_pages_due ();
    }
    return due && due < time ? due : time;
}

/* The same, with looks at counters that share a register, so that their errors
 * are known: often enough to see most turns, where that is cheap.  */
static void
wait_and_look (int64_t time)
{
    int64_t next;

    do {
        int64_t began = hpm_clock_monotonic (), now;
        int shares = hpm_threads_look ();

        now = hpm_clock_monotonic ();
        next = now + LOOK_SHARE * (now - began);
        if (next < now + LOOK_NS)
            next = now + LOOK_NS;
        if (next > time || !shares)
            next = time;
        next = look_at_pages (now, drain (now, next));
    } while (wait_until (next) && next < time);
}

static int
finish_wanted (void)
{
    return __atomic_load_n (&hpm_checkpoint_end.finish, __ATOMIC_ACQUIRE)
           == HPM_CHECKPOINT_FINISH_WANTED;
}

static void
finish (void)
{
    hpm_checkpoint.setup.finish ();
    hpm_checkpoint_finish_over ();
}

/* Nobody is left who could exit: where the last thread ended by the system call
 * alone, the C library runs no exit handlers.  */
static void
finish_as_last (void)
{
    if (hpm_checkpoint.setup.finish && hpm_last_thread_is_ours ())
        finish ();
}

static void
serve_whole (void)
{
    unsigned wanted
        = __atomic_load_n (&hpm_checkpoint_end.wanted, __ATOMIC_ACQUIRE);

    snapshot ();
    copy (wanted != hpm_checkpoint_end.done);
    __atomic_store_n (&hpm_checkpoint_end.done, wanted, __ATOMIC_RELEASE);
    hpm_checkpoint.due
        = hpm_clock_monotonic ()
          + hpm_due_in (hpm_checkpoint.period, hpm_clock_real ());
}

/* With --interval, most are for the line alone.  */
static void
serve (void)
{
    if (is_behind () || hpm_clock_monotonic () >= hpm_checkpoint.due)
        serve_whole ();
    else if (hpm_checkpoint.interval)
        hpm_checkpoint_sample (1);
}

static void
run (void)
{
    prctl (PR_SET_NAME, "hpmmpi");
    if (hpm_checkpoint.moves)
        hpm_own_thread_apart (hpm_checkpoint_move);
    leave_descriptors ();
    wait_for_go ();
    hpm_line_begin (&hpm_checkpoint.line, hpm_checkpoint.setup.times->start);
    while (!ends ()) {
        hpm_own_thread_apart (serve);
        if (finish_wanted ()) {
            finish ();
            return;
        }
        if (!is_behind ())
            wait_and_look (hpm_checkpoint_next_due ());
    }
    finish_as_last ();
}

static void
wake (void)
{
    sem_post (&hpm_checkpoint_end.wake);
}

/* Nobody is to wait for it.  */
static void
tell_lost (void)
{
    __atomic_store_n (&hpm_checkpoint_end.owner, 0, __ATOMIC_RELEASE);
    hpm_message_once ("no more snapshots%s, because no thread can be started",
                      hpm_checkpoint.setup.finish
                          ? ", and no result if it ends by _exit"
                          : "");
}

/* ---- start -------------------------------------------------------------- */

void
hpm_checkpoint_start (void)
{
    static const struct hpm_own_work work
        = { .run = run, .wake = wake, .lost = tell_lost };

    if (!hpm_checkpoint.snapshot.memory)
        return;
    if (hpm_own_thread_start (HPM_HIDDEN_CHECKPOINT, &work) < 0)
        hpm_checkpoint_give_up ("no thread can be started");
    else
        __atomic_store_n (&hpm_checkpoint_end.owner, getpid (),
                          __ATOMIC_RELEASE);
}

void
hpm_checkpoint_go (void)
{
    __atomic_store_n (&hpm_checkpoint.go, 1, __ATOMIC_RELEASE);
}

/* ---- end ---------------------------------------------------------------- */

void
hpm_checkpoint_stop (void)
{
    if (!hpm_checkpoint_end_is_owner ())
        return;
    __atomic_store_n (&hpm_checkpoint_end.stop, 1, __ATOMIC_RELEASE);
    hpm_own_thread_stop (HPM_HIDDEN_CHECKPOINT);
    __atomic_store_n (&hpm_checkpoint_end.owner, 0, __ATOMIC_RELEASE);
    sem_destroy (&hpm_checkpoint_end.wake);
    hpm_snapshot_close (&hpm_checkpoint.snapshot);
}

void
hpm_checkpoint_store (const struct hpm_stream_buffer *body)
{
    struct hpm_signal_guard guard;
    char *buffer;

    if (!hpm_checkpoint.file.header || body->failed || !body->bytes)
        return;
    hpm_signal_guard_begin (&guard);
    buffer = hpm_checkpoint_file_begin (&hpm_checkpoint.file, body->bytes);
    if (buffer) {
        memcpy (buffer, body->data, body->bytes);
        hpm_checkpoint_file_finish (&hpm_checkpoint.file, body->bytes);
    }
    hpm_signal_guard_end (&guard);
}

void
hpm_checkpoint_mark (const char *token, const char *wanted,
                     const char *directory)
{
    hpm_checkpoint_place_mark (wanted, directory, token);
}

void
hpm_checkpoint_forget (const char *token, const char *wanted,
                       const char *directory)
{
    struct hpm_rank_record record;

    hpm_rank_record_begin (&record, 0);
    hpm_checkpoint_place_forget (wanted, directory, token, record.host);
}

int
hpm_checkpoint_marked (void)
{
    return hpm_checkpoint.file.header
           && hpm_checkpoint_place_marked (&hpm_checkpoint.file.path);
}
