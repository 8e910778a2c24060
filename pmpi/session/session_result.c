/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a session to its result file.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/path.h"
#include "base/launched.h"
#include "pmpi/count/backend_load.h"
#include "pmpi/guest/message.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/record/run_texts.h"
#include "pmpi/session/alike.h"
#include "pmpi/session/exit_hooks.h"
#include "pmpi/session/result_pattern.h"
#include "pmpi/session/session_private.h"
#include "pmpi/checkpoint/checkpoint.h"

/* How long the program may be held up by the writer.  */
#define WRITER_SECONDS 120
#define SUFFIX ".h5"

/* Put ".RANK" into a name, before its suffix if it has one.  */
static void
insert_rank (char name[PATH_MAX], const char *rank)
{
    char whole[PATH_MAX], more[32];

    snprintf (more, sizeof more, ".%s", rank);
    if (hpm_path_extend (whole, sizeof whole, name, more, SUFFIX) == 0)
        memcpy (name, whole, strlen (whole) + 1);
}

/* "PROGRAM.JOB.h5" */
static void
name_default (char name[PATH_MAX], const char *program)
{
    char more[sizeof hpm_session.job_id + sizeof SUFFIX + 1];

    snprintf (more, sizeof more, ".%s" SUFFIX, hpm_session.job_id);
    if (hpm_path_extend (name, PATH_MAX, program, more, "") < 0)
        snprintf (name, PATH_MAX, "program.%d" SUFFIX, (int)getpid ());
}

const char *
hpm_session_second_folder (void)
{
    const char *folder = getenv ("TMPDIR");

    return folder && *folder == '/' ? folder : "/tmp";
}

/* Returns 0, or an errno: the place had to be another one.  */
static int
name_result (char result[PATH_MAX], const char *rank)
{
    const struct hpm_options *options = &hpm_session.options;
    char program[NAME_MAX + 1], name[PATH_MAX], folder[PATH_MAX] = "";
    int n;

    hpm_run_program_name (program, sizeof program);
    hpm_result_pattern_expand (name, options->output, hpm_session.located);
    if (!*name)
        name_default (name, program);
    if (rank)
        insert_rank (name, rank);
    if (*name == '/') {
        memcpy (result, name, sizeof name);
        return 0;
    }
    if (*options->directory && !strchr (name, '/')) {
        hpm_result_pattern_expand (folder, options->directory,
                                   hpm_session.located);
        if (strlen (folder) + 1 < sizeof folder)
            strcat (folder, "/");
    }
    n = snprintf (result, PATH_MAX, "%s%s%s%s",
                  *folder == '/' ? "" : hpm_session.directory,
                  *folder == '/' ? "" : "/", folder, name);
    if (n < PATH_MAX)
        return *folder == '/' ? 0 : hpm_session.no_directory;
    snprintf (result, PATH_MAX, "/tmp/%s.%d" SUFFIX, program, (int)getpid ());
    return ENAMETOOLONG;
}

int
hpm_session_is_one_of_many (void)
{
    return hpm_session.gather->standalone
               ? hpm_message_rank_of_many () != NULL
               : hpm_session.ranks == 1 && hpm_alike_ranks () > 1;
}

void
hpm_session_name_result (void)
{
    hpm_session.misplaced = name_result (
        hpm_session.result,
        hpm_session_is_one_of_many () ? hpm_message_rank_of_many () : NULL);
}

void
hpm_session_copies_folder (char folder[PATH_MAX])
{
    struct hpm_error error;

    name_result (folder, NULL);
    if (hpm_result_pattern_make_folders (&hpm_session.options, folder, &error))
        folder[0] = '\0';
    else
        *strrchr (folder, '/') = '\0';
}

static int
write_head (struct hpm_stream_file *file, struct hpm_error *error)
{
    struct hpm_stream_buffer head = { .data = NULL };
    struct hpm_run_facts facts
        = { .ranks = hpm_session.ranks,
            .start_time = hpm_session.times.start,
            .end_time = hpm_session.times.end,
            .working_directory = hpm_session.directory,
            .job_id = hpm_session.job_id,
            .scope = hpm_session.scope,
            .exit_status
            = hpm_session.gather->standalone ? hpm_exit_status () : -1 };
    int result;

    hpm_stream_buffer_header (&head);
    hpm_run_texts_append (&head, &facts, &hpm_session.options,
                          &hpm_session.table);
    hpm_mpi_calls_append_run (&head, hpm_session_mpi_mode ());
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
    int result;

    hpm_stream_buffer_chunk (&tail, HPM_CHUNK_END, 0, NULL, 0);
    result = hpm_stream_file_write (file, tail.data, tail.bytes, error);
    hpm_stream_buffer_release (&tail);
    return result;
}

