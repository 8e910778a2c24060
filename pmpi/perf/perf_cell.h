/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From native counts to the cell of an event.  Pure code.
 */
#ifndef HPM_PMPI_PERF_CELL_H
#define HPM_PMPI_PERF_CELL_H

#include "hpm_quality.h"
#include "hpm_record.h"
#include "pmpi/perf/perf_formula.h"
#include "pmpi/perf/perf_set.h"

/* What an event is made of: natives, by their index in the plan, and how.  */
struct hpm_perf_event {
    int count;
    int natives[HPM_PERF_MOST_TERMS];
    struct hpm_perf_formula formula;
};

/* The event's value from a reading.  Natives that were on a counter for part of
 * the time are scaled up, each by its own times, before the formula; the worst
 * covered one's times are the event's.  One that was never on a counter though
 * the thread ran leaves no value, with the reason `never`; a thread that never
 * ran has counted 0, exactly.  */
void hpm_perf_cell_fill (struct hpm_cell *cell,
                         const struct hpm_perf_event *event,
                         const struct hpm_perf_reading *reading,
                         enum hpm_reason never);

#endif /* HPM_PMPI_PERF_CELL_H */
