/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The process that hpmrun started, counted by itself: from before main until
 * its exit handlers have run.  Where it turns out to be an MPI program, its
 * counts begin at MPI_Init, or go on beyond it (--scope).
 *
 * A program that is linked to MPI is taken at its word: nothing is counted
 * until it calls MPI_Init.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launched.h"
#include "pmpi/guest/clock.h"
#include "pmpi/session/control.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/session/exit_hooks.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/guest/message.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/session/session_private.h"
#include "pmpi/checkpoint/checkpoint.h"

/* 1 while the process counts by itself and nobody ends it yet.  */
static int counts;
static pid_t expects_mpi; /* the process that should call MPI_Init */

/* Whoever gets 1 ends the count.  */
static int
take_over (void)
{
    return hpm_session.alone == getpid ()
           && __atomic_exchange_n (&counts, 0, __ATOMIC_ACQ_REL);
}

/* ---- start -------------------------------------------------------------- */

static int
whole_process (void)
{
    return !strcmp (hpm_session.options.scope, "process")
           || hpm_launched_outside ();
}

static void
start (int64_t began)
{
    hpm_session.alone = getpid ();
    hpm_session.scope = hpm_launched_outside () ? HPM_RUN_SCOPE_OUTSIDE
                                                : HPM_RUN_SCOPE_PROCESS;
    hpm_session.ranks = 1;
    hpm_session.writer.pipe = -1;
    hpm_stderr_dup_begin ();
    hpm_session_locate ();
    hpm_session_prepare ();
    hpm_checkpoint_describe ();
    hpm_session_name_result (hpm_message_rank_of_many ());
    hpm_session.times.start = hpm_clock_real ();
    hpm_session.times.overhead_start = hpm_clock_monotonic () - began;
    hpm_session_tell ();
    __atomic_store_n (&counts, 1, __ATOMIC_RELEASE);
    hpm_session.start = hpm_threads_start_self ();
    hpm_control_go ();
    hpm_checkpoint_go ();
}

static void
tell_not_entered (void)
{
    if (expects_mpi == getpid () && !hpm_session.entered)
        hpm_message_once ("not counted, because the program did not call "
                          "MPI_Init; --scope=process counts all of it");
}

/* What was counted of a program that this process was before is nobody's.  */
static void
expect_mpi (void)
{
    hpm_session_locate ();
    hpm_checkpoint_forget (hpm_launched_token (),
                           hpm_session.options.checkpoint,
                           hpm_session.directory);
    expects_mpi = getpid ();
    atexit (tell_not_entered);
}

__attribute__ ((constructor)) static void
begin (void)
{
    int64_t began = hpm_clock_monotonic ();
    struct hpm_error error = { "" };
    int saved = errno;

    if (!hpm_launched_token ())
        return;
    if (hpm_session_read_options (&error) < 0)
        hpm_message_once ("not counted, because %s", error.text);
    else if (whole_process () || !hpm_mpi_is_loaded ()) {
        start (began);
        errno = saved;
        return;
    } else {
        expect_mpi ();
    }
    hpm_options_release (&hpm_session.options);
    errno = saved;
}

/* ---- MPI_Init ----------------------------------------------------------- */

int
hpm_process_goes_on (void)
{
    if (!take_over ())
        return 0;
    hpm_stderr_dup_drop ();
    if (whole_process ())
        return 1;
    hpm_control_stop ();
    hpm_checkpoint_stop ();
    hpm_checkpoint_release ();
    hpm_threads_discard ();
    hpm_node_counters_discard ();
    hpm_event_table_close (&hpm_session.table);
    hpm_options_release (&hpm_session.options);
    memset (&hpm_session.times, 0, sizeof hpm_session.times);
    hpm_session.counting = 0;
    hpm_session.alone = 0;
    return 0;
}

void
hpm_process_note_mpi (void)
{
    const char *token = getenv (HPM_LAUNCHED_VARIABLE);

    if (token && !hpm_launched_token ())
        hpm_checkpoint_mark (token, hpm_session.options.checkpoint,
                             hpm_session.directory);
}

