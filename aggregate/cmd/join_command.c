/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/join_command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/place.h"
#include "aggregate/cmd/guard.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/join/join.h"
#include "aggregate/file/result_writer.h"
#include "aggregate/console/say.h"
#include "aggregate/show/summary/summary.h"

struct job {
    const struct hpm_join_request *request;
    const char *path; /* to write to, where the file is not kept */
    struct hpm_join join;
    struct hpm_result result;
    struct hpm_scan scan;
    struct hpm_place place;
};

/* The joined ranks into a file.  */
static int
write_ranks (struct job *job, const char *path, struct hpm_error *error)
{
    struct hpm_join_ranks *ranks
        = hpm_join_ranks_create (&job->join, &job->result, error);
    int failed
        = !ranks || hpm_result_make_aggregates (&job->result, 1, error)
          || hpm_result_write (&job->result, &job->scan,
                               hpm_join_ranks_source (ranks), path, error);

    hpm_join_ranks_destroy (ranks);
    return failed ? -1 : 0;
}

static int
write_file (struct job *job, struct hpm_error *error)
{
    const struct hpm_join_request *request = job->request;

    if (!request->output)
        return write_ranks (job, job->path, error);
    if (hpm_place_begin (&job->place, request->output, request->force, error))
        return -1;
    if (write_ranks (job, job->place.temporary, error)
        || hpm_place_finish (&job->place, error)) {
        hpm_place_abandon (&job->place);
        return -1;
    }
    if (strcmp (job->place.final, request->output))
        hpm_say ("%s exists and was left alone (--force would replace "
                 "it)",
                 request->output);
    return 0;
}

static int
join (struct job *job, struct hpm_error *error)
{
    const struct hpm_join_request *request = job->request;

    return hpm_join_open (&job->join, request->paths, request->count, error)
           || hpm_join_check_same (&job->join, error)
           || hpm_join_describe (&job->join, &job->result, error)
           || hpm_join_check_alike (&job->join, &job->result, request->force,
                                    error)
           || hpm_join_scan (&job->join, &job->result, &job->scan, error)
           || write_file (job, error);
}

static void
print_summary (struct job *job)
{
    struct hpm_selection selection = { 0 };

    if (!job->request->output || job->request->summary == HPM_SUMMARY_NONE)
        return;
    selection.events_wanted = job->request->summary == HPM_SUMMARY_FULL;
    hpm_summary_print (stderr, &job->result, &selection, job->place.final);
}

static int
work (void *data)
{
    struct job *job = data;
    struct hpm_error error = { "" };
    int failed;

    hpm_h5_begin ();
    hpm_result_init (&job->result);
    failed = join (job, &error);
    if (failed)
        hpm_say ("%s", error.text);
    else
        print_summary (job);
    hpm_scan_release (&job->scan);
    hpm_join_release (&job->join);
    hpm_result_release (&job->result);
    return failed ? 2 : 0;
}

/* Read all of a file, so that a damaged one is known by its name.  */
static int
check_file (void *data)
{
    char *path = data;
    struct hpm_error error = { "" };
    struct hpm_join join;
    struct hpm_scan scan;
    struct hpm_result result;
    int failed;

    hpm_h5_begin ();
    hpm_result_init (&result);
    failed = hpm_join_open (&join, &path, 1, &error)
             || hpm_join_describe (&join, &result, &error);
    if (!failed) {
        failed = hpm_join_scan (&join, &result, &scan, &error);
        hpm_scan_release (&scan);
    }
    if (failed)
        hpm_say ("%s", error.text);
    hpm_join_release (&join);
    hpm_result_release (&result);
    return failed ? 2 : 0;
}

/* HDF5 writes to files with a name only.  */
static int
make_temporary (char path[PATH_MAX])
{
    const char *folder = getenv ("TMPDIR");
    int file = -1;

    if (!folder || !*folder)
        folder = "/tmp";
    if (snprintf (path, PATH_MAX, "%s/hpmagg-join-XXXXXX", folder) < PATH_MAX)
        file = mkstemp (path);
    if (file < 0) {
        hpm_say ("cannot write to folder %s: %s", folder, strerror (errno));
        return -1;
    }
    close (file);
    return 0;
}

/* Join into a temporary file, and show that.  */
static int
show_joined (struct job *job, struct hpm_show_request *show)
{
    char path[PATH_MAX], as[64];
    int status;

    if (make_temporary (path))
        return 2;
    job->path = path;
    status = hpm_guard_run (work, job, job->request->paths[0]);
    if (!status) {
        show->path = path;
        snprintf (as, sizeof as, "the join of %d files", job->request->count);
        show->as = as;
        status = hpm_show_command (show);
    }
    unlink (path);
    return status;
}

int
hpm_join_command (struct hpm_join_request *request,
                  struct hpm_show_request *show)
{
    struct job job = { .request = request };

    for (int i = 0; i < request->count; i++)
        if (hpm_guard_run (check_file, request->paths[i], request->paths[i]))
            return 2;
    if (!request->output)
        return show_joined (&job, show);
    return hpm_guard_run (work, &job, request->paths[0]);
}
