/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/option.h"
#include "core/quality.h"
#include "pmpi/app_contexts.h"
#include "pmpi/backend_load.h"
#include "pmpi/clock.h"
#include "pmpi/descriptor_room.h"
#include "pmpi/ends.h"
#include "pmpi/gather.h"
#include "pmpi/message.h"
#include "pmpi/mpi_api.h"
#include "pmpi/mpi_calls.h"
#include "pmpi/mpi_objects.h"
#include "pmpi/rank_record.h"
#include "pmpi/run_texts.h"
#include "pmpi/session.h"
#include "pmpi/spill.h"
#include "pmpi/writer_process.h"

/* How long MPI_Finalize may be held up by the writer.  */
#define WRITER_SECONDS 120

extern char **environ;

static struct {
    int connected;             /* hpm_mpi works: takes part at the end */
    int counting;
    int rank, ranks;
    struct hpm_app_contexts contexts;  /* the programs that take part */
    int root;                  /* the lowest rank that takes part */
    struct hpm_options options;
    struct hpm_event_table table;
    struct hpm_rank_times times;
    int64_t start;             /* monotonic, when counting began */
    char directory[PATH_MAX];  /* working directory at MPI_Init */
    char job_id[128];
    char result[PATH_MAX];     /* rank 0: the file to be, absolute */
    char stream[PATH_MAX];     /* rank 0: what the writer reads */
    struct hpm_writer_process writer;
} session;

/* ---- start -------------------------------------------------------------- */

static void
warn (const char *text, void *data)
{
    (void) data;
    hpm_message_once ("%s", text);
}

static int
read_options (struct hpm_error *error)
{
    struct hpm_options *options = &session.options;

    if (hpm_options_init (options) < 0)
        return hpm_error_set (error, "out of memory");
    if (hpm_options_from_environment (options, environ, warn, NULL, error) < 0)
        return -1;
    if (*options->config)
        return hpm_options_from_file (options, options->config, warn, NULL,
                                      error);
    return 0;
}

/* The result file: as asked for, or PROGRAM.JOB.h5; relative to --directory or
 * to where the program was when it called MPI_Init.  */
static void
name_result (void)
{
    const struct hpm_options *options = &session.options;
    char program[NAME_MAX], name[PATH_MAX], folder[PATH_MAX] = "";
    int n;

    hpm_run_program_name (program, sizeof program);
    if (*options->output)
        snprintf (name, sizeof name, "%s", options->output);
    else
        snprintf (name, sizeof name, "%s.%s.h5", program, session.job_id);
    if (*name == '/') {
        memcpy (session.result, name, sizeof name);
        return;
    }
    if (*options->directory && !strchr (name, '/'))
        snprintf (folder, sizeof folder, "%s/", options->directory);
    n = snprintf (session.result, sizeof session.result, "%s%s%s%s",
                  *folder == '/' ? "" : session.directory,
                  *folder == '/' ? "" : "/", folder, name);
    if (n >= (int) sizeof session.result)
        snprintf (session.result, sizeof session.result, "/tmp/%s.%d.h5",
                  program, (int) getpid ());
}

/* Say what is counted; --verbose only.  */
static void
tell_events (void)
{
    hpm_message ("%d ranks, %d events, backend %s %s, started in %.2f ms",
                 session.ranks, session.table.count,
                 session.table.backend ? session.table.backend->name : "none",
                 session.table.backend ? session.table.backend_version
                                       : session.table.problem,
                 (double) session.times.overhead_start * 1e-6);
}

/* Events that somebody asked for are not left out silently.  */
static void
tell_conflicts (void)
{
    const struct hpm_event_table *table = &session.table;
    char names[512] = "";

    for (int i = 0; *session.options.events && i < table->backend_count; i++)
        if (table->asked[i].reason == HPM_REASON_CONFLICT)
            snprintf (names + strlen (names), sizeof names - strlen (names),
                      "%s%s", *names ? ", " : "",
                      table->asked[i].record.name);
    if (*names)
        hpm_message ("%s: not counted, because %s (%s)", names,
                     hpm_reason_text (HPM_REASON_CONFLICT),
                     hpm_reason_remedy (HPM_REASON_CONFLICT));
}

/* From here on, what is counted survives the process.  */
static void
open_spill (void)
{
    const struct hpm_spill_setup setup
        = { .rank = session.rank,
            .times = &session.times,
            .start = &session.start,
            .facts = { .ranks = session.ranks,
                       .start_time = hpm_clock_real (),
                       .end_time = hpm_clock_real (),
                       .working_directory = session.directory,
                       .job_id = session.job_id },
            .options = &session.options,
            .table = &session.table };

    hpm_spill_open (&setup);
    hpm_ends_watch ();
}

