/* SPDX-License-Identifier: BSD-3-Clause
 *
 * In which marked region a rank is slow.
 */
#ifndef HPM_AGGREGATE_FINDING_REGION_H
#define HPM_AGGREGATE_FINDING_REGION_H

#include <stdio.h>

#include "aggregate/model/result.h"

/* NAN where unknown.  */
struct hpm_finding_region {
    double region;  /* place in the tree; -1: there is none to name */
    double more;    /* s that the rank is in it beyond the others' mean */
    double entries; /* how often it enters it */
    double each;    /* s of those in each entry */
};

/* Of a rank with so many seconds outside MPI more than the others: the region
 * in which it is itself, regions inside it left out, longest beyond the mean of
 * the others, where that is enough of these to be their place.  There is none
 * where threads of a rank were in it beside each other, nor where ranks were
 * cut short.  */
struct hpm_finding_region hpm_finding_region (const struct hpm_result *result,
                                              double rank, double more);

/* Print the path of a region, or its end: "solve/halo", ".../halo".  */
void hpm_finding_region_put (FILE *out, const struct hpm_result *result,
                             double region);

/* What of a region's path is shown: all, or its end where it is long, which
 * *is_cut tells.  Points into `path`.  */
const char *hpm_region_end_of_path (const char *path, int *is_cut);

#endif /* HPM_AGGREGATE_FINDING_REGION_H */
