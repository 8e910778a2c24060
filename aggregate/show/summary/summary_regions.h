/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Marked regions in the summary: what the tree and the sentences below it know
 * of all of them.
 */
#ifndef HPM_AGGREGATE_SUMMARY_REGIONS_H
#define HPM_AGGREGATE_SUMMARY_REGIONS_H

#include <stdio.h>

#include "aggregate/console/number.h"
#include "aggregate/model/result.h"

struct hpm_region_view {
    const struct hpm_region_tree *tree;
    struct hpm_scale time;
    double run;      /* ns all ranks ran, together */
    double threads;  /* ns their threads did; NAN: it is not known */
    int is_threaded; /* some region is of several threads of a rank */
    int timed;       /* calls of MPI were */
};

/* Of a result with regions; without the scale.  */
struct hpm_region_view hpm_region_view_of (const struct hpm_result *result);

/* Whether threads of a rank were in a region beside each other.  */
int hpm_region_is_threaded (const struct hpm_result *result, int region);

/* Over all ranks and threads.  */
double hpm_region_total (const struct hpm_region_tree *tree, int region,
                         enum hpm_region_sum sum);

/* Where it costs most, and marks that do not fit each other.  */
void hpm_region_notes (FILE *out, const struct hpm_result *result,
                       const struct hpm_region_view *view);

#endif /* HPM_AGGREGATE_SUMMARY_REGIONS_H */
