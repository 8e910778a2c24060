/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/h5_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/h5_private.h"

int
hpm_h5_damaged (const struct hpm_h5_reader *reader, const char *what,
                struct hpm_error *error)
{
    if (hpm_h5_lacked_memory ())
        return hpm_error_set (
            error,
            "reading %s (%s) takes more memory than there is: "
            "raise the limit, or copy the file again if it "
            "should be small",
            reader->path, what);
    return hpm_error_set (error,
                          "%s is damaged or cut short (%s): copy it again, or "
                          "repeat the run",
                          reader->path, what);
}

/* What the system says of the file, before HDF5 sees it.  */
static int
check_regular (const char *path, struct hpm_error *error)
{
    struct stat status;

    if (stat (path, &status))
        return hpm_error_set (error, "cannot read %s: %s%s", path,
                              strerror (errno),
                              errno == ENOENT ? "; a job that still runs has "
                                                "no file yet: hpmagg --live"
                                              : "");
    if (!S_ISREG (status.st_mode))
        return hpm_error_set (error,
                              "%s is not a file: name the .h5 file of a "
                              "run",
                              path);
    if (access (path, R_OK))
        return hpm_error_set (error, "cannot read %s: %s", path,
                              strerror (errno));
    return 0;
}

static int
check_version (struct hpm_h5_reader *reader, struct hpm_error *error)
{
    char *version = hpm_h5_get_text (reader->file, HPM_SCHEMA_ATTRIBUTE);
    int major = version ? atoi (version) : -1, failed = 0;

    if (!version)
        failed = hpm_error_set (error,
                                "%s is an HDF5 file, but no result of hpmmpi: "
                                "it has no attribute " HPM_SCHEMA_ATTRIBUTE,
                                reader->path);
    else if (major != HPM_SCHEMA_MAJOR)
        failed = hpm_error_set (error,
                                "%s has format %.20s, this hpmagg reads %d.x: "
                                "use the hpmagg of the version that wrote it",
                                reader->path, version, HPM_SCHEMA_MAJOR);
    free (version);
    return failed;
}

void
hpm_h5_reader_close (struct hpm_h5_reader *reader)
{
    if (reader->file >= 0)
        H5Fclose (reader->file);
    reader->file = -1;
}

int
hpm_h5_exists (const struct hpm_h5_reader *reader, const char *name)
{
    return H5Lexists (reader->file, name, H5P_DEFAULT) > 0;
}

int
hpm_h5_has (const struct hpm_h5_reader *reader, enum hpm_variable variable)
{
    return hpm_h5_exists (reader, hpm_h5_variables[variable].name);
}

/* 1 for a dataset whose bytes are those of other files: whoever made it may
 * want to see files that only the reader may read.  */
static int
is_elsewhere (hid_t dataset)
{
    hid_t list = H5Dget_create_plist (dataset);
    int elsewhere = list < 0 || H5Pget_external_count (list) != 0
                    || H5Pget_layout (list) == H5D_VIRTUAL;

    if (list >= 0)
        H5Pclose (list);
    return elsewhere;
}

/* Links into other files are not followed: hpm_h5_begin sees to that.  */
static int
is_away (const struct hpm_h5_reader *reader, const char *name)
{
    H5L_info_t link;
    hid_t dataset;
    int away;

    if (!hpm_h5_exists (reader, name)
        || H5Lget_info (reader->file, name, &link, H5P_DEFAULT) < 0)
        return 0;
    if (link.type == H5L_TYPE_EXTERNAL)
        return 1;
    dataset = H5Dopen2 (reader->file, name, H5P_DEFAULT);
    away = dataset >= 0 && is_elsewhere (dataset);
    if (dataset >= 0)
        H5Dclose (dataset);
    return away;
}

int
hpm_h5_damaged_dataset (const struct hpm_h5_reader *reader, const char *name,
                        struct hpm_error *error)
{
    char text[160];

    snprintf (text, sizeof text, "%.120s%s", name,
              is_away (reader, name) ? " is in another file" : "");
    return hpm_h5_damaged (reader, text, error);
}

