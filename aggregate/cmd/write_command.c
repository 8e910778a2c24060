/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/write_command.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/event/event_list.h"
#include "base/file/place.h"
#include "aggregate/model/costs.h"
#include "aggregate/model/settings.h"
#include "aggregate/input/definitions.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/file/result_writer.h"
#include "aggregate/console/patience.h"
#include "aggregate/console/say.h"
#include "aggregate/input/recorded_ranks.h"
#include "aggregate/input/stream.h"
#include "aggregate/show/summary/summary.h"

#define PATIENCE 2        /* s, for who reads standard error */
#define SECONDS_MOST 3600 /* of processor time; 10^6 ranks take 10 */

struct job {
    struct hpm_write_request request; /* and what the run's settings add */
    struct hpm_options settings;      /* of the run */
    struct hpm_records *records;
    struct hpm_result result;
    struct hpm_scan scan;
    struct hpm_place place;
};

/* A program waits for the name of a new file, not for the disk.  */
static int
is_synced_later (const struct job *job)
{
    return job->request.done_fd >= 0 && !job->place.force;
}

static int
finish_place (struct job *job, struct hpm_error *error)
{
    return is_synced_later (job) ? hpm_place_name (&job->place, error)
                                 : hpm_place_finish (&job->place, error);
}

/* HDF5 knows what it writes, and not where that is to go in the end.  */
static int
write_values (struct job *job, struct hpm_recorded_ranks *ranks,
              const char *path, struct hpm_error *error)
{
    struct hpm_error why;

    if (!hpm_result_write (&job->result, &job->scan,
                           hpm_recorded_ranks_source (ranks),
                           job->place.temporary, &why))
        return 0;
    return hpm_error_set (
        error, "%s: %s%s", path, why.text,
        hpm_h5_reached_size_limit ()
            ? ": raise the limit of the size of files (ulimit -f)"
            : "");
}

/* One try at one place.  */
static int
write_at (struct job *job, const char *path, int force, struct hpm_error *error)
{
    struct hpm_recorded_ranks *ranks;
    int failed;

    job->result.nodes.count = 0;
    if (hpm_place_begin (&job->place, path, force, error))
        return -1;
    ranks = hpm_recorded_ranks_create (job->records, &job->result, &job->scan,
                                       error);
    failed = !ranks || hpm_result_make_aggregates (&job->result, 1, error)
             || write_values (job, ranks, path, error)
             || finish_place (job, error);
    hpm_recorded_ranks_destroy (ranks);
    if (failed)
        hpm_place_abandon (&job->place);
    return failed ? -1 : 0;
}

/* Another folder: what was counted is not lost.  No file is replaced there.  */
static int
write_elsewhere (struct job *job, const struct hpm_error *why)
{
    char other[PATH_MAX];
    struct hpm_error error;

    for (int i = 0; i < HPM_PLACES_OTHER; i++)
        if (!hpm_place_other (other, job->request.output, i)
            && !write_at (job, other, 0, &error)) {
            hpm_say ("%s; wrote %s instead", why->text, job->place.final);
            return 0;
        }
    return -1;
}

/* The folder asked for, else another one.  */
static int
write_somewhere (struct job *job, struct hpm_error *error)
{
    const struct hpm_write_request *request = &job->request;

    if (!write_at (job, request->output, request->force, error)) {
        if (strcmp (job->place.final, request->output))
            hpm_say ("%s exists and was left alone (--force would "
                     "replace it)",
                     request->output);
        return 0;
    }
    return write_elsewhere (job, error);
}

/* hpmrun has refused such a group; who preloads by hand is told here.  */
static void
check_groups (const struct job *job)
{
    struct hpm_event_list names = { NULL, 0 };
    struct hpm_error error;

    hpm_event_list_add_all (&names, job->settings.groups);
    for (int i = 0; i < names.count; i++)
        if (hpm_metric_set_choose_group (&job->result.metrics, names.names[i],
                                         &error)
            < 0)
            hpm_say ("groups left out: %s", error.text);
    hpm_event_list_release (&names);
}

/* Bad definitions cost the metrics, never the counts.  */
static void
read_definitions (struct job *job)
{
    struct hpm_error error;

    if (hpm_definitions_read (&job->result.metrics, job->request.definitions,
                              job->request.metrics, &error))
        hpm_say ("metrics left out: %s", error.text);
    check_groups (job);
    /* Without memory they all stay.  */
    hpm_definitions_trim (&job->result, job->request.metrics);
}

/* Bad tables cost the estimates, never the counts.  */
static void
read_costs (struct job *job)
{
    struct hpm_error error;

    if (hpm_costs_prepare (&job->result, job->request.costs, &error))
        hpm_say ("costs left out: %s", error.text);
}

/* The library tells the writer where, and the stream how.  */
static void
read_settings (struct job *job)
{
    struct hpm_write_request *request = &job->request;
    const struct hpm_options *settings = &job->settings;

    hpm_result_settings (&job->result, &job->settings);
    if (request->keep)
        return;
    request->force |= settings->force;
    if (!request->summary_given)
        request->summary = settings->summary;
    if (!request->metrics && *settings->metrics)
        request->metrics = settings->metrics;
    if (!request->costs && settings->costs.wanted)
        request->costs = settings->costs.text ? settings->costs.text : "";
}

