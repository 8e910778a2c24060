/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/stat_part.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>

#include "base/quality.h"
#include "pmpi/perf/cell.h"

/* ---- open --------------------------------------------------------------- */

/* A clock runs for all of a thread's time, whatever is said of the kernel: said
 * so, it is permitted to everybody.  */
static int
is_clock (uint64_t what)
{
    return what == PERF_COUNT_SW_TASK_CLOCK || what == PERF_COUNT_SW_CPU_CLOCK;
}

/* The kernel's own counters are of all that happens, whatever the domain.  */
static int
open_counter (struct hpm_perf_counter *counter, uint64_t what, pid_t tid,
              int processor)
{
    struct perf_event_attr attr
        = { .size = sizeof attr,
            .type = PERF_TYPE_SOFTWARE,
            .config = what,
            .inherit = tid >= 0,
            .exclude_kernel = tid >= 0 && is_clock (what),
            .exclude_hv = 1 };

    return hpm_perf_counter_open (counter, &attr, tid, processor, NULL, 0);
}

static enum hpm_reason
reason_of (int error)
{
    return error == EACCES || error == EPERM ? HPM_REASON_PARANOID
                                             : HPM_REASON_START_FAILED;
}

int
hpm_stat_part_open (struct hpm_stat_part *part,
                    const struct hpm_stat_table *table, pid_t tid,
                    int processor)
{
    const struct hpm_event_table *events = &table->events;

    *part = (struct hpm_stat_part){ .refused = HPM_REASON_START_FAILED };
    part->counters = calloc ((size_t)events->count, sizeof *part->counters);
    if (!part->counters)
        return -1;
    for (int c = 0; c < events->count; c++) {
        const struct hpm_stat_system *system = table->systems[c];

        part->counters[c] = HPM_PERF_COUNTER_NONE;
        if (system && system->source == HPM_STAT_SOFTWARE
            && open_counter (&part->counters[c], (uint64_t)system->what, tid,
                             processor)) {
            part->refused = reason_of (errno);
            part->lacks_files |= errno == EMFILE || errno == ENFILE;
        }
    }
    if (events->backend && events->backend->other_open)
        part->set = events->backend->other_open (tid, processor, &part->reason);
    return 0;
}

void
hpm_stat_part_close (struct hpm_stat_part *part,
                     const struct hpm_stat_table *table)
{
    if (part->set)
        table->events.backend->thread_close (part->set);
    for (int c = 0; part->counters && c < table->events.count; c++)
        if (part->counters[c].descriptor >= 0)
            hpm_perf_counter_close (&part->counters[c]);
    free (part->counters);
    *part = (struct hpm_stat_part){ .set = NULL };
}

int
hpm_stat_part_try (pid_t tid, int processor)
{
    struct hpm_perf_counter counter;

    if (open_counter (&counter, PERF_COUNT_SW_TASK_CLOCK, tid, processor))
        return errno;
    hpm_perf_counter_close (&counter);
    return 0;
}

/* ---- read --------------------------------------------------------------- */

static void
read_counter (const struct hpm_stat_part *part, int column,
              struct hpm_cell *cell)
{
    const struct hpm_perf_counter *counter = &part->counters[column];
    int64_t value;

    if (counter->descriptor < 0)
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, part->refused);
    else if (hpm_perf_counter_read (counter, &value, sizeof value)
             != (ssize_t)sizeof value)
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_THREAD_LOST);
    else
        *cell
            = (struct hpm_cell){ .value = value, .quality = HPM_QUALITY_EXACT };
}

static void
read_backend (const struct hpm_stat_part *part,
              const struct hpm_event_table *events, struct hpm_cell *asked)
{
    for (int c = 0; c < events->backend_count; c++)
        hpm_cell_mark (&asked[c], HPM_QUALITY_UNAVAILABLE,
                       events->asked[c].reason ? events->asked[c].reason
                       : part->reason          ? part->reason
                                               : HPM_REASON_PROCESS_LEVEL);
    if (part->set)
        events->backend->thread_read (part->set, asked);
}

/* Where one of several threads has no count, the sum lacks it.  */
static void
add_cell (struct hpm_cell *sum, const struct hpm_cell *cell)
{
    int had = hpm_quality_has_value (sum->quality);
    int has = hpm_quality_has_value (cell->quality);

    if (sum->quality == HPM_QUALITY_ABSENT) {
        *sum = *cell;
        return;
    }
    if (has && !had)
        *sum = *cell;
    else if (has) {
        sum->value += cell->value;
        sum->time_enabled += cell->time_enabled;
        sum->time_running += cell->time_running;
        sum->error += cell->error;
        sum->quality = hpm_quality_worse (sum->quality, cell->quality);
    }
    if (has != had)
        sum->quality = HPM_QUALITY_PARTIAL;
}

void
hpm_stat_part_add (const struct hpm_stat_part *part,
                   const struct hpm_stat_table *table, struct hpm_cell *asked,
                   struct hpm_cell *cells)
{
    const struct hpm_event_table *events = &table->events;

    read_backend (part, events, asked);
    for (int c = 0; c < events->count; c++) {
        const struct hpm_stat_system *system = table->systems[c];
        struct hpm_cell cell;

        if (events->columns[c].backend >= 0)
            add_cell (&cells[c], &asked[events->columns[c].backend]);
        else if (system && system->source == HPM_STAT_SOFTWARE) {
            read_counter (part, c, &cell);
            add_cell (&cells[c], &cell);
        }
    }
}
