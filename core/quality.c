/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/statistics.h"

/* The codes run from best to worst, and ABSENT is 0: see hpm_quality.h.  */
uint32_t
hpm_quality_worse (uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}
