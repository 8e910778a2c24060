/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where metric definitions come from: the installed folder, then files of the
 * user's.
 */
#ifndef HPM_AGGREGATE_DEFINITIONS_H
#define HPM_AGGREGATE_DEFINITIONS_H

#include "core/metric.h"

/* Read the definitions of `folder` (NULL: of the folders of the installation, the
 * site and the user), then `file` (NULL: none), into an empty set, and check the
 * whole.  Returns 0, or -1 with the error and the sources without one.  */
int hpm_definitions_read (struct hpm_metric_set *set, const char *folder,
                          const char *file, struct hpm_error *error);

#endif /* HPM_AGGREGATE_DEFINITIONS_H */
