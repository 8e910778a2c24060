/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dimensions and texts of a result file.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/h5_private.h"

/* From so many variable-length texts on, their references are deflated.  */
#define TEXT_BUFFER 16384 /* bytes */
#define DEFLATE_TEXTS 20

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

/* What the labels of a dimension are stored as.  Texts keep their own length,
 * since that is what every reader gives as text.  */
static hid_t
label_type (enum hpm_h5_labels labels)
{
    switch (labels) {
    case HPM_LABELS_index:
        return H5T_NATIVE_INT32;
    case HPM_LABELS_number:
        return H5T_NATIVE_INT64;
    case HPM_LABELS_none:
        return H5T_IEEE_F32BE;
    default:
        return hpm_h5_type (HPM_TYPE_text);
    }
}

/* Through a small buffer: HDF5 clears one of 1 MiB for each variable of texts
 * otherwise, which took a quarter of the time of a small file, and a sixth of
 * that of showing one.  */
static hid_t
transfer_list (void)
{
    hid_t list = H5Pcreate (H5P_DATASET_XFER);

    if (list < 0 || H5Pset_buffer (list, TEXT_BUFFER, NULL, NULL) >= 0)
        return list;
    H5Pclose (list);
    return -1;
}

int
hpm_h5_put_texts (hid_t dataset, hid_t type, const void *texts)
{
    hid_t list = transfer_list ();
    int failed = list < 0
                 || H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, list, texts) < 0;

    if (list >= 0)
        H5Pclose (list);
    return failed ? -1 : 0;
}

static int
write_dimension (struct hpm_h5_writer *writer, enum hpm_dimension dimension,
                 hsize_t length, const void *labels)
{
    const struct hpm_h5_dimension *it = &hpm_h5_dimensions[dimension];
    int numbers
        = it->labels == HPM_LABELS_index || it->labels == HPM_LABELS_number;
    hid_t type = label_type (it->labels);
    hid_t list = scale_list (length, numbers || length >= DEFLATE_TEXTS);
    hid_t space = H5Screate_simple (1, &length, NULL);
    hid_t scale = H5Dcreate2 (writer->file, it->name, type, space, H5P_DEFAULT,
                              list, H5P_DEFAULT);

    writer->scale[dimension] = scale;
    writer->length[dimension] = length;
    H5Sclose (space);
    H5Pclose (list);
    return scale < 0
           || (labels && length && hpm_h5_put_texts (scale, type, labels))
           || mark_scale (scale, length, it->labels != HPM_LABELS_none)
           || hpm_h5_put_names (scale, numbers && !it->units ? "1" : it->units,
                                it->meaning);
}

int
hpm_h5_dimension (struct hpm_h5_writer *writer, enum hpm_dimension dimension,
                  hsize_t length, const void *labels, struct hpm_error *error)
{
    const struct hpm_h5_dimension *it = &hpm_h5_dimensions[dimension];
    int32_t *numbers = NULL;
    hsize_t words;
    int failed;

    if (it->labels == HPM_LABELS_words) {
        labels = hpm_h5_words (dimension, &words);
        length = length ? length : words;
    }
    if (it->labels == HPM_LABELS_index) {
        numbers = malloc ((length + 1) * sizeof *numbers);
        if (!numbers)
            return hpm_error_set (error, "out of memory");
        for (hsize_t i = 0; i < length; i++)
            numbers[i] = (int32_t)i;
        labels = numbers;
    }
    failed = write_dimension (writer, dimension, length, labels);
    free (numbers);
    return failed ? hpm_h5_failed (error, "write", it->name) : 0;
}

/* Of its own length, or it could not be deflated.  */
static hid_t
fixed_type (size_t size)
{
    hid_t type = H5Tcopy (H5T_C_S1);

    if (type < 0)
        return -1;
    if (H5Tset_size (type, size) >= 0 && H5Tset_cset (type, H5T_CSET_UTF8) >= 0
        && H5Tset_strpad (type, H5T_STR_NULLPAD) >= 0)
        return type;
    H5Tclose (type);
    return -1;
}

