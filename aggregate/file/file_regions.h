/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each rank did in each region that the program marked, from a result
 * file, in blocks: region after region, and in a region rank after rank.
 */
#ifndef HPM_AGGREGATE_FILE_REGIONS_H
#define HPM_AGGREGATE_FILE_REGIONS_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

struct hpm_file_regions;

/* Reader and result must outlive it.  NULL with the error, as of a file with
 * more regions than it has detail of.  */
struct hpm_file_regions *
hpm_file_regions_create (const struct hpm_h5_reader *reader,
                         const struct hpm_result *result,
                         struct hpm_error *error);
void hpm_file_regions_destroy (struct hpm_file_regions *regions);

/* A rank in a region: sums[hpm_region_sum], and counts[event], HPM_NO_COUNT
 * where they are not known.  Returns 0, or -1 with the error.  */
int hpm_file_regions_get (struct hpm_file_regions *regions, int region,
                          int64_t rank, int64_t *sums, int64_t *counts,
                          struct hpm_error *error);

/* Whether counts of ranks were split; what of the counts that were got last is
 * in that part, the same way; and what a rank's parts are worth.  The latter
 * two where they were split alone.  */
int hpm_file_regions_are_split (const struct hpm_file_regions *regions);
void hpm_file_regions_part (const struct hpm_file_regions *regions,
                            enum hpm_region_part part, int64_t *counts);
uint32_t hpm_file_regions_part_quality (const struct hpm_file_regions *regions,
                                        int64_t rank, int event);

/* Whether there is no record of it.  */
int hpm_file_regions_is_missing (const struct hpm_file_regions *regions,
                                 int64_t rank);

/* Its host, a place among the hosts of the result, -1 for none; and what its
 * counts are worth, by event.  */
int hpm_file_regions_host (const struct hpm_file_regions *regions,
                           int64_t rank);
uint32_t hpm_file_regions_quality (const struct hpm_file_regions *regions,
                                   int64_t rank, int event);

#endif /* HPM_AGGREGATE_FILE_REGIONS_H */
