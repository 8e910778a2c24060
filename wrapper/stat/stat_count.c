/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/stat_count.h"

#include <errno.h>
#include <signal.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pmpi/count/node_counters.h"
#include "wrapper/stat/print/stat_lines.h"

#define NS_PER_SECOND INT64_C (1000000000)
#define EXIT_ERROR 2

/* Readings, each cells[targets][columns].  */
struct readings {
    struct hpm_cell *first, *before, *now, *difference;
};

struct count {
    const struct hpm_stat_command *command;
    const struct hpm_stat_nodes *nodes;
    struct hpm_stat_facts *facts;
    struct hpm_stat_rows rows;
    struct hpm_stat_lines lines;
    struct readings read;
    struct hpm_stat_amounts amounts;
    int64_t start; /* CLOCK_MONOTONIC, ns */
};

static int64_t
clock_of (clockid_t clock)
{
    struct timespec now;

    clock_gettime (clock, &now);
    return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

static size_t
cells_of (const struct count *count)
{
    return (size_t)count->rows.targets->count
           * (size_t)count->rows.table->events.count;
}

static int
allocate (struct count *count)
{
    size_t cells = cells_of (count);
    struct readings *read = &count->read;

    read->first = calloc (cells, sizeof *read->first);
    read->before = calloc (cells, sizeof *read->before);
    read->now = calloc (cells, sizeof *read->now);
    read->difference = calloc (cells, sizeof *read->difference);
    return read->first && read->before && read->now && read->difference ? 0
                                                                        : -1;
}

/* All but the difference, which is the caller's.  */
static void
release (struct count *count)
{
    free (count->read.first);
    free (count->read.before);
    free (count->read.now);
    hpm_stat_amounts_close (&count->amounts);
    hpm_stat_lines_release (&count->lines);
    hpm_stat_rows_close (&count->rows);
}

static int
open_all (struct count *count, const struct hpm_stat_table *table,
          const struct hpm_stat_metrics *metrics,
          const struct hpm_targets *targets, hpm_warn_fn *warn, void *data,
          struct hpm_error *error)
{
    if (hpm_stat_rows_open (&count->rows, table, targets, warn, data, error))
        return -1;
    if (allocate (count)
        || hpm_stat_lines_init (&count->lines, stdout, table, metrics, targets,
                                count->command->place,
                                count->nodes->count > 1 ? count->nodes->host
                                                        : NULL,
                                count->command->interval))
        return hpm_error_set (error, "out of memory");
    hpm_node_counters_start (&table->events, -1, 1);
    return hpm_stat_amounts_open (&count->amounts)
               ? hpm_error_set (error, "out of memory")
               : 0;
}

/* ---- intervals ---------------------------------------------------------- */

static void
hold_pipe (sigset_t *pipe, sigset_t *before)
{
    sigemptyset (pipe);
    sigaddset (pipe, SIGPIPE);
    sigprocmask (SIG_BLOCK, pipe, before);
}

/* Write the heading or, without one, lines of what was counted in an interval,
 * or in all, that ended `elapsed` ns after the start.  That nobody reads them
 * any more is no reason to lose the count: SIGPIPE is held back, and further
 * lines are left out.  */
static void
put_lines (struct count *count, const char *heading, int64_t elapsed)
{
    const struct hpm_stat_counted counted
        = { .cells = count->read.difference, .amounts = &count->amounts };
    const struct timespec none = { 0 };
    sigset_t pipe, before;

    if (count->facts->unwritten)
        return;
    hold_pipe (&pipe, &before);
    if (heading ? hpm_stat_lines_head (&count->lines, heading)
                : hpm_stat_lines_write (&count->lines, elapsed, &counted)) {
        count->facts->unwritten = errno ? errno : EIO;
        __fpurge (stdout);
        sigtimedwait (&pipe, NULL, &none);
    }
    sigprocmask (SIG_SETMASK, &before, NULL);
}

/* Without lines there is nothing left to do where no command runs.  */
static int
is_in_vain (const struct count *count)
{
    return count->facts->unwritten && !*count->command->program;
}

/* What an interval that was to end at `due`, or that an end of the count cut
 * short (0), has begun with is what the one before it ended with.  */
static void
write_line (struct count *count, int64_t due)
{
    struct readings *read = &count->read;
    struct hpm_cell *before = read->before;
    int64_t elapsed = clock_of (CLOCK_MONOTONIC) - count->start;
    int64_t start = count->facts->start;

    hpm_stat_rows_read (&count->rows, read->now);
    hpm_stat_amounts_look (&count->amounts);
    if (due)
        hpm_stat_course_add (&count->facts->course, start + due - count->start,
                             start + elapsed, read->first, read->now,
                             &count->amounts);
    hpm_stat_rows_between (&count->rows, before, read->now, read->difference);
    read->before = read->now;
    read->now = before;
    put_lines (count, NULL, elapsed);
}

/* Moments are those of a clock, not so long after the line before: they do not
 * drift.  Such as have passed already, since the machine was asleep or so, are
 * left out: the next is the first that is still to come.  */
static int64_t
next_moment (const struct count *count, int64_t moment)
{
    int64_t now = clock_of (CLOCK_MONOTONIC);
    int64_t interval = count->command->interval;

    moment += interval;
    return moment >= now ? moment
                         : moment + ((now - moment) / interval + 1) * interval;
}

/* Wait as hpm_stat_process_wait does.  What is known of a process only while it
 * is there is noted now and then, and other nodes see that this one lives.  */
static int
wait_until (struct count *count, struct hpm_stat_process *process,
            int64_t moment)
{
    int of_processes = count->rows.targets->kind == HPM_TARGETS_PROCESSES;
    int64_t next = clock_of (CLOCK_MONOTONIC) + HPM_STAT_BEAT;

    if (!of_processes && !count->nodes->joined)
        return hpm_stat_process_wait (process, moment);
    hpm_stat_nodes_beat (count->nodes);
    for (; moment < 0 || next < moment; next += HPM_STAT_BEAT) {
        if (hpm_stat_process_wait (process, next))
            return 1;
        if (of_processes)
            hpm_stat_rows_look (&count->rows);
        hpm_stat_nodes_beat (count->nodes);
    }
    return hpm_stat_process_wait (process, moment);
}

static void
pass_intervals (struct count *count, struct hpm_stat_process *process)
{
    const struct hpm_stat_command *command = count->command;
    int64_t moment = count->start;

    if (!command->interval) {
        wait_until (count, process, -1);
        return;
    }
    put_lines (count, "time", 0);
    for (int64_t n = 0; !command->count || n < command->count; n++) {
        int ended;

        if (is_in_vain (count))
            break;
        moment = next_moment (count, moment);
        ended = wait_until (count, process, moment);
        write_line (count, ended ? 0 : moment);
        if (ended)
            break;
    }
}

/* ---- the whole ---------------------------------------------------------- */

static int
begin (struct count *count, struct hpm_error *error)
{
    const struct hpm_stat_rows *rows = &count->rows;
    struct hpm_stat_facts *facts = count->facts;
    int n = rows->targets->count;

    hpm_node_counters_run (1);
    count->start = clock_of (CLOCK_MONOTONIC);
    facts->start = clock_of (CLOCK_REALTIME);
    hpm_stat_rows_read (&count->rows, count->read.first);
    hpm_stat_amounts_look (&count->amounts);
    memcpy (count->read.before, count->read.first,
            cells_of (count) * sizeof *count->read.first);
    facts->threads = calloc ((size_t)n, sizeof *facts->threads);
    if (!facts->threads
        || (count->command->interval
            && hpm_stat_course_open (&facts->course, n,
                                     rows->table->events.count,
                                     count->command->interval, facts->start)))
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < n; i++)
        facts->threads[i] = rows->rows[i].count;
    return 0;
}

