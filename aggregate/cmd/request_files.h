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

/* Whether the result file that it writes, if it does, may have that name.  That
 * of a run that has just ended has any, rather than none.  Returns 0, or -1
 * with the error.  */
int hpm_request_check_result (const struct hpm_request *request,
                              struct hpm_error *error);

/* As hpm_request_check_files, for runs that are compared, of which `base` stand
 * before --to; -1 without it.  */
int hpm_request_check_sides (const struct hpm_request *request, int base,
                             struct hpm_error *error);

/* Part the files into the two sides: without --diff all are new.  Returns 0 or
 * -1.  */
int hpm_request_part_sides (struct hpm_request *request, int base,
                            struct hpm_error *error);

/* Names of metrics and files of definitions are given in one list: part them.
 * Returns 0 or -1.  */
int hpm_request_settle_metrics (struct hpm_request *request,
                                struct hpm_error *error);

#endif /* HPM_AGGREGATE_REQUEST_FILES_H */
