/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The lists of include/hpm_schema.h as tables.  What the words of a dimension
 * are stands in the list of their subject; here it is told which.
 */
#ifndef HPM_AGGREGATE_H5_SCHEMA_H
#define HPM_AGGREGATE_H5_SCHEMA_H

#include <hdf5.h>

#include "aggregate/model/fields.h"
#include "hpm_schema.h"

#define HPM_H5_RANK_MAX 4

enum hpm_h5_labels {
    HPM_LABELS_index,
    HPM_LABELS_number,
    HPM_LABELS_text,
    HPM_LABELS_words,
    HPM_LABELS_none
};

struct hpm_h5_dimension {
    const char *name;
    enum hpm_h5_labels labels;
    hsize_t most;
    const char *units; /* NULL: none */
    const char *meaning;
};

enum hpm_h5_type {
    HPM_TYPE_u8,
    HPM_TYPE_i32,
    HPM_TYPE_i64,
    HPM_TYPE_u64,
    HPM_TYPE_f32,
    HPM_TYPE_f64,
    HPM_TYPE_text,
    HPM_TYPE_count
};

struct hpm_h5_variable {
    const char *name;
    enum hpm_h5_type type;
    int rank;
    enum hpm_dimension along[HPM_H5_RANK_MAX];
    const char *units;                         /* NULL: none */
    const struct hpm_enumeration *enumeration; /* NULL: none */
    const char *long_name;
};

extern const struct hpm_h5_dimension hpm_h5_dimensions[HPM_DIMENSION_COUNT];
extern const struct hpm_h5_variable hpm_h5_variables[HPM_VARIABLE_END];
extern const char *const hpm_h5_text_names[HPM_TEXT_COUNT]; /* "hpm/costs" */

extern const char *const hpm_h5_text_meanings[HPM_TEXT_COUNT];

/* The attribute `units`: its own, "by DIMENSION" where they differ along one,
 * "1" of a number without; NULL of texts.  */
const char *hpm_h5_units (const struct hpm_h5_variable *variable);

/* In memory and in the file; the library's, or this file's until the end.
 * Texts are UTF-8 of variable length: what h5py, netCDF, xarray and MATLAB all
 * give as strings.  (netCDF 4.9 cannot read texts of fixed length, and an array
 * of characters is none to the others.)  */
hid_t hpm_h5_type (enum hpm_h5_type type);

/* Bytes of an element in memory.  */
size_t hpm_h5_type_size (enum hpm_h5_type type);

/* The words of a dimension, and their number; NULL for one of other labels.  */
const char *const *hpm_h5_words (enum hpm_dimension dimension, hsize_t *count);

#endif /* HPM_AGGREGATE_H5_SCHEMA_H */
