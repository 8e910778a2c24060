/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --list: what can be asked for.  To stdout.
 */
#ifndef HPM_WRAPPER_LIST_H
#define HPM_WRAPPER_LIST_H

#include "base/error.h"
#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* The counters of the operating system, then those of the backend, each with
 * whether it can be counted here.  Returns 0 or -1.  */
int hpm_list_events (const struct hpm_options *options,
                     const struct hpm_places *places, struct hpm_error *error);

/* The metrics that are defined here.  Returns 0 or -1.  */
int hpm_list_metrics (const struct hpm_options *options,
                      const struct hpm_places *places, struct hpm_error *error);

/* The groups of metrics, what each takes, and whether this machine can count
 * that at once.  Returns 0 or -1.  */
int hpm_list_groups (const struct hpm_options *options,
                     const struct hpm_places *places, struct hpm_error *error);

#endif /* HPM_WRAPPER_LIST_H */
