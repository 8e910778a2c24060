/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which events, metrics and functions of MPI to show: lists of names with "*".
 */
#ifndef HPM_AGGREGATE_SELECTION_H
#define HPM_AGGREGATE_SELECTION_H

#include "core/event_list.h"

struct hpm_selection {
    int events_wanted;         /* --events: show raw counts */
    int mpi_wanted;            /* --mpi: show all functions of MPI */
    int full;                  /* all metrics in a summary */
    int costs_wanted;          /* --costs: show what events cost */
    struct hpm_event_list events, metrics, mpi;        /* empty: all */
};

int hpm_selection_has (const struct hpm_event_list *patterns, const char *name);

#endif /* HPM_AGGREGATE_SELECTION_H */
