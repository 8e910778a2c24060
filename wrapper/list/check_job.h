/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --check: what would start the ranks of a job here, and in what.
 */
#ifndef HPM_WRAPPER_CHECK_JOB_H
#define HPM_WRAPPER_CHECK_JOB_H

#include "base/option/option.h"

/* Takes a line: its label, or "", and its text.  */
typedef void hpm_check_line_fn (const char *label, const char *text);

/* Launchers, MPI libraries, the batch system, and snapshots that ended runs
 * have left.  Loads each MPI library to ask it for its version; starts nothing.
 */
void hpm_check_job (const struct hpm_options *options, hpm_check_line_fn *say);

#endif /* HPM_WRAPPER_CHECK_JOB_H */
