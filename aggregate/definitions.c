/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "definitions.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/path.h"

static int
installed_folder (char *folder, struct hpm_error *error)
{
    char self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

    self[length > 0 ? length : 0] = '\0';
    if (hpm_path_relocate (folder, PATH_MAX, self, HPM_BINDIR, HPM_METRICDIR))
        return hpm_error_set (error, "path too long: %s", HPM_METRICDIR);
    return 0;
}

/* Read one more source into a copy, so that a set that does not check as a
 * whole is not kept.  */
static int
read_source (struct hpm_metric_set *set, const char *path,
             int (*read) (struct hpm_metric_set *, const char *,
                          struct hpm_error *),
             struct hpm_error *error)
{
    struct hpm_metric_set fresh;
    char *before = hpm_metric_set_text (set);
    int failed;

    if (!before)
        return hpm_error_set (error, "out of memory");
    hpm_metric_set_init (&fresh);
    failed = hpm_metric_set_read_text (&fresh, "definitions", before, error)
             || read (&fresh, path, error)
             || hpm_metric_set_check (&fresh, error);
    free (before);
    if (failed) {
        hpm_metric_set_release (&fresh);
        return -1;
    }
    hpm_metric_set_release (set);
    *set = fresh;
    return 0;
}

int
hpm_definitions_read (struct hpm_metric_set *set, const char *folder,
                      const char *file, struct hpm_error *error)
{
    char installed[PATH_MAX];

    if (!folder && installed_folder (installed, error))
        return -1;
    if (read_source (set, folder ? folder : installed,
                     hpm_metric_set_read_directory, error))
        return -1;
    return file && *file
               ? read_source (set, file, hpm_metric_set_read_file, error)
               : 0;
}
