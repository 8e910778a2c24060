/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a value is taken, shared by the files option*.c.
 */
#ifndef HPM_BASE_OPTION_PRIVATE_H
#define HPM_BASE_OPTION_PRIVATE_H

#include "base/option/option.h"
#include "base/text.h"

/* Where a value comes from, and what starts an error about it: "HPM_DOMAIN",
 * "--domain", "FILE:LINE: HPM_DOMAIN".  */
struct hpm_setting_place {
    enum hpm_from from;
    int line;
    const char *who;
};

/* Check a value and take it, unless the setting has one of a stronger source.
 * An empty text is the default.  Returns 0, or -1 with an error.  */
int hpm_option_take (struct hpm_options *options, enum hpm_setting setting,
                     const char *value, const struct hpm_setting_place *place,
                     struct hpm_error *error);

/* The setting of a variable; HPM_SETTING_COUNT if there is none.  */
enum hpm_setting hpm_setting_find (const char *variable);

#endif /* HPM_BASE_OPTION_PRIVATE_H */
