/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/page/page.h"

#include <stdlib.h>

#include "aggregate/course/phases.h"
#include "aggregate/page/page_parts.h"
#include "aggregate/show/json_parts.h"
#include "aggregate/show/summary/summary.h"

/* More threads than these are left out.  */
#define THREADS_MOST 4096

static int
has_hosts (const struct hpm_result *result)
{
    return result->host && result->hosts.count;
}

static int
has_ranks (const struct hpm_result *result)
{
    return result->ranks > result->ranks_missing;
}

static int
has_threads (const struct hpm_result *result)
{
    return result->threads > result->ranks && result->threads <= THREADS_MOST;
}

static int
has_regions (const struct hpm_result *result)
{
    return result->tree.count;
}

static int
has_intervals (const struct hpm_result *result)
{
    return result->timeline.count;
}

static int
has_phases (const struct hpm_result *result)
{
    struct hpm_phases phases = { 0 };

    return result->timeline.count && !hpm_phases_find (&phases, result)
           && phases.count > 1;
}

static int
has_sites (const struct hpm_result *result)
{
    return result->sites.count;
}

static int
has_routines (const struct hpm_result *result)
{
    return result->samples.routines.count;
}

static int
has_lines (const struct hpm_result *result)
{
    return result->samples.lines.count;
}

static int
has_callers (const struct hpm_result *result)
{
    return result->samples.stacks.count;
}

/* What the page has of a run as a table, where the run has it.  */
static const struct {
    const char *name;
    enum hpm_per per;
    int (*is_there) (const struct hpm_result *result);
} tables[] = { { "host", HPM_PER_HOST, has_hosts },
               { "rank", HPM_PER_RANK, has_ranks },
               { "thread", HPM_PER_THREAD, has_threads },
               { "region", HPM_PER_REGION, has_regions },
               { "interval", HPM_PER_INTERVAL, has_intervals },
               { "phase", HPM_PER_PHASE, has_phases },
               { "site", HPM_PER_SITE, has_sites },
               { "routine", HPM_PER_ROUTINE, has_routines },
               { "line", HPM_PER_LINE, has_lines },
               { "caller", HPM_PER_CALLER, has_callers },
               { "binding", HPM_PER_BINDING, has_ranks } };

static int
put_table (struct hpm_json *json, const char *name, enum hpm_per per,
           struct hpm_output *output, const struct hpm_page_run *run,
           struct hpm_error *error)
{
    struct hpm_page_choice choice = { 0 };
    struct hpm_rows rows;
    int failed = hpm_rows_open (&rows, per, HPM_ROWS_ACCOUNTS, run->reader,
                                run->result, error);

    output->rows = &rows;
    if (!failed && per == HPM_PER_RANK)
        failed = hpm_page_choose (&choice, output, error);
    if (!failed)
        failed = hpm_page_put_table (json, name, output, &choice, error);
    hpm_page_choice_release (&choice);
    hpm_rows_release (&rows);
    return failed;
}

static int
put_tables (struct hpm_json *json, struct hpm_output *output,
            const struct hpm_page_run *run, struct hpm_error *error)
{
    int failed = 0;

    hpm_json_open (json, "tables", '{');
    for (size_t i = 0; !failed && i < sizeof tables / sizeof *tables; i++)
        if (tables[i].is_there (run->result))
            failed = put_table (json, tables[i].name, tables[i].per, output,
                                run, error);
    hpm_json_close (json, '}');
    return failed;
}

/* The text that hpmagg prints of the file.  */
static int
put_summary (struct hpm_json *json, const struct hpm_page_run *run)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int failed = !out;

    if (out)
        failed = hpm_summary_print (out, run->result, run->selection, run->path)
                 | (fclose (out) != 0);
    if (!failed)
        hpm_json_text (json, "summary", text);
    free (text);
    return failed ? -1 : 0;
}

static int
put_all (FILE *out, const struct hpm_page_run *run, struct hpm_output *output,
         struct hpm_error *error)
{
    struct hpm_json *json = calloc (1, sizeof *json);
    int failed;

    if (!json)
        return hpm_error_set (error, "out of memory");
    json->buffer.out = out;
    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "path", run->path);
    failed = put_summary (json, run);
    hpm_json_put_result (json, output);
    hpm_page_put_sources (json, run->result, run->source);
    failed = failed || hpm_page_put_stacks (json, &run->result->samples)
             || put_tables (json, output, run, error)
             || hpm_page_put_binding (json, run->result, run->reader, error)
             || hpm_page_put_rank_times (json, run->result, run->reader, error);
    hpm_json_close (json, '}');
    free (json);
    return failed;
}

/* 1 for each event: all are shown.  */
static char *
all_events (const struct hpm_result *result)
{
    char *shown = calloc ((size_t)result->event_count + 1, 1);

    for (int e = 0; shown && e < result->event_count; e++)
        shown[e] = 1;
    return shown;
}

int
hpm_page_put_run (FILE *out, const struct hpm_page_run *run,
                  struct hpm_error *error)
{
    struct hpm_chosen chosen;
    char *shown = all_events (run->result);
    FILE *escaped = hpm_page_escape (out);
    struct hpm_rows none = { .per = HPM_PER_JOB };
    struct hpm_output output = { escaped,        run->path, run->result, &none,
                                 run->selection, &chosen,   shown };
    int failed = hpm_chosen_make (&chosen, run->result, run->selection, 1)
                 || !shown || !escaped;

    if (failed)
        hpm_error_set (error, "out of memory");
    else
        failed = put_all (escaped, run, &output, error);
    if (escaped && fclose (escaped))
        failed = 1;
    hpm_chosen_release (&chosen);
    free (shown);
    return failed || ferror (out) ? -1 : 0;
}
