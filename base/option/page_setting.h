/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What --pages asks for.
 */
#ifndef HPM_BASE_PAGE_SETTING_H
#define HPM_BASE_PAGE_SETTING_H

#include <stdint.h>

#include "base/error.h"
#include "base/option/option.h"

struct hpm_page_setting {
    int wanted;
    int64_t after; /* ns from the start; 0: at the end */
    int64_t used;  /* ns from the start: what is used from then on; 0: none */
};

/* Returns 0, or -1 with the error.  */
int hpm_page_setting_read (struct hpm_page_setting *setting,
                           const struct hpm_options *options,
                           struct hpm_error *error);

#endif /* HPM_BASE_PAGE_SETTING_H */
