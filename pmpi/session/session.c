/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A session of an MPI job: started, gathered and ended by all its ranks.
 */
#include "config.h"

#include <string.h>

#include "pmpi/guest/clock.h"
#include "pmpi/session/control.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/session/gather.h"
#include "pmpi/guest/message.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_objects.h"
#include "pmpi/session/session_private.h"
#include "pmpi/checkpoint/checkpoint.h"

/* ---- start -------------------------------------------------------------- */

/* Take part in the job.  */
static void
connect_job (void)
{
    hpm_mpi.Comm_rank (hpm_mpi.comm_world, &hpm_session.rank);
    hpm_mpi.Comm_size (hpm_mpi.comm_world, &hpm_session.ranks);
    hpm_app_contexts_meet (&hpm_session.contexts, hpm_session.rank,
                           hpm_session.ranks);
    hpm_session.root = hpm_session.rank == hpm_session.contexts.first;
    hpm_message_set_speaker (hpm_session.root);
    hpm_session.connected = 1;
    hpm_mpi_objects_note ();
}

static void
start_calls (const void *caller)
{
    struct hpm_error error = { "" };

    if (hpm_mpi_calls_start (hpm_session.options.mpi, &hpm_session.table,
                             hpm_thread_attach_calls, caller, &error)
        < 0)
        hpm_message_once ("MPI calls not timed, because %s", error.text);
}

/* Begin to count.  */
static void
start_counting (const void *caller, int64_t began)
{
    struct hpm_error error = { "" };

    hpm_session.scope = HPM_RUN_SCOPE_MPI;
    hpm_session_locate ();
    if (hpm_session_read_options (&error) < 0)
        hpm_message_once ("not counted, because %s", error.text);
    else {
        hpm_session_prepare ();
        start_calls (caller);
        hpm_checkpoint_describe ();
    }
    if (hpm_session.root)
        hpm_session_name_result (NULL);
    hpm_session.times.start = hpm_clock_real ();
    hpm_session.times.overhead_start = hpm_clock_monotonic () - began;
    if (!hpm_session.counting)
        return;
    if (hpm_session.root)
        hpm_session_tell ();
    hpm_process_note_mpi ();
    hpm_session.start = hpm_threads_start_self ();
    hpm_control_go ();
    hpm_checkpoint_go ();
}

/* The process counts already, and is a rank from here on: its snapshots move to
 * those of the node.  */
static void
continue_counting (const void *caller, int64_t began)
{
    hpm_session.alone = 0;
    hpm_session.scope = HPM_RUN_SCOPE_BEFORE_MPI;
    hpm_checkpoint_stop ();
    hpm_checkpoint_release ();
    hpm_session_open_checkpoint ();
    hpm_checkpoint_start ();
    start_calls (caller);
    hpm_checkpoint_describe ();
    hpm_checkpoint_go ();
    if (hpm_session.root)
        hpm_session_name_result (NULL);
    hpm_session.times.overhead_start += hpm_clock_monotonic () - began;
}

void
hpm_session_start (const void *caller)
{
    int64_t began = hpm_clock_monotonic ();
    struct hpm_error error = { "" };
    int goes_on;

    hpm_session.entered = 1;
    hpm_session.writer.pipe = -1;
    goes_on = hpm_process_goes_on ();
    if (hpm_mpi_find (caller, &error) < 0) {
        if (!goes_on)
            hpm_message_once ("not counted, because %s", error.text);
        return;
    }
    connect_job ();
    if (goes_on)
        continue_counting (caller, began);
    else
        start_counting (caller, began);
}

/* ---- stop --------------------------------------------------------------- */

/* The run was over at `end`: stop the counters and put this rank's record
 * together.  Without memory for it, the body stays empty and the rank is
 * missing in the file.  */
