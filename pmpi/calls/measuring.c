/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/calls/measuring.h"

int64_t
hpm_measuring_share (int64_t cost, int64_t of, int64_t calls)
{
    __int128 share;

    if (of <= 0)
        return 0;
    share = ((__int128)cost * calls + of / 2) / of;
    return share > INT64_MAX ? INT64_MAX : (int64_t)share;
}

int64_t
hpm_measuring_take (int64_t *value, int64_t share, int64_t *larger)
{
    if (share > *value) {
        ++*larger;
        return 0;
    }
    *value -= share;
    return share;
}

int64_t
hpm_measuring_take_parts (struct hpm_measuring_parts *parts, int64_t *larger)
{
    return hpm_measuring_take (&parts->useful, parts->useful_share, larger)
           + hpm_measuring_take (&parts->inside[0], parts->shares[0], larger)
           + hpm_measuring_take (&parts->inside[1], parts->shares[1], larger);
}
