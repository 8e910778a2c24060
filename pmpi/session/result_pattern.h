/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of result files that are patterns (base/file/pattern.h).
 */
#ifndef HPM_PMPI_RESULT_PATTERN_H
#define HPM_PMPI_RESULT_PATTERN_H

#include <limits.h>
#include <time.h>

#include "base/option/option.h"

/* Take the default for a name or a folder that is no pattern, which one rank
 * tells.  */
void hpm_result_pattern_check (struct hpm_options *options);

/* Put in what is known of this process and of the time it started.  A pattern
 * that becomes too long becomes "".  */
void hpm_result_pattern_expand (char name[PATH_MAX], const char *pattern,
                                time_t started);

/* Make the folders of a result file where its name or folder is a pattern.
 * Returns 0, or -1 with the error: then nothing is to be written there.  */
int hpm_result_pattern_make_folders (const struct hpm_options *options,
                                     const char *result,
                                     struct hpm_error *error);

#endif /* HPM_PMPI_RESULT_PATTERN_H */