hid_t
hpm_h5_open_dataset (const struct hpm_h5_reader *reader, const char *name,
                     int *rank, hsize_t lengths[HPM_H5_RANK_MAX])
{
    hid_t dataset, space;

    if (!hpm_h5_exists (reader, name))
        return -1;
    dataset = H5Dopen2 (reader->file, name, H5P_DEFAULT);
    if (dataset < 0)
        return -1;
    space = H5Dget_space (dataset);
    *rank = space < 0 ? -1 : H5Sget_simple_extent_ndims (space);
    if (*rank < 1 || *rank > HPM_H5_RANK_MAX || is_elsewhere (dataset)
        || H5Sget_simple_extent_dims (space, lengths, NULL) < 0) {
        H5Dclose (dataset);
        dataset = -1;
    }
    if (space >= 0)
        H5Sclose (space);
    return dataset;
}

/* Open a variable that has the shape its dimensions say.  */
static hid_t
open_variable (const struct hpm_h5_reader *reader, enum hpm_variable variable)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    hsize_t lengths[HPM_H5_RANK_MAX];
    int rank = 0;
    hid_t dataset = hpm_h5_open_dataset (reader, it->name, &rank, lengths);
    int same = dataset >= 0 && rank == it->rank;

    for (int i = 0; same && i < rank; i++)
        same = lengths[i] == reader->stored[it->along[i]];
    if (dataset >= 0 && !same) {
        H5Dclose (dataset);
        dataset = -1;
    }
    return dataset;
}

size_t
hpm_h5_elements_of (const struct hpm_h5_reader *reader,
                    enum hpm_variable variable, hsize_t rows)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    size_t elements = rows;

    for (int i = 0; i < it->rank - 1; i++)
        if (__builtin_mul_overflow (elements, reader->length[it->along[i]],
                                    &elements)
            || elements > HPM_H5_ELEMENTS_MAX)
            return HPM_H5_ELEMENTS_MAX;
    return elements;
}

size_t
hpm_h5_elements_stored (const struct hpm_h5_reader *reader,
                        enum hpm_variable variable)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];

    return hpm_h5_elements_of (reader, variable,
                               reader->length[it->along[it->rank - 1]]);
}

/* Elements of a part that is `count` steps long along each dimension; in memory
 * there are `room` steps, of which the first ones are filled.  */
struct part {
    hsize_t start[HPM_H5_RANK_MAX], count[HPM_H5_RANK_MAX];
    hsize_t room[HPM_H5_RANK_MAX];
};

static int
read_part (hid_t dataset, const struct hpm_h5_variable *it,
           const struct part *part, void *data)
{
    static const hsize_t zero[HPM_H5_RANK_MAX];
    hid_t memory = H5Screate_simple (it->rank, part->room, NULL);
    hid_t space = H5Dget_space (dataset);
    int failed;

    errno = 0; /* for hpm_h5_lacked_memory */
    failed = memory < 0 || space < 0
             || H5Sselect_hyperslab (memory, H5S_SELECT_SET, zero, NULL,
                                     part->count, NULL)
                    < 0
             || H5Sselect_hyperslab (space, H5S_SELECT_SET, part->start, NULL,
                                     part->count, NULL)
                    < 0
             || H5Dread (dataset, hpm_h5_type (it->type), memory, space,
                         H5P_DEFAULT, data)
                    < 0;

    if (memory >= 0)
        H5Sclose (memory);
    if (space >= 0)
        H5Sclose (space);
    return failed ? -1 : 0;
}

/* Read a part, of which `elements` are in memory.  */
static int
read_stored (const struct hpm_h5_reader *reader, enum hpm_variable variable,
             struct part *part, size_t elements, void *data,
             struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    hid_t dataset;
    int failed;

    for (int i = 0; i < it->rank; i++) {
        hsize_t stored = reader->stored[it->along[i]];

        if (stored < reader->length[it->along[i]])
            memset (data, 0, elements * hpm_h5_type_size (it->type));
        part->count[i] = stored < part->room[i] ? stored : part->room[i];
    }
    dataset = open_variable (reader, variable);
    failed = dataset < 0 || read_part (dataset, it, part, data);
    if (dataset >= 0)
        H5Dclose (dataset);
    return failed ? hpm_h5_damaged_dataset (reader, it->name, error) : 0;
}

