/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Temporary files without a name: they go away with their last descriptor.
 */
#ifndef HPM_AGGREGATE_SCRATCH_H
#define HPM_AGGREGATE_SCRATCH_H

#include <stdio.h>

#include "core/error.h"

/* A file to write and read, in $TMPDIR or else /tmp; in memory where no file can
 * be made.  NULL with the error.  */
FILE *hpm_scratch_open (struct hpm_error *error);

/* Say, by errno, that it could not be written or read.  Returns -1.  */
int hpm_scratch_failed (struct hpm_error *error);

#endif /* HPM_AGGREGATE_SCRATCH_H */
