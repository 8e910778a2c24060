/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which events, metrics and functions of MPI to show: lists of names with "*".
 */
#ifndef HPM_AGGREGATE_SELECTION_H
#define HPM_AGGREGATE_SELECTION_H

#include "base/event/event_list.h"

struct hpm_result;

struct hpm_selection {
    int events_wanted; /* --events: show raw counts */
    int mpi_wanted;    /* --mpi: show all functions of MPI */
    int full;          /* all metrics in a summary */
    int costs_wanted;  /* --costs: show what events cost */
    struct hpm_event_list events, metrics, mpi; /* empty: all */
};

int hpm_selection_has (const struct hpm_event_list *patterns, const char *name);

/* See that the run has something for every name and pattern.  Returns 0, or -1
 * with an error that tells the first it has nothing for, and names like it.  */
int hpm_selection_check (const struct hpm_selection *selection,
                         const struct hpm_result *result,
                         struct hpm_error *error);

#endif /* HPM_AGGREGATE_SELECTION_H */
