/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls out of a result file.
 */
#ifndef HPM_AGGREGATE_LOAD_CALLS_H
#define HPM_AGGREGATE_LOAD_CALLS_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

/* Fill result->calls; it stays empty where the file has none.  Returns 0, or -1
 * with the error.  */
int hpm_load_calls (const struct hpm_h5_reader *reader,
                    struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_LOAD_CALLS_H */
