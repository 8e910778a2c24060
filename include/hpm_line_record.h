/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The chunk LINE of the record stream: what a rank had counted at some moments
 * of its run, its edges.
 *
 * A hpm_line_head; a byte for each event, 1 where it was counted at an edge;
 * and then numbers of 7 bits a byte, the lowest first, with 128 in all bytes of
 * a number but its last.  Of each edge its slot, less that of the one before.
 * Of each edge the time that it is off its slot, in ns, twice that, or twice
 * less than nothing and one less than that.  Of each event that was counted, of
 * each edge, the count of the whole rank, less that at the edge before.
 *
 * A slot is a time on the clock of the day: its number times `step`.  Ranks
 * that begin at different times have the same slots.  Counts do not fall.
 */
#ifndef HPM_LINE_RECORD_H
#define HPM_LINE_RECORD_H

#include <stdint.h>

/* Edges that a rank keeps: without --interval, and with it.  */
#define HPM_LINE_COARSE 200
#define HPM_LINE_FINE 4096

#define HPM_LINE_NUMBER 10 /* bytes that a number takes at most */

struct hpm_line_head {
    int64_t step;     /* ns between slots */
    int64_t multiple; /* of slots that have edges: 2 after one halving, ... */
    int32_t edges;
    int32_t events; /* as many as in EVENTS */
};

/* Put a number, and return what is behind it.  */
static inline unsigned char *
hpm_line_put (unsigned char *to, uint64_t number)
{
    for (; number > 127; number >>= 7)
        *to++ = (unsigned char)(number | 128);
    *to++ = (unsigned char)number;
    return to;
}

/* The number at *from, which comes to be what is behind it; at the end, or
 * where it makes no sense, *from becomes NULL.  */
static inline uint64_t
hpm_line_get (const unsigned char **from, const unsigned char *end)
{
    const unsigned char *at = *from;
    uint64_t number = 0;

    for (int shift = 0; at && at < end && shift < 64; shift += 7) {
        number |= (uint64_t)(*at & 127) << shift;
        if (!(*at++ & 128)) {
            *from = at;
            return number;
        }
    }
    *from = 0;
    return 0;
}

/* A number that may be negative, as one that is not, and back.  */
static inline uint64_t
hpm_line_fold (int64_t number)
{
    return (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
}

static inline int64_t
hpm_line_unfold (uint64_t number)
{
    return (int64_t)(number >> 1 ^ (number & 1 ? UINT64_MAX : 0));
}

#endif /* HPM_LINE_RECORD_H */
