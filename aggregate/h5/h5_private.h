/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the parts of the HDF5 writer share.
 */
#ifndef HPM_AGGREGATE_H5_PRIVATE_H
#define HPM_AGGREGATE_H5_PRIVATE_H

#include "aggregate/h5/h5_writer.h"

/* Lengths of a variable along its dimensions; returns the number of elements
 * of one row: the product of all but the last.  */
hsize_t hpm_h5_shape (const struct hpm_h5_writer *writer,
                      enum hpm_variable variable, hsize_t *lengths);

/* A dataset with its attributes, in chunks of `block` rows (all items of them
 * when that is the whole, else one item); with `constant`,
 * every element is that and nothing need be written.  -1 on failure.  */
hid_t hpm_h5_create_dataset (struct hpm_h5_writer *writer,
                             enum hpm_variable variable, hsize_t block,
                             const void *constant);

#endif /* HPM_AGGREGATE_H5_PRIVATE_H */
