/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Many files read in a child process, which another one replaces where a file
 * ends it: HDF5 crashes on some damaged files (guard.h).
 */
#ifndef HPM_AGGREGATE_CATALOG_READ_H
#define HPM_AGGREGATE_CATALOG_READ_H

#include "aggregate/catalog/catalog_find.h"
#include "aggregate/catalog/catalog.h"

/* An entry for each file, or NULL with the error; to be given to _free.  A file
 * that ends the process that reads it, or takes more memory or time than one of
 * its size can need, is damaged.  */
struct hpm_catalog_entry *
hpm_catalog_read (const struct hpm_catalog_files *files,
                  struct hpm_error *error);
void hpm_catalog_read_free (struct hpm_catalog_entry *entries, size_t count);

#endif /* HPM_AGGREGATE_CATALOG_READ_H */
