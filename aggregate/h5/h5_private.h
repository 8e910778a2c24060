/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the parts of the writer share, and those of the reader.
 */
#ifndef HPM_AGGREGATE_H5_PRIVATE_H
#define HPM_AGGREGATE_H5_PRIVATE_H

#include "aggregate/h5/h5_reader.h"
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

/* What is in the place of counts that are none.  */
extern const int64_t hpm_h5_no_count;

/* Write all texts of a dataset, of the type of texts.  Returns 0 or -1.  */
int hpm_h5_put_texts (hid_t dataset, hid_t type, const void *texts);

/* 1 if there is something of that name.  */
int hpm_h5_exists (const struct hpm_h5_reader *reader, const char *name);

/* A dataset whose bytes are in this file, and its shape.  -1 on failure.  */
hid_t hpm_h5_open_dataset (const struct hpm_h5_reader *reader, const char *name,
                           int *rank, hsize_t lengths[HPM_H5_RANK_MAX]);

/* As hpm_h5_damaged, with where it is if it is in another file.  */
int hpm_h5_damaged_dataset (const struct hpm_h5_reader *reader,
                            const char *name, struct hpm_error *error);

#endif /* HPM_AGGREGATE_H5_PRIVATE_H */