static int
run (struct job *job, struct hpm_error *error)
{
    if (hpm_scan_records (job->records, &job->result, &job->scan, error))
        return -1;
    if (!job->scan.complete)
        hpm_say ("%s %s was cut short: %llu of %llu ranks "
                 "are in it",
                 job->records->kind, job->records->name,
                 (unsigned long long)job->scan.recorded,
                 (unsigned long long)job->scan.ranks);
    read_settings (job);
    read_definitions (job);
    read_costs (job);
    return write_somewhere (job, error);
}

/* Whether a program waits for the file, and so for what is said of it.  */
static int
is_waited_for (const struct hpm_write_request *request)
{
    return request->done_fd >= 0;
}

/* In one piece: each call of write(2) may wake a launcher that reads it.  */
static void
print_summary (struct job *job)
{
    static char buffer[1 << 16];
    struct hpm_selection selection = { 0 };

    if (job->request.summary == HPM_SUMMARY_NONE)
        return;
    selection.costs_wanted = job->request.costs != NULL;
    selection.full = job->request.summary == HPM_SUMMARY_FULL;
    selection.events_wanted = selection.full;
    if (is_waited_for (&job->request))
        hpm_patience_begin (PATIENCE);
    setvbuf (stderr, buffer, _IOFBF, sizeof buffer);
    hpm_summary_print (stderr, &job->result, &selection, job->place.final);
    fflush (stderr);
    setvbuf (stderr, NULL, _IONBF, 0);
    hpm_patience_end ();
}

/* Where memory is short, the kernel ends this process, and not the program that
 * waits for it; to be the first to go takes no rights.  */
static void
go_first (void)
{
    FILE *most = fopen ("/proc/self/oom_score_adj", "we");

    if (!most)
        return;
    fputs ("1000", most);
    fclose (most);
}

/* Nobody ends this process, should it have no end, once the program has given
 * it up. Not by the size of the stream: lines are looked up in files of any
 * size.  */
static void
end_some_time (void)
{
    struct rlimit time;

    if (getrlimit (RLIMIT_CPU, &time))
        return;
    if (time.rlim_cur > SECONDS_MOST)
        time.rlim_cur = SECONDS_MOST;
    if (time.rlim_max > SECONDS_MOST)
        time.rlim_max = SECONDS_MOST;
    setrlimit (RLIMIT_CPU, &time);
}

/* Tell the process that waits for the file.  Returns -1 where none does, or it
 * has ended.  */
static int
tell_done (int file, const char *word, const char *text)
{
    char line[PATH_MAX + 16];
    int length = snprintf (line, sizeof line, "%s %s\n", word, text);
    ssize_t written;

    if (file < 0 || length >= (int)sizeof line)
        return -1;
    do
        written = write (file, line, (size_t)length);
    while (written < 0 && errno == EINTR);
    close (file);
    return written < 0 ? -1 : 0;
}

/* Its folder may have been removed meanwhile.  */
static void
tell_stream (const struct hpm_write_request *request)
{
    if (access (request->stream, F_OK) && (errno == ENOENT || errno == ENOTDIR))
        hpm_say ("the counts were in %s, which is no longer there",
                 request->stream);
    else
        hpm_say ("the counts are in %s; make a result file of them with: "
                 "hpmagg --recover %s -o %s",
                 request->stream, request->stream, request->output);
}

/* Who waits for the file says that there is none, and what to do; if he is
 * gone, nobody else does.  */
static void
tell_failed (const struct hpm_write_request *request,
             const struct hpm_error *error)
{
    if (!tell_done (request->done_fd, "failed", error->text))
        return;
    hpm_say ("no result file: %s", error->text);
    if (is_waited_for (request))
        tell_stream (request);
}

/* Whoever reads the job's output waits for its end: ours is closed first.  */
static void
sync_later (const struct job *job)
{
    if (!is_synced_later (job))
        return;
    for (int file = 0; file <= STDERR_FILENO; file++)
        close (file);
    hpm_place_sync (&job->place);
}

int
hpm_write_records (const struct hpm_write_request *request,
                   struct hpm_records *records)
{
    struct job job = { .request = *request, .records = records };
    struct hpm_error error = { "" };
    int failed;

    hpm_h5_begin ();
    hpm_result_init (&job.result);
    hpm_options_init (&job.settings);
    failed = run (&job, &error);
    hpm_scan_release (&job.scan);
    if (failed) {
        tell_failed (request, &error);
    } else {
        print_summary (&job);
        if (!request->keep)
            unlink (request->stream);
        tell_done (request->done_fd, "ok", job.place.final);
        sync_later (&job);
    }
    hpm_options_release (&job.settings);
    hpm_result_release (&job.result);
    return failed ? 2 : 0;
}

int
hpm_write_command (const struct hpm_write_request *request)
{
    struct hpm_stream stream;
    struct hpm_error error = { "" };
    int status;

    if (is_waited_for (request)) {
        go_first ();
        end_some_time ();
    }
    /* Nobody may read what is said, nor wait any more.  */
    signal (SIGPIPE, SIG_IGN);
    hpm_say_patience (is_waited_for (request) ? PATIENCE : 0);
    if (hpm_stream_open (&stream, request->stream,
                         !request->keep || request->any_owner, &error)) {
        tell_failed (request, &error);
        return 2;
    }
    status = hpm_write_records (request, &stream.records);
    hpm_stream_close (&stream);
    return status;
}