/* The table of totals knows no sockets: they have theirs as lines.  */
static void
write_sockets (struct count *count, const struct hpm_stat_facts *facts)
{
    if (count->command->place != HPM_STAT_SOCKET || count->command->quiet)
        return;
    if (count->command->interval && !facts->unwritten)
        fputc ('\n', stdout);
    put_lines (count, "total", 0);
    put_lines (count, NULL, facts->wall);
}

static void
end (struct count *count, struct hpm_stat_facts *facts)
{
    int64_t at = clock_of (CLOCK_MONOTONIC);

    facts->wall = at - count->start;
    facts->end = facts->start + facts->wall;
    hpm_stat_course_end (&facts->course, facts->end);
    hpm_stat_rows_read (&count->rows, count->read.now);
    hpm_node_counters_stop ();
    hpm_stat_amounts_total (&count->amounts);
    hpm_stat_rows_between (&count->rows, count->read.first, count->read.now,
                           count->read.difference);
    facts->cells = count->read.difference;
    facts->overhead_stop = clock_of (CLOCK_MONOTONIC) - at;
}

int
hpm_stat_count (const struct hpm_stat_command *command,
                const struct hpm_stat_table *table,
                const struct hpm_stat_metrics *metrics,
                const struct hpm_targets *targets,
                struct hpm_stat_process *process,
                const struct hpm_stat_nodes *nodes,
                struct hpm_stat_facts *facts, hpm_warn_fn *warn, void *data,
                struct hpm_error *error)
{
    struct count count = { .command = command, .nodes = nodes, .facts = facts };
    int64_t opened = clock_of (CLOCK_MONOTONIC);
    int status = EXIT_ERROR;

    if (open_all (&count, table, metrics, targets, warn, data, error) == 0
        && begin (&count, error) == 0) {
        facts->overhead_start = count.start - opened;
        status = *command->program
                     ? hpm_stat_process_start (process, command->program, error)
                     : 0;
        if (!status)
            pass_intervals (&count, process);
        end (&count, facts);
        if (!status)
            write_sockets (&count, facts);
    }
    release (&count);
    return status;
}
