/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading labelled arrays of a result file.  Every length is checked against
 * what the caller expects, every type is converted by HDF5.  All but _open
 * return 0, or -1 with an error that calls the file damaged.
 */
#ifndef HPM_AGGREGATE_H5_READER_H
#define HPM_AGGREGATE_H5_READER_H

#include "aggregate/h5/h5_schema.h"
#include "base/error.h"

struct hpm_h5_reader {
    hid_t file;
    const char *path; /* the caller's */
    /* Steps along each dimension, 0 of one that is not there: in the file, and
       as read: of words, those that are known here.  None is more than the
       schema's most.  */
    hsize_t stored[HPM_DIMENSION_COUNT], length[HPM_DIMENSION_COUNT];
};

/* 1 if the file of that name is one of HDF5; "-" names none.  After
 * hpm_h5_begin.  */
int hpm_h5_is_file (const char *name);

/* Open a result file of a version this program reads.  Returns 0, or -1 with an
 * error that says whether it is none, cut short, damaged, or too new.  */
int hpm_h5_reader_open (struct hpm_h5_reader *reader, const char *path,
                        struct hpm_error *error);

/* The same with no more than the `dimensions`, a bit each (1u <<
 * HPM_DIMENSION_), and so variables along them alone: half of the time. */
int hpm_h5_reader_open_part (struct hpm_h5_reader *reader, const char *path,
                             unsigned dimensions, struct hpm_error *error);
void hpm_h5_reader_close (struct hpm_h5_reader *reader);

/* "FILE is damaged: WHAT; ..." Returns -1.  */
int hpm_h5_damaged (const struct hpm_h5_reader *reader, const char *what,
                    struct hpm_error *error);

/* 1 if there is such a variable.  */
int hpm_h5_has (const struct hpm_h5_reader *reader, enum hpm_variable variable);

/* Elements of so many rows, which lie along the last dimension, and of all of
 * them.  What no memory holds is told as HPM_H5_ELEMENTS_MAX: a size in bytes
 * does not wrap around then.  */
#define HPM_H5_ELEMENTS_MAX ((size_t)1 << 48)
size_t hpm_h5_elements_of (const struct hpm_h5_reader *reader,
                           enum hpm_variable variable, hsize_t rows);
size_t hpm_h5_elements_stored (const struct hpm_h5_reader *reader,
                               enum hpm_variable variable);

/* Read a whole variable, as elements of its type but text; nothing, if it would
 * have no elements.  What the file does not have of a dimension of words is 0.
 */
int hpm_h5_read (const struct hpm_h5_reader *reader, enum hpm_variable variable,
                 void *data, struct hpm_error *error);

/* The same of `count` rows from `first` on, along the last dimension.  */
int hpm_h5_read_rows (const struct hpm_h5_reader *reader,
                      enum hpm_variable variable, hsize_t first, hsize_t count,
                      void *data, struct hpm_error *error);

/* The same of `steps` from `step` on along the first dimension, too.  */
int hpm_h5_read_block (const struct hpm_h5_reader *reader,
                       enum hpm_variable variable, hsize_t step, hsize_t steps,
                       hsize_t first, hsize_t count, void *data,
                       struct hpm_error *error);

/* Labels of a dimension, or a variable of texts: each malloc'ed, in a malloc'ed
 * array, the caller's.  */
int hpm_h5_read_labels (const struct hpm_h5_reader *reader,
                        enum hpm_dimension dimension, char ***texts,
                        struct hpm_error *error);
int hpm_h5_read_texts (const struct hpm_h5_reader *reader,
                       enum hpm_variable variable, char ***texts,
                       struct hpm_error *error);
void hpm_texts_free (char **texts, hsize_t length);

/* A text of its own, malloc'ed; NULL where the file has none.  */
int hpm_h5_read_text (const struct hpm_h5_reader *reader, enum hpm_text which,
                      char **text, struct hpm_error *error);

/* Rows of a variable, read in windows: what hpm_h5_column writes.  */
struct hpm_h5_window {
    enum hpm_variable variable;
    hsize_t block;              /* rows of a chunk */
    hsize_t first, count, most; /* rows in memory, and room for them */
    char *values;               /* [item][count], owned; NULL until covered */
};

/* Nothing is read yet.  */
void hpm_h5_window_open (struct hpm_h5_window *window,
                         const struct hpm_h5_reader *reader,
                         enum hpm_variable variable);
void hpm_h5_window_release (struct hpm_h5_window *window);

/* Have rows [first, first + count) in it, which the file has.  Whole chunks are
 * read, or else each would be inflated twice.  */
int hpm_h5_window_cover (struct hpm_h5_window *window,
                         const struct hpm_h5_reader *reader, hsize_t first,
                         hsize_t count, struct hpm_error *error);

/* The first item of a row that it covers; the next one is `count` elements
 * further.  */
const void *hpm_h5_window_row (const struct hpm_h5_window *window, hsize_t row);

#endif /* HPM_AGGREGATE_H5_READER_H */
