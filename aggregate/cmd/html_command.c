/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/html_command.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aggregate/cmd/guard.h"
#include "aggregate/cmd/text_file.h"
#include "aggregate/console/say.h"
#include "aggregate/file/load.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/history/history_page.h"
#include "aggregate/input/definitions.h"
#include "aggregate/model/costs.h"
#include "aggregate/page/page.h"

/* One file, read by a process of its own, which writes where ours does.  */
struct job {
    const struct hpm_html_request *request;
    const struct hpm_show_request *show;
    const char *path, *source; /* a folder without links in it, or NULL */
    FILE *out;
};

static int
load (const struct job *job, const struct hpm_h5_reader *reader,
      struct hpm_result *result, struct hpm_error *error)
{
    const struct hpm_event_list *definitions = &job->show->definitions;

    if (hpm_load (reader, result, 1, error))
        return -1;
    if (definitions->count
        && (hpm_costs_prepare (result, NULL, error)
            || hpm_definitions_apply (result, definitions, error)
            || hpm_load_again (reader, result, error)))
        return -1;
    return hpm_selection_check (&job->show->selection, result, error);
}

static int
put_file (const struct job *job, const struct hpm_h5_reader *reader,
          struct hpm_error *error)
{
    struct hpm_result result;
    struct hpm_page_run run
        = { job->path, reader, &result, &job->show->selection, job->source };
    int failed;

    hpm_result_init (&result);
    failed = load (job, reader, &result, error)
             || hpm_page_put_run (job->out, &run, error);
    hpm_result_release (&result);
    return failed ? -1 : 0;
}

/* What was written is in the file.  Returns 0, or -1 with the error, which
 * keeps an earlier one.  */
static int
flush (FILE *out, const char *output, struct hpm_error *error)
{
    if (!hpm_text_file_flush (out))
        return 0;
    if (!error->text[0])
        hpm_error_set (error, "cannot write %s: %s", output, strerror (errno));
    return -1;
}

static int
work (void *data)
{
    const struct job *job = data;
    struct hpm_h5_reader reader;
    struct hpm_error error = { "" };
    int failed;

    hpm_h5_begin ();
    failed = hpm_h5_reader_open (&reader, job->path, &error);
    if (!failed) {
        failed = put_file (job, &reader, &error);
        hpm_h5_reader_close (&reader);
    }
    failed = flush (job->out, job->request->output, &error) || failed;
    if (failed)
        hpm_say ("%s", error.text[0] ? error.text : "out of memory");
    return failed ? 2 : 0;
}

/* What the page is made of, besides result files.  */
struct material {
    const struct hpm_html_request *request;
    const struct hpm_show_request *show;
    char *source; /* owned */
    struct hpm_history history;
};

/* Returns 0, or the status after a message.  */
static int
put_runs (const struct material *material, char **paths, FILE *out)
{
    int status = 0;

    for (char **path = paths; !status && *path; path++) {
        struct job job = { material->request, material->show, *path,
                           material->source, out };

        if (path != paths)
            hpm_page_next (out);
        /* The child has a copy of what waits to be written.  */
        fflush (out);
        status = hpm_guard_run (work, &job, *path);
    }
    return status;
}

/* Returns 0, or the status after a message.  */
static int
put_page (const struct material *material, char **paths, FILE *out)
{
    const char *name = material->request->history;
    struct hpm_error error = { "" };
    int status;

    hpm_page_begin (out);
    status = put_runs (material, paths, out);
    hpm_page_end_runs (out);
    if (!name)
        fputs ("null\n", out);
    else if (!status && hpm_history_put_page (out, name, &material->history)
             && !ferror (out))
        hpm_error_set (&error, "out of memory");
    hpm_page_end (out);
    if (status
        || (!flush (out, material->request->output, &error) && !error.text[0]))
        return status;
    hpm_say ("%s", error.text);
    return 2;
}

/* The desktop's choice of a browser, which is not waited for.  */
static void
open_page (const char *path)
{
    char program[] = "xdg-open", *absolute = NULL;
    char *arguments[] = { program, NULL, NULL };
    pid_t child;
    int failed;

    if (asprintf (&absolute, "%s%s", *path == '/' ? "" : "./", path) < 0)
        return;
    arguments[1] = absolute;
    failed = posix_spawnp (&child, *arguments, NULL, NULL, arguments, environ);
    if (failed)
        hpm_say (
            "%s is written, but xdg-open, which --open asks for a browser, "
            "cannot be started: %s",
            path, strerror (failed));
    free (absolute);
}

static int
refuse_output (const char *name)
{
    hpm_say ("--html=%s is an HDF5 file, not to be replaced by a page: name "
             "the page with --html=FILE.html",
             name);
    return 2;
}

/* The folder of --source without links in it, malloc'ed; NULL where none was
 * named.  Returns 0, or 2 after a message.  */
static int
find_source (const struct hpm_html_request *request, char **folder)
{
    struct stat status;

    *folder = request->source ? realpath (request->source, NULL) : NULL;
    if (!request->source
        || (*folder && !stat (*folder, &status) && S_ISDIR (status.st_mode)))
        return 0;
    hpm_say ("--source=%s is no folder to read (%s): name the one that has the "
             "program's source",
             request->source, strerror (*folder ? ENOTDIR : errno));
    free (*folder);
    *folder = NULL;
    return 2;
}

/* Before anything is written.  Returns 0, or 2 after a message.  */
static int
gather (struct material *material)
{
    const char *history = material->request->history;
    struct hpm_error error = { "" };

    if (find_source (material->request, &material->source))
        return 2;
    if (!history
        || !hpm_history_read_runs (&material->history, history, &error))
        return 0;
    hpm_say ("%s", error.text);
    return 2;
}

/* Into the file of that name, when it is complete.  Returns the status.  */
static int
write_page (const struct material *material, char **paths)
{
    struct hpm_text_file file;
    struct hpm_error error = { "" };
    int status;

    if (hpm_text_file_open (&file, material->request->output, &error)) {
        hpm_say ("%s", error.text);
        return 2;
    }
    status = put_page (material, paths, file.out);
    if (hpm_text_file_close (&file, status, &error) && !status) {
        hpm_say ("%s", error.text);
        status = 2;
    }
    return status;
}

int
hpm_html_check_built (const char *flag)
{
    if (hpm_page_is_built ())
        return 0;
    hpm_say ("%s: this hpmagg was built without D3, which draws the page: "
             "configure it where d3.min.js is (Debian: node-d3), or with "
             "--with-d3=FILE",
             flag);
    return 2;
}

int
hpm_html_command (const struct hpm_html_request *request, char **paths,
                  const struct hpm_show_request *show)
{
    struct material material = { .request = request, .show = show };
    int status;

    if (hpm_html_check_built ("--html"))
        return 2;
    if (request->open && !strcmp (request->output, "-")) {
        hpm_say ("--open shows a file, and --html=- writes none: name the "
                 "page");
        return 2;
    }
    hpm_h5_begin ();
    if (hpm_h5_is_file (request->output))
        return refuse_output (request->output);
    status = gather (&material);
    if (!status)
        status = write_page (&material, paths);
    hpm_history_release (&material.history);
    free (material.source);
    if (!status && request->open)
        open_page (request->output);
    return status;
}
