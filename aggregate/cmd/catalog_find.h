/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result files below folders.
 */
#ifndef HPM_AGGREGATE_CATALOG_FIND_H
#define HPM_AGGREGATE_CATALOG_FIND_H

#include <stddef.h>

#include "base/error.h"

struct hpm_catalog_files {
    char **paths; /* owned */
    char *shut;   /* [count], 1: a folder that may not be read; owned */
    size_t count, capacity;
};

/* Find the regular files whose names end in ".h5" below the folders among
 * `paths`, and take the files among them whatever their names are.  Links are
 * followed where they are among the paths alone; nothing is opened.  Returns 0,
 * or -1 with the error; release either way.  */
int hpm_catalog_find (struct hpm_catalog_files *files, char *const *paths,
                      struct hpm_error *error);
void hpm_catalog_files_release (struct hpm_catalog_files *files);

#endif /* HPM_AGGREGATE_CATALOG_FIND_H */
