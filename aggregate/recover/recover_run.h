/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run said of itself before it ended, completed by what is known of its
 * end.
 */
#ifndef HPM_AGGREGATE_RECOVER_RUN_H
#define HPM_AGGREGATE_RECOVER_RUN_H

#include <stddef.h>

#include "aggregate/recover/recover_list.h"

/* The value of a field of the run, or NULL; the recovery's.  */
const char *hpm_recovery_run (const struct hpm_recovery *recovery,
                              const char *field);

/* The payload of a chunk RUN, malloc'ed, and its bytes: what the ranks left,
 * with the end as far as anybody knows it.  NULL without memory.  */
char *hpm_recovery_run_texts (const struct hpm_recovery *recovery,
                              size_t *bytes);

#endif /* HPM_AGGREGATE_RECOVER_RUN_H */
