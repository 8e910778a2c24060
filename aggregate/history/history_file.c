/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/history/history_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aggregate/history/history_lines.h"
#include "aggregate/show/emit/csv.h"

static int
refuse (const char *path, struct hpm_error *error)
{
    return hpm_error_set (error, "cannot write %s: %s", path, strerror (errno));
}

static int
is_kept (const struct hpm_quantity *quantity)
{
    return quantity->kind == HPM_QUANTITY_JOB
           || quantity->kind == HPM_QUANTITY_METRIC;
}

static void
put_heading (struct hpm_csv *csv, const struct hpm_compared_run *run)
{
    for (int i = 0; i < HPM_HISTORY_TEXTS; i++)
        hpm_csv_text (csv, hpm_history_texts[i]);
    for (int i = 0; i < run->count; i++) {
        const struct hpm_quantity *quantity = &run->list[i];
        char name[512];

        if (!is_kept (quantity))
            continue;
        snprintf (name, sizeof name, *quantity->unit ? "%s [%s]" : "%s",
                  quantity->key, quantity->unit);
        hpm_csv_text (csv, name);
    }
    hpm_csv_end (csv);
}

/* The run's number for a column, by what stands before its unit.  */
static const struct hpm_quantity *
find (const struct hpm_compared_run *run, const char *column)
{
    size_t length = strcspn (column, " ");

    for (int i = 0; i < run->count; i++)
        if (is_kept (&run->list[i])
            && !strncmp (run->list[i].key, column, length)
            && !run->list[i].key[length])
            return &run->list[i];
    return NULL;
}

static void
put_run (struct hpm_csv *csv, const struct hpm_compared_run *run,
         const struct hpm_history *history)
{
    hpm_csv_text (csv, run->start);
    hpm_csv_text (csv, run->text[HPM_COMPARED_PROGRAM]);
    hpm_csv_real (csv, run->ranks);
    hpm_csv_text (csv, run->text[HPM_COMPARED_STATUS]);
    for (int i = HPM_HISTORY_TEXTS; i < history->columns; i++) {
        const struct hpm_quantity *quantity
            = find (run, hpm_history_field (history, 0, i));

        if (quantity)
            hpm_csv_real (csv, quantity->value);
        else
            hpm_csv_none (csv);
    }
    hpm_csv_end (csv);
}

/* NULL for none.  */
static const struct hpm_compared_run *
first_counted (const struct hpm_side_runs *runs)
{
    for (int i = 0; i < runs->count; i++)
        if (!runs->runs[i].is_empty)
            return &runs->runs[i];
    return NULL;
}

/* Lines behind those that are there, of which the last may have been cut short.
 */
static int
put_lines (FILE *out, const char *path, const struct hpm_side_runs *runs,
           int is_new, struct hpm_error *error)
{
    struct hpm_csv csv = { .buffer.out = out };
    struct hpm_history history;
    int failed;

    if (is_new && !first_counted (runs))
        return hpm_error_set (error,
                              "--history: %s is new and gets the columns of "
                              "its first run, of which nothing was counted",
                              path);
    if (is_new) {
        put_heading (&csv, first_counted (runs));
        if (fflush (out))
            return refuse (path, error);
    }
    failed = hpm_history_read (&history, path, error);
    if (!failed && history.is_cut)
        fputs ("\r\n", out);
    for (int i = 0; !failed && i < runs->count; i++)
        put_run (&csv, &runs->runs[i], &history);
    hpm_history_release (&history);
    if (!failed && (fflush (out) || ferror (out)))
        failed = refuse (path, error);
    return failed;
}

/* Lines that do not all fit leave none.  */
static int
put_whole (FILE *out, const char *path, const struct hpm_side_runs *runs,
           off_t before, struct hpm_error *error)
{
    struct stat now;

    if (!put_lines (out, path, runs, !before, error))
        return 0;
    __fpurge (out);
    if (!fstat (fileno (out), &now) && now.st_size > before
        && ftruncate (fileno (out), before))
        return hpm_error_set (error,
                              "cannot write %s, nor take back a part: %s", path,
                              strerror (errno));
    return -1;
}

int
hpm_history_append (const char *path, const struct hpm_side_runs *runs,
                    struct hpm_error *error)
{
    struct stat status;
    /* Also for reading, since to open a pipe for writing alone may take for
     * ever. */
    FILE *out = fopen (path, "a+e");
    int failed;

    if (!out)
        return refuse (path, error);
    if (fstat (fileno (out), &status) || flock (fileno (out), LOCK_EX)
        || fstat (fileno (out), &status))
        failed = refuse (path, error);
    else if (!S_ISREG (status.st_mode))
        failed
            = hpm_error_set (error, "--history: %s is no regular file", path);
    else
        failed = put_whole (out, path, runs, status.st_size, error);
    if (fclose (out) && !failed)
        failed = refuse (path, error);
    return failed;
}
