/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/option/page_setting.h"

#include <string.h>

#include "base/text.h"

#define MOST 1e8 /* seconds */

int
hpm_page_setting_read (struct hpm_page_setting *setting,
                       const struct hpm_options *options,
                       struct hpm_error *error)
{
    const char *text = options->pages.text;
    char shown[64];
    double seconds;

    *setting
        = (struct hpm_page_setting){ .wanted = options->pages.wanted,
                                     .used
                                     = (int64_t)(1e9 * options->pages_used) };
    if (setting->used && !setting->wanted)
        return hpm_error_set (error, "--pages-used: it is a part of what "
                                     "--pages tells; give that, too");
    if (!setting->wanted || !text)
        return 0;
    if (hpm_text_number (text, &seconds) != strlen (text) || !(seconds > 0)
        || seconds > MOST)
        return hpm_error_set (
            error,
            "--pages: '%s' is no number of seconds above 0 and up to 1e8; "
            "leave "
            "it away to look at the end",
            hpm_text_show (shown, sizeof shown,
                           (struct hpm_piece){ text, strlen (text) }));
    setting->after = (int64_t)(1e9 * seconds);
    if (setting->used >= setting->after)
        return hpm_error_set (error,
                              "--pages-used: %g s is not before the look of "
                              "--pages=%s",
                              options->pages_used, text);
    return 0;
}
