/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Cells of threads in a result file, which one file writes and another reads.
 */
#ifndef HPM_AGGREGATE_DETAIL_FILE_H
#define HPM_AGGREGATE_DETAIL_FILE_H

#include "aggregate/h5/h5_table.h"

/* Members of struct hpm_cell.  */
enum {
    HPM_CELL_COUNT,
    HPM_CELL_QUALITY,
    HPM_CELL_REASON,  /* where one is unavailable */
    HPM_CELL_ENABLED, /* where some counter did not run all the time, */
    HPM_CELL_RUNNING, /* as this */
    HPM_CELL_ERROR,   /* where one is known */
    HPM_CELL_MEMBERS
};
extern const struct hpm_h5_member hpm_cell_members[HPM_CELL_MEMBERS];

#endif /* HPM_AGGREGATE_DETAIL_FILE_H */
