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
    int operand; /* index of the program in argv, argc if none */
};

/* The later wins: defaults, environment, file, flags.  Unknown HPM_* names go
 * to `warn`.  Returns 0, or -1 with the error and command as far as read;
 * release either way.  */
int hpm_settings_read (struct hpm_settings *settings, int argc, char **argv,
                       hpm_warn_fn *warn, void *data, struct hpm_error *error);
void hpm_settings_release (struct hpm_settings *settings);

/* Call `each` for every setting, with the word for where its value comes from:
 * "default", "environment", "file" or "flag".  Returns 0 or -1.  */
typedef void hpm_setting_fn (const char *name, const char *value,
                             const char *source, void *data);
int hpm_settings_each (const struct hpm_settings *settings, int argc,
                       char **argv, hpm_setting_fn *each, void *data,
                       struct hpm_error *error);

#endif /* HPM_WRAPPER_SETTINGS_H */
