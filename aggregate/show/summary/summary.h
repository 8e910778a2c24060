/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The summary of a run for people: what ran, where the time went, metrics,
 * counts, what was not counted, and the verdict.
 */
#ifndef HPM_AGGREGATE_SUMMARY_H
#define HPM_AGGREGATE_SUMMARY_H

#include <stdio.h>

#include "aggregate/model/chosen.h"
#include "aggregate/model/result.h"
#include "aggregate/model/selection.h"

/* Print the summary of the whole run; `path` is where the result is kept.  */
int hpm_summary_print (FILE *out, const struct hpm_result *result,
                       const struct hpm_selection *selection, const char *path);

/* Its parts.  */
void hpm_summary_head (FILE *out, const struct hpm_result *result);
/* What measuring took at the start and at the end of the run.  */
void hpm_summary_start_stop (FILE *out, const struct hpm_result *result);
/* With `full` all parts, else those that matter.  */
void hpm_summary_time (FILE *out, const struct hpm_result *result, int full);
/* The functions of MPI that were asked for, with `full` all, else those that
 * took most time; of all of them what they cost, and sizes of messages.  */
int hpm_summary_calls (FILE *out, const struct hpm_result *result,
                       const struct hpm_selection *selection);
/* Metrics and counts of the whole run, first what was named when it ran:
 * events, or groups of metrics; and those of each region.  */
int hpm_summary_values (FILE *out, const struct hpm_result *result,
                        const struct hpm_selection *selection,
                        const struct hpm_chosen *chosen, const char *file);
/* Whether a chosen metric is in the table of a region: it has a value, and is
 * not next to nothing, or somebody asked for it.  */
int hpm_summary_has_row (const struct hpm_result *result,
                         const struct hpm_selection *selection,
                         const struct hpm_chosen *chosen, int region,
                         int metric);
int hpm_summary_region_values (FILE *out, const struct hpm_result *result,
                               const struct hpm_selection *selection,
                               const struct hpm_chosen *chosen);
/* A tree of the regions that the program marked.  */
int hpm_summary_regions (FILE *out, const struct hpm_result *result,
                         const char *file);
/* Why there are no regions, or no places that MPI was called from; the first
 * also as a text.  */
const char *hpm_summary_why_no_regions (const struct hpm_result *result);
void hpm_summary_no_regions (FILE *out, const struct hpm_result *result);
void hpm_summary_no_binding (FILE *out, const struct hpm_result *result);
void hpm_summary_no_sites (FILE *out, const struct hpm_result *result);
/* What times of regions are of, where threads were in them beside each other.
 */
void hpm_summary_region_times (FILE *out, const struct hpm_result *result);
/* Why no efficiency of regions is known, where ranks paused apart.  */
void hpm_summary_region_pauses (FILE *out, const struct hpm_result *result);
/* How the run was sampled, and ranks that are out of line.  */
void hpm_summary_samples (FILE *out, const struct hpm_result *result,
                          int of_callers);
/* How ranks were looked at, and a picture of ranks and nodes.  */
void hpm_summary_mappings (FILE *out, const struct hpm_result *result);
/* A sentence where memory is remote.  */
void hpm_summary_remote (FILE *out, const struct hpm_result *result);
/* The run over time: with `events` that of these, too.  */
int hpm_summary_line (FILE *out, const struct hpm_result *result,
                      const char *file, int events);
/* What its steady part was like, or where it changed; with `events` as above.
 */
int hpm_summary_phases (FILE *out, const struct hpm_result *result, int events);
/* With `full` all findings but outliers, else the first three of all.  */
void hpm_summary_verdict (FILE *out, const struct hpm_result *result, int full,
                          const char *file);
/* The command that shows more of what the verdict found first.  */
void hpm_summary_next (FILE *out, const struct hpm_result *result,
                       const char *file);
/* The commands that show what --sample and --pages took, of which the summary
 * has nothing.  */
void hpm_summary_asked (FILE *out, const struct hpm_result *result,
                        const char *file);
void hpm_summary_outliers (FILE *out, const struct hpm_result *result);
/* A table of the efficiencies of hosts.  */
int hpm_summary_hosts (FILE *out, const struct hpm_result *result);
/* What was not counted, why, and what helps; with `full` in all detail.  */
void hpm_summary_gaps (FILE *out, const struct hpm_result *result, int full);

/* The runs that the result was joined of, where it was; 1 for a metric over
 * counts of several of them, and a list of these that have a row.  */
void hpm_summary_joined (FILE *out, const struct hpm_result *result);
int hpm_summary_is_mixed (const struct hpm_result *result, int metric);
void hpm_summary_mixed (FILE *out, const struct hpm_result *result,
                        const struct hpm_selection *selection,
                        const struct hpm_chosen *chosen);

/* What the events cost in time, most costly first.  */
int hpm_summary_costs (FILE *out, const struct hpm_result *result,
                       const struct hpm_selection *selection);

/* Events that were counted for hosts, and why some were not.  */
int hpm_summary_nodes (FILE *out, const struct hpm_result *result,
                       const struct hpm_selection *selection);
void hpm_summary_node_gaps (FILE *out, const struct hpm_result *result);

/* What the marks in the tables mean, of what these show: events where they are
 * wanted, and the chosen metrics.  Returns 0, or -1 without memory.  */
int hpm_summary_marks (FILE *out, const struct hpm_result *result,
                       const struct hpm_selection *selection,
                       const struct hpm_chosen *chosen);

/* How much of the time scaled counts were counted, and the errors of these and
 * of the chosen metrics.  */
void hpm_summary_sampling (FILE *out, const struct hpm_result *result,
                           const struct hpm_chosen *chosen);

#endif /* HPM_AGGREGATE_SUMMARY_H */
