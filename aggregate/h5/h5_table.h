/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Structs as columns, in both directions: which member of a struct is in which
 * variable.
 */
#ifndef HPM_AGGREGATE_H5_TABLE_H
#define HPM_AGGREGATE_H5_TABLE_H

#include <stddef.h>

#include "aggregate/h5/h5_reader.h"
#include "aggregate/h5/h5_writer.h"

/* Integers are as wide in the struct as they are there; codes of an enumeration
 * are checked when they are read.  A text is an array in the struct, or, with
 * HPM_H5_POINTER, a char *, NULL for none, which is malloc'ed when read.  */
struct hpm_h5_member {
    enum hpm_variable variable;
    size_t offset, size; /* size 0: a char * */
};

#define HPM_H5_MEMBER(identifier, object, field)                               \
    {                                                                          \
        HPM_VARIABLE_##identifier, offsetof (struct object, field),            \
            sizeof (((struct object *)0)->field)                               \
    }
#define HPM_H5_POINTER(identifier, object, field)                              \
    {                                                                          \
        HPM_VARIABLE_##identifier, offsetof (struct object, field), 0          \
    }

/* Rows along one dimension, whose labels, if they are texts, are a member, too.
 */
struct hpm_h5_table {
    enum hpm_dimension along;
    size_t row_size;
    size_t label_offset, label_size; /* as of a member */
    const struct hpm_h5_member *members;
    int count;
};

/* Its second to fourth, and its last ones.  */
#define HPM_H5_LABELS(object, field)                                           \
    sizeof (struct object), offsetof (struct object, field),                   \
        sizeof (((struct object *)0)->field)
#define HPM_H5_LABEL_POINTERS(object, field)                                   \
    sizeof (struct object), offsetof (struct object, field), 0
#define HPM_H5_NO_LABELS(object) sizeof (struct object), 0, 0
#define HPM_H5_MEMBERS(members) members, sizeof members / sizeof *members

/* Dimension and variables.  */
int hpm_h5_table_write (struct hpm_h5_writer *writer,
                        const struct hpm_h5_table *table, const void *rows,
                        hsize_t count, struct hpm_error *error);

/* Into as many rows as the reader says the dimension has.  */
int hpm_h5_table_read (const struct hpm_h5_reader *reader,
                       const struct hpm_h5_table *table, void *rows,
                       struct hpm_error *error);

/* One member, of as many rows as its variable has elements.  */
int hpm_h5_member_write (struct hpm_h5_writer *writer,
                         const struct hpm_h5_member *member, const void *rows,
                         size_t row_size, struct hpm_error *error);
int hpm_h5_member_read (const struct hpm_h5_reader *reader,
                        const struct hpm_h5_member *member, void *rows,
                        size_t row_size, struct hpm_error *error);

/* One member that is a number, of so many rows, to elements of its variable,
 * and from those, which are `step` elements apart.  */
void hpm_h5_gather (const struct hpm_h5_member *member, const void *rows,
                    size_t row_size, size_t count, void *elements);
void hpm_h5_scatter (const struct hpm_h5_member *member, const void *elements,
                     size_t step, void *rows, size_t row_size, size_t count);

#endif /* HPM_AGGREGATE_H5_TABLE_H */
