/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the result file will go, looked at before hours are spent.
 */
#ifndef HPM_WRAPPER_OUTPUT_H
#define HPM_WRAPPER_OUTPUT_H

#include "base/error.h"
#include "base/option/option.h"

/* Whether the folder can take a new file, and no file is in the way unless it
 * may be replaced.  Returns 0 or -1.  */
int hpm_output_check (const struct hpm_options *options,
                      struct hpm_error *error);

#endif /* HPM_WRAPPER_OUTPUT_H */
