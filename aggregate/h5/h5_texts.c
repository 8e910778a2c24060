/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dimensions and texts of a result file.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/h5_writer.h"

static const char *const dimension_names[] = {
#define HPM_X(identifier, name, meaning) name,
    HPM_DIMENSIONS (HPM_X)
#undef HPM_X
};

/* From so many variable-length texts on, their references are deflated.  */
#define LABEL_BUFFER 16384 /* bytes */
#define DEFLATE_TEXTS 20

static hid_t
text_type (size_t size)
{
    hid_t type = H5Tcopy (H5T_C_S1);

    if (type < 0)
        return -1;
    if (H5Tset_size (type, size) >= 0 && H5Tset_cset (type, H5T_CSET_UTF8) >= 0
        && (size == H5T_VARIABLE || H5Tset_strpad (type, H5T_STR_NULLPAD) >= 0))
        return type;
    H5Tclose (type);
    return -1;
}

/* The marks of a dimension scale; one without labels is told by its NAME, as
 * netCDF does.  */
static int
mark_scale (hid_t scale, hsize_t length, int labelled)
{
    char name[80];

    if (hpm_h5_put_text (scale, "CLASS", "DIMENSION_SCALE"))
        return -1;
    if (labelled)
        return 0;
    snprintf (name, sizeof name,
              "This is a netCDF dimension but not a netCDF variable.%10llu",
              (unsigned long long)length);
    return hpm_h5_put_text (scale, "NAME", name);
}

static hid_t
scale_list (hsize_t length, int compress)
{
    hid_t list = H5Pcreate (H5P_DATASET_CREATE);

    H5Pset_obj_track_times (list, 0);
    H5Pset_dset_no_attrs_hint (list, 1);
    if (compress && length) {
        hsize_t chunk = length < (1 << 17) ? length : 1 << 17;

        H5Pset_chunk (list, 1, &chunk);
        H5Pset_shuffle (list);
        H5Pset_deflate (list, 9);
    }
    return list;
}

/* How the labels of a dimension are stored.  Texts keep their own length, since
 * that is what every reader gives as text.  */
static hid_t
label_type (hid_t type, const void *data, const char *const *texts)
{
    if (texts)
        return text_type (H5T_VARIABLE);
    return H5Tcopy (data ? type : H5T_IEEE_F32BE);
}

/* Labels through a small buffer: HDF5 clears one of 1 MiB for each dimension
 * otherwise, which took a quarter of the time of a small file.  */
static int
write_labels (hid_t scale, hid_t type, const void *labels)
{
    hid_t list = H5Pcreate (H5P_DATASET_XFER);
    int failed = list < 0 || H5Pset_buffer (list, LABEL_BUFFER, NULL, NULL) < 0
                 || H5Dwrite (scale, type, H5S_ALL, H5S_ALL, list, labels) < 0;

    if (list >= 0)
        H5Pclose (list);
    return failed;
}

int
hpm_h5_dimension (struct hpm_h5_writer *writer, enum hpm_dimension dimension,
                  hsize_t length, hid_t type, const void *data,
                  const char *const *texts, struct hpm_error *error)
{
    const char *name = dimension_names[dimension];
    const void *labels = texts ? (const void *)texts : data;
    hid_t stored = label_type (type, data, texts);
    hid_t list = scale_list (length, data || length >= DEFLATE_TEXTS);
    hid_t space = H5Screate_simple (1, &length, NULL);
    hid_t scale = H5Dcreate2 (writer->file, name, stored, space, H5P_DEFAULT,
                              list, H5P_DEFAULT);
    int failed = scale < 0
                 || (labels && length && write_labels (scale, stored, labels))
                 || mark_scale (scale, length, labels != NULL)
                 || hpm_h5_put_names (scale, name);

    writer->scale[dimension] = scale;
    writer->length[dimension] = length;
    H5Sclose (space);
    H5Pclose (list);
    H5Tclose (stored);
    return failed ? hpm_h5_failed (error, "write", name) : 0;
}

/* Texts of variable length: what h5py, netCDF, xarray and MATLAB all give as
 * strings.  (netCDF 4.9 cannot read texts of fixed length, and an array of
 * characters is none to the others.)  */
int
hpm_h5_write_texts (struct hpm_h5_writer *writer, const char *name,
                    enum hpm_dimension dimension, const char *const *texts,
                    struct hpm_error *error)
{
    struct hpm_h5_variable variable = { .name = name,
                                        .type = text_type (H5T_VARIABLE),
                                        .rank = 1,
                                        .dimensions = { dimension } };
    int failed;

    if (variable.type < 0)
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_write (writer, &variable, texts, error);
    H5Tclose (variable.type);
    return failed;
}

static int
write_long_text (hid_t group, const char *name, const char *text)
{
    hsize_t one = 1;
    hid_t type = text_type (strlen (text) + 1);
    hid_t space = H5Screate_simple (1, &one, NULL);
    hid_t list = H5Pcreate (H5P_DATASET_CREATE), dataset;
    int failed;

    H5Pset_obj_track_times (list, 0);
    H5Pset_chunk (list, 1, &one);
    H5Pset_deflate (list, 9);
    dataset
        = H5Dcreate2 (group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    failed
        = dataset < 0
          || H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0;
    if (dataset >= 0)
        H5Dclose (dataset);
    H5Pclose (list);
    H5Sclose (space);
    H5Tclose (type);
    return failed ? -1 : 0;
}

int
hpm_h5_write_long_text (struct hpm_h5_writer *writer, const char *group,
                        const char *name, const char *text,
                        struct hpm_error *error)
{
    hid_t id = H5Lexists (writer->file, group, H5P_DEFAULT) > 0
                   ? H5Gopen2 (writer->file, group, H5P_DEFAULT)
                   : H5Gcreate2 (writer->file, group, H5P_DEFAULT, H5P_DEFAULT,
                                 H5P_DEFAULT);
    int failed = id < 0 || write_long_text (id, name, text);

    if (id >= 0)
        H5Gclose (id);
    return failed ? hpm_h5_failed (error, "write", name) : 0;
}

int
hpm_h5_attribute_text (struct hpm_h5_writer *writer, const char *name,
                       const char *text, struct hpm_error *error)
{
    return hpm_h5_put_text (writer->file, name, text)
               ? hpm_h5_failed (error, "write attribute", name)
               : 0;
}
