/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/number_pack.h"

size_t
hpm_number_pack (uint64_t value, unsigned char *to)
{
    size_t bytes = 0;

    for (; value > 0x7f; value >>= 7)
        to[bytes++] = (unsigned char)(value | 0x80);
    to[bytes++] = (unsigned char)value;
    return bytes;
}

const unsigned char *
hpm_number_unpack (const unsigned char *from, const unsigned char *end,
                   uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; from < end && shift < 64; shift += 7) {
        *value |= (uint64_t)(*from & 0x7f) << shift;
        if (*from++ < 0x80)
            return from;
    }
    return NULL;
}
