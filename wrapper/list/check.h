/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --check.  To stdout, in plain words.
 */
#ifndef HPM_WRAPPER_CHECK_H
#define HPM_WRAPPER_CHECK_H

#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* Returns the exit status: 0 if something can be counted in hardware, 1 if only
 * what the operating system counts.  */
int hpm_check (const struct hpm_options *options,
               const struct hpm_places *places);

#endif /* HPM_WRAPPER_CHECK_H */
