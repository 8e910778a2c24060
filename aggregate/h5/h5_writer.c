/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/h5_writer.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/h5_private.h"

#define CHUNK_MAX (1 << 18) /* elements */
/* Of deflate.  In a small file 9 saves 50 bytes and takes twice as long; in one
 * of 10^6 ranks 4 saves 5 % and takes a fifth longer, of all.  */
#define LEVEL_SMALL 6
#define LEVEL_LARGE 1
#define COMPACT_BYTES 200 /* below, a chunk costs more than it saves */
/* Bytes to come; there are others beside them.  */
#define SHORT_LENGTHS (1 << 30)
#define FEW_CHUNKS (1 << 23)

/* A variable that lies along a scale.  */
struct hpm_h5_reference {
    enum hpm_dimension dimension;
    struct {
        hobj_ref_t dataset;
        int axis;
    } value;
};

const int64_t hpm_h5_no_count = HPM_NO_COUNT;

/* What HDF5 1.8 reads, which h5py, netCDF and MATLAB of ten years are built
 * with; small blocks, and short lengths where they will do: some hundred bytes
 * less.  Short addresses would save kilobytes, but a reference is as long as an
 * address to HDF5 1.12 and later, and always 8 bytes to those before, and
 * neither reads the other's.  A chunked variable has a tree of its chunks,
 * mostly of one.  */
static hid_t
create_file (const char *path, double bytes)
{
    hid_t access = H5Pcreate (H5P_FILE_ACCESS);
    hid_t creation = H5Pcreate (H5P_FILE_CREATE);
    hid_t file;

    H5Pset_libver_bounds (access, H5F_LIBVER_V18, H5F_LIBVER_V18);
    H5Pset_meta_block_size (access, 0);
    H5Pset_small_data_block_size (access, 0);
    H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
    if (bytes < SHORT_LENGTHS)
        H5Pset_sizes (creation, 8, 4);
    if (bytes < FEW_CHUNKS)
        H5Pset_istore_k (creation, 1);
    H5Pset_link_phase_change (creation, 65535, 0);
    H5Pset_attr_phase_change (creation, 65535, 0);
    H5Pset_obj_track_times (creation, 0);
    file = H5Fcreate (path, H5F_ACC_TRUNC, creation, access);
    H5Pclose (creation);
    H5Pclose (access);
    return file;
}

int
hpm_h5_writer_open (struct hpm_h5_writer *writer, const char *path,
                    double bytes, struct hpm_error *error)
{
    memset (writer, 0, sizeof *writer);
    for (int i = 0; i < HPM_DIMENSION_COUNT; i++)
        writer->scale[i] = -1;
    writer->file = create_file (path, bytes);
    return writer->file < 0 ? hpm_h5_failed (error, "create", path) : 0;
}

static void
release (struct hpm_h5_writer *writer)
{
    for (int i = 0; i < HPM_DIMENSION_COUNT; i++)
        if (writer->scale[i] >= 0)
            H5Dclose (writer->scale[i]);
    free (writer->references);
    writer->references = NULL;
}

void
hpm_h5_writer_abandon (struct hpm_h5_writer *writer)
{
    release (writer);
    if (writer->file >= 0)
        H5Fclose (writer->file);
    writer->file = -1;
}

/* Pairs of a variable and the axis of it that lies along this scale.  */
static int
put_references (const struct hpm_h5_writer *writer,
                enum hpm_dimension dimension)
{
    size_t item = sizeof writer->references->value, count = 0;
    char *values = calloc (writer->reference_count + 1, item);
    hid_t type = H5Tcreate (H5T_COMPOUND, item);
    int failed = !values || type < 0;

    for (size_t i = 0; values && i < writer->reference_count; i++)
        if (writer->references[i].dimension == dimension)
            memcpy (values + item * count++, &writer->references[i].value,
                    item);
    failed
        = failed || H5Tinsert (type, "dataset", 0, H5T_STD_REF_OBJ) < 0
          || H5Tinsert (type, "dimension", sizeof (hobj_ref_t), H5T_NATIVE_INT)
                 < 0;
    if (!failed && count)
        failed = hpm_h5_put_values (writer->scale[dimension], "REFERENCE_LIST",
                                    type, count, values);
    if (type >= 0)
        H5Tclose (type);
    free (values);
    return failed ? -1 : 0;
}

