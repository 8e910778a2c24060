/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --recover: a result file from what a run left behind.
 */
#ifndef HPM_AGGREGATE_RECOVER_COMMAND_H
#define HPM_AGGREGATE_RECOVER_COMMAND_H

#include "aggregate/cmd/write_command.h"

/* request->stream is a record stream, or what hpm_recovery_find takes.  Tells
 * on stderr which ranks are complete, partial and missing.  Returns the exit
 * status.  */
int hpm_recover_command (const struct hpm_write_request *request);

#endif /* HPM_AGGREGATE_RECOVER_COMMAND_H */
