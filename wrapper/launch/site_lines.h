/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the site's file sets stops no program: where the settings are refused
 * for one of its lines, by itself or beside another setting, that line is left
 * out.
 */
#ifndef HPM_WRAPPER_SITE_LINES_H
#define HPM_WRAPPER_SITE_LINES_H

#include "base/error.h"
#include "base/option/option.h"

/* Read all settings, without those of the site that are marked, and check what
 * can be checked.  Returns 0, or -1 with the error; `options` are as far as
 * they were read.  */
typedef int hpm_site_attempt_fn (void *data,
                                 const char left_out[HPM_SETTING_COUNT]);

/* Attempt with all lines of the site and, where that is refused and an attempt
 * with none of them is not, with as many as are taken, from the first on.  The
 * last attempt is the one that holds.  `left` gets what there is to say of the
 * first line left out, "" without one.  Returns what the last attempt did.  */
int hpm_site_lines_settle (const struct hpm_options *options,
                           const struct hpm_error *error,
                           hpm_site_attempt_fn *attempt, void *data,
                           struct hpm_error *left);

#endif /* HPM_WRAPPER_SITE_LINES_H */