/* ---- end ---------------------------------------------------------------- */

static void
make_body (struct hpm_stream_buffer *body, int64_t end)
{
    struct hpm_thread_rows rows;

    hpm_control_stop ();
    hpm_checkpoint_stop ();
    hpm_node_counters_stop ();
    hpm_rank_times_end (&hpm_session.times, hpm_session.start, end);
    if (hpm_threads_stop (&rows) < 0)
        return;
    hpm_session.times.overhead_stop = hpm_clock_monotonic () - end;
    hpm_rank_record_append (body, 0, &hpm_session.times, &rows,
                            hpm_session.table.count);
    hpm_thread_rows_release (&rows);
    hpm_checkpoint_store (body);
}

static int
write_chunks (struct hpm_stream_file *file,
              const struct hpm_stream_buffer *body, struct hpm_error *error)
{
    const struct hpm_event_table *table = &hpm_session.table;
    struct hpm_stream_buffer events = { .data = NULL };
    int result;

    hpm_stream_buffer_chunk (&events, HPM_CHUNK_EVENTS, 0, table->records,
                             (size_t)table->count * sizeof *table->records);
    if (events.failed || body->failed || !body->bytes)
        result = hpm_error_set (error, "out of memory");
    else
        result
            = hpm_session_write_head (file, "off", error)
              || hpm_stream_file_write (file, events.data, events.bytes, error)
              || hpm_stream_file_write (file, body->data, body->bytes, error)
              || hpm_session_write_end (file, error);
    hpm_stream_buffer_release (&events);
    return result ? -1 : 0;
}

static int
write_stream (const struct hpm_stream_buffer *body, struct hpm_error *error)
{
    struct hpm_stream_file file;
    int result;

    if (hpm_stream_file_create (&file, hpm_session.result, error) < 0)
        return -1;
    result = write_chunks (&file, body, error);
    result |= hpm_stream_file_close (&file, error);
    memcpy (hpm_session.stream, file.path, sizeof hpm_session.stream);
    return result;
}

/* The ranks know nothing of each other, and each has a file.  */
static void
tell_unseen_mpi (void)
{
    if (hpm_mpi_was_initialized ())
        hpm_message_once (
            "MPI ran and was not seen, as a library that was "
            "loaded with RTLD_DEEPBIND calls it, or its functions "
            "were found by dlsym: each process is counted by "
            "itself, without MPI calls");
}

static void
write_result (const struct hpm_stream_buffer *body)
{
    struct hpm_error error = { "" };

    if (write_stream (body, &error) < 0) {
        hpm_session_tell_no_stream (error.text);
        return;
    }
    hpm_checkpoint_finish_lasts ();
    tell_unseen_mpi ();
    hpm_session_start_writer ();
    hpm_session_wait_writer ();
}

void
hpm_process_finish (void)
{
    struct hpm_stream_buffer body = { .data = NULL };
    struct hpm_descriptor_room room;
    int saved = errno;
    int64_t end;

    if (!take_over ())
        return;
    end = hpm_threads_stop_self ();
    hpm_stderr_dup_restore ();
    hpm_descriptor_room_begin (&room);
    make_body (&body, end);
    if (!hpm_checkpoint_marked ())
        write_result (&body);
    hpm_checkpoint_release ();
    hpm_stderr_dup_drop ();
    hpm_descriptor_room_end (&room);
    hpm_stream_buffer_release (&body);
    errno = saved;
}

int
hpm_process_counts (void)
{
    return hpm_session.alone == getpid ()
           && __atomic_load_n (&counts, __ATOMIC_ACQUIRE);
}

void
hpm_process_cut (void)
{
    hpm_session.scope = HPM_RUN_SCOPE_CUT;
    hpm_checkpoint_process_ends ();
}

HPM_EXPORT void
hpm_outside_finish (void)
{
    hpm_process_finish ();
}
