/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All that hpmrun was told: environment, configuration file, flags.
 */
#ifndef HPM_WRAPPER_SETTINGS_H
#define HPM_WRAPPER_SETTINGS_H

#include "base/option/option.h"
#include "wrapper/launch/flags.h"

struct hpm_settings {
    struct hpm_options options;
    struct hpm_command command;
};

/* The later wins: defaults, the site, environment, file, flags.  Of the site's
 * those marked in `left_out` do not hold.  Unknown HPM_* names go to `warn`.
 * Returns 0, or -1 with the error and command as far as read; release either
 * way.  */
int hpm_settings_read (struct hpm_settings *settings, char **argv,
                       const char left_out[HPM_SETTING_COUNT],
                       hpm_warn_fn *warn, void *data, struct hpm_error *error);
void hpm_settings_release (struct hpm_settings *settings);

#endif /* HPM_WRAPPER_SETTINGS_H */
