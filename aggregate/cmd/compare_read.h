/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Result files, and those below folders, into a comparison.
 */
#ifndef HPM_AGGREGATE_COMPARE_READ_H
#define HPM_AGGREGATE_COMPARE_READ_H

#include <limits.h>

#include "aggregate/catalog/catalog_find.h"
#include "aggregate/compare/comparison.h"

/* The files of `paths`, a NULL at the end, and the result files below those
 * that are folders; none where there is no path.  Returns 0, or -1 with an
 * error that names the `side` ("base ", or ""); release by
 * hpm_catalog_files_release.  */
int hpm_compare_find (struct hpm_catalog_files *files, char *const *paths,
                      const char *side, struct hpm_error *error);

/* Read them, base and new ones, and compare.  The path at hand is always in
 * at[PATH_MAX].  After hpm_h5_begin.  Returns 0, or -1 with the error; release
 * the comparison either way, before the files.  */
int hpm_compare_read (struct hpm_comparison *comparison,
                      const struct hpm_catalog_files files[HPM_SIDES], char *at,
                      struct hpm_error *error);

#endif /* HPM_AGGREGATE_COMPARE_READ_H */