static void
start_calls (const void *caller)
{
    struct hpm_error error = { "" };

    if (hpm_mpi_calls_start (session.options.mpi, &session.table, caller,
                             &error) < 0)
        hpm_message_once ("MPI calls not timed, because %s", error.text);
}

/* Everything but the counters of the calling thread.  */
static void
prepare_counting (const void *caller)
{
    hpm_event_table_open (&session.table, &session.options, session.rank,
                          session.ranks);
    session.counting = 1;
    open_spill ();
    hpm_threads_start (&session.table);
    hpm_spill_start ();
    start_calls (caller);
}

void
hpm_session_start (const void *caller)
{
    int64_t began = hpm_clock_monotonic ();
    struct hpm_error error = { "" };

    session.writer.pipe = -1;
    if (hpm_mpi_find (caller, &error) < 0) {
        hpm_message_once ("not counted, because %s", error.text);
        return;
    }
    hpm_mpi.Comm_rank (hpm_mpi.comm_world, &session.rank);
    hpm_mpi.Comm_size (hpm_mpi.comm_world, &session.ranks);
    hpm_app_contexts_find (&session.contexts);
    session.root = session.rank == hpm_app_contexts_first (&session.contexts);
    session.connected = 1;
    if (!getcwd (session.directory, sizeof session.directory))
        snprintf (session.directory, sizeof session.directory, "/tmp");
    hpm_mpi_objects_note ();
    hpm_run_job_id (session.job_id, sizeof session.job_id);
    if (read_options (&error) < 0)
        hpm_message_once ("not counted, because %s", error.text);
    else
        prepare_counting (caller);
    if (session.root)
        name_result ();
    session.times.start = hpm_clock_real ();
    session.times.overhead_start = hpm_clock_monotonic () - began;
    if (session.counting && session.root
        && !strcmp (session.options.verbose, "1"))
        tell_events ();
    if (session.counting && session.root)
        tell_conflicts ();
    if (session.counting) {
        session.start = hpm_threads_start_self ();
        hpm_spill_go ();
    }
}

/* ---- stop --------------------------------------------------------------- */

/* Stop the counters and put this rank's record together.  Without memory for
 * it, the body stays empty and the rank is missing in the file.  */
static void
make_body (struct hpm_stream_buffer *body)
{
    int64_t began = hpm_clock_monotonic ();
    struct hpm_thread_rows rows;

    hpm_spill_stop ();
    session.times.end = hpm_clock_real ();
    session.times.wall = began - session.start;
    hpm_mpi_calls_stop ();
    if (hpm_threads_stop (&rows) < 0)
        return;
    if (hpm_mpi_calls_split (&rows, &session.table, session.options.mpi) < 0) {
        hpm_thread_rows_release (&rows);
        return;
    }
    session.times.overhead_stop = hpm_clock_monotonic () - began;
    hpm_rank_record_append (body, session.rank, &session.times, &rows,
                            session.table.count
                                * hpm_mpi_calls_regions (session.options.mpi));
    hpm_thread_rows_release (&rows);
    hpm_spill_store (body);
}

/* Header, RUN and REGIONS.  */
static int
write_head (struct hpm_stream_file *file, struct hpm_error *error)
{
    struct hpm_stream_buffer head = { .data = NULL };
    struct hpm_run_facts facts = { .ranks = session.ranks,
                                   .start_time = session.times.start,
                                   .end_time = session.times.end,
                                   .working_directory = session.directory,
                                   .job_id = session.job_id };
    int result;

    hpm_stream_buffer_header (&head);
    hpm_run_texts_append (&head, &facts, &session.options, &session.table);
    hpm_mpi_calls_append_run (&head, session.options.mpi);
    result = head.failed
                 ? hpm_error_set (error, "out of memory")
                 : hpm_stream_file_write (file, head.data, head.bytes, error);
    hpm_stream_buffer_release (&head);
    return result;
}

static int
write_end (struct hpm_stream_file *file, struct hpm_error *error)
{
    struct hpm_stream_buffer tail = { .data = NULL };
    struct hpm_stream_end end = { .ranks = (uint64_t) session.ranks };
    int result;

    hpm_stream_buffer_chunk (&tail, HPM_CHUNK_END, 0, &end, sizeof end);
    result = hpm_stream_file_write (file, tail.data, tail.bytes, error);
    hpm_stream_buffer_release (&tail);
    return result;
}