static int
write_long_text (hid_t file, const char *name, const char *meaning,
                 const char *text)
{
    hsize_t one = 1;
    hid_t type = fixed_type (strlen (text) + 1);
    hid_t space = H5Screate_simple (1, &one, NULL);
    hid_t list = H5Pcreate (H5P_DATASET_CREATE), dataset;
    int failed;

    H5Pset_obj_track_times (list, 0);
    H5Pset_chunk (list, 1, &one);
    H5Pset_deflate (list, 9);
    dataset
        = H5Dcreate2 (file, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    failed
        = dataset < 0
          || H5Dwrite (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0
          || hpm_h5_put_names (dataset, NULL, meaning);
    if (dataset >= 0)
        H5Dclose (dataset);
    H5Pclose (list);
    H5Sclose (space);
    H5Tclose (type);
    return failed ? -1 : 0;
}

int
hpm_h5_write_text (struct hpm_h5_writer *writer, enum hpm_text which,
                   const char *text, struct hpm_error *error)
{
    static const char group[] = HPM_SCHEMA_GROUP;
    const char *name = hpm_h5_text_names[which];
    hid_t id = H5Lexists (writer->file, group, H5P_DEFAULT) > 0
                   ? H5Gopen2 (writer->file, group, H5P_DEFAULT)
                   : H5Gcreate2 (writer->file, group, H5P_DEFAULT, H5P_DEFAULT,
                                 H5P_DEFAULT);
    int failed = id < 0
                 || write_long_text (writer->file, name,
                                     hpm_h5_text_meanings[which], text);

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

void
hpm_texts_free (char **texts, hsize_t length)
{
    for (hsize_t i = 0; texts && i < length; i++)
        free (texts[i]);
    free (texts);
}

/* Variable-length texts are HDF5's until copied.  */
static int
read_variable_texts (hid_t dataset, hid_t type, hsize_t length, char **texts)
{
    hid_t list = transfer_list ();
    int failed = list < 0
                 || H5Dread (dataset, type, H5S_ALL, H5S_ALL, list, texts) < 0;
    int lost = 0;

    for (hsize_t i = 0; !failed && i < length; i++) {
        char *copy = strdup (texts[i] ? texts[i] : "");

        H5free_memory (texts[i]);
        texts[i] = copy;
        lost |= !copy;
    }
    if (list >= 0)
        H5Pclose (list);
    return failed || lost ? -1 : 0;
}

/* Texts of `width` bytes each, padded with NULs.  */
static int
read_padded_texts (hid_t dataset, hid_t type, size_t width, hsize_t length,
                   char **texts)
{
    char *padded
        = width && width < (1u << 24) ? calloc (length + 1, width) : NULL;
    int failed
        = !padded
          || H5Dread (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded) < 0;

    for (hsize_t i = 0; !failed && i < length; i++) {
        texts[i] = strndup (padded + i * width, width);
        failed = !texts[i];
    }
    free (padded);
    return failed ? -1 : 0;
}

static int
read_texts (hid_t dataset, hsize_t length, char **texts)
{
    hid_t type = H5Dget_type (dataset);
    int failed = type < 0 || H5Tget_class (type) != H5T_STRING;

    if (!failed && H5Tis_variable_str (type) > 0)
        failed = read_variable_texts (dataset, type, length, texts);
    else if (!failed)
        failed = read_padded_texts (dataset, type, H5Tget_size (type), length,
                                    texts);
    if (type >= 0)
        H5Tclose (type);
    return failed;
}

/* The texts of a dataset of that name and length.  */
static int
read_named_texts (const struct hpm_h5_reader *reader, const char *name,
                  hsize_t length, char ***texts, struct hpm_error *error)
{
    hsize_t lengths[HPM_H5_RANK_MAX];
    int rank = 0, failed;
    hid_t dataset = hpm_h5_open_dataset (reader, name, &rank, lengths);

    *texts = calloc (length + 1, sizeof **texts);
    failed = !*texts || dataset < 0 || rank != 1 || lengths[0] != length
             || (length && read_texts (dataset, length, *texts));
    if (dataset >= 0)
        H5Dclose (dataset);
    if (!failed)
        return 0;
    hpm_texts_free (*texts, length);
    *texts = NULL;
    return hpm_h5_damaged_dataset (reader, name, error);
}

int
hpm_h5_read_labels (const struct hpm_h5_reader *reader,
                    enum hpm_dimension dimension, char ***texts,
                    struct hpm_error *error)
{
    return read_named_texts (reader, hpm_h5_dimensions[dimension].name,
                             reader->stored[dimension], texts, error);
}

int
hpm_h5_read_texts (const struct hpm_h5_reader *reader,
                   enum hpm_variable variable, char ***texts,
                   struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];

    return read_named_texts (reader, it->name, reader->stored[it->along[0]],
                             texts, error);
}

int
hpm_h5_read_text (const struct hpm_h5_reader *reader, enum hpm_text which,
                  char **text, struct hpm_error *error)
{
    const char *name = hpm_h5_text_names[which];
    char **texts;

    *text = NULL;
    if (!hpm_h5_exists (reader, HPM_SCHEMA_GROUP)
        || !hpm_h5_exists (reader, name))
        return 0;
    if (read_named_texts (reader, name, 1, &texts, error))
        return -1;
    *text = texts[0];
    free (texts);
    return 0;
}
