/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the checkpoints of a run to a record stream, which the writer then takes
 * as any other.
 */
#ifndef HPM_AGGREGATE_RECOVER_STREAM_H
#define HPM_AGGREGATE_RECOVER_STREAM_H

#include <stdio.h>

#include "aggregate/input/recover_list.h"

/* Write the stream of all ranks that left something.  What a partial rank
 * counted is marked partial, cell by cell.  A rank that was overwritten by a
 * running job meanwhile is read again.  Returns 0, or -1 with the error.  */
int hpm_recover_stream (struct hpm_recovery *recovery, FILE *out,
                        struct hpm_error *error);

/* The value of a field of the run, or NULL; the recovery's.  */
const char *hpm_recovery_run (const struct hpm_recovery *recovery,
                              const char *field);

#endif /* HPM_AGGREGATE_RECOVER_STREAM_H */
