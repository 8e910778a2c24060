/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/compare_command.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "aggregate/cmd/compare_read.h"
#include "aggregate/cmd/guard.h"
#include "aggregate/history/history_file.h"
#include "aggregate/cmd/text_file.h"
#include "aggregate/compare/condition.h"
#include "aggregate/console/number.h"
#include "aggregate/console/say.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/show/compare_output.h"

/* What the guarded process shares with the one that goes on.  */
struct shared {
    char path[PATH_MAX]; /* that it is at */
    int status;          /* what conditions say */
};

struct job {
    const struct hpm_compare_request *request;
    const struct hpm_catalog_files *files; /* [HPM_SIDES] */
    struct shared *shared;
};

static int
print (const struct hpm_compare_request *request,
       const struct hpm_comparison *comparison, struct hpm_error *error)
{
    static int (*const print_as[]) (FILE *, const struct hpm_comparison *)
        = { hpm_compare_text, hpm_compare_csv, hpm_compare_json };
    struct hpm_text_file file;

    if (!request->shows)
        return 0;
    if (hpm_text_file_open (&file, request->output, error))
        return -1;
    return hpm_text_file_close (
        &file, print_as[request->format](file.out, comparison), error);
}

/* Every condition has its line; the status is the worst.  Returns 0, or -1 with
 * the error where one is no condition.  */
static int
judge (const struct hpm_compare_request *request,
       const struct hpm_comparison *comparison, int *status,
       struct hpm_error *error)
{
    int held = 0, unknown = 0;

    for (int i = 0; i < request->conditions.count; i++) {
        struct hpm_condition condition;
        char line[1024];
        enum hpm_held judged;

        if (hpm_condition_read (&condition, request->conditions.names[i],
                                error))
            return -1;
        judged
            = hpm_condition_judge (&condition, comparison, line, sizeof line);
        held |= judged == HPM_HELD;
        unknown |= judged == HPM_HELD_UNKNOWN;
        hpm_say ("%s", line);
    }
    *status = unknown ? 2 : held ? HPM_STATUS_HELD : 0;
    return 0;
}

/* The number, or the range that it is.  */
static void
badge_value (char *value, size_t size, const struct hpm_comparison *comparison,
             const struct hpm_change *change)
{
    const char *unit = change->quantity->unit;
    char most[HPM_NUMBER_TEXT], least[HPM_NUMBER_TEXT];
    const struct hpm_change *low
        = hpm_comparison_find_least (comparison, change);

    hpm_number_text (most, change->median[HPM_SIDE_NEW]);
    *least = '\0';
    if (low && low->median[HPM_SIDE_NEW] < change->median[HPM_SIDE_NEW])
        hpm_number_text (least, low->median[HPM_SIDE_NEW]);
    snprintf (value, size, "%s%s%s%s%s", least, *least ? " to " : "", most,
              *unit ? " " : "", unit);
}

/* Red where a condition holds, green where none does; else neither.  */
static int
write_badge (const struct hpm_compare_request *request,
             const struct hpm_comparison *comparison, int status,
             struct hpm_error *error)
{
    const char *key = request->quantity ? request->quantity : "wall";
    const struct hpm_change *change
        = hpm_comparison_find_number (comparison, key);
    const char *colour = !request->conditions.count ? "#007ec6"
                         : status                   ? "#e05d44"
                                                    : "#4c1";
    char value[256];
    struct hpm_text_file file;

    if (!request->badge)
        return 0;
    if (!change)
        return hpm_error_set (error, "--badge: %s was not measured", key);
    badge_value (value, sizeof value, comparison, change);
    if (hpm_text_file_open (&file, request->badge, error))
        return -1;
    return hpm_text_file_close (&file, hpm_badge (file.out, key, value, colour),
                                error);
}

static int
work (void *data)
{
    const struct job *job = data;
    const struct hpm_compare_request *request = job->request;
    struct hpm_comparison comparison = { 0 };
    struct hpm_error error = { "" };
    int *status = &job->shared->status, failed;

    hpm_h5_begin ();
    failed
        = hpm_compare_read (&comparison, job->files, job->shared->path, &error)
          || print (request, &comparison, &error)
          || judge (request, &comparison, status, &error)
          || write_badge (request, &comparison, *status, &error)
          || (request->history
              && hpm_history_append (request->history,
                                     &comparison.side[HPM_SIDE_NEW], &error));
    if (failed)
        hpm_say ("%s", error.text);
    hpm_comparison_release (&comparison);
    return failed ? 2 : 0;
}

static int
run (struct job *job)
{
    int status;

    job->shared = mmap (NULL, sizeof *job->shared, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (job->shared == MAP_FAILED) {
        hpm_say ("out of memory");
        return 2;
    }
    /* How long reading may take goes by this one's size.  */
    snprintf (job->shared->path, PATH_MAX, "%s",
              job->files[HPM_SIDE_NEW].paths[0]);
    status = hpm_guard_run (work, job, job->shared->path);
    if (!status)
        status = job->shared->status;
    munmap (job->shared, sizeof *job->shared);
    return status;
}

/* Before anything is read.  */
static int
check_conditions (const struct hpm_compare_request *request,
                  struct hpm_error *error)
{
    struct hpm_condition condition;

    for (int i = 0; i < request->conditions.count; i++)
        if (hpm_condition_read (&condition, request->conditions.names[i],
                                error))
            return -1;
    return 0;
}

/* The name of a source slips into --badge as easily as that of a badge.  */
static int
check_badge (const struct hpm_compare_request *request, struct hpm_error *error)
{
    if (!request->badge || !strcmp (request->badge, "-")
        || hpm_badge_may_replace (request->badge))
        return 0;
    return hpm_error_set (error,
                          "--badge: %s is there and is no badge: give another "
                          "name, or remove it",
                          request->badge);
}

int
hpm_compare_command (const struct hpm_compare_request *request)
{
    struct hpm_catalog_files files[HPM_SIDES] = { { 0 }, { 0 } };
    struct job job = { request, files, NULL };
    struct hpm_error error;
    int status = 2;

    if (check_conditions (request, &error) || check_badge (request, &error)
        || hpm_compare_find (&files[HPM_SIDE_BASE], request->base, "base ",
                             &error)
        || hpm_compare_find (&files[HPM_SIDE_NEW], request->runs,
                             *request->base ? "new " : "", &error))
        hpm_say ("%s (see hpmagg --help)", error.text);
    else
        status = run (&job);
    hpm_catalog_files_release (&files[HPM_SIDE_BASE]);
    hpm_catalog_files_release (&files[HPM_SIDE_NEW]);
    return status;
}

int
hpm_history_command (const struct hpm_compare_request *request)
{
    struct hpm_text_file file;
    struct hpm_error error = { "" };

    if (hpm_text_file_open (&file, request->output, &error)
        || hpm_text_file_close (
            &file, hpm_history_show (file.out, request->history, &error),
            &error)) {
        hpm_say ("%s", error.text);
        return 2;
    }
    return 0;
}
