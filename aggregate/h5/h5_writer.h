/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writing labelled arrays into an HDF5 file, small: every variable lies along
 * dimension scales, constant ones take no room, the others are shuffled and
 * deflated.  Attributes DIMENSION_LIST and REFERENCE_LIST are written once in
 * their final form (H5DSattach_scale rewrites them at every step, which leaves
 * holes in the file).
 */
#ifndef HPM_AGGREGATE_H5_WRITER_H
#define HPM_AGGREGATE_H5_WRITER_H

#include <hdf5.h>

#include "base/error.h"
#include "aggregate/h5/h5_runs.h"
#include "aggregate/h5/h5_schema.h"

struct hpm_h5_reference;

struct hpm_h5_writer {
    hid_t file;
    hid_t scale[HPM_DIMENSION_COUNT]; /* -1 until made */
    hsize_t length[HPM_DIMENSION_COUNT];
    struct hpm_h5_reference *references; /* owned */
    size_t reference_count;
};

/* Create the file, replacing one of that name; `bytes` is what is to come, if
 * nothing were deflated.  Returns 0 or -1.  */
int hpm_h5_writer_open (struct hpm_h5_writer *writer, const char *path,
                        double bytes, struct hpm_error *error);

/* Write what is left and close.  Returns 0, or -1 when not all of it could be
 * written.  */
int hpm_h5_writer_close (struct hpm_h5_writer *writer, struct hpm_error *error);

/* Close after a failure: nothing is checked.  */
void hpm_h5_writer_abandon (struct hpm_h5_writer *writer);

/* Make a dimension, before any variable along it, with its labels: char * or
 * int64_t as the schema says, NULL where they are none, numbers from 0 on, or
 * words: the first `length` of them, all with 0.  */
int hpm_h5_dimension (struct hpm_h5_writer *writer,
                      enum hpm_dimension dimension, hsize_t length,
                      const void *labels, struct hpm_error *error);

/* Write a whole variable: elements of its type, char * of texts.  One with no
 * elements is left out.  */
int hpm_h5_write (struct hpm_h5_writer *writer, enum hpm_variable variable,
                  const void *data, struct hpm_error *error);

/* Elements of a variable.  */
size_t hpm_h5_elements (const struct hpm_h5_writer *writer,
                        enum hpm_variable variable);

/* A text in a group of its own, without dimension.  */
int hpm_h5_write_text (struct hpm_h5_writer *writer, enum hpm_text which,
                       const char *text, struct hpm_error *error);

/* Attributes of the root group.  */
int hpm_h5_attribute_text (struct hpm_h5_writer *writer, const char *name,
                           const char *text, struct hpm_error *error);

/* A variable written row by row along its last dimension, in blocks of about a
 * MiB.  A row holds the items along the dimensions before it.  */
struct hpm_h5_column {
    enum hpm_variable variable;
    size_t items, item_bytes;  /* of a row */
    hsize_t rows;              /* in all */
    hsize_t block;             /* rows */
    hsize_t buffered, written; /* rows */
    char *buffer;              /* [item][block], owned */
    struct hpm_h5_runs runs;   /* how its chunks are deflated */
    hid_t dataset;             /* -1 until the first block is full */
};

int hpm_h5_column_open (struct hpm_h5_column *column,
                        const struct hpm_h5_writer *writer,
                        enum hpm_variable variable, struct hpm_error *error);
int hpm_h5_column_append (struct hpm_h5_column *column,
                          struct hpm_h5_writer *writer, const void *row,
                          struct hpm_error *error);
/* Write the rest.  Returns 0 or -1; the column is released in either case.  */
int hpm_h5_column_close (struct hpm_h5_column *column,
                         struct hpm_h5_writer *writer, struct hpm_error *error);
void hpm_h5_column_abandon (struct hpm_h5_column *column);

/* Before the first use of HDF5 in this process: no error is printed by it.  */
void hpm_h5_begin (void);

/* "cannot write NAME: REASON", the reason from HDF5's own error stack where it
 * has a system error.  Returns -1.  */
int hpm_h5_failed (struct hpm_error *error, const char *verb, const char *name);

/* 1 if HDF5 failed because memory ran out.  */
int hpm_h5_lacked_memory (void);

/* Whether the last failure was the limit of the size of files (ulimit -f).  */
int hpm_h5_reached_size_limit (void);

#endif /* HPM_AGGREGATE_H5_WRITER_H */
