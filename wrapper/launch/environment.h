/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the program finds in its environment: HPM_*, LD_PRELOAD and the
 * variables by which libraries of marks load a tool, where the user names none,
 * differ from what hpmrun was given, and nothing else.
 */
#ifndef HPM_WRAPPER_ENVIRONMENT_H
#define HPM_WRAPPER_ENVIRONMENT_H

#include "base/error.h"
#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* Where another hpmrun started this one, for the same result file (HPM_OUTPUT
 * as it left it): the token of the process that it became, which then leaves
 * the file to what this one starts.  Else NULL.  */
const char *hpm_environment_below (const struct hpm_options *options);

/* Set the HPM_* variables to the settings and append the library (and, unless
 * MPI calls are left alone, the one that times them) to LD_PRELOAD,
 * behind what the user has there: a sanitizer must stay first.  `program` is
 * the path of the program, and `mark` what hpm_program_mark says of it. Returns
 * 0, or -1 when the library's path can't stand in LD_PRELOAD or without memory.
 */
int hpm_environment_export (const struct hpm_options *options,
                            const struct hpm_places *places,
                            const char *program, const char *mark,
                            struct hpm_error *error);

#endif /* HPM_WRAPPER_ENVIRONMENT_H */
