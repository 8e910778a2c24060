/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The processors of this node, and which socket each is in.
 */
#ifndef HPM_WRAPPER_PROCESSORS_H
#define HPM_WRAPPER_PROCESSORS_H

#include "base/error.h"
#include "wrapper/stat/rows/targets.h"

/* Those that are online, by the sysfs below `sysfs`.  Returns 0, or -1 with the
 * error; release in either case.  */
int hpm_processors_read (struct hpm_targets *targets, const char *sysfs,
                         struct hpm_error *error);

#endif /* HPM_WRAPPER_PROCESSORS_H */
