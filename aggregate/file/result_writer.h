/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run into an HDF5 file, in one pass over its ranks.
 */
#ifndef HPM_AGGREGATE_RESULT_WRITER_H
#define HPM_AGGREGATE_RESULT_WRITER_H

#include "aggregate/model/result.h"
#include "aggregate/input/scan.h"

/* Write the file at `path`, replacing it, and fill the aggregates of `result`,
 * which has its events, regions, metrics and hosts.  Returns 0, or -1 with the
 * error and what is left of the file.  */
int hpm_result_write (struct hpm_result *result, const struct hpm_scan *scan,
                      struct hpm_rank_source *source, const char *path,
                      struct hpm_error *error);

#endif /* HPM_AGGREGATE_RESULT_WRITER_H */
