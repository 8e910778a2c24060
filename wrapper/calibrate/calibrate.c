/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --calibrate.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/machine.h"
#include "base/file/place.h"
#include "wrapper/launch/notice.h"

#define METHOD                                                                 \
    "hpmrun --calibrate: fastest of %d repeats; minimum: many loads at a "     \
    "time, typical: a sweep through memory, maximum: loads that wait for "     \
    "each other, each less the same in the cache before; branches: random "    \
    "less regular ones, half of them mispredicted; %s"

static int
has_check (const struct hpm_measures *measures)
{
    for (int i = 0; i < HPM_CHECKS; i++)
        if (!isnan (measures->checks[i]))
            return 1;
    return 0;
}

/* The machine, the system, when and how.  */
static int
set_facts (struct hpm_cost_table *table, const struct hpm_measures *measures)
{
    struct hpm_machine machine;
    struct utsname system;
    time_t now = time (NULL);
    char text[512] = "";
    struct tm utc;
    int failed = 0;

    hpm_machine_read (&machine, "");
    if (*machine.cpu_model)
        failed |= hpm_cost_table_set_fact (table, HPM_COST_MACHINE,
                                           machine.cpu_model);
    if (uname (&system) == 0) {
        snprintf (text, sizeof text, "%s %s %s%s", system.sysname,
                  system.release, system.machine,
                  machine.virtual_machine ? ", a virtual machine" : "");
        failed |= hpm_cost_table_set_fact (table, HPM_COST_KERNEL, text);
    }
    if (gmtime_r (&now, &utc)
        && strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc))
        failed |= hpm_cost_table_set_fact (table, HPM_COST_DATE, text);
    snprintf (text, sizeof text, METHOD, measures->repeats,
              has_check (measures) ? "checked by counters of misses"
                                   : "no counter to check it by");
    return failed | hpm_cost_table_set_fact (table, HPM_COST_METHOD, text);
}

/* Where the table goes: to stdout, into a device or pipe, or into a file that
 * is whole or as it was.  */
struct output {
    const char *path; /* "": stdout */
    struct hpm_place place;
    FILE *out;
};

static int
output_open_named (struct output *output, struct hpm_error *error)
{
    struct hpm_target target;

    if (hpm_target_find (&target, output->path, error))
        return -1;
    if (target.kind == HPM_TARGET_SPECIAL)
        output->out = fopen (output->path, "we");
    else if (hpm_place_begin (&output->place, output->path, 1, error))
        return -1;
    else
        output->out = fopen (output->place.temporary, "we");
    if (output->out)
        return 0;
    hpm_error_set (error, "cannot write '%s': %s", output->path,
                   strerror (errno));
    hpm_place_abandon (&output->place);
    return -1;
}

/* Before anything is measured: a place that can't be written to is told at
 * once.  */
static int
output_open (struct output *output, const char *path, struct hpm_error *error)
{
    *output = (struct output){ .path = path, .out = stdout };
    return *path ? output_open_named (output, error) : 0;
}

/* With NULL for the text, nothing is left.  */
static int
output_finish (struct output *output, const char *text, struct hpm_error *error)
{
    int failed = text && fputs (text, output->out) < 0;

    if (!*output->path)
        return failed ? hpm_error_set (error, "cannot write the table") : 0;
    failed |= fclose (output->out) != 0;
    if (failed)
        hpm_error_set (error, "cannot write '%s': %s", output->path,
                       strerror (errno));
    else if (text && output->place.temporary[0])
        failed = hpm_place_finish (&output->place, error);
    hpm_place_abandon (&output->place);
    return failed ? -1 : 0;
}

static void
tell_doubts (const struct hpm_measures *measures)
{
    char text[2048], *line, *rest = text;

    hpm_calibration_doubts (measures, text, sizeof text);
    while ((line = strsep (&rest, "\n")))
        if (*line)
            hpm_notice ("%s", line);
}

static char *
make_text (const struct hpm_measures *measures)
{
    struct hpm_cost_table table;
    char *text = NULL;

    hpm_cost_table_init (&table);
    if (!hpm_calibration_table (measures, &table)
        && !set_facts (&table, measures))
        text = hpm_cost_table_text (&table);
    hpm_cost_table_release (&table);
    return text;
}

/* The measured table as text, the caller's.  */
static char *
measure (struct hpm_error *error)
{
    struct hpm_stopwatch watch = hpm_stopwatch_real ();
    struct hpm_measures measures;
    char *text;

    hpm_notice ("measuring this machine; it takes about 15 s and should be "
                "idle");
    if (hpm_measures_take (&measures, &watch, hpm_free_room (), error))
        return NULL;
    tell_doubts (&measures);
    text = make_text (&measures);
    if (!text)
        hpm_error_set (error, "out of memory");
    return text;
}

int
hpm_calibrate (const char *path, struct hpm_error *error)
{
    struct hpm_error other;
    struct output output;
    char *text;
    int failed;

    if (output_open (&output, path, error))
        return -1;
    text = measure (error);
    failed = output_finish (&output, text, text ? error : &other);
    free (text);
    return text ? failed : -1;
}
