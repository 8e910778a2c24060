/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/print/stat_lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/tick_time.h"
#include "base/quality.h"
#include "wrapper/stat/rows/stat_rows.h"

#define NS_PER_SECOND 1e9

/* What the system tells, before what was asked for.  A part of the busy time is
 * known no better than that: they are shown together or not at all.  */
enum form { PERCENT, BUSY, RATE };

static const struct column {
    const char *title, *event;
    enum form form;
} columns[] = {
    { "busy%", "os::CPU_TIME", BUSY },
    { "user%", "os::USER_TIME", BUSY },
    { "sys%", "os::SYSTEM_TIME", BUSY },
    { "idle%", "cpu::IDLE_TIME", PERCENT },
    { "iowait%", "cpu::IOWAIT_TIME", PERCENT },
    { "steal%", "cpu::STEAL_TIME", PERCENT },
    { "switches/s", "cpu::CONTEXT_SWITCHES", RATE },
    { "faults/s", "os::MINOR_FAULTS", RATE },
    { "migr/s", "os::CPU_MIGRATIONS", RATE },
};

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))
#define WIDTH 8        /* of the system's columns */
#define EVENT_WIDTH 14 /* of others, at least */
#define METRIC_WIDTH 9 /* the same */
#define WHOLE_FROM 1e5 /* amounts that have no digits behind the point */

/* Lines that were late follow each other as fast as a reading is made: with ms,
 * those of shorter intervals would be at the same time.  */
#define MS_FROM 100000000

int
hpm_stat_lines_init (struct hpm_stat_lines *lines, FILE *out,
                     const struct hpm_stat_table *table,
                     const struct hpm_stat_metrics *metrics,
                     const struct hpm_targets *targets,
                     enum hpm_stat_place place, const char *host,
                     int64_t interval)
{
    *lines
        = (struct hpm_stat_lines){ .out = out,
                                   .table = table,
                                   .metrics = metrics,
                                   .host = host,
                                   .decimals
                                   = interval && interval < MS_FROM ? 6 : 3 };
    return hpm_stat_sums_init (&lines->sums, table, targets, place);
}

void
hpm_stat_lines_release (struct hpm_stat_lines *lines)
{
    hpm_stat_sums_release (&lines->sums);
    memset (lines, 0, sizeof *lines);
}

/* ---- cells of a line ---------------------------------------------------- */

static int
title_width (const struct column *column)
{
    int width = (int)strlen (column->title);

    return width < WIDTH ? WIDTH : width;
}

/* By how much a column may be off, in its unit.  */
static double
error_of (const struct hpm_stat_lines *lines,
          const struct hpm_stat_counted *counted, int group,
          const struct column *column, const struct hpm_cell *sum)
{
    struct hpm_cell part;
    int64_t most = sum->error;

    for (int i = 0; column->form == BUSY && i < ROWS (columns); i++)
        if (columns[i].form == BUSY
            && !hpm_stat_sums_cell (
                &lines->sums, counted, group,
                hpm_stat_table_find (lines->table, columns[i].event), &part)
            && part.error > most)
            most = part.error;
    return (double)most;
}

/* Of what ended in the interval the system's ticks are those of its beginning.
 */
static int
is_cut (const struct column *column, const struct hpm_cell *sum)
{
    return column->form == BUSY && sum->error > 0
           && sum->quality == HPM_QUALITY_PARTIAL;
}

/* A column of which the system tells nothing for such targets is none.  */
static void
put_system (const struct hpm_stat_lines *lines,
            const struct hpm_stat_counted *counted, int group,
            const struct column *column)
{
    int event = hpm_stat_table_find (lines->table, column->event);
    int width = title_width (column);
    double whole = hpm_stat_sums_whole (&lines->sums, counted, group);
    struct hpm_cell sum;

    if (event < 0)
        return;
    if (hpm_stat_sums_cell (&lines->sums, counted, group, event, &sum)
        || whole <= 0 || is_cut (column, &sum)
        || hpm_tick_hides (error_of (lines, counted, group, column, &sum),
                           whole))
        fprintf (lines->out, " %*s", width, "-");
    else if (column->form != RATE)
        fprintf (lines->out, " %*.1f", width, 100 * (double)sum.value / whole);
    else
        fprintf (lines->out, " %*.0f", width,
                 (double)sum.value
                     / hpm_stat_sums_seconds (&lines->sums, counted, group));
}

static int
width_of (const struct hpm_stat_lines *lines, int column)
{
    int width = (int)strlen (lines->table->events.records[column].name);

    return width < EVENT_WIDTH ? EVENT_WIDTH : width;
}

static int
is_node (const struct hpm_stat_lines *lines, int column)
{
    return lines->table->events.records[column].scope == HPM_SCOPE_NODE;
}

/* What nobody asked for and can't be counted is in the totals alone, with the
 * reason.  */
static int
is_shown (const struct hpm_stat_lines *lines, int column)
{
    const struct hpm_event_table *events = &lines->table->events;
    int backend = events->columns[column].backend;

    return (!is_node (lines, column)
            || hpm_stat_sums_have_nodes (lines->sums.place))
           && !(lines->table->by_default && backend >= 0
                && events->asked[backend].reason);
}

