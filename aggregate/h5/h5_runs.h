/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HPM_AGGREGATE_H5_RUNS_H
#define HPM_AGGREGATE_H5_RUNS_H

#include <hdf5.h>
#include <stddef.h>

/* Write one whole chunk, which begins at `start`, of a dataset that is shuffled
 * and deflated: `count` values of `item_bytes` bytes each, as the file has
 * them.  Returns 1 when it is written, 0 where H5Dwrite must do it (no zlib, no
 * memory, or deflated it would be larger), -1 on failure.  */
int hpm_h5_write_runs (hid_t dataset, const hsize_t *start, const void *values,
                       size_t count, size_t item_bytes);

#endif /* HPM_AGGREGATE_H5_RUNS_H */
