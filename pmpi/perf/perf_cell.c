/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <math.h>
#include <string.h>

#include "pmpi/perf/cell.h"
#include "pmpi/perf/perf_cell.h"

/* Whether a is covered worse than b.  */
static int
covered_worse (int64_t enabled_a, int64_t running_a, int64_t enabled_b,
               int64_t running_b)
{
    return (long double)running_a * (long double)enabled_b
           < (long double)running_b * (long double)enabled_a;
}

/* How much the errors of the natives may make of the event's value, if none of
 * them makes up for another's; 0 where one of them is not known.  */
static int64_t
error_of (const struct hpm_perf_event *event,
          const struct hpm_perf_reading *reading, const int64_t *terms,
          int64_t value)
{
    int64_t moved[HPM_PERF_MOST_TERMS], other;
    double sum = 0;

    for (int i = 0; i < event->count; i++) {
        int native = event->natives[i];

        if (reading->running[native] >= reading->enabled[native])
            continue;
        if (!(reading->errors[native] > 0))
            return 0;
        memcpy (moved, terms, (size_t)event->count * sizeof *moved);
        moved[i] += (int64_t)fmin (reading->errors[native], 0x1p62);
        if (hpm_perf_formula_evaluate (&event->formula, moved, &other))
            return 0;
        sum += fabs ((double)other - (double)value);
    }
    return (int64_t)fmin (ceil (sum), 0x1p62);
}

void
hpm_perf_cell_fill (struct hpm_cell *cell, const struct hpm_perf_event *event,
                    const struct hpm_perf_reading *reading,
                    enum hpm_reason never)
{
    int64_t terms[HPM_PERF_MOST_TERMS];

    memset (cell, 0, sizeof *cell);
    for (int i = 0; i < event->count; i++) {
        int native = event->natives[i];
        int64_t enabled = reading->enabled[native];
        int64_t running = reading->running[native];

        if (running == 0 && enabled > 0) {
            hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, never);
            return;
        }
        terms[i] = hpm_cell_scaled (reading->values[native], enabled, running);
        if (i == 0
            || covered_worse (enabled, running, cell->time_enabled,
                              cell->time_running)) {
            cell->time_enabled = enabled;
            cell->time_running = running;
        }
    }
    cell->quality = hpm_cell_quality (cell->time_enabled, cell->time_running);
    if (hpm_perf_formula_evaluate (&event->formula, terms, &cell->value))
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_NEVER_COUNTED);
    else
        cell->error = error_of (event, reading, terms, cell->value);
}