int
hpm_h5_read_block (const struct hpm_h5_reader *reader,
                   enum hpm_variable variable, hsize_t step, hsize_t steps,
                   hsize_t first, hsize_t count, void *data,
                   struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    struct part part = { .start = { 0 } };
    size_t elements = 1;

    for (int i = 0; i < it->rank; i++)
        part.room[i] = reader->length[it->along[i]];
    part.start[0] = step;
    part.room[0] = steps;
    part.start[it->rank - 1] = first;
    part.room[it->rank - 1] = count;
    for (int i = 0; i < it->rank; i++)
        elements *= part.room[i];
    return elements
               ? read_stored (reader, variable, &part, elements, data, error)
               : 0;
}

int
hpm_h5_read_rows (const struct hpm_h5_reader *reader,
                  enum hpm_variable variable, hsize_t first, hsize_t count,
                  void *data, struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    struct part part = { .start = { 0 } };
    size_t elements = hpm_h5_elements_of (reader, variable, count);
    int last = it->rank - 1;

    for (int i = 0; i < last; i++)
        part.room[i] = reader->length[it->along[i]];
    part.start[last] = first;
    part.room[last] = count;
    return elements
               ? read_stored (reader, variable, &part, elements, data, error)
               : 0;
}

int
hpm_h5_read (const struct hpm_h5_reader *reader, enum hpm_variable variable,
             void *data, struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];

    return hpm_h5_read_rows (reader, variable, 0,
                             reader->length[it->along[it->rank - 1]], data,
                             error);
}

/* Of words the file has the first ones, or more behind those known here.  */
static int
check_words (struct hpm_h5_reader *reader, enum hpm_dimension dimension,
             struct hpm_error *error)
{
    hsize_t stored = reader->stored[dimension], known;
    const char *const *words = hpm_h5_words (dimension, &known);
    char **texts;
    int same = 1;

    if (hpm_h5_read_labels (reader, dimension, &texts, error))
        return -1;
    for (hsize_t i = 0; same && i < stored && i < known; i++)
        same = !strcmp (texts[i], words[i]);
    hpm_texts_free (texts, stored);
    reader->length[dimension] = known;
    return same ? 0
                : hpm_h5_damaged (reader, hpm_h5_dimensions[dimension].name,
                                  error);
}

static int
read_dimension (struct hpm_h5_reader *reader, enum hpm_dimension dimension,
                struct hpm_error *error)
{
    const struct hpm_h5_dimension *it = &hpm_h5_dimensions[dimension];
    hsize_t lengths[HPM_H5_RANK_MAX] = { 0 };
    int rank = 0;
    hid_t dataset;

    if (dimension >= HPM_DIMENSION_OPTIONAL
        && !hpm_h5_exists (reader, it->name))
        return 0;
    dataset = hpm_h5_open_dataset (reader, it->name, &rank, lengths);
    if (dataset >= 0)
        H5Dclose (dataset);
    if (dataset < 0 || rank != 1 || lengths[0] > it->most)
        return hpm_h5_damaged_dataset (reader, it->name, error);
    reader->stored[dimension] = reader->length[dimension] = lengths[0];
    return it->labels == HPM_LABELS_words
               ? check_words (reader, dimension, error)
               : 0;
}

int
hpm_h5_reader_open (struct hpm_h5_reader *reader, const char *path,
                    struct hpm_error *error)
{
    return hpm_h5_reader_open_part (reader, path, ~0u, error);
}

int
hpm_h5_reader_open_part (struct hpm_h5_reader *reader, const char *path,
                         unsigned dimensions, struct hpm_error *error)
{
    int failed;

    memset (reader, 0, sizeof *reader);
    reader->path = path;
    reader->file = -1;
    if (check_regular (path, error))
        return -1;
    if (H5Fis_hdf5 (path) <= 0)
        return hpm_error_set (error,
                              "%s is no result file of hpmmpi (not HDF5): name "
                              "the .h5 file of a run",
                              path);
    reader->file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (reader->file < 0)
        return hpm_h5_damaged (reader, "HDF5 cannot open it", error);
    failed = check_version (reader, error);
    for (int i = 0; !failed && i < HPM_DIMENSION_COUNT; i++)
        if (dimensions >> i & 1)
            failed = read_dimension (reader, (enum hpm_dimension)i, error);
    if (failed)
        hpm_h5_reader_close (reader);
    return failed ? -1 : 0;
}
