/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a catalog has of a result file: attributes and a few aggregates, nothing
 * that grows with ranks.
 */
#ifndef HPM_AGGREGATE_CATALOG_FILE_H
#define HPM_AGGREGATE_CATALOG_FILE_H

#include "aggregate/catalog/catalog.h"

/* Fill an entry, whose path and nothing else is known; its state tells whether
 * the file is a result.  After hpm_h5_begin.  */
void hpm_catalog_file_read (struct hpm_catalog_entry *entry);

#endif /* HPM_AGGREGATE_CATALOG_FILE_H */
