/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HPM_AGGREGATE_H5_RUNS_H
#define HPM_AGGREGATE_H5_RUNS_H

#include <hdf5.h>
#include <stddef.h>

/* Chunks of a dataset that are deflated in both ways before one is chosen.  */
#define HPM_H5_RUNS_TRIED 16

/* What is known of a dataset, 0 at first.  */
struct hpm_h5_runs {
    int tried;           /* chunks */
    size_t runs, search; /* bytes these took by runs, and by HDF5's filter */
};

/* Write one whole chunk, which begins at `start`, of a dataset that is shuffled
 * and deflated: `count` values of `item_bytes` bytes each, as the file has
 * them.  Returns 1 when it is written, 0 where H5Dwrite is to do it (no zlib,
 * no memory, or it makes less of it), -1 on failure.  */
int hpm_h5_write_runs (struct hpm_h5_runs *so_far, hid_t dataset,
                       const hsize_t *start, const void *values, size_t count,
                       size_t item_bytes);

#endif /* HPM_AGGREGATE_H5_RUNS_H */