int
hpm_h5_writer_close (struct hpm_h5_writer *writer, struct hpm_error *error)
{
    int failed = 0;

    for (int i = 0; i < HPM_DIMENSION_COUNT; i++)
        if (writer->scale[i] >= 0)
            failed |= put_references (writer, (enum hpm_dimension)i);
    release (writer);
    failed |= H5Fflush (writer->file, H5F_SCOPE_GLOBAL) < 0;
    if (failed)
        hpm_h5_failed (error, "write", "the file");
    failed |= H5Fclose (writer->file) < 0;
    writer->file = -1;
    return failed ? -1 : 0;
}

static hsize_t
product (int rank, const hsize_t *lengths)
{
    hsize_t elements = 1;

    for (int i = 0; i < rank; i++)
        elements *= lengths[i];
    return elements;
}

static int
chunk_is_all (int rank, const hsize_t *chunk, hsize_t bytes, hid_t type)
{
    return product (rank, chunk) * H5Tget_size (type) == bytes;
}

/* How a variable of `bytes` bytes is stored.  */
static hid_t
creation_list (int rank, const hsize_t *chunk, hsize_t bytes,
               const struct hpm_h5_variable *variable, const void *constant)
{
    hid_t list = H5Pcreate (H5P_DATASET_CREATE);
    hid_t type = hpm_h5_type (variable->type);
    const void *fill
        = variable->type == HPM_TYPE_count ? &hpm_h5_no_count : NULL;
    int failed;

    failed = H5Pset_obj_track_times (list, 0) < 0
             || H5Pset_dset_no_attrs_hint (list, 1) < 0;
    if (constant || fill)
        failed
            |= H5Pset_fill_value (list, type, constant ? constant : fill) < 0;
    if (!constant && bytes <= COMPACT_BYTES)
        failed |= H5Pset_layout (list, H5D_COMPACT) < 0;
    else if (!constant) {
        failed |= H5Pset_chunk (list, rank, chunk) < 0;
        if (H5Tget_size (type) > 1)
            failed |= H5Pset_shuffle (list) < 0;
        failed |= H5Pset_deflate (list, chunk_is_all (rank, chunk, bytes, type)
                                            ? LEVEL_SMALL
                                            : LEVEL_LARGE)
                  < 0;
    }
    if (!failed)
        return list;
    H5Pclose (list);
    return -1;
}

static int
add_reference (struct hpm_h5_writer *writer, enum hpm_dimension dimension,
               hobj_ref_t dataset, int axis)
{
    struct hpm_h5_reference *references = realloc (
        writer->references, (writer->reference_count + 1) * sizeof *references);

    if (!references)
        return -1;
    writer->references = references;
    memset (&references[writer->reference_count], 0, sizeof *references);
    references[writer->reference_count].dimension = dimension;
    references[writer->reference_count].value.dataset = dataset;
    references[writer->reference_count++].value.axis = axis;
    return 0;
}

static int
put_dimension_list (struct hpm_h5_writer *writer, hid_t dataset,
                    const struct hpm_h5_variable *variable)
{
    hobj_ref_t scales[HPM_H5_RANK_MAX], self;
    hvl_t list[HPM_H5_RANK_MAX];
    hid_t type = H5Tvlen_create (H5T_STD_REF_OBJ);
    int failed
        = type < 0
          || H5Rcreate (&self, writer->file, variable->name, H5R_OBJECT, -1)
                 < 0;

    for (int i = 0; !failed && i < variable->rank; i++) {
        enum hpm_dimension dimension = variable->along[i];

        list[i].len = 1;
        list[i].p = &scales[i];
        failed = H5Rcreate (&scales[i], writer->file,
                            hpm_h5_dimensions[dimension].name, H5R_OBJECT, -1)
                     < 0
                 || add_reference (writer, dimension, self, i);
    }
    failed = failed
             || hpm_h5_put_values (dataset, "DIMENSION_LIST", type,
                                   (hsize_t)variable->rank, list);
    if (type >= 0)
        H5Tclose (type);
    return failed ? -1 : 0;
}

