/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A catalog as OpenMetrics text (version 1.0): the families one after the
 * other, names that end in their unit, which is a base unit, and "# EOF".
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/catalog_output.h"
#include "aggregate/show/rows/record.h"
#include "base/real_text.h"
#include "base/text.h"

#define PREFIX "hpmmpi_"

/* A family, and the member of an entry or a sum that it tells, times a factor.
 */
struct family {
    const char *name, *unit, *help; /* unit "": none */
    enum hpm_kind kind;
    size_t offset;
    double factor;
};

#define SUM(name, unit, kind, member, factor, help)                            \
    {                                                                          \
        name, unit, help, kind, offsetof (struct hpm_catalog_sum, member),     \
            factor                                                             \
    }
static const struct family sum_families[] = {
    SUM ("jobs", "", HPM_INTEGER, jobs, 1, "Jobs that were counted."),
    SUM ("processor_seconds", "seconds", HPM_REAL, hours, 3600,
         "Run time of jobs times their ranks."),
    SUM ("processor_judged_seconds", "seconds", HPM_REAL, hours_judged, 3600,
         "The same of jobs whose efficiency is known."),
    SUM ("processor_lost_seconds", "seconds", HPM_REAL, hours_lost, 3600,
         "Of these, what was lost, at least: times 1 - efficiency."),
};

#define JOB(name, unit, kind, member, factor, help)                            \
    {                                                                          \
        name, unit, help, kind, offsetof (struct hpm_catalog_entry, member),   \
            factor                                                             \
    }
static const struct family job_families[] = {
    JOB ("job_ranks", "", HPM_INTEGER, ranks, 1, "Ranks of the job."),
    JOB ("job_hosts", "", HPM_INTEGER, hosts, 1, "Hosts of the job."),
    JOB ("job_run_time_seconds", "seconds", HPM_REAL, run_time, 1,
         "Run time of the job."),
    JOB ("job_efficiency_ratio", "ratio", HPM_REAL, efficiency, 1,
         "Efficiency of the job: processors, load balance, communication."),
    JOB ("job_efficiency_least_ratio", "ratio", HPM_REAL, efficiency_least, 1,
         "The same, at least: it is less where waiting for processors is not "
         "known."),
    JOB ("job_processors_ratio", "ratio", HPM_REAL, processors, 1,
         "Useful time without waiting for a processor by useful time."),
    JOB ("job_load_balance_ratio", "ratio", HPM_REAL, balance, 1,
         "Mean useful time of ranks by the largest."),
    JOB ("job_communication_efficiency_ratio", "ratio", HPM_REAL, communication,
         1, "Largest useful time of a rank by run time."),
    JOB ("job_floating_point_operations_per_second", "", HPM_REAL, mflops, 1e6,
         "Floating-point operations of the job a second."),
    JOB ("job_processor_lost_seconds", "seconds", HPM_REAL, hours_lost, 3600,
         "Run time times ranks times 1 - efficiency: lost, at least."),
};

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

/* What the family has of a row, NAN where that is not known.  */
static double
value_of (const struct family *family, const void *row)
{
    const void *at = (const char *)row + family->offset;
    int64_t integer;

    if (family->kind == HPM_REAL)
        return *(const double *)at * family->factor;
    integer = *(const int64_t *)at;
    return integer == HPM_NO_INTEGER ? NAN : (double)integer;
}

/* NAME="text", in which a backslash, a quote and a new line have another before
 * them.  */
static void
put_label (FILE *out, const char *before, const char *name, const char *text)
{
    char *plain = hpm_text_escaped (text);

    fprintf (out, "%s%s=\"", before, name);
    for (const char *c = plain ? plain : ""; *c; c++) {
        if (*c == '"' || *c == '\\')
            putc ('\\', out);
        putc (*c, out);
    }
    putc ('"', out);
    free (plain);
}

static void
put_head (FILE *out, const struct family *family)
{
    fprintf (out, "# TYPE " PREFIX "%s gauge\n", family->name);
    if (*family->unit)
        fprintf (out, "# UNIT " PREFIX "%s %s\n", family->name, family->unit);
    fprintf (out, "# HELP " PREFIX "%s %s\n", family->name, family->help);
}

static void
put_value (FILE *out, double value)
{
    char text[HPM_REAL_TEXT];

    hpm_real_text (text, value);
    fprintf (out, "} %s\n", text);
}

static void
put_sums (FILE *out, const struct family *family,
          const struct hpm_catalog *catalog)
{
    put_head (out, family);
    for (size_t i = 0; i < catalog->both_count; i++) {
        const struct hpm_catalog_sum *sum = &catalog->both[i];
        double value = value_of (family, sum);

        if (isnan (value)) /* it would make that of all unknown */
            continue;
        fprintf (out, PREFIX "%s{", family->name);
        put_label (out, "", "user", sum->user);
        put_label (out, ",", "program", sum->program);
        put_value (out, value);
    }
}

static void
put_jobs (FILE *out, const struct family *family,
          const struct hpm_catalog *catalog)
{
    put_head (out, family);
    for (size_t i = 0; i < catalog->job_count; i++) {
        const struct hpm_catalog_entry *entry = catalog->jobs[i];
        double value = value_of (family, entry);

        if (isnan (value))
            continue;
        fprintf (out, PREFIX "%s{", family->name);
        put_label (out, "", "file", entry->path);
        put_label (out, ",", "user", entry->user);
        put_label (out, ",", "program", entry->program);
        put_label (out, ",", "job_id", entry->job);
        put_value (out, value);
    }
}

static void
put_left_out (FILE *out, const struct hpm_catalog *catalog)
{
    static const struct family family
        = { .name = "files_left_out",
            .unit = "",
            .help = "Files that are in no sum, by what they are." };

    put_head (out, &family);
    for (int i = HPM_CATALOG_RESULT + 1; i < HPM_CATALOG_STATE_COUNT; i++) {
        fprintf (out, PREFIX "%s{", family.name);
        put_label (out, "", "why",
                   hpm_catalog_word ((enum hpm_catalog_state)i));
        put_value (out, (double)catalog->counts[i]);
    }
}

int
hpm_catalog_openmetrics (FILE *out, const struct hpm_catalog *catalog)
{
    for (size_t i = 0; i < COUNT (sum_families); i++)
        put_sums (out, &sum_families[i], catalog);
    for (size_t i = 0; i < COUNT (job_families); i++)
        put_jobs (out, &job_families[i], catalog);
    put_left_out (out, catalog);
    fputs ("# EOF\n", out);
    return ferror (out) ? -1 : 0;
}
