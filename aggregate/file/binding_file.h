/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the ranks of a result file are bound.
 */
#ifndef HPM_AGGREGATE_BINDING_FILE_H
#define HPM_AGGREGATE_BINDING_FILE_H

#include "aggregate/binding/binding.h"
#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

/* Read the lists of all ranks and threads, and make the pictures, which are
 * none for what was counted without ranks (hpmstat).  The result must outlive
 * them.  Returns 0, or -1 with the error; release in either case.  */
int hpm_binding_read (struct hpm_binding *binding,
                      const struct hpm_h5_reader *reader,
                      const struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_BINDING_FILE_H */
