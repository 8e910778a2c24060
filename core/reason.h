/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The texts of the reasons in hpm_quality.h.  Pure.
 */
#ifndef HPM_CORE_REASON_H
#define HPM_CORE_REASON_H

#include <stdint.h>

/* What follows "not counted, because", and what helps against it ("" where
 * nothing does).  Never NULL, also for a code from a later version.  */
const char *hpm_reason_because (uint32_t reason);
const char *hpm_reason_remedy (uint32_t reason);

#endif /* HPM_CORE_REASON_H */
