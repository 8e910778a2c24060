/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/arrival.h"

#define START_BITS 40
#define NUMBER_BITS 24
#define FLAG_BITS 5
#define DIGITS 10 /* bits of a length, behind its first one */

_Static_assert(HPM_ARRIVAL_COMMS << FLAG_BITS == 1 << 16,
               "a communicator and flags fill their word");

static uint64_t
lower (uint64_t value, int bits)
{
    return value & ((UINT64_C (1) << bits) - 1);
}

/* ---- a length: 0 to 1023, or 1024 to 2047 times a power of 2 ------------ */

static uint16_t
pack_length (uint64_t length)
{
    int exponent = 0;

    while (length >> exponent >= 2u << DIGITS)
        exponent++;
    length = (length + ((UINT64_C (1) << exponent) >> 1)) >> exponent;
    if (length >= 2u << DIGITS) {
        length /= 2;
        exponent++;
    }
    if (length < 1u << DIGITS)
        return (uint16_t)length;
    return (uint16_t)(((uint64_t)exponent + 1) << DIGITS
                      | lower (length, DIGITS));
}

static int64_t
unpack_length (unsigned packed)
{
    uint64_t digits = lower (packed, DIGITS);
    unsigned exponent = packed >> DIGITS;

    if (exponent == 0)
        return (int64_t)digits;
    digits |= UINT64_C (1) << DIGITS;
    return exponent - 1 > 51 ? INT64_MAX : (int64_t)(digits << (exponent - 1));
}

/* A step further at most, so that it stays in the class of the true one.  */
static uint16_t
pack_in_class (int64_t length, int64_t limit)
{
    int class = hpm_arrival_class (length, limit);
    uint16_t packed = pack_length ((uint64_t)length);

    if (hpm_arrival_class (unpack_length (packed), limit) > class)
        packed--;
    else if (hpm_arrival_class (unpack_length (packed), limit) < class)
        packed++;
    return packed;
}

/* ---- a call ------------------------------------------------------------- */

int
hpm_arrival_unit (int64_t ticks)
{
    int unit = 0;

    while (ticks >> unit >> START_BITS)
        unit++;
    return unit;
}

struct hpm_arrival_record
hpm_arrival_pack (const struct hpm_arrivals_head *head,
                  const struct hpm_arrival *arrival)
{
    uint64_t start = (uint64_t)(arrival->start - head->first) >> head->unit;
    int64_t ticks = arrival->ticks > 0 ? arrival->ticks : 0;

    return (struct hpm_arrival_record){
        .start = (uint32_t)start,
        .ticks = pack_in_class (ticks, head->limit),
        .comm_flags = (uint16_t)((unsigned)arrival->comm << FLAG_BITS
                                 | (unsigned)arrival->flags),
        .number_high
        = (uint32_t)(lower (start >> 32, START_BITS - 32) << NUMBER_BITS
                     | lower (arrival->number, NUMBER_BITS))
    };
}

struct hpm_arrival
hpm_arrival_unpack (const struct hpm_arrivals_head *head,
                    const struct hpm_arrival_record *record)
{
    uint64_t start
        = (uint64_t)(record->number_high >> NUMBER_BITS) << 32 | record->start;

    return (struct hpm_arrival){
        .start = (int64_t)((uint64_t)head->first + (start << head->unit)),
        .ticks = unpack_length (record->ticks),
        .number = (uint32_t)lower (record->number_high, NUMBER_BITS),
        .comm = record->comm_flags >> FLAG_BITS,
        .flags = (int)lower (record->comm_flags, FLAG_BITS)
    };
}
