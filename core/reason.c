/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/reason.h"

#include "hpm_quality.h"

static const struct {
    const char *because, *remedy;
} reasons[HPM_REASON_COUNT] = {
#define HPM_X(code, identifier, because, remedy) [code] = { because, remedy },
    HPM_REASONS (HPM_X)
#undef HPM_X
};

const char *
hpm_reason_because (uint32_t reason)
{
    return reason < HPM_REASON_COUNT ? reasons[reason].because
                                     : "of a reason this version does not know";
}

const char *
hpm_reason_remedy (uint32_t reason)
{
    return reason < HPM_REASON_COUNT ? reasons[reason].remedy : "";
}
