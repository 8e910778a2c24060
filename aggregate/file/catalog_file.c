/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/catalog_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/findings.h"
#include "hpm_stream.h"

#define MFLOPS "mflops"

/* What is looked at lies along these.  */
#define DIMENSION(name) (1u << HPM_DIMENSION_##name)
#define DIMENSIONS                                                             \
    (DIMENSION (RANK) | DIMENSION (HOST) | DIMENSION (REGION)                  \
     | DIMENSION (METRIC) | DIMENSION (STATISTIC) | DIMENSION (EFFICIENCY))

/* ---- texts -------------------------------------------------------------- */

/* An attribute into a buffer, "" where there is none.  */
static void
take_text (const struct hpm_h5_reader *reader, const char *name, char *buffer,
           size_t size)
{
    char *text = hpm_h5_get_value (reader->file, name);

    snprintf (buffer, size, "%s", text ? text : "");
    free (text);
}
#define TAKE(reader, field, member)                                            \
    take_text (reader, HPM_SCHEMA_RUN_PREFIX #field, member, sizeof member)

/* The name of the program: of its path or, without one, of the command.  */
static void
take_program (const struct hpm_h5_reader *reader,
              struct hpm_catalog_entry *entry)
{
    char path[4096];
    const char *slash;

    TAKE (reader, program, path);
    if (!*path)
        snprintf (path, sizeof path, "%.*s", (int)strcspn (entry->command, " "),
                  entry->command);
    slash = strrchr (path, '/');
    snprintf (entry->program, sizeof entry->program, "%.*s",
              (int)sizeof entry->program - 1, slash ? slash + 1 : path);
}

/* ISO 8601 as hpm_text_time writes it, in seconds since 1970; NAN for another
 * text.  */
static double
time_of (const char *text)
{
    struct tm day = { .tm_isdst = 0 };
    double seconds;

    if (sscanf (text, "%4d-%2d-%2dT%2d:%2d:%lf", &day.tm_year, &day.tm_mon,
                &day.tm_mday, &day.tm_hour, &day.tm_min, &seconds)
        != 6)
        return NAN;
    day.tm_year -= 1900;
    day.tm_mon--;
    return (double)timegm (&day) + seconds;
}

static void
take_run (const struct hpm_h5_reader *reader, struct hpm_catalog_entry *entry)
{
    char end[sizeof entry->start];

    TAKE (reader, start_time, entry->start);
    TAKE (reader, end_time, end);
    TAKE (reader, user, entry->user);
    TAKE (reader, command, entry->command);
    TAKE (reader, job_id, entry->job);
    TAKE (reader, status, entry->status);
    take_program (reader, entry);
    entry->ranks = (int64_t)reader->length[HPM_DIMENSION_RANK];
    entry->hosts = (int64_t)reader->length[HPM_DIMENSION_HOST];
    entry->run_time = time_of (end) - time_of (entry->start);
    if (entry->run_time < 0)
        entry->run_time = NAN;
}

/* ---- numbers ------------------------------------------------------------ */

/* The elements of a variable; NULL, with *failed, when they cannot be had.  */
static double *
read_reals (const struct hpm_h5_reader *reader, enum hpm_variable variable,
            int *failed)
{
    size_t count = hpm_h5_elements_stored (reader, variable);
    double *values = calloc (count + 1, sizeof *values);
    struct hpm_error error;

    *failed = !values || hpm_h5_read (reader, variable, values, &error);
    if (!*failed)
        return values;
    free (values);
    return NULL;
}

static int
take_efficiency (const struct hpm_h5_reader *reader,
                 struct hpm_catalog_entry *entry)
{
    double known[HPM_EFFICIENCY_COUNT];
    struct hpm_error error;

    if (!hpm_h5_has (reader, HPM_VARIABLE_JOB_EFFICIENCY)
        || reader->stored[HPM_DIMENSION_EFFICIENCY] <= HPM_EFFICIENCY_RUNTIME)
        return 0;
    if (hpm_h5_read (reader, HPM_VARIABLE_JOB_EFFICIENCY, known, &error))
        return -1;
    hpm_efficiency_stored (known, reader->stored[HPM_DIMENSION_EFFICIENCY]);
    if (known[HPM_EFFICIENCY_RUNTIME] > 0)
        entry->run_time = known[HPM_EFFICIENCY_RUNTIME];
    if (known[HPM_EFFICIENCY_RUNTIME] < HPM_LIMIT_SHORT)
        return 0; /* nothing is judged by it */
    entry->efficiency = hpm_efficiency_told (known);
    entry->efficiency_least = hpm_efficiency_least (known);
    entry->processors = known[HPM_EFFICIENCY_PROCESSORS];
    entry->balance = known[HPM_EFFICIENCY_BALANCE];
    entry->communication = known[HPM_EFFICIENCY_COMMUNICATION];
    return 0;
}

/* The place of a metric along its dimension; -1: none, -2: damaged.  */
static int
find_metric (const struct hpm_h5_reader *reader, const char *name)
{
    hsize_t count = reader->length[HPM_DIMENSION_METRIC];
    struct hpm_error error;
    char **names;
    int found = -1;

    if (!count)
        return -1;
    if (hpm_h5_read_labels (reader, HPM_DIMENSION_METRIC, &names, &error))
        return -2;
    for (hsize_t i = 0; i < count && found < 0; i++)
        if (!strcmp (names[i], name))
            found = (int)i;
    hpm_texts_free (names, count);
    return found;
}

/* Of the whole run, which is the first region.  */
static int
take_mflops (const struct hpm_h5_reader *reader,
             struct hpm_catalog_entry *entry)
{
    hsize_t steps = reader->length[HPM_DIMENSION_STATISTIC];
    int metric = find_metric (reader, MFLOPS), failed;
    double *values;

    if (metric < 0 || steps <= HPM_STATISTIC_TOTAL
        || !reader->length[HPM_DIMENSION_REGION])
        return metric == -2 ? -1 : 0;
    values = read_reals (reader, HPM_VARIABLE_JOB_METRIC, &failed);
    if (failed)
        return -1;
    entry->mflops = values[(hsize_t)metric * steps + HPM_STATISTIC_TOTAL];
    free (values);
    return 0;
}

/* ---- the file ----------------------------------------------------------- */

/* Why a file could not be opened.  */
static enum hpm_catalog_state
find_obstacle (const char *path)
{
    enum hpm_catalog_state state = HPM_CATALOG_DAMAGED;
    char *version;
    hid_t file;

    if (access (path, R_OK))
        return HPM_CATALOG_UNREADABLE;
    if (!hpm_h5_is_file (path))
        return HPM_CATALOG_FOREIGN;
    file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return HPM_CATALOG_DAMAGED;
    version = hpm_h5_get_text (file, HPM_SCHEMA_ATTRIBUTE);
    if (!version)
        state = HPM_CATALOG_FOREIGN;
    else if (atoi (version) != HPM_SCHEMA_MAJOR)
        state = HPM_CATALOG_VERSION;
    free (version);
    H5Fclose (file);
    return state;
}

/* Processors or processes that hpmstat counted are no ranks of a job.  */
static int
is_observed (const struct hpm_h5_reader *reader)
{
    char rows[2];

    TAKE (reader, rows, rows);
    return *rows != '\0';
}

void
hpm_catalog_file_read (struct hpm_catalog_entry *entry)
{
    struct hpm_h5_reader reader;
    struct hpm_error error;

    if (hpm_h5_reader_open_part (&reader, entry->path, DIMENSIONS, &error)) {
        entry->state = find_obstacle (entry->path);
        return;
    }
    take_run (&reader, entry);
    if (take_efficiency (&reader, entry) || take_mflops (&reader, entry))
        entry->state = HPM_CATALOG_DAMAGED;
    else
        entry->state
            = is_observed (&reader) ? HPM_CATALOG_OBSERVED : HPM_CATALOG_RESULT;
    hpm_catalog_entry_finish (entry);
    hpm_h5_reader_close (&reader);
}
