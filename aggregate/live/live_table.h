/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A running job as lines of text.
 */
#ifndef HPM_AGGREGATE_LIVE_TABLE_H
#define HPM_AGGREGATE_LIVE_TABLE_H

#include <stdio.h>

#include "aggregate/live/live_view.h"

/* How much of it there is to be, and how.  */
struct hpm_live_frame {
    int width;       /* lines are cut to it; 0: as wide as they are */
    int first, rows; /* rows from this place on, so many at most */
    int terminal;    /* with sequences of a terminal: the column that orders is
                      * marked, the rest of each line is cleared */
};

/* Print two lines on the job, headings and rows.  Columns of events that do not
 * fit are left out.  Returns how many lines it printed.  */
int hpm_live_table_print (FILE *out, const struct hpm_live_view *view,
                          const struct hpm_live_frame *frame);

/* How many lines stand above the rows.  */
#define HPM_LIVE_ABOVE 4

#endif /* HPM_AGGREGATE_LIVE_TABLE_H */
