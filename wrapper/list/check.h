/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --check.  To stdout, in plain words.
 */
#ifndef HPM_WRAPPER_CHECK_H
#define HPM_WRAPPER_CHECK_H

#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* Returns the exit status: 0 if all could be said, 1 if the source of counts
 * could not be asked, which was said.  */
int hpm_check (const struct hpm_options *options,
               const struct hpm_places *places);

#endif /* HPM_WRAPPER_CHECK_H */
