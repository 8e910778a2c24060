/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The life of a session, whoever begins and ends it: begin, counting, collect,
 * gather, stream, writer.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launched.h"
#include "pmpi/guest/clock.h"
#include "pmpi/functions/functions.h"
#include "pmpi/region/marks.h"
#include "pmpi/session/control.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/readable.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/calls/mpi_arrivals.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_sites.h"
#include "pmpi/gather/gather.h"
#include "pmpi/session/session_private.h"
#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/pages/pages.h"
#include "pmpi/threads/own_thread.h"

/* ---- whose it is -------------------------------------------------------- */

static int
state (void)
{
    return __atomic_load_n (&hpm_session.state, __ATOMIC_ACQUIRE);
}

static void
set_state (enum hpm_session_state state)
{
    __atomic_store_n (&hpm_session.state, (int)state, __ATOMIC_RELEASE);
}

void
hpm_session_open (void)
{
    set_state (HPM_SESSION_OPEN);
}

int
hpm_session_claim (void)
{
    int open = HPM_SESSION_OPEN;

    return hpm_session.owner == getpid ()
           && __atomic_compare_exchange_n (&hpm_session.state, &open,
                                           HPM_SESSION_CLAIMED, 0,
                                           __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

int
hpm_session_is_standalone (void)
{
    return state () == HPM_SESSION_OPEN && hpm_session.gather->standalone
           && hpm_session.owner == getpid ();
}

int
hpm_session_is_job (void)
{
    return state () == HPM_SESSION_OPEN && !hpm_session.gather->standalone
           && hpm_session.owner == getpid ();
}

enum hpm_mpi_mode
hpm_session_mpi_mode (void)
{
    return hpm_session.gather->standalone ? HPM_MPI_OFF
                                          : hpm_session.options.mpi;
}

/* ---- begin -------------------------------------------------------------- */

void
hpm_session_note_start (int64_t began)
{
    hpm_session.writer.pipe = -1;
    if (hpm_session.root)
        hpm_session_name_result ();
    hpm_cpu_limit_find (&hpm_session.times.limit, "");
    hpm_session.times.sysfs = hpm_session.options.sysfs;
    hpm_session.times.start = hpm_clock_real ();
    hpm_session.times.overhead_start = hpm_clock_monotonic () - began;
}

/* An MPI program that hpmrun did not start itself, or any that another hpmrun
 * started below one: the process that the outer one became then writes no file
 * of its own.  */
static void
mark_for_parent (void)
{
    const char *token
        = getenv (hpm_launched_token () ? HPM_LAUNCHED_BELOW_VARIABLE
                                        : HPM_LAUNCHED_VARIABLE);

    if (token)
        hpm_checkpoint_mark (token, hpm_session.options.checkpoint,
                             hpm_session.directory);
}

void
hpm_session_count_calls (const void *caller)
{
    struct hpm_error error = { "" };

    if (hpm_mpi_calls_start (hpm_session.options.mpi, &hpm_session.table,
                             hpm_thread_attach_calls, caller, &error)
        < 0)
        hpm_message_once ("MPI calls not timed, because %s", error.text);
    else if (hpm_mpi_calls_function_count ())
        hpm_event_table_add_calls (&hpm_session.table);
    hpm_checkpoint_describe ();
}

/* MPI_Pcontrol of levels 0 and 1; not in a child of fork.  */
static void
pause_by_program (int pause)
{
    static int told; /* atomic */

    if (hpm_session.owner != getpid ())
        return;
    if (hpm_session.options.mpi != HPM_MPI_SPLIT) {
        hpm_control_by_program (pause);
    } else if (pause && !__atomic_exchange_n (&told, 1, __ATOMIC_RELAXED)) {
        hpm_message_once ("counting goes on after MPI_Pcontrol (0), because "
                          "counts are not split in parts of a run: leave out "
                          "--mpi=split");
    }
}

void
hpm_session_count (const void *caller, int64_t began)
{
    hpm_session_prepare ();
    if (caller)
        hpm_session_count_calls (caller);
    else
        hpm_checkpoint_describe ();
    hpm_session_note_start (began);
    if (hpm_session.root)
        hpm_session_tell ();
    mark_for_parent ();
    hpm_session_open ();
    hpm_regions_start (&hpm_session.table, hpm_session.options.region_cpu_time,
                       hpm_thread_attach_regions);
    hpm_session.start = hpm_threads_start_self ();
    hpm_control_go ();
    hpm_mark_pauses_by (pause_by_program);
    hpm_checkpoint_go ();
}

/* ---- stop --------------------------------------------------------------- */

/* Where MPI was called from comes first, and where that leaves too little for
 * collectives to be compared, ranks meet once more: then there is no limit.  */
#define ENOUGH 2000 /* bytes: 160 collectives */

static size_t
room_for_arrivals (size_t bytes)
{
    size_t room = hpm_gather_room (bytes);

    return room < ENOUGH
                   && hpm_gather_room (bytes - hpm_mpi_sites_bytes ()) > room
               ? 0
               : room;
}

/* The run was over at `end`: stop the counters and put the record of this
 * process together.  Without memory for it, the body stays empty.  */
static void
collect (struct hpm_stream_buffer *body, int64_t end)
{
    enum hpm_mpi_mode mode = hpm_session_mpi_mode ();
    struct hpm_thread_rows rows;
    size_t line;

    hpm_mark_pauses_by (NULL);
    hpm_regions_stop ();
    hpm_control_stop ();
    hpm_checkpoint_stop ();
    hpm_threads_drain (); /* the look goes by page faults so far */
    hpm_pages_look ();
    /* One of these threads may have had a file of its number just now.  */
    hpm_stderr_dup_restore ();
    hpm_functions_tell ();
    hpm_rank_times_end (&hpm_session.times, hpm_session.start, end);
    hpm_mpi_calls_stop (hpm_session.options.with_measurement_error);
    hpm_node_counters_stop ();
    if (hpm_threads_stop (&rows) < 0)
        return;
    if (hpm_mpi_calls_lay_out (&rows, &hpm_session.table, mode) < 0) {
        hpm_thread_rows_release (&rows);
        return;
    }
    hpm_session.times.overhead_stop = hpm_clock_monotonic () - end;
    hpm_checkpoint_append_line (body);
    line = body->bytes;
    hpm_rank_record_append (body, hpm_session.rank, &hpm_session.times, &rows,
                            &hpm_session.table, hpm_mpi_calls_regions (mode));
    hpm_thread_rows_release (&rows);
    hpm_checkpoint_store (body);
    hpm_mpi_arrivals_append (body, hpm_session.rank, hpm_session.ranks,
                             room_for_arrivals (body->bytes - line));
}

/* The process leads: from the parts to a writer at work.  */
static void
lead (const struct hpm_gather_part *part)
{
    struct hpm_error error = { "" };

    if (hpm_session_write_stream (part, &error) < 0) {
        hpm_session_tell_no_stream (error.text);
        return;
    }
    hpm_checkpoint_finish_lasts ();
    if (!hpm_session_is_too_large ())
        hpm_session_start_writer ();
}

/* Bring this process's part to who leads.  */
static void
bring (const struct hpm_stream_buffer *body)
{
    const struct hpm_gather_ops *gather = hpm_session.gather;
    struct hpm_gather_part part = { .table = &hpm_session.table, .body = body };
    struct hpm_error error = { "" };
    int leads = gather->open (&part);

    part.worth = hpm_session_is_worth ();
    if (leads == 0 && (leads = gather->agree (&part)) < 0)
        hpm_session_tell_too_short ();
    if (leads > 0)
        lead (&part);
    else if (leads == 0)
        gather->gather (&part, NULL, &error);
    gather->close (&part);
}

/* Before anything else the counters are read: what follows is ours.  */
static void
stop (void)
{
    int64_t end = hpm_session.counting ? hpm_threads_stop_self () : 0;
    struct hpm_stream_buffer body = { .data = NULL };
    struct hpm_readable_environment environment;
    struct hpm_descriptor_room room;

    hpm_stderr_dup_restore ();
    hpm_readable_environment_begin (&environment);
    hpm_descriptor_room_begin (&room);
    if (hpm_session.counting)
        collect (&body, end);
    bring (&body);
    hpm_descriptor_room_end (&room);
    hpm_readable_environment_end (&environment);
    hpm_stream_buffer_release (&body);
}

/* What the checkpoint holds is in the stream: whoever ends us while we wait for
 * the writer leaves nothing behind.  */
static void
finish (void)
{
    hpm_checkpoint_release ();
    hpm_session_wait_writer ();
    hpm_stderr_dup_drop ();
}

static void
forget (void)
{
    if (hpm_session.counting)
        hpm_event_table_close (&hpm_session.table);
    hpm_options_release (&hpm_session.options);
    memset (&hpm_session.times, 0, sizeof hpm_session.times);
    hpm_session.counting = 0;
    set_state (HPM_SESSION_NONE);
}

void
hpm_session_discard (void)
{
    hpm_stderr_dup_drop ();
    hpm_mark_pauses_by (NULL);
    hpm_regions_stop ();
    hpm_control_stop ();
    hpm_checkpoint_stop ();
    hpm_checkpoint_release ();
    hpm_threads_discard ();
    hpm_node_counters_discard ();
    forget ();
}

/* ---- the ways it ends --------------------------------------------------- */

void
hpm_session_stop (void)
{
    if (!hpm_session_is_standalone () && hpm_session_claim ())
        stop ();
}

/* MPI_Finalize ends when all ranks have called it, so that the stream has
 * what they all brought.  */
void
hpm_session_finish (void)
{
    if (state () != HPM_SESSION_CLAIMED || hpm_session.gather->standalone)
        return;
    finish ();
    forget ();
}

/* Nothing is given back: no code of ours, nor of the program's, runs for long.
 */
void
hpm_session_end (void)
{
    int saved = errno;

    if (!hpm_session_is_standalone () || !hpm_session_claim ())
        return;
    stop ();
    finish ();
    hpm_checkpoint_finish_over ();
    errno = saved;
}

void
hpm_session_confine (void)
{
    int alone = hpm_session_is_standalone ();

    hpm_checkpoint_look ();
    hpm_own_threads_hold (NULL);
    if (!alone)
        return;
    hpm_message_once ("no result file, because the program confines all of its "
                      "threads (seccomp)");
    hpm_checkpoint_keep ();
}

void
hpm_session_cut (void)
{
    hpm_session.scope = HPM_RUN_SCOPE_CUT;
    hpm_checkpoint_process_ends ();
}
