/* SPDX-License-Identifier: BSD-3-Clause */
#include "include/hpm_quality.h"

#include "base/quality.h"

static const char *const words[] = {
#define HPM_X(code, identifier, word, meaning) [code] = word,
    HPM_QUALITIES (HPM_X)
#undef HPM_X
};

static const struct {
    const char *because, *remedy;
} reasons[] = {
#define HPM_X(code, identifier, because, remedy) [code] = { because, remedy },
    HPM_REASONS (HPM_X)
#undef HPM_X
};

const char *
hpm_quality_word (uint32_t quality)
{
    return quality < HPM_QUALITY_COUNT ? words[quality] : "unknown";
}

const char *
hpm_reason_text (uint32_t reason)
{
    return reason < HPM_REASON_COUNT ? reasons[reason].because : "unknown";
}

const char *
hpm_reason_remedy (uint32_t reason)
{
    return reason < HPM_REASON_COUNT ? reasons[reason].remedy : "";
}

/* The codes run from best to worst, and ABSENT is 0: see hpm_quality.h.  */
uint32_t
hpm_quality_worse (uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}
