/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derived metrics in the lines of hpmstat: those of the groups that were asked
 * for and of the file of definitions that was given, or else what shows of
 * every machine how its time is used; and of these such as can be had from the
 * columns.
 */
#ifndef HPM_WRAPPER_STAT_METRICS_H
#define HPM_WRAPPER_STAT_METRICS_H

#include "wrapper/plan/definitions.h"
#include "wrapper/stat/command/stat_flags.h"
#include "wrapper/stat/rows/stat_table.h"

struct hpm_stat_metrics {
    struct hpm_definitions definitions;
    struct hpm_metric_binding *binding;
    int *shown, count;                /* of the definitions; owned */
    struct hpm_value *values;         /* [columns], for whoever evaluates */
    struct hpm_metric_value *results; /* [metrics of the definitions] */
    double clock_hz;
};

/* For lines that stand for such a place; without any (`wanted` 0) no definition
 * is read, and there are none.
 * Options, places and table must outlive them, and they may not be moved.
 * Returns 0, or -1 with the error; close in either case.  */
int hpm_stat_metrics_open (struct hpm_stat_metrics *metrics,
                           const struct hpm_stat_table *table,
                           const struct hpm_options *options,
                           const struct hpm_places *places,
                           enum hpm_stat_place place, int wanted,
                           struct hpm_error *error);
void hpm_stat_metrics_close (struct hpm_stat_metrics *metrics);

/* What a column of one of them is called.  */
const char *hpm_stat_metrics_name (const struct hpm_stat_metrics *metrics,
                                   int shown);

/* Evaluate all over `values`, of so many targets in so many seconds.  */
void hpm_stat_metrics_evaluate (const struct hpm_stat_metrics *metrics,
                                double seconds, int targets);

/* What came of one of them.  */
const struct hpm_metric_value *
hpm_stat_metrics_result (const struct hpm_stat_metrics *metrics, int shown);

#endif /* HPM_WRAPPER_STAT_METRICS_H */
