/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/stat_lines.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quality.h"

#define NS_PER_SECOND 1e9
#define WALL "os::WALL_TIME"

/* Ticks that a time is known by are 10 ms on most systems: what is off by more
 * than this part of an interval tells nothing of it.  */
#define LARGEST_ERROR 0.25

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

/* ---- what a line stands for --------------------------------------------- */

static int
name_of (const struct hpm_stat_lines *lines, int i)
{
    switch (lines->place) {
    case HPM_STAT_SOCKET:
        return lines->targets->sockets[i];
    case HPM_STAT_PROCESSOR:
    case HPM_STAT_PROCESS:
        return lines->targets->numbers[i];
    default:
        return 0;
    }
}

static int
group_of (struct hpm_stat_lines *lines, int name)
{
    int i = 0;

    while (i < lines->group_count && lines->names[i] != name)
        i++;
    if (i == lines->group_count)
        lines->names[lines->group_count++] = name;
    return i;
}

static int
count_asked (const struct hpm_stat_table *table)
{
    int count = 0;

    while (count < table->events.count
           && (!table->systems[count] || !table->systems[count]->always))
        count++;
    return count;
}

int
hpm_stat_lines_init (struct hpm_stat_lines *lines, FILE *out,
                     const struct hpm_stat_table *table,
                     const struct hpm_stat_metrics *metrics,
                     const struct hpm_targets *targets,
                     enum hpm_stat_place place, const char *host)
{
    size_t n = (size_t)targets->count;

    *lines = (struct hpm_stat_lines){ .out = out,
                                      .table = table,
                                      .metrics = metrics,
                                      .targets = targets,
                                      .place = place,
                                      .host = host,
                                      .asked = count_asked (table) };
    lines->groups = calloc (n, sizeof *lines->groups);
    lines->names = calloc (n, sizeof *lines->names);
    if (!lines->groups || !lines->names)
        return -1;
    for (int i = 0; i < targets->count; i++)
        lines->groups[i] = group_of (lines, name_of (lines, i));
    return 0;
}

void
hpm_stat_lines_release (struct hpm_stat_lines *lines)
{
    free (lines->groups);
    free (lines->names);
    memset (lines, 0, sizeof *lines);
}

/* ---- cells of a line ---------------------------------------------------- */

/* Sum of a column over the targets of a group.  Returns 0, or -1 where one
 * of them has no value.  */
static int
sum_of (const struct hpm_stat_lines *lines, const struct hpm_cell *cells,
        int group, int column, struct hpm_cell *sum)
{
    int width = lines->table->events.count;

    *sum = (struct hpm_cell){ .quality = HPM_QUALITY_EXACT };
    for (int i = 0; column >= 0 && i < lines->targets->count; i++) {
        const struct hpm_cell *cell = &cells[i * width + column];

        if (lines->groups[i] != group)
            continue;
        if (!hpm_quality_has_value (cell->quality))
            return -1;
        sum->value += cell->value;
        sum->time_enabled += cell->time_enabled;
        sum->time_running += cell->time_running;
        sum->error += cell->error;
        if (cell->quality > sum->quality)
            sum->quality = cell->quality;
    }
    return column < 0 ? -1 : 0;
}

/* What a share is a part of, in ns: the time of all processors together or, of
 * processes, that which has passed, of which a process with several threads may
 * have more than all.  */
static double
whole_of (const struct hpm_stat_lines *lines, const struct hpm_cell *cells,
          int group, int *targets)
{
    struct hpm_cell sum;

    *targets = 0;
    for (int i = 0; i < lines->targets->count; i++)
        *targets += lines->groups[i] == group;
    sum_of (lines, cells, group, hpm_stat_table_find (lines->table, WALL),
            &sum);
    return (double)sum.value
           / (lines->targets->kind == HPM_TARGETS_PROCESSES ? *targets : 1);
}

/* A tick may be from the interval before: processors are not more than busy. */
static double
share_of (const struct hpm_stat_lines *lines, double part, double whole)
{
    return 100
           * (lines->targets->kind == HPM_TARGETS_PROCESSES
                  ? part / whole
                  : fmin (part / whole, 1));
}

static double
seconds_of (const struct hpm_stat_lines *lines, double whole, int targets)
{
    return whole / NS_PER_SECOND
           / (lines->targets->kind == HPM_TARGETS_PROCESSES ? 1 : targets);
}

static int
title_width (const struct column *column)
{
    int width = (int)strlen (column->title);

    return width < WIDTH ? WIDTH : width;
}

/* By how much a column may be off, in its unit.  */
static double
error_of (const struct hpm_stat_lines *lines, const struct hpm_cell *cells,
          int group, const struct column *column, const struct hpm_cell *sum)
{
    struct hpm_cell part;
    int64_t most = sum->error;

    for (int i = 0; column->form == BUSY && i < ROWS (columns); i++)
        if (columns[i].form == BUSY
            && !sum_of (lines, cells, group,
                        hpm_stat_table_find (lines->table, columns[i].event),
                        &part)
            && part.error > most)
            most = part.error;
    return (double)most;
}

