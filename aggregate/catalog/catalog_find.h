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
    char *states; /* [count]: enum hpm_catalog_state; owned */
    size_t count, capacity;
};

/* Find the regular files whose names end in ".h5" below the folders among
 * `paths`, record streams, and folders of snapshots, and take the files among
 * the paths whatever their names are, each once however often it is named; what
 * is known without a look into it has its state.  Links are followed where they
 * are among the paths alone; nothing is opened. Returns 0, or -1 with the
 * error; release either way.  */
int hpm_catalog_find (struct hpm_catalog_files *files, char *const *paths,
                      struct hpm_error *error);
void hpm_catalog_files_release (struct hpm_catalog_files *files);

#endif /* HPM_AGGREGATE_CATALOG_FIND_H */
