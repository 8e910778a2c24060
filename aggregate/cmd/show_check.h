/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is shown of a file, and what would be ignored there.
 */
#ifndef HPM_AGGREGATE_SHOW_CHECK_H
#define HPM_AGGREGATE_SHOW_CHECK_H

#include "aggregate/cmd/request.h"
#include "base/error.h"

/* `costs`, `mpi` and `summary` are these flags as they were given, or "".
 * Returns 0, or -1 with the error.  */
int hpm_show_check (const struct hpm_request *request, const char *costs,
                    const char *mpi, const char *summary,
                    struct hpm_error *error);

/* Whether what is asked for, by the flag `asking`, can be had in its format.
 * The same.  */
int hpm_show_check_format (const struct hpm_request *request,
                           const char *asking, struct hpm_error *error);

#endif /* HPM_AGGREGATE_SHOW_CHECK_H */
