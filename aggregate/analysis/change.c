/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/change.h"

#include <stddef.h>

const char *
hpm_change_cause_word (double code)
{
    static const char *const words[HPM_CHANGE_CAUSE_COUNT] = {
#define HPM_X(identifier, code, word) [code] = word,
        HPM_CHANGE_CAUSES (HPM_X)
#undef HPM_X
    };

    return code >= 0 && code < HPM_CHANGE_CAUSE_COUNT ? words[(int)code] : NULL;
}
