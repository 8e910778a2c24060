/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the program finds in its environment: HPM_* and LD_PRELOAD, and nothing
 * else, differ from what hpmrun was given.
 */
#ifndef HPM_WRAPPER_ENVIRONMENT_H
#define HPM_WRAPPER_ENVIRONMENT_H

#include "base/error.h"
#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* Set the HPM_* variables to the settings and append the library (and, unless
 * MPI calls are left alone, the one that times them) to LD_PRELOAD,
 * behind what the user has there: a sanitizer must stay first.  `program` is
 * the path of the program, which is counted from outside or not.  Returns 0, or
 * -1 when the library's path can't stand in LD_PRELOAD or without memory.  */
int hpm_environment_export (const struct hpm_options *options,
                            const struct hpm_places *places,
                            const char *program, int outside,
                            struct hpm_error *error);

#endif /* HPM_WRAPPER_ENVIRONMENT_H */
