/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A catalog as CSV and JSON, from one table of columns each for jobs and sums.
 */
#include "config.h"

#include "aggregate/show/catalog_output.h"

#include "aggregate/show/emit/csv.h"
#include "aggregate/show/emit/json.h"
#include "aggregate/show/rows/record.h"

#define JOB(name, kind, member)                                                \
    {                                                                          \
        name, kind, HPM_IN_BOTH, offsetof (struct hpm_catalog_entry, member),  \
            NULL, NULL                                                         \
    }
static const struct hpm_column job_columns[] = {
    JOB ("file", HPM_TEXT, path),
    JOB ("start_time", HPM_CHARS, start),
    JOB ("user", HPM_CHARS, user),
    JOB ("program", HPM_CHARS, program),
    JOB ("command", HPM_CHARS, command),
    JOB ("job_id", HPM_CHARS, job),
    JOB ("status", HPM_CHARS, status),
    JOB ("ranks", HPM_INTEGER, ranks),
    JOB ("hosts", HPM_INTEGER, hosts),
    JOB ("run_time", HPM_REAL, run_time),
    JOB ("efficiency", HPM_REAL, efficiency),
    JOB ("efficiency_least", HPM_REAL, efficiency_least),
    JOB ("processors", HPM_REAL, processors),
    JOB ("load_balance", HPM_REAL, balance),
    JOB ("communication_efficiency", HPM_REAL, communication),
    JOB ("mflops", HPM_REAL, mflops),
    JOB ("processor_hours", HPM_REAL, hours),
    JOB ("processor_hours_lost", HPM_REAL, hours_lost),
};
enum { JOB_COLUMNS = sizeof job_columns / sizeof *job_columns };

#define SUM(name, kind, member)                                                \
    {                                                                          \
        name, kind, HPM_IN_JSON, offsetof (struct hpm_catalog_sum, member),    \
            NULL, NULL                                                         \
    }
static const struct hpm_column sum_columns[] = {
    SUM ("jobs", HPM_INTEGER, jobs),
    SUM ("jobs_judged", HPM_INTEGER, judged),
    SUM ("processor_hours", HPM_REAL, hours),
    SUM ("processor_hours_judged", HPM_REAL, hours_judged),
    SUM ("processor_hours_lost", HPM_REAL, hours_lost),
    SUM ("efficiency", HPM_REAL, efficiency),
    SUM ("efficiency_least", HPM_REAL, efficiency_least),
};
enum { SUM_COLUMNS = sizeof sum_columns / sizeof *sum_columns };

int
hpm_catalog_csv (FILE *out, const struct hpm_catalog *catalog)
{
    struct hpm_csv csv = { .buffer.out = out };

    hpm_csv_heading (&csv, job_columns, JOB_COLUMNS);
    for (size_t i = 0; i < catalog->job_count; i++)
        hpm_csv_row (&csv, job_columns, JOB_COLUMNS, catalog->jobs[i]);
    return ferror (out) ? -1 : 0;
}

static void
put_sum (struct hpm_json *json, const char *key, const char *name,
         const struct hpm_catalog_sum *sum)
{
    hpm_json_open (json, key, '{');
    if (name)
        hpm_json_text (json, name, sum->name);
    hpm_json_row (json, sum_columns, SUM_COLUMNS, sum);
    hpm_json_close (json, '}');
}

static void
put_sums (struct hpm_json *json, const char *key, const char *name,
          const struct hpm_catalog_sum *sums, size_t count)
{
    hpm_json_open (json, key, '[');
    for (size_t i = 0; i < count; i++)
        put_sum (json, NULL, name, &sums[i]);
    hpm_json_close (json, ']');
}

static void
put_left_out (struct hpm_json *json, const struct hpm_catalog *catalog)
{
    hpm_json_open (json, "left_out", '[');
    for (size_t i = 0; i < catalog->count; i++) {
        const struct hpm_catalog_entry *entry = &catalog->entries[i];

        if (entry->state == HPM_CATALOG_RESULT)
            continue;
        hpm_json_open (json, NULL, '{');
        hpm_json_text (json, "file", entry->path);
        hpm_json_text (json, "why",
                       hpm_catalog_word ((enum hpm_catalog_state)entry->state));
        hpm_json_close (json, '}');
    }
    hpm_json_close (json, ']');
}

int
hpm_catalog_json (FILE *out, const struct hpm_catalog *catalog)
{
    struct hpm_json json = { .buffer.out = out };

    hpm_json_open (&json, NULL, '{');
    put_sum (&json, "total", NULL, &catalog->total);
    put_sums (&json, "programs", "program", catalog->programs,
              catalog->program_count);
    put_sums (&json, "users", "user", catalog->users, catalog->user_count);
    hpm_json_open (&json, "jobs", '[');
    for (size_t i = 0; i < catalog->job_count; i++) {
        hpm_json_open (&json, NULL, '{');
        hpm_json_row (&json, job_columns, JOB_COLUMNS, catalog->jobs[i]);
        hpm_json_close (&json, '}');
    }
    hpm_json_close (&json, ']');
    put_left_out (&json, catalog);
    hpm_json_close (&json, '}');
    putc ('\n', out);
    return ferror (out) ? -1 : 0;
}
