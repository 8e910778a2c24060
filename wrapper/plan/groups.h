/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --groups: groups of metrics become events to count.
 */
#ifndef HPM_WRAPPER_GROUPS_H
#define HPM_WRAPPER_GROUPS_H

#include "base/error.h"
#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* Where the setting `groups` names any: add the events they take to the setting
 * `events`.  `program` is the path of the program, NULL where it is not known.
 * A group that nobody defines, of which nothing can be counted here, or that
 * does not fit beside the others is an error; metrics that can't be had are
 * told to `warn`.  Returns 0 or -1.  */
int hpm_groups_apply (struct hpm_options *options,
                      const struct hpm_places *places, const char *program,
                      hpm_warn_fn *warn, void *data, struct hpm_error *error);

#endif /* HPM_WRAPPER_GROUPS_H */
