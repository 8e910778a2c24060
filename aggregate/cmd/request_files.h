/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The files that hpmagg is given to read.
 */
#ifndef HPM_AGGREGATE_REQUEST_FILES_H
#define HPM_AGGREGATE_REQUEST_FILES_H

#include "aggregate/cmd/request.h"

/* Files of definitions, as they are told from names of metrics.  */
#define HPM_METRIC_FILES "*.metric"

/* Whether the request names as many files as it needs, and none that was meant
 * for something else.  Returns 0, or -1 with the error.  */
int hpm_request_check_files (const struct hpm_request *request,
                             struct hpm_error *error);

#endif /* HPM_AGGREGATE_REQUEST_FILES_H */
