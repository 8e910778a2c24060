/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "text_file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <hdf5.h>

static int
refuse (const struct hpm_text_file *file, struct hpm_error *error)
{
    return hpm_error_set (error, "cannot write %s: %s",
                          file->name ? file->name : "the output",
                          strerror (errno));
}

/* What is no regular file, such as /dev/null or a pipe, is written to and not
 * replaced.  */
static int
is_special (const char *name)
{
    struct stat found;

    return stat (name, &found) == 0 && !S_ISREG (found.st_mode);
}

/* A table never takes the place of a result file: not of the one it is made
 * from, and not of the next in a list whose -o was forgotten.  A link stays,
 * and the file that it leads to is replaced.  */
static int
open_beside (struct hpm_text_file *file, struct hpm_error *error)
{
    char target[PATH_MAX];
    struct hpm_error detail;

    if (H5Fis_hdf5 (file->name) > 0)
        return hpm_error_set (error,
                              "%s is an HDF5 file, not to be replaced by a "
                              "table: give another name to -o",
                              file->name);
    if (hpm_place_begin (&file->place,
                         realpath (file->name, target) ? target : file->name, 1,
                         &detail))
        return hpm_error_set (error, "cannot write %s: %s", file->name,
                              detail.text);
    file->out = fopen (file->place.temporary, "we");
    return 0;
}

int
hpm_text_file_open (struct hpm_text_file *file, const char *name,
                    struct hpm_error *error)
{
    memset (file, 0, sizeof *file);
    file->name = name;
    if (!name)
        file->out = stdout;
    else if (is_special (name))
        file->out = fopen (name, "we");
    else if (open_beside (file, error))
        return -1;
    if (file->out)
        return 0;
    hpm_place_abandon (&file->place);
    return refuse (file, error);
}

int
hpm_text_file_close (struct hpm_text_file *file, int failed,
                     struct hpm_error *error)
{
    if (file->name ? fclose (file->out) : fflush (file->out)) {
        failed = 1;
        refuse (file, error);
    }
    if (!failed && file->place.temporary[0])
        failed = hpm_place_finish (&file->place, error);
    hpm_place_abandon (&file->place);
    if (failed && !error->text[0])
        refuse (file, error);
    return failed ? -1 : 0;
}
