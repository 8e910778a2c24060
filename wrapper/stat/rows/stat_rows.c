/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/stat_rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/event/probe.h"
#include "base/event/tick_time.h"
#include "base/quality.h"
#include "pmpi/perf/cell.h"
#include "wrapper/stat/rows/process_stat.h"
#include "wrapper/stat/rows/processes.h"

#define NS_PER_SECOND INT64_C (1000000000)

/* A process that begins threads all the time is taken as it is after so many
 * tries to have all of them.  */
#define TRIES 5

/* ---- open --------------------------------------------------------------- */

static void
close_row (struct hpm_stat_rows *rows, struct hpm_stat_row *row)
{
    for (int i = 0; i < row->count; i++)
        hpm_stat_part_close (&row->parts[i], rows->table);
    free (row->parts);
    row->parts = NULL;
    row->count = 0;
}

static int
open_processor (struct hpm_stat_rows *rows, struct hpm_stat_row *row,
                int processor)
{
    row->parts = calloc (1, sizeof *row->parts);
    row->count = !!row->parts;
    return row->parts
               ? hpm_stat_part_open (row->parts, rows->table, -1, processor)
               : -1;
}

static int
open_threads (struct hpm_stat_rows *rows, struct hpm_stat_row *row,
              const pid_t *threads, int count)
{
    row->parts = calloc ((size_t)count, sizeof *row->parts);
    if (!row->parts)
        return -1;
    for (; row->count < count; row->count++)
        if (hpm_stat_part_open (&row->parts[row->count], rows->table,
                                threads[row->count], -1)) {
            row->count++; /* what there is of it is closed */
            return -1;
        }
    return 0;
}

/* Threads of the second list that the first lacks; both ascend.  */
static int
count_new (const pid_t *before, int n, const pid_t *now, int m)
{
    int new = 0, i = 0;

    for (int j = 0; j < m; j++) {
        while (i < n && before[i] < now[j])
            i++;
        new += i == n || before[i] != now[j];
    }
    return new;
}

/* Counters of a thread count those that it begins later, and none that it has
 * begun before.  So what began in between may be in one of them or in none: all
 * are opened again, until no thread has begun in between.  Returns how many
 * have, or -1 without memory.  */
static int
open_process (struct hpm_stat_rows *rows, struct hpm_stat_row *row,
              pid_t process)
{
    int new = 0;

    for (int i = 0; i < TRIES && (!i || new > 0); i++) {
        pid_t *threads = NULL, *after = NULL;
        int n = hpm_process_threads (process, &threads), m;

        close_row (rows, row);
        if (n > 0 && open_threads (rows, row, threads, n))
            new = -1;
        m = new < 0 ? 0 : hpm_process_threads (process, &after);
        if (new >= 0)
            new = n > 0 && m > 0 ? count_new (threads, n, after, m) : 0;
        free (threads);
        free (after);
    }
    return new;
}

static int
open_row (struct hpm_stat_rows *rows, int i, hpm_warn_fn *warn, void *data)
{
    int number = rows->targets->numbers[i], new;
    char text[160];

    if (rows->targets->kind == HPM_TARGETS_PROCESSORS)
        return open_processor (rows, &rows->rows[i], number);
    new = open_process (rows, &rows->rows[i], number);
    if (new > 0) {
        snprintf (text, sizeof text,
                  "process %d began %d thread%s while its counters were "
                  "opened: what they do may not be counted",
                  number, new, new > 1 ? "s" : "");
        warn (text, data);
    }
    return new < 0 ? -1 : 0;
}

/* One question before all others: whether a counter of all that runs on a
 * processor, or of somebody's process, is permitted.  */
static int
check_permission (const struct hpm_targets *targets, int i,
                  struct hpm_error *error)
{
    int number = targets->numbers[i];
    int processes = targets->kind == HPM_TARGETS_PROCESSES;
    int failure = processes ? hpm_stat_part_try (number, -1)
                            : hpm_stat_part_try (-1, number);
    enum hpm_reason reason = hpm_probe_node_reason (failure);

    if (!failure)
        return 0;
    if (reason != HPM_REASON_NODE_FORBIDDEN)
        return hpm_error_set (error, "cannot count %s %d: %s",
                              processes ? "process" : "processor", number,
                              strerror (failure));
    if (processes)
        return hpm_error_set (error,
                              "cannot count process %d: the kernel forbids it "
                              "(count processes of your own, or ask for the "
                              "capability CAP_PERFMON)",
                              number);
    return hpm_error_set (error, "cannot count processors, because %s (%s)",
                          hpm_reason_text (reason), hpm_reason_remedy (reason));
}