static void
make_body (struct hpm_stream_buffer *body, int64_t end)
{
    struct hpm_thread_rows rows;

    hpm_control_stop ();
    hpm_checkpoint_stop ();
    hpm_rank_times_end (&hpm_session.times, hpm_session.start, end);
    hpm_mpi_calls_stop (
        !strcmp (hpm_session.options.with_measurement_error, "1"));
    hpm_node_counters_stop ();
    if (hpm_threads_stop (&rows) < 0)
        return;
    if (hpm_mpi_calls_split (&rows, &hpm_session.table, hpm_session.options.mpi)
        < 0) {
        hpm_thread_rows_release (&rows);
        return;
    }
    hpm_session.times.overhead_stop = hpm_clock_monotonic () - end;
    hpm_rank_record_append (
        body, hpm_session.rank, &hpm_session.times, &rows,
        hpm_session.table.count
            * hpm_mpi_calls_regions (hpm_session.options.mpi));
    hpm_thread_rows_release (&rows);
    hpm_checkpoint_store (body);
}

/* The root: gather into the stream.  Returns 0 when a complete stream is there.
 */
static int
gather_to_stream (const struct hpm_gather_part *part, struct hpm_error *error)
{
    struct hpm_stream_file file;
    int created
        = hpm_stream_file_create (&file, hpm_session.result, error) == 0;
    int result
        = created
              ? hpm_session_write_head (&file, hpm_session.options.mpi, error)
              : -1;

    result |= hpm_gather (part, created ? &file : NULL, error);
    if (!created)
        return -1;
    if (result == 0)
        result = hpm_session_write_end (&file, error);
    result |= hpm_stream_file_close (&file, error);
    memcpy (hpm_session.stream, file.path, sizeof hpm_session.stream);
    return result;
}

static void
stop_root (const struct hpm_gather_part *part)
{
    struct hpm_error error = { "" };

    if (gather_to_stream (part, &error) < 0) {
        hpm_session_tell_no_stream (error.text);
        return;
    }
    hpm_session_start_writer ();
}

/* Who comes to the gather.  */
static void
settle (void)
{
    struct hpm_app_contexts *contexts = &hpm_session.contexts;
    int was_root = hpm_session.root;

    hpm_app_contexts_settle (contexts);
    hpm_session.root = hpm_session.rank == contexts->first;
    if (hpm_session.root && !was_root)
        hpm_session_name_result (NULL);
    if (contexts->unknown && hpm_session.root && hpm_session.counting
        && !strcmp (hpm_session.options.verbose, "1"))
        hpm_message (
            "the run time does not tell which of the %d ranks run with "
            "hpmmpi: all are waited for",
            hpm_session.ranks);
}

void
hpm_session_stop (void)
{
    struct hpm_stream_buffer body = { .data = NULL };
    struct hpm_gather_part part
        = { .table = &hpm_session.table, .body = &body };
    struct hpm_descriptor_room room;
    struct hpm_error error = { "" };
    int64_t end;

    if (!hpm_session.connected)
        return;
    if (hpm_session.counting) {
        end = hpm_threads_stop_self ();
        hpm_descriptor_room_begin (&room);
        make_body (&body, end);
    } else
        hpm_descriptor_room_begin (&room);
    settle ();
    part.functions = hpm_mpi_calls_functions (&part.function_count);
    part.window = (size_t)hpm_options_number (hpm_session.options.buffer) << 20;
    if (hpm_app_contexts_comm (&hpm_session.contexts, &part.comm) < 0)
        hpm_message ("no result file, because MPI_Comm_create_group failed");
    else if (hpm_session.root)
        stop_root (&part);
    else
        hpm_gather (&part, NULL, &error);
    if (part.comm != hpm_mpi.comm_world)
        hpm_mpi.Comm_free (&part.comm);
    hpm_app_contexts_release (&hpm_session.contexts);
    hpm_descriptor_room_end (&room);
    hpm_stream_buffer_release (&body);
    hpm_session.connected = 0;
}

void
hpm_session_finish (void)
{
    if (hpm_session.alone)
        return;
    /* MPI_Finalize ends when all ranks have called it, so that what the
     * checkpoint holds is in the stream: whoever ends us while we wait for the
     * writer leaves nothing behind.  */
    hpm_checkpoint_release ();
    hpm_session_wait_writer ();
    if (hpm_session.counting)
        hpm_event_table_close (&hpm_session.table);
    hpm_options_release (&hpm_session.options);
    hpm_session.counting = 0;
}
