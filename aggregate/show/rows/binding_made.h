/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of cores that are used alike, all of them made at once.
 */
#ifndef HPM_AGGREGATE_BINDING_MADE_H
#define HPM_AGGREGATE_BINDING_MADE_H

#include "aggregate/show/rows/rows.h"

/* Those of a file; the result must outlive them.  NULL with the error.  */
struct hpm_made_binding *
hpm_made_binding_create (const struct hpm_h5_reader *reader,
                         const struct hpm_result *result,
                         struct hpm_error *error);
void hpm_made_binding_destroy (struct hpm_made_binding *made);

int hpm_made_binding_count (const struct hpm_made_binding *made);

/* Fill an empty row.  */
void hpm_row_of_binding (struct hpm_row *row, struct hpm_made_binding *made,
                         const struct hpm_result *result, int place);

#endif /* HPM_AGGREGATE_BINDING_MADE_H */
