/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The settings that a run was counted with.
 */
#ifndef HPM_AGGREGATE_SETTINGS_H
#define HPM_AGGREGATE_SETTINGS_H

#include "aggregate/model/result.h"
#include "base/option/option.h"

/* What the run's text of them says; the default where it says nothing that this
 * version knows.  The caller releases them.  */
void hpm_result_settings (const struct hpm_result *result,
                          struct hpm_options *settings);

#endif /* HPM_AGGREGATE_SETTINGS_H */
