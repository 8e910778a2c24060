/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/scaling_command.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "aggregate/cmd/guard.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/file/load.h"
#include "aggregate/console/say.h"
#include "aggregate/show/scaling_output.h"
#include "aggregate/cmd/text_file.h"
#include "aggregate/model/row_names.h"

/* The work, and the file it is at: in memory that the guarded process shares
 * with the one that has to name the file if reading it fails.  */
struct job {
    const struct hpm_scaling_request *request;
    char *path;
};

static int
take_file (struct hpm_scaling_run *run, const char *path,
           struct hpm_error *error)
{
    struct hpm_h5_reader reader;
    struct hpm_result result;
    int failed;

    if (hpm_h5_reader_open (&reader, path, error))
        return -1;
    hpm_result_init (&result);
    failed = hpm_load (&reader, &result, 0, error);
    if (!failed && hpm_result_is_observed (&result))
        failed = hpm_error_set (error,
                                "%s is of hpmstat: its %s are not of one "
                                "program, which has no speedup there",
                                path, hpm_result_rows_word (&result));
    if (!failed && hpm_scaling_take (run, path, &result))
        failed = hpm_error_set (error, "out of memory");
    hpm_result_release (&result);
    hpm_h5_reader_close (&reader);
    return failed ? -1 : 0;
}

static int
take_files (struct hpm_scaling *scaling, const struct job *job,
            struct hpm_error *error)
{
    const struct hpm_scaling_request *request = job->request;

    for (int i = 0; i < request->count; i++) {
        snprintf (job->path, PATH_MAX, "%s", request->paths[i]);
        if (take_file (&scaling->runs[i], request->paths[i], error))
            return -1;
    }
    return 0;
}

static int
print (const struct hpm_scaling_request *request,
       const struct hpm_scaling *scaling, struct hpm_error *error)
{
    static int (*const print_as[]) (FILE *, const struct hpm_scaling *)
        = { hpm_scaling_text, hpm_scaling_csv, hpm_scaling_json };
    struct hpm_text_file file;

    if (hpm_text_file_open (&file, request->output, error))
        return -1;
    return hpm_text_file_close (
        &file, print_as[request->format](file.out, scaling), error);
}

static int
work (void *data)
{
    const struct job *job = data;
    const struct hpm_scaling_request *request = job->request;
    struct hpm_scaling scaling;
    struct hpm_error error = { "" };
    int failed;

    hpm_h5_begin ();
    failed = hpm_scaling_init (&scaling, request->count, request->weak)
                 ? hpm_error_set (&error, "out of memory")
                 : 0;
    failed = failed || take_files (&scaling, job, &error)
             || hpm_scaling_compare (&scaling, request->reference, &error)
             || print (request, &scaling, &error);
    hpm_scaling_release (&scaling);
    if (failed)
        hpm_say ("%s", error.text);
    return failed ? 2 : 0;
}

/* By another path it is the same file still.  */
static int
is_same (const char *path, const char *other)
{
    struct stat one, two;

    return !strcmp (path, other)
           || (stat (path, &one) == 0 && stat (other, &two) == 0
               && one.st_dev == two.st_dev && one.st_ino == two.st_ino);
}

static int
wrong (const char *what, const char *name)
{
    hpm_say ("%s%s (see hpmagg --help)", what, name);
    return 2;
}

int
hpm_scaling_command (const struct hpm_scaling_request *request)
{
    struct job job = { request, NULL };
    int status;

    if (request->count < 2)
        return wrong ("--scaling compares runs: name at least two files", "");
    for (int i = 0; i < request->count; i++)
        for (int j = 0; j < i; j++)
            if (is_same (request->paths[i], request->paths[j]))
                return wrong ("--scaling: named twice: ", request->paths[i]);
    job.path = mmap (NULL, PATH_MAX, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (job.path == MAP_FAILED)
        return wrong ("out of memory", "");
    snprintf (job.path, PATH_MAX, "%s", request->paths[0]);
    status = hpm_guard_run (work, &job, job.path);
    munmap (job.path, PATH_MAX);
    return status;
}
