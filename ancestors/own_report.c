/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file of sections of a program that runs without hpmrun.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ancestors/own_sections.h"
#include "base/text.h"

/* One line of a value; its name may be of the program or the environment.  */
static void
print_text (FILE *file, const char *name, const char *text)
{
    char *shown = hpm_text_escaped (text);

    fprintf (file, "%-28s %s\n", name, shown ? shown : "?");
    free (shown);
}

static void
print_seconds (FILE *file, const char *name, double ns)
{
    fprintf (file, "  %-26s %.9f\n", name, ns * 1e-9);
}

static double
seconds_of (const struct timeval *time)
{
    return (double)time->tv_sec * 1e9 + (double)time->tv_usec * 1e3;
}

static void
print_resources (FILE *file)
{
    struct rusage usage;

    if (getrusage (RUSAGE_SELF, &usage) < 0)
        return;
    fprintf (file, "\nthe process so far\n");
    print_seconds (file, "user time [s]", seconds_of (&usage.ru_utime));
    print_seconds (file, "system time [s]", seconds_of (&usage.ru_stime));
    fprintf (file, "  %-26s %ld\n", "resident set, most [KiB]",
             usage.ru_maxrss);
    fprintf (file, "  %-26s %ld, %ld\n", "page faults, minor, major",
             usage.ru_minflt, usage.ru_majflt);
    fprintf (file, "  %-26s %ld\n", "context switches",
             usage.ru_nvcsw + usage.ru_nivcsw);
}

/* ---- a section ---------------------------------------------------------- */

/* Squares are rounded: it is not more than the least and the most allow.  */
static double
deviation (const struct hpm_own_section *section)
{
    double n = (double)section->entries, mean, variance, most;

    mean = (double)section->inclusive / n;
    variance = section->squares / n - mean * mean;
    most = (double)(section->most - section->least) / 2;
    return fmin (variance > 0 ? sqrt (variance) : 0, most > 0 ? most : 0);
}

static const long long *
count_of (const struct hpm_own_report *report,
          const struct hpm_own_section *section, const char *event)
{
    for (int i = 0; i < report->event_count; i++)
        if (strcmp (report->events[i], event) == 0 && section->counts[i] > 0)
            return &section->counts[i];
    return NULL;
}

static void
print_counts (FILE *file, const struct hpm_own_report *report,
              const struct hpm_own_section *section)
{
    const long long *instructions = count_of (report, section, "PAPI_TOT_INS"),
                    *cycles = count_of (report, section, "PAPI_TOT_CYC");

    for (int i = 0; i < report->event_count; i++)
        if (section->counts[i] < 0)
            fprintf (file, "  %-26s not counted\n", report->events[i]);
        else
            fprintf (file, "  %-26s %lld\n", report->events[i],
                     section->counts[i]);
    if (instructions && cycles)
        fprintf (file, "  %-26s %.3f\n", "instructions per cycle",
                 (double)*instructions / (double)*cycles);
    if (instructions && section->inclusive > 0)
        fprintf (file, "  %-26s %.3f\n", "MIPS",
                 (double)*instructions / (double)section->inclusive * 1e3);
}

static void
print_head (FILE *file, const struct hpm_own_section *section)
{
    char number[32];

    fputc ('\n', file);
    snprintf (number, sizeof number, "section %d", section->id);
    print_text (file, number,
                section->label && *section->label ? section->label : "section");
    if (section->file)
        print_text (file, "  file", section->file);
    if (section->line)
        fprintf (file, "  %-26s %d\n", "line", section->line);
    fprintf (file, "  %-26s %d\n", "threads", section->threads);
    fprintf (file, "  %-26s %ld\n", "entries", section->entries);
    if (section->unended)
        fprintf (file, "  %-26s %ld\n", "never stopped", section->unended);
}

static void
print_section (FILE *file, const struct hpm_own_report *report,
               const struct hpm_own_section *section)
{
    print_head (file, section);
    print_seconds (file, "inclusive time [s]", (double)section->inclusive);
    print_seconds (file, "exclusive time [s]", (double)section->exclusive);
    if (section->entries > 1) {
        print_seconds (file, "mean [s]",
                       (double)section->inclusive / (double)section->entries);
        print_seconds (file, "standard deviation [s]", deviation (section));
        print_seconds (file, "least [s]", (double)section->least);
        print_seconds (file, "most [s]", (double)section->most);
    }
    print_counts (file, report, section);
}

/* ---- the file ----------------------------------------------------------- */

static int
by_id (const void *a, const void *b)
{
    const struct hpm_own_section *const *first = a, *const *second = b;

    return ((*first)->id > (*second)->id) - ((*first)->id < (*second)->id);
}

/* Put all into a list, or count them where that is NULL.  */
static size_t
collect (const struct hpm_own_section **all,
         const struct hpm_own_report *report)
{
    size_t count = 0;

    for (int i = 0; i < HPM_OWN_LISTS; i++)
        for (const struct hpm_own_section *section = report->sections[i];
             section; section = section->next) {
            if (all)
                all[count] = section;
            count++;
        }
    return count;
}

/* By id.  Returns 0, or -1 without memory.  */
static int
print_sections (FILE *file, const struct hpm_own_report *report)
{
    size_t count = collect (NULL, report);
    const struct hpm_own_section **all = calloc (count + 1, sizeof (void *));

    if (!all)
        return -1;
    collect (all, report);
    qsort (all, count, sizeof (void *), by_id);
    for (size_t i = 0; i < count; i++)
        print_section (file, report, all[i]);
    free (all);
    return 0;
}

static int
print_report (FILE *file, const struct hpm_own_report *report)
{
    fprintf (file, "sections of libhpm(3), hpmmpi " PACKAGE_VERSION "\n");
    if (report->program_name)
        print_text (file, "program", report->program_name);
    fprintf (file, "%-28s %d\n", "task", report->task_id);
    fprintf (file, "%-28s %ld\n", "process", (long)getpid ());
    fprintf (file, "%-28s %.6f\n", "time since hpmInit [s]",
             (double)report->elapsed * 1e-9);
    if (report->strays)
        fprintf (file, "%-28s %ld\n", "stops without a start", report->strays);
    if (report->dropped)
        fprintf (file, "%-28s %ld\n", "dropped in signal handlers",
                 report->dropped);
    print_resources (file);
    return print_sections (file, report);
}

void
hpm_own_report_write (const struct hpm_own_report *report)
{
    const char *name = getenv ("HPM_OUTPUT_NAME");
    char path[PATH_MAX];
    FILE *file;
    int failed;

    if (name && *name)
        snprintf (path, sizeof path, "%s_%04d.hpm", name, report->task_id);
    else
        snprintf (path, sizeof path, "perfhpm%d.%ld", report->task_id,
                  (long)getpid ());
    file = fopen (path, "we");
    failed = !file || print_report (file, report) < 0 || ferror (file);
    if ((file && fclose (file) != 0) || failed)
        fprintf (stderr, "libhpm: sections are not written: %s: %s\n",
                 hpm_text_tame (path), strerror (errno));
}
