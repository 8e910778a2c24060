/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/print/stat_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/metric/statistics.h"
#include "base/quality.h"

#define NS_PER_SECOND 1e9
#define WALL "os::WALL_TIME"

/* ---- what a line stands for --------------------------------------------- */

static int
name_of (const struct hpm_stat_sums *sums, int i)
{
    switch (sums->place) {
    case HPM_STAT_SOCKET:
        return sums->targets->sockets[i];
    case HPM_STAT_PROCESSOR:
    case HPM_STAT_PROCESS:
        return sums->targets->numbers[i];
    default:
        return 0;
    }
}

static int
group_of (struct hpm_stat_sums *sums, int name)
{
    int i = 0;

    while (i < sums->count && sums->names[i] != name)
        i++;
    if (i == sums->count)
        sums->names[sums->count++] = name;
    return i;
}

int
hpm_stat_sums_init (struct hpm_stat_sums *sums,
                    const struct hpm_stat_table *table,
                    const struct hpm_targets *targets,
                    enum hpm_stat_place place)
{
    size_t n = (size_t)targets->count;

    *sums = (struct hpm_stat_sums){ .table = table,
                                    .targets = targets,
                                    .place = place };
    sums->groups = calloc (n, sizeof *sums->groups);
    sums->names = calloc (n, sizeof *sums->names);
    if (!sums->groups || !sums->names)
        return -1;
    for (int i = 0; i < targets->count; i++)
        sums->groups[i] = group_of (sums, name_of (sums, i));
    return 0;
}

void
hpm_stat_sums_release (struct hpm_stat_sums *sums)
{
    free (sums->groups);
    free (sums->names);
    memset (sums, 0, sizeof *sums);
}

int
hpm_stat_sums_have_nodes (enum hpm_stat_place place)
{
    return place == HPM_STAT_NODE || place == HPM_STAT_SOCKET;
}

/* ---- of targets --------------------------------------------------------- */

int
hpm_stat_sums_cell (const struct hpm_stat_sums *sums,
                    const struct hpm_stat_counted *counted, int line,
                    int column, struct hpm_cell *sum)
{
    int width = sums->table->events.count;

    *sum = (struct hpm_cell){ .quality = HPM_QUALITY_EXACT };
    for (int i = 0; column >= 0 && i < sums->targets->count; i++) {
        const struct hpm_cell *cell = &counted->cells[i * width + column];

        if (sums->groups[i] != line)
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

static struct hpm_value
cell_value (const struct hpm_stat_sums *sums,
            const struct hpm_stat_counted *counted, int line, int column)
{
    struct hpm_cell sum;
    int has_sum = !hpm_stat_sums_cell (sums, counted, line, column, &sum);

    return (struct hpm_value){
        .count = sum.value,
        .number = (double)sum.value,
        .sampling = { .enabled = (double)sum.time_enabled,
                      .running = (double)sum.time_running,
                      .error = (double)sum.error },
        .quality = has_sum ? sum.quality : HPM_QUALITY_UNAVAILABLE
    };
}

/* ---- of the node -------------------------------------------------------- */

/* The line that a counter on this processor is part of, or -1.  */
static int
line_of (const struct hpm_stat_sums *sums, int processor)
{
    int i = 0;

    if (sums->count == 1)
        return 0;
    while (i < sums->targets->count && sums->targets->numbers[i] != processor)
        i++;
    return i < sums->targets->count ? sums->groups[i] : -1;
}

/* Add the counters of a column that are part of a line.  Returns how many
 * are.  */
static int
add_amounts (const struct hpm_stat_sums *sums,
             const struct hpm_stat_amounts *amounts, int line, int column,
             struct hpm_value *value)
{
    int added = 0;

    for (int i = 0; i < amounts->count; i++) {
        const struct hpm_node_record *record = &amounts->between[i];
        double amount = (double)record->value * record->scale;

        if (record->event != column || line_of (sums, record->cpu) != line)
            continue;
        added++;
        value->number += amount;
        value->sampling.error
            += amount
               * hpm_scaled_error (record->time_enabled, record->time_running);
        if ((uint32_t)record->quality > value->quality)
            value->quality = (uint32_t)record->quality;
    }
    return added;
}

static struct hpm_value
node_value (const struct hpm_stat_sums *sums,
            const struct hpm_stat_amounts *amounts, int line, int column)
{
    struct hpm_value value = { .quality = HPM_QUALITY_EXACT };

    for (int i = 0; i < sums->count; i++) {
        struct hpm_value of_line = { .quality = HPM_QUALITY_EXACT };

        if (!hpm_stat_sums_have_nodes (sums->place)
            || !add_amounts (sums, amounts, i, column, &of_line))
            return (struct hpm_value){ .quality = HPM_QUALITY_UNAVAILABLE };
        if (i == line)
            value = of_line;
    }
    return value;
}

struct hpm_value
hpm_stat_sums_value (const struct hpm_stat_sums *sums,
                     const struct hpm_stat_counted *counted, int line,
                     int column)
{
    return sums->table->events.records[column].scope == HPM_SCOPE_NODE
               ? node_value (sums, counted->amounts, line, column)
               : cell_value (sums, counted, line, column);
}

/* ---- time --------------------------------------------------------------- */

int
hpm_stat_sums_targets (const struct hpm_stat_sums *sums, int line)
{
    int targets = 0;

    for (int i = 0; i < sums->targets->count; i++)
        targets += sums->groups[i] == line;
    return targets;
}

static int
are_processes (const struct hpm_stat_sums *sums)
{
    return sums->targets->kind == HPM_TARGETS_PROCESSES;
}

double
hpm_stat_sums_whole (const struct hpm_stat_sums *sums,
                     const struct hpm_stat_counted *counted, int line)
{
    int wall = hpm_stat_table_find (sums->table, WALL);
    struct hpm_cell sum;

    hpm_stat_sums_cell (sums, counted, line, wall, &sum);
    return (double)sum.value
           / (are_processes (sums) ? hpm_stat_sums_targets (sums, line) : 1);
}

double
hpm_stat_sums_seconds (const struct hpm_stat_sums *sums,
                       const struct hpm_stat_counted *counted, int line)
{
    return hpm_stat_sums_whole (sums, counted, line) / NS_PER_SECOND
           / (are_processes (sums) ? 1 : hpm_stat_sums_targets (sums, line));
}
