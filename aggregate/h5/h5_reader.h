/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading labelled arrays of a result file.  Every length is checked against
 * what the caller expects, every type is converted by HDF5.  All but _open
 * return 0, or -1 with an error that calls the file damaged.
 */
#ifndef HPM_AGGREGATE_H5_READER_H
#define HPM_AGGREGATE_H5_READER_H

#include <hdf5.h>

#include "base/error.h"

struct hpm_h5_reader {
    hid_t file;
    const char *path; /* the caller's */
};

/* 1 if the file of that name is one of HDF5.  After hpm_h5_begin.  */
int hpm_h5_is_file (const char *name);

/* Open a result file of a version this program reads.  Returns 0, or -1 with an
 * error that says whether it is none, cut short, damaged, or too new.  */
int hpm_h5_reader_open (struct hpm_h5_reader *reader, const char *path,
                        struct hpm_error *error);
void hpm_h5_reader_close (struct hpm_h5_reader *reader);

/* "FILE is damaged: WHAT; ..." Returns -1.  */
int hpm_h5_damaged (const struct hpm_h5_reader *reader, const char *what,
                    struct hpm_error *error);

/* 1 if there is a variable of that name.  */
int hpm_h5_has (const struct hpm_h5_reader *reader, const char *name);

/* The length of a variable with one dimension.  */
int hpm_h5_length (const struct hpm_h5_reader *reader, const char *name,
                   hsize_t *length, struct hpm_error *error);

/* Read elements of a variable: `count` from `start` on along each of its `rank`
 * dimensions, NULL for `start` is 0.  The whole is `lengths`.  */
struct hpm_h5_box {
    int rank;
    hsize_t lengths[4], start[4], count[4];
};
int hpm_h5_read (const struct hpm_h5_reader *reader, const char *name,
                 const struct hpm_h5_box *box, hid_t type, void *data,
                 struct hpm_error *error);

/* `length` texts, each malloc'ed, in a malloc'ed array, the caller's.  */
int hpm_h5_read_texts (const struct hpm_h5_reader *reader, const char *name,
                       hsize_t length, char ***texts, struct hpm_error *error);
void hpm_texts_free (char **texts, hsize_t length);

/* Rows of the last chunk dimension of a variable, 0 if it has no chunks.  */
hsize_t hpm_h5_block (const struct hpm_h5_reader *reader, const char *name);

#endif /* HPM_AGGREGATE_H5_READER_H */