static int
check_all (const struct hpm_targets *targets, struct hpm_error *error)
{
    int n = targets->kind == HPM_TARGETS_PROCESSES ? targets->count : 1;

    for (int i = 0; i < n; i++)
        if (check_permission (targets, i, error))
            return -1;
    return 0;
}

static int
allocate (struct hpm_stat_rows *rows)
{
    size_t n = (size_t)rows->targets->count;

    rows->rows = calloc (n, sizeof *rows->rows);
    rows->times = calloc (n, sizeof *rows->times);
    rows->started = calloc (n, sizeof *rows->started);
    rows->told = calloc (n * ((size_t)rows->table->events.count + 1),
                         sizeof *rows->told);
    rows->before = calloc (n * ((size_t)rows->table->events.count + 1),
                           sizeof *rows->before);
    rows->asked = calloc ((size_t)rows->table->events.backend_count + 1,
                          sizeof *rows->asked);
    return rows->rows && rows->times && rows->started && rows->told
                   && rows->before && rows->asked
               ? 0
               : -1;
}

/* What is "-" in every line because there are too few descriptors has to be
 * told.  */
static void
tell_lacking (const struct hpm_stat_rows *rows, hpm_warn_fn *warn, void *data)
{
    int of_processes = rows->targets->kind == HPM_TARGETS_PROCESSES;
    char text[160];
    int lacking = 0;

    for (int i = 0; i < rows->targets->count; i++)
        for (int p = 0; p < rows->rows[i].count; p++)
            lacking += rows->rows[i].parts[p].lacks_files;
    if (!lacking)
        return;
    snprintf (text, sizeof text,
              "too many open files for the counters of %d %s%s (ulimit -n "
              "permits %ld)",
              lacking, of_processes ? "thread" : "processor",
              lacking > 1 ? "s" : "", sysconf (_SC_OPEN_MAX));
    warn (text, data);
}

int
hpm_stat_rows_open (struct hpm_stat_rows *rows,
                    const struct hpm_stat_table *table,
                    const struct hpm_targets *targets, hpm_warn_fn *warn,
                    void *data, struct hpm_error *error)
{
    *rows = (struct hpm_stat_rows){ .table = table, .targets = targets };
    rows->tick = hpm_tick_length ();
    if (check_all (targets, error))
        return -1;
    if (allocate (rows))
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < targets->count; i++)
        if (open_row (rows, i, warn, data))
            return hpm_error_set (error, "out of memory");
    tell_lacking (rows, warn, data);
    return 0;
}

void
hpm_stat_rows_close (struct hpm_stat_rows *rows)
{
    for (int i = 0; rows->rows && i < rows->targets->count; i++)
        close_row (rows, &rows->rows[i]);
    free (rows->rows);
    free (rows->times);
    free (rows->started);
    free (rows->told);
    free (rows->before);
    free (rows->asked);
    memset (rows, 0, sizeof *rows);
}

/* ---- read --------------------------------------------------------------- */

static void
read_row (struct hpm_stat_rows *rows, int i, int64_t now,
          struct hpm_cell *cells)
{
    const struct hpm_stat_table *table = rows->table;
    const struct hpm_stat_row *row = &rows->rows[i];

    for (int c = 0; c < table->events.count; c++)
        hpm_cell_mark (&cells[c], HPM_QUALITY_ABSENT, HPM_REASON_NONE);
    for (int p = 0; p < row->count; p++)
        hpm_stat_part_add (&row->parts[p], table, rows->asked, cells);
    for (int c = 0; c < table->events.count; c++) {
        const struct hpm_stat_system *system = table->systems[c];

        if (system && system->source == HPM_STAT_CLOCK)
            cells[c] = (struct hpm_cell){ .value = now,
                                          .quality = HPM_QUALITY_EXACT };
    }
    hpm_stat_times_read (rows, i, now, cells);
}

static int64_t
monotonic (void)
{
    struct timespec now;

    clock_gettime (CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

void
hpm_stat_rows_look (struct hpm_stat_rows *rows)
{
    const struct hpm_targets *targets = rows->targets;

    if (targets->kind == HPM_TARGETS_PROCESSES)
        hpm_process_stats_update (targets->numbers, targets->count,
                                  rows->started, rows->times);
    else
        hpm_proc_stat_read (targets->numbers, targets->count, rows->times);
}

void
hpm_stat_rows_read (struct hpm_stat_rows *rows, struct hpm_cell *cells)
{
    int64_t now = monotonic ();
    int columns = rows->table->events.count;

    hpm_stat_rows_look (rows);
    memcpy (rows->before, rows->told,
            (size_t)(rows->targets->count * columns) * sizeof *rows->told);
    for (int i = 0; i < rows->targets->count; i++)
        read_row (rows, i, now, cells + i * columns);
    rows->last = now;
}