/* What may be a trap is not written to: the result then goes where it would if
 * there were no folder.  */
static void
make_folders (void)
{
    struct hpm_error error;
    char name[PATH_MAX];

    if (hpm_session.misplaced)
        hpm_message_once ("no path leads to the working directory (%s): "
                          "results go to %s",
                          strerror (hpm_session.misplaced), hpm_session.result);
    if (hpm_result_pattern_make_folders (&hpm_session.options,
                                         hpm_session.result, &error)
        == 0)
        return;
    strcpy (name, hpm_session.result + hpm_path_folder (hpm_session.result));
    if (snprintf (hpm_session.result, PATH_MAX, "%s/%s",
                  hpm_session_second_folder (), name)
        >= PATH_MAX)
        snprintf (hpm_session.result, PATH_MAX, "/tmp/hpmmpi.%d" SUFFIX,
                  (int)getpid ());
    hpm_message ("%s: results go to %s", error.text, hpm_session.result);
}

/* Where the file can't be made, all others still bring their parts.  */
int
hpm_session_write_stream (const struct hpm_gather_part *part,
                          struct hpm_error *error)
{
    struct hpm_stream_file file;
    int created, result;

    make_folders ();
    created = hpm_stream_file_create (&file, hpm_session.result, error) == 0;
    result = created ? write_head (&file, error) : -1;
    result |= hpm_session.gather->gather (part, created ? &file : NULL, error);
    hpm_session.unwritten = file.problem;
    if (!created)
        return -1;
    if (result == 0)
        result = write_end (&file, error);
    result |= hpm_stream_file_close (&file, error);
    memcpy (hpm_session.stream, file.path, sizeof hpm_session.stream);
    return result;
}

/* ---- the writer --------------------------------------------------------- */

static int
writer_path (char *path, size_t size)
{
    const char *writer = hpm_session.options.writer;

    if (*writer)
        return snprintf (path, size, "%s", writer) < (int)size ? 0 : -1;
    return hpm_installed_path (path, size, HPM_BINDIR "/hpmagg");
}

/* Another rank shows the summary for this one.  */
static int
is_like_another (void)
{
    return (hpm_session.gather->standalone || hpm_session_is_one_of_many ())
           && hpm_alike_is_another ();
}

static int
start_writer (struct hpm_error *error)
{
    char path[PATH_MAX], done[32];
    const char *const arguments[]
        = { HPM_WRITER_NAME,
            "--write",
            hpm_session.stream,
            "-o",
            hpm_session.result,
            done,
            is_like_another () ? "--summary=none" : NULL,
            NULL };

    if (writer_path (path, sizeof path) < 0)
        return hpm_error_set (error, "the writer's path is too long");
    snprintf (done, sizeof done, "--done-fd=%d", HPM_WRITER_DONE_FD);
    return hpm_writer_process_start (&hpm_session.writer, path, arguments,
                                     hpm_session.options.quiet, error);
}

int
hpm_session_is_worth (void)
{
    const struct hpm_rank_times *times = &hpm_session.times;
    double seconds = 1e-9 * (double)(times->end - times->start);

    return hpm_session.counting && !(seconds < hpm_session.options.shortest);
}

void
hpm_session_tell_too_short (void)
{
    const struct hpm_rank_times *times = &hpm_session.times;
    double seconds = 1e-9 * (double)(times->end - times->start);

    if (hpm_session.root && hpm_session.counting && !hpm_session_is_worth ()
        && (hpm_session.options.verbose || hpm_launched_token ()))
        hpm_message ("no result file, because the run took %.6g s, and "
                     "--shortest asks for %g",
                     seconds, hpm_session.options.shortest);
}

int
hpm_session_is_too_large (void)
{
    struct stat status;

    if (stat (hpm_session.stream, &status)
        || status.st_size >> 20 < hpm_session.options.largest)
        return 0;
    unlink (hpm_session.stream);
    hpm_message ("no result file, because its records take %lld MiB, and "
                 "--largest allows %ld",
                 (long long)(status.st_size >> 20),
                 hpm_session.options.largest);
    return 1;
}

void
hpm_session_start_writer (void)
{
    struct hpm_error error = { "" };

    if (start_writer (&error) < 0)
        hpm_session_tell_left_stream (error.text);
}

void
hpm_session_wait_writer (void)
{
    struct hpm_error error = { "" };
    char said[PATH_MAX + 16];
    int left;

    if (hpm_session.writer.pipe < 0)
        return;
    left = hpm_writer_process_wait (&hpm_session.writer, WRITER_SECONDS, said,
                                    sizeof said, &error);
    if (left > 0)
        hpm_session_tell_late (error.text);
    else if (left)
        hpm_session_tell_left_stream (error.text);
    else
        hpm_session_tell_others ();
}