/* The root: gather into the stream.  Returns 0 when a complete stream is there. */
static int
gather_to_stream (const struct hpm_gather_part *part, struct hpm_error *error)
{
    struct hpm_stream_file file;
    int created = hpm_stream_file_create (&file, session.result, error) == 0;
    int result = created ? write_head (&file, error) : -1;

    result |= hpm_gather (part, created ? &file : NULL, error);
    if (!created)
        return -1;
    if (result == 0)
        result = write_end (&file, error);
    result |= hpm_stream_file_close (&file, error);
    memcpy (session.stream, file.path, sizeof session.stream);
    return result;
}

static int
writer_path (char *path, size_t size)
{
    if (*session.options.writer)
        return snprintf (path, size, "%s", session.options.writer) < (int) size
                   ? 0 : -1;
    return hpm_installed_path (path, size, HPM_BINDIR "/hpmagg");
}

static int
start_writer (struct hpm_error *error)
{
    const struct hpm_options *options = &session.options;
    char path[PATH_MAX], summary[32], done[32], costs[PATH_MAX + 16];
    const char *arguments[16];
    int n = 0;

    if (writer_path (path, sizeof path) < 0)
        return hpm_error_set (error, "the writer's path is too long");
    snprintf (summary, sizeof summary, "--summary=%s", options->summary);
    snprintf (done, sizeof done, "--done-fd=%d", HPM_WRITER_DONE_FD);
    if (!strcmp (options->costs, "1"))
        strcpy (costs, "--costs");
    else
        snprintf (costs, sizeof costs, "--costs=%s", options->costs);
    arguments[n++] = path;
    arguments[n++] = "--write";
    arguments[n++] = session.stream;
    arguments[n++] = "-o";
    arguments[n++] = session.result;
    arguments[n++] = summary;
    arguments[n++] = done;
    if (!strcmp (options->force, "1"))
        arguments[n++] = "--force";
    if (*options->metrics) {
        arguments[n++] = "--metrics";
        arguments[n++] = options->metrics;
    }
    if (strcmp (options->costs, "0") != 0)
        arguments[n++] = costs;
    arguments[n] = NULL;
    return hpm_writer_process_start (&session.writer, arguments, error);
}

/* The counts are on disk and no result file was made of them.  */
static void
tell_left_stream (const char *why)
{
    hpm_message ("no result file, because %s", why);
    hpm_message ("the counts are in %s; make a result file of them with: "
                 "hpmagg --recover %s -o %s",
                 session.stream, session.stream, session.result);
}

static void
stop_root (const struct hpm_gather_part *part)
{
    struct hpm_error error = { "" };

    if (gather_to_stream (part, &error) < 0) {
        hpm_message ("no result file, because %s", error.text);
        hpm_spill_keep ();
        return;
    }
    if (start_writer (&error) < 0)
        tell_left_stream (error.text);
}

void
hpm_session_stop (void)
{
    struct hpm_stream_buffer body = { .data = NULL };
    struct hpm_gather_part part = { .table = &session.table, .body = &body };
    struct hpm_descriptor_room room;
    struct hpm_error error = { "" };

    if (!session.connected)
        return;
    if (session.counting) {
        hpm_threads_stop_self ();
        hpm_descriptor_room_begin (&room);
        make_body (&body);
    } else
        hpm_descriptor_room_begin (&room);
    part.window = (size_t) hpm_options_number (session.options.buffer) << 20;
    if (hpm_app_contexts_comm (&session.contexts, &part.comm) < 0)
        hpm_message ("no result file, because MPI_Comm_create_group failed");
    else if (session.root)
        stop_root (&part);
    else
        hpm_gather (&part, NULL, &error);
    if (part.comm != hpm_mpi.comm_world)
        hpm_mpi.Comm_free (&part.comm);
    hpm_app_contexts_release (&session.contexts);
    hpm_descriptor_room_end (&room);
    hpm_stream_buffer_release (&body);
    session.connected = 0;
}

void
hpm_session_finish (void)
{
    struct hpm_error error = { "" };
    char said[PATH_MAX + 16];

    /* What the spill holds is in the stream: whoever ends us while we wait for
     * the writer leaves nothing behind.  */
    hpm_spill_release ();
    if (session.writer.pipe >= 0
        && hpm_writer_process_wait (&session.writer, WRITER_SECONDS, said,
                                    sizeof said, &error) < 0)
        tell_left_stream (error.text);
    if (session.counting)
        hpm_event_table_close (&session.table);
    hpm_options_release (&session.options);
    session.counting = 0;
}
