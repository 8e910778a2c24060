/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is shown of a running job: a row for each rank, with shares and rates
 * between two looks, in an order.
 */
#ifndef HPM_AGGREGATE_LIVE_VIEW_H
#define HPM_AGGREGATE_LIVE_VIEW_H

#include <stdio.h>

#include "aggregate/live/live_look.h"

/* Columns that every table has; those of events stand before the last one.
 * X(identifier, name, heading) */
#define HPM_LIVE_FIXED(X)                                                      \
    X (RANK, "rank", "rank")                                                   \
    X (HOST, "host", "host")                                                   \
    X (WALL, "wall", "time")                                                   \
    X (CPU, "cpu", "CPU %")                                                    \
    X (MPI, "mpi", "MPI %")                                                    \
    X (STATE, "state", "state")

enum hpm_live_fixed {
#define HPM_X(identifier, name, heading) HPM_LIVE_##identifier,
    HPM_LIVE_FIXED (HPM_X)
#undef HPM_X
        HPM_LIVE_FIXED_COUNT
};

/* Numbers of columns: events count from HPM_LIVE_FIXED_COUNT on.  Numbers are
 * NAN where they are not known.  */
struct hpm_live_row {
    struct hpm_live_rank now;
    double interval; /* between the snapshots of shares and rates, s */
    double cpu, mpi; /* shares: 1 is one thread all the time */
    double rates[HPM_LIVE_COLUMNS]; /* a second; of a peak, the peak */
    char state[96];
    int ended; /* for certain */
};

struct hpm_live_view {
    struct hpm_live_look look;
    struct hpm_live_row *rows; /* owned */
    int *order;                /* places of rows, as shown; owned */
    int count;
    int between; /* shares and rates are between looks, not since the start */
    int column, down; /* the order, and whether the largest comes first */
};

/* Take what a look has, which becomes the view's.  A rank without a newer
 * snapshot keeps its shares and rates.  Returns 0, or -1 without memory.  */
int hpm_live_view_take (struct hpm_live_view *view, struct hpm_live_look *look);
void hpm_live_view_release (struct hpm_live_view *view);

/* Order by a column, from the largest down or up; what is not known comes last.
 */
void hpm_live_view_sort (struct hpm_live_view *view, int column, int down);
/* Which way a column goes if nobody says: numbers but ranks go down.  */
int hpm_live_view_is_down (int column);
/* Order by the name of a column, or that of an event, with "-" before it to
 * turn it round.  Returns 0, or -1 with the error.  */
int hpm_live_view_sort_by (struct hpm_live_view *view, const char *key,
                           struct hpm_error *error);

/* Columns as they are shown, from the left: the number of the i-th.  */
int hpm_live_view_columns (const struct hpm_live_view *view);
int hpm_live_view_column (const struct hpm_live_view *view, int place);

/* No rank that is known runs any more, for certain.  */
int hpm_live_view_is_over (const struct hpm_live_view *view);

/* Seconds that the rank counted which counted longest.  */
double hpm_live_view_wall (const struct hpm_live_view *view);

#endif /* HPM_AGGREGATE_LIVE_VIEW_H */
