/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers that are mostly small, in as few bytes as they need: seven bits each,
 * the lowest first, and above them whether there are more.
 */
#ifndef HPM_BASE_NUMBER_PACK_H
#define HPM_BASE_NUMBER_PACK_H

#include <stddef.h>
#include <stdint.h>

#define HPM_PACKED_MOST 10 /* bytes of one number */

/* Returns how many of to[HPM_PACKED_MOST] it takes.  */
size_t hpm_number_pack (uint64_t value, unsigned char *to);

/* Returns the byte behind it; NULL where it does not end before `end`, or is
 * too long.  */
const unsigned char *hpm_number_unpack (const unsigned char *from,
                                        const unsigned char *end,
                                        uint64_t *value);

#endif /* HPM_BASE_NUMBER_PACK_H */
