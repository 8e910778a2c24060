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
#include "aggregate/h5/h5_writer.h"
#include "hpm_schema.h"

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
        return hpm_error_set (error, "cannot read %s: %s", path,
                              strerror (errno));
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

int
hpm_h5_is_file (const char *name)
{
    return H5Fis_hdf5 (name) > 0;
}

int
hpm_h5_reader_open (struct hpm_h5_reader *reader, const char *path,
                    struct hpm_error *error)
{
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
    if (!check_version (reader, error))
        return 0;
    hpm_h5_reader_close (reader);
    return -1;
}

void
hpm_h5_reader_close (struct hpm_h5_reader *reader)
{
    if (reader->file >= 0)
        H5Fclose (reader->file);
    reader->file = -1;
}

int
hpm_h5_has (const struct hpm_h5_reader *reader, const char *name)
{
    return H5Lexists (reader->file, name, H5P_DEFAULT) > 0;
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

    if (!hpm_h5_has (reader, name)
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

static int
damaged_variable (const struct hpm_h5_reader *reader, const char *name,
                  struct hpm_error *error)
{
    char text[160];

    snprintf (text, sizeof text, "%.120s%s", name,
              is_away (reader, name) ? " is in another file" : "");
    return hpm_h5_damaged (reader, text, error);
}

/* Open a variable and learn its shape.  */
static hid_t
open_variable (const struct hpm_h5_reader *reader, const char *name, int *rank,
               hsize_t lengths[4])
{
    hid_t dataset, space;

    if (!hpm_h5_has (reader, name))
        return -1;
    dataset = H5Dopen2 (reader->file, name, H5P_DEFAULT);
    if (dataset < 0)
        return -1;
    space = H5Dget_space (dataset);
    *rank = space < 0 ? -1 : H5Sget_simple_extent_ndims (space);
    if (*rank < 1 || *rank > 4 || is_elsewhere (dataset)
        || H5Sget_simple_extent_dims (space, lengths, NULL) < 0) {
        H5Dclose (dataset);
        dataset = -1;
    }
    if (space >= 0)
        H5Sclose (space);
    return dataset;
}

int
hpm_h5_length (const struct hpm_h5_reader *reader, const char *name,
               hsize_t *length, struct hpm_error *error)
{
    hsize_t lengths[4];
    int rank = 0;
    hid_t dataset = open_variable (reader, name, &rank, lengths);

    if (dataset >= 0)
        H5Dclose (dataset);
    if (dataset < 0 || rank != 1 || lengths[0] > (hsize_t)1 << 40)
        return damaged_variable (reader, name, error);
    *length = lengths[0];
    return 0;
}

static int
read_box (hid_t dataset, const struct hpm_h5_box *box, hid_t type, void *data)
{
    hid_t memory = H5Screate_simple (box->rank, box->count, NULL);
    hid_t space = H5Dget_space (dataset);
    int failed
        = memory < 0 || space < 0
          || H5Sselect_hyperslab (space, H5S_SELECT_SET, box->start, NULL,
                                  box->count, NULL)
                 < 0
          || H5Dread (dataset, type, memory, space, H5P_DEFAULT, data) < 0;

    if (memory >= 0)
        H5Sclose (memory);
    if (space >= 0)
        H5Sclose (space);
    return failed ? -1 : 0;
}

int
hpm_h5_read (const struct hpm_h5_reader *reader, const char *name,
             const struct hpm_h5_box *box, hid_t type, void *data,
             struct hpm_error *error)
{
    hsize_t lengths[4];
    int rank = 0, failed;
    hid_t dataset = open_variable (reader, name, &rank, lengths);

    failed = dataset < 0 || rank != box->rank;
    for (int i = 0; !failed && i < rank; i++)
        failed = lengths[i] != box->lengths[i] || box->start[i] > lengths[i]
                 || box->count[i] > lengths[i] - box->start[i];
    failed = failed || read_box (dataset, box, type, data);
    if (dataset >= 0)
        H5Dclose (dataset);
    return failed ? damaged_variable (reader, name, error) : 0;
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
    hid_t space = H5Dget_space (dataset);
    int failed
        = H5Dread (dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) < 0;
    int lost = 0;

    for (hsize_t i = 0; !failed && i < length; i++) {
        char *copy = strdup (texts[i] ? texts[i] : "");

        H5free_memory (texts[i]);
        texts[i] = copy;
        lost |= !copy;
    }
    if (space >= 0)
        H5Sclose (space);
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

int
hpm_h5_read_texts (const struct hpm_h5_reader *reader, const char *name,
                   hsize_t length, char ***texts, struct hpm_error *error)
{
    hsize_t lengths[4];
    int rank = 0, failed;
    hid_t dataset = open_variable (reader, name, &rank, lengths);

    *texts = calloc (length + 1, sizeof **texts);
    failed = !*texts || dataset < 0 || rank != 1 || lengths[0] != length
             || (length && read_texts (dataset, length, *texts));
    if (dataset >= 0)
        H5Dclose (dataset);
    if (!failed)
        return 0;
    hpm_texts_free (*texts, length);
    *texts = NULL;
    return damaged_variable (reader, name, error);
}

hsize_t
hpm_h5_block (const struct hpm_h5_reader *reader, const char *name)
{
    hsize_t lengths[4], chunk[4] = { 0 };
    int rank = 0, chunked = 0;
    hid_t dataset = open_variable (reader, name, &rank, lengths), list;

    if (dataset < 0)
        return 0;
    list = H5Dget_create_plist (dataset);
    if (list >= 0) {
        chunked = H5Pget_layout (list) == H5D_CHUNKED
                  && H5Pget_chunk (list, 4, chunk) == rank;
        H5Pclose (list);
    }
    H5Dclose (dataset);
    return chunked ? chunk[rank - 1] : 0;
}
