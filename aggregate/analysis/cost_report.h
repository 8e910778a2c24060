/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the events of a run cost: counts times costs.
 */
#ifndef HPM_AGGREGATE_COST_REPORT_H
#define HPM_AGGREGATE_COST_REPORT_H

#include "aggregate/model/costs.h"
#include "aggregate/model/selection.h"

enum hpm_cost_estimate { HPM_COST_MIN, HPM_COST_TYPICAL, HPM_COST_MAX };
#define HPM_COST_ESTIMATES 3

struct hpm_event_cost {
    int event;                        /* of the result */
    const struct hpm_cost *line;      /* of its table */
    double ns[HPM_COST_ESTIMATES];    /* of one occurrence, NAN unknown */
    double total[HPM_COST_ESTIMATES]; /* ns, of the job; NAN without a total */
    double rank[HPM_COST_ESTIMATES];  /* ns, mean over ranks */
};

struct hpm_cost_report {
    struct hpm_event_cost *costs; /* most costly first */
    int count;
    int *without; /* events that nobody knows the cost of */
    int without_count;
    double clock_hz; /* 0 if unknown */
    const char *clock_source;
    double run_ns;  /* life of all threads together */
    double threads; /* of the program */
};

/* What the counts of the whole run cost, for the events chosen.  An event of
 * time or bytes has no cost, nor has one that was not counted.  Returns 0, or
 * -1 without memory.  Release in either case.  */
int hpm_cost_report_make (struct hpm_cost_report *report,
                          const struct hpm_result *result,
                          const struct hpm_selection *selection);
void hpm_cost_report_release (struct hpm_cost_report *report);

/* Statistics over ranks of an event of the report.  */
const struct hpm_statistics *
hpm_event_cost_statistics (const struct hpm_result *result,
                           const struct hpm_event_cost *cost);

/* Typical time as a part of the life of all threads, NAN if unknown.  */
double hpm_event_cost_share (const struct hpm_cost_report *report,
                             const struct hpm_event_cost *cost);

/* Why a metric that uses a cost has no value over the job: the name of what is
 * missing, NULL for a metric that has a value or uses no cost.  */
const char *hpm_cost_metric_lacks (const struct hpm_result *result, int metric);

#endif /* HPM_AGGREGATE_COST_REPORT_H */