static int
put_attributes (hid_t dataset, const struct hpm_h5_variable *variable)
{
    int failed = 0;

    if (variable->type == HPM_TYPE_count)
        failed |= hpm_h5_put_values (dataset, "_FillValue", H5T_NATIVE_INT64, 1,
                                     &hpm_h5_no_count);
    failed |= hpm_h5_put_names (dataset, hpm_h5_units (variable),
                                variable->long_name);
    if (variable->enumeration)
        failed |= hpm_h5_put_enumeration (dataset, variable->enumeration);
    return failed;
}

hsize_t
hpm_h5_shape (const struct hpm_h5_writer *writer, enum hpm_variable variable,
              hsize_t *lengths)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];

    for (int i = 0; i < it->rank; i++)
        lengths[i] = writer->length[it->along[i]];
    return product (it->rank - 1, lengths);
}

size_t
hpm_h5_elements (const struct hpm_h5_writer *writer, enum hpm_variable variable)
{
    hsize_t lengths[HPM_H5_RANK_MAX];
    hsize_t items = hpm_h5_shape (writer, variable, lengths);

    return items * lengths[hpm_h5_variables[variable].rank - 1];
}

/* In a file of one block everything is one chunk; in a large one a chunk has
 * one event or field, so that a reader need not unpack the others.  */
static void
choose_chunk (int rank, const hsize_t *lengths, hsize_t block, hsize_t *chunk)
{
    int whole = block >= lengths[rank - 1];

    for (int i = 0; i < rank - 1; i++)
        chunk[i] = whole ? lengths[i] : 1;
    chunk[rank - 1] = block;
    /* What is written at once may be large, too.  */
    while (whole && rank > 1 && chunk[0] > 1
           && product (rank, chunk) > CHUNK_MAX)
        chunk[0] = (chunk[0] + 1) / 2;
}

hid_t
hpm_h5_create_dataset (struct hpm_h5_writer *writer, enum hpm_variable variable,
                       hsize_t block, const void *constant)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    hsize_t lengths[HPM_H5_RANK_MAX], chunk[HPM_H5_RANK_MAX];
    hsize_t items = hpm_h5_shape (writer, variable, lengths);
    hid_t space = H5Screate_simple (it->rank, lengths, NULL);
    hid_t list, dataset = -1;

    choose_chunk (it->rank, lengths, block, chunk);
    list = creation_list (it->rank, chunk,
                          items * lengths[it->rank - 1]
                              * hpm_h5_type_size (it->type),
                          it, constant);
    if (list >= 0 && space >= 0)
        dataset = H5Dcreate2 (writer->file, it->name, hpm_h5_type (it->type),
                              space, H5P_DEFAULT, list, H5P_DEFAULT);
    if (dataset >= 0
        && (put_dimension_list (writer, dataset, it)
            || put_attributes (dataset, it))) {
        H5Dclose (dataset);
        dataset = -1;
    }
    if (list >= 0)
        H5Pclose (list);
    if (space >= 0)
        H5Sclose (space);
    return dataset;
}

/* 1 if all elements are the same; of texts that is not known.  */
static int
is_constant (enum hpm_h5_type type, const void *data, size_t bytes)
{
    size_t one = hpm_h5_type_size (type);

    return bytes > one && type != HPM_TYPE_text
           && !memcmp (data, (const char *)data + one, bytes - one);
}

static int
put (hid_t dataset, enum hpm_h5_type type, const void *data)
{
    if (type == HPM_TYPE_text)
        return hpm_h5_put_texts (dataset, hpm_h5_type (type), data);
    return H5Dwrite (dataset, hpm_h5_type (type), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                     data)
           < 0;
}

int
hpm_h5_write (struct hpm_h5_writer *writer, enum hpm_variable variable,
              const void *data, struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    hsize_t lengths[HPM_H5_RANK_MAX];
    hsize_t items = hpm_h5_shape (writer, variable, lengths);
    hsize_t rows = lengths[it->rank - 1];
    size_t bytes = items * rows * hpm_h5_type_size (it->type);
    int constant = is_constant (it->type, data, bytes), failed;
    hid_t dataset;

    if (!bytes)
        return 0;
    dataset = hpm_h5_create_dataset (writer, variable, rows,
                                     constant ? data : NULL);
    if (dataset < 0)
        return hpm_h5_failed (error, "create", it->name);
    failed = !constant && put (dataset, it->type, data);
    failed |= H5Dclose (dataset) < 0;
    return failed ? hpm_h5_failed (error, "write", it->name) : 0;
}