/* Counts are whole, amounts in a unit such as J or MiB mostly not: these have
 * six digits or more.  What was scaled up is marked.  */
static void
put_event (const struct hpm_stat_lines *lines,
           const struct hpm_stat_counted *counted, int group, int column)
{
    struct hpm_value value
        = hpm_stat_sums_value (&lines->sums, counted, group, column);
    const char *mark = value.quality == HPM_QUALITY_SCALED ? "~" : "";
    char text[48];

    if (!hpm_quality_has_value (value.quality))
        snprintf (text, sizeof text, "-");
    else if (!is_node (lines, column))
        snprintf (text, sizeof text, "%s%" PRId64, mark, value.count);
    else
        snprintf (text, sizeof text,
                  fabs (value.number) < WHOLE_FROM ? "%s%.6g" : "%s%.0f", mark,
                  value.number);
    fprintf (lines->out, " %*s", width_of (lines, column), text);
}

static int
metric_width (const struct hpm_stat_lines *lines, int shown)
{
    int width = (int)strlen (hpm_stat_metrics_name (lines->metrics, shown)) + 1;

    return width < METRIC_WIDTH ? METRIC_WIDTH : width;
}

/* Fill in what the metrics are evaluated over.  */
static void
evaluate (const struct hpm_stat_lines *lines,
          const struct hpm_stat_counted *counted, int group)
{
    const struct hpm_stat_sums *sums = &lines->sums;

    for (int c = 0; c < lines->table->events.count; c++)
        lines->metrics->values[c]
            = hpm_stat_sums_value (sums, counted, group, c);
    hpm_stat_metrics_evaluate (lines->metrics,
                               hpm_stat_sums_seconds (sums, counted, group),
                               hpm_stat_sums_targets (sums, group));
}

/* What the errors of its counts may change by more than a part is not known. */
static void
put_metric (const struct hpm_stat_lines *lines, int shown)
{
    const struct hpm_metric_value *result
        = hpm_stat_metrics_result (lines->metrics, shown);
    int width = metric_width (lines, shown);
    char text[32];

    if (result->status != HPM_METRIC_OK
        || hpm_tick_hides (result->error, result->value))
        snprintf (text, sizeof text, "-");
    else
        snprintf (text, sizeof text, "%s%.4g",
                  result->quality == HPM_QUALITY_EXACT ? "" : "~",
                  result->value);
    fprintf (lines->out, " %*s", width, text);
}

/* The heading is wider than some names.  */
static int
host_width (const struct hpm_stat_lines *lines)
{
    int width = (int)strlen (lines->host);

    return width < WIDTH ? WIDTH : width;
}

/* ---- lines -------------------------------------------------------------- */

int
hpm_stat_lines_head (const struct hpm_stat_lines *lines, const char *first)
{
    static const char *const places[] = {
#define HPM_X(identifier, word) word,
        HPM_STAT_PLACES (HPM_X)
#undef HPM_X
    };

    fprintf (lines->out, "%10s", first);
    if (lines->host)
        fprintf (lines->out, " %*s", host_width (lines), "host");
    if (lines->sums.place != HPM_STAT_NODE)
        fprintf (lines->out, " %9s", places[lines->sums.place]);
    for (int i = 0; i < ROWS (columns); i++)
        if (hpm_stat_table_find (lines->table, columns[i].event) >= 0)
            fprintf (lines->out, " %*s", title_width (&columns[i]),
                     columns[i].title);
    for (int i = 0; i < lines->table->asked; i++)
        if (is_shown (lines, i))
            fprintf (lines->out, " %*s", width_of (lines, i),
                     lines->table->events.records[i].name);
    for (int i = 0; i < lines->metrics->count; i++)
        fprintf (lines->out, " %*s", metric_width (lines, i),
                 hpm_stat_metrics_name (lines->metrics, i));
    fputc ('\n', lines->out);
    return fflush (lines->out) || ferror (lines->out) ? -1 : 0;
}

static void
write_group (const struct hpm_stat_lines *lines, int64_t elapsed,
             const struct hpm_stat_counted *counted, int group)
{
    fprintf (lines->out, "%10.*f", lines->decimals,
             (double)elapsed / NS_PER_SECOND);
    if (lines->host)
        fprintf (lines->out, " %*s", host_width (lines), lines->host);
    if (lines->sums.place != HPM_STAT_NODE)
        fprintf (lines->out, " %9d", lines->sums.names[group]);
    for (int i = 0; i < ROWS (columns); i++)
        put_system (lines, counted, group, &columns[i]);
    for (int i = 0; i < lines->table->asked; i++)
        if (is_shown (lines, i))
            put_event (lines, counted, group, i);
    if (lines->metrics->count)
        evaluate (lines, counted, group);
    for (int i = 0; i < lines->metrics->count; i++)
        put_metric (lines, i);
    fputc ('\n', lines->out);
}

int
hpm_stat_lines_write (const struct hpm_stat_lines *lines, int64_t elapsed,
                      const struct hpm_stat_counted *counted)
{
    for (int group = 0; group < lines->sums.count; group++)
        write_group (lines, elapsed, counted, group);
    return fflush (lines->out) || ferror (lines->out) ? -1 : 0;
}
