/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --show-config.  To stdout.
 */
#ifndef HPM_WRAPPER_SHOW_CONFIG_H
#define HPM_WRAPPER_SHOW_CONFIG_H

#include "base/error.h"
#include "wrapper/launch/places.h"
#include "base/option/option.h"

/* Every setting, its value and where it comes from, then the parts in use
 * and the definitions of metrics.
 * Returns 0 or -1.  */
int hpm_config_show (const struct hpm_options *options,
                     const struct hpm_places *places, struct hpm_error *error);

#endif /* HPM_WRAPPER_SHOW_CONFIG_H */
