/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/settings.h"

void
hpm_result_settings (const struct hpm_result *result,
                     struct hpm_options *settings)
{
    hpm_options_init (settings);
    hpm_options_from_lines (settings,
                            hpm_result_run (result, HPM_RUN_options, ""));
}
