/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Words for the codes of include/hpm_quality.h.  Any code is taken, also one
 * from a damaged file: unknown ones are called "unknown".  Static texts.
 */
#ifndef HPM_BASE_QUALITY_H
#define HPM_BASE_QUALITY_H

#include <stdint.h>

#include "include/hpm_quality.h"

const char *hpm_quality_word (uint32_t quality);

/* The text behind "not counted, because".  */
const char *hpm_reason_text (uint32_t reason);

/* What to do about it, "" where nothing helps.  */
const char *hpm_reason_remedy (uint32_t reason);

/* Whether there is a number: as a whole, scaled, or a part of it.  */
static inline int
hpm_quality_has_value (uint32_t quality)
{
    return quality != HPM_QUALITY_ABSENT && quality < HPM_QUALITY_UNAVAILABLE;
}

/* The worse of two qualities, ABSENT being neutral.  */
uint32_t hpm_quality_worse (uint32_t a, uint32_t b);

#endif /* HPM_BASE_QUALITY_H */