/* A column of which the system tells nothing for such targets is none.  */
static void
put_system (const struct hpm_stat_lines *lines, const struct hpm_cell *cells,
            int group, const struct column *column)
{
    int event = hpm_stat_table_find (lines->table, column->event);
    int targets, width = title_width (column);
    double whole = whole_of (lines, cells, group, &targets);
    struct hpm_cell sum;

    if (event < 0)
        return;
    if (sum_of (lines, cells, group, event, &sum) || whole <= 0
        || error_of (lines, cells, group, column, &sum) > LARGEST_ERROR * whole)
        fprintf (lines->out, " %*s", width, "-");
    else if (column->form != RATE)
        fprintf (lines->out, " %*.1f", width,
                 share_of (lines, (double)sum.value, whole));
    else
        fprintf (lines->out, " %*.0f", width,
                 (double)sum.value / seconds_of (lines, whole, targets));
}

static int
width_of (const struct hpm_stat_lines *lines, int column)
{
    int width = (int)strlen (lines->table->events.records[column].name);

    return width < EVENT_WIDTH ? EVENT_WIDTH : width;
}

/* What nobody asked for and can't be counted is in the totals alone, with the
 * reason.  */
static int
is_shown (const struct hpm_stat_lines *lines, int column)
{
    const struct hpm_event_table *events = &lines->table->events;
    int backend = events->columns[column].backend;

    return events->records[column].scope != HPM_SCOPE_NODE
           && !(lines->table->by_default && backend >= 0
                && events->asked[backend].reason);
}

/* A count that was scaled up is marked.  */
static void
put_event (const struct hpm_stat_lines *lines, const struct hpm_cell *cells,
           int group, int column)
{
    int width = width_of (lines, column);
    struct hpm_cell sum;

    if (sum_of (lines, cells, group, column, &sum))
        fprintf (lines->out, " %*s", width, "-");
    else
        fprintf (lines->out, " %s%*" PRId64,
                 sum.quality == HPM_QUALITY_SCALED ? "~" : "",
                 sum.quality == HPM_QUALITY_SCALED ? width - 1 : width,
                 sum.value);
}

static int
metric_width (const struct hpm_stat_lines *lines, int shown)
{
    int width = (int)strlen (hpm_stat_metrics_name (lines->metrics, shown)) + 1;

    return width < METRIC_WIDTH ? METRIC_WIDTH : width;
}

/* Fill in what the metrics are evaluated over.  */
static void
evaluate (const struct hpm_stat_lines *lines, const struct hpm_cell *cells,
          int group)
{
    int targets;
    double whole = whole_of (lines, cells, group, &targets);

    for (int c = 0; c < lines->table->events.count; c++) {
        struct hpm_cell sum;
        int has_sum = !sum_of (lines, cells, group, c, &sum);

        lines->metrics->values[c] = (struct hpm_value){
            .count = sum.value,
            .number = (double)sum.value,
            .sampling = { .enabled = (double)sum.time_enabled,
                          .running = (double)sum.time_running,
                          .error = (double)sum.error },
            .quality = has_sum ? sum.quality : HPM_QUALITY_UNAVAILABLE
        };
    }
    hpm_stat_metrics_evaluate (lines->metrics,
                               seconds_of (lines, whole, targets), targets);
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
        || result->error > LARGEST_ERROR * fabs (result->value))
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

void
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
    if (lines->place != HPM_STAT_NODE)
        fprintf (lines->out, " %9s", places[lines->place]);
    for (int i = 0; i < ROWS (columns); i++)
        if (hpm_stat_table_find (lines->table, columns[i].event) >= 0)
            fprintf (lines->out, " %*s", title_width (&columns[i]),
                     columns[i].title);
    for (int i = 0; i < lines->asked; i++)
        if (is_shown (lines, i))
            fprintf (lines->out, " %*s", width_of (lines, i),
                     lines->table->events.records[i].name);
    for (int i = 0; i < lines->metrics->count; i++)
        fprintf (lines->out, " %*s", metric_width (lines, i),
                 hpm_stat_metrics_name (lines->metrics, i));
    fputc ('\n', lines->out);
    fflush (lines->out);
}

static void
write_group (const struct hpm_stat_lines *lines, int64_t elapsed,
             const struct hpm_cell *cells, int group)
{
    fprintf (lines->out, "%10.3f", (double)elapsed / NS_PER_SECOND);
    if (lines->host)
        fprintf (lines->out, " %*s", host_width (lines), lines->host);
    if (lines->place != HPM_STAT_NODE)
        fprintf (lines->out, " %9d", lines->names[group]);
    for (int i = 0; i < ROWS (columns); i++)
        put_system (lines, cells, group, &columns[i]);
    for (int i = 0; i < lines->asked; i++)
        if (is_shown (lines, i))
            put_event (lines, cells, group, i);
    if (lines->metrics->count)
        evaluate (lines, cells, group);
    for (int i = 0; i < lines->metrics->count; i++)
        put_metric (lines, i);
    fputc ('\n', lines->out);
}

int
hpm_stat_lines_write (const struct hpm_stat_lines *lines, int64_t elapsed,
                      const struct hpm_cell *cells)
{
    for (int group = 0; group < lines->group_count; group++)
        write_group (lines, elapsed, cells, group);
    return fflush (lines->out) || ferror (lines->out) ? -1 : 0;
}
