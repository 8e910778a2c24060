/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/stat_amounts.h"

#include <stdlib.h>
#include <string.h>

#include "base/quality.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/perf/cell.h"

int
hpm_stat_amounts_open (struct hpm_stat_amounts *amounts)
{
    size_t n = (size_t)hpm_node_counters_count ();

    *amounts = (struct hpm_stat_amounts){ .count = (int)n };
    if (!n)
        return 0;
    amounts->before = calloc (n, sizeof *amounts->before);
    amounts->now = calloc (n, sizeof *amounts->now);
    amounts->between = calloc (n, sizeof *amounts->between);
    return amounts->before && amounts->now && amounts->between ? 0 : -1;
}

void
hpm_stat_amounts_close (struct hpm_stat_amounts *amounts)
{
    free (amounts->before);
    free (amounts->now);
    free (amounts->between);
    memset (amounts, 0, sizeof *amounts);
}

static void
mark (struct hpm_node_record *record, enum hpm_reason reason)
{
    record->value = 0;
    record->quality = HPM_QUALITY_UNAVAILABLE;
    record->reason = (int)reason;
}

/* What the counter itself told, to a count, before that was scaled up.  */
static int64_t
bare_count (const struct hpm_node_record *record)
{
    if (record->time_running >= record->time_enabled)
        return record->value;
    return (int64_t)((long double)record->value
                         * (long double)record->time_running
                         / (long double)record->time_enabled
                     + 0.5L);
}

/* What had no value before had counted nothing then: its value is 0.  Scaled
 * counts are not subtracted: with each turn they change what is taken for the
 * time before it.  */
struct hpm_node_record
hpm_stat_amounts_between (const struct hpm_node_record *from,
                          const struct hpm_node_record *to)
{
    struct hpm_node_record between = *to;
    int64_t count = bare_count (to) - bare_count (from);

    if (!hpm_quality_has_value ((uint32_t)to->quality))
        return between;
    between.time_enabled -= from->time_enabled;
    between.time_running -= from->time_running;
    if (between.time_enabled && !between.time_running) {
        mark (&between, HPM_REASON_NO_TURN);
        return between;
    }
    between.value = hpm_cell_scaled (
        count > 0 ? count : 0, between.time_enabled, between.time_running);
    if (between.time_enabled)
        between.quality = (int)hpm_cell_quality (between.time_enabled,
                                                 between.time_running);
    return between;
}

void
hpm_stat_amounts_look (struct hpm_stat_amounts *amounts)
{
    struct hpm_node_record *before = amounts->before;

    if (!amounts->count)
        return;
    hpm_node_counters_look (amounts->now);
    for (int i = 0; i < amounts->count; i++)
        amounts->between[i]
            = hpm_stat_amounts_between (&before[i], &amounts->now[i]);
    amounts->before = amounts->now;
    amounts->now = before;
}

void
hpm_stat_amounts_total (struct hpm_stat_amounts *amounts)
{
    if (amounts->count)
        hpm_node_counters_look (amounts->between);
}
