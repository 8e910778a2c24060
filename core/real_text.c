/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The digits are found as in Raffaello Giulietti, "The Schubfach way to render
 * doubles" (2020), whose names are used: a value c * 2^q and the limits of what
 * rounds to it are scaled by 10^-k with 126 bits, which is enough to decide
 * which multiples of 10^k are between the limits.  A table in a file takes some
 * 100 times as long with printf and strtod.
 */
#include "config.h"

#include "real_text.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

#define POWER_MIN (-292)
#define POWER_MAX 324
#define LIMBS 36 /* of 32 bits: 5^324, and 2^64 more than 128 bits over 5^292  \
                  */
#define INVERSE_BITS (32 * LIMBS - 1)

/* 10^i scaled by a power of 2 to 128 bits, rounded up.  */
static wide powers[POWER_MAX - POWER_MIN + 1];

/* The 128 bits from the topmost set one down, plus 1 if others were cut off or
 * `inexact`.  */
static wide
top_bits (const uint32_t *limbs, int inexact)
{
    int top = LIMBS - 1, low;
    wide bits = 0;

    while (!limbs[top])
        top--;
    low = 32 * top + 31 - __builtin_clz (limbs[top]) - 127;
    for (int i = 0; i <= top; i++) {
        int shift = 32 * i - low;

        if (shift >= 0)
            bits |= (wide)limbs[i] << shift;
        else if (shift > -32) {
            bits |= limbs[i] >> -shift;
            inexact |= (limbs[i] & ((UINT32_C (1) << -shift) - 1)) != 0;
        } else
            inexact |= limbs[i] != 0;
    }
    return bits + (wide)inexact;
}

static void
multiply_by_5 (uint32_t *limbs)
{
    uint64_t carry = 0;

    for (int i = 0; i < LIMBS; i++) {
        carry += UINT64_C (5) * limbs[i];
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void
divide_by_5 (uint32_t *limbs)
{
    uint64_t rest = 0;

    for (int i = LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32_t)(rest / 5);
        rest %= 5;
    }
}

static void
make_powers (void)
{
    uint32_t limbs[LIMBS] = { 1 };

    for (int i = 0; i <= POWER_MAX; i++) {
        powers[i - POWER_MIN] = top_bits (limbs, 0);
        multiply_by_5 (limbs);
    }
    memset (limbs, 0, sizeof limbs);
    limbs[INVERSE_BITS / 32] = UINT32_C (1) << INVERSE_BITS % 32;
    for (int i = -1; i >= POWER_MIN; i--) {
        divide_by_5 (limbs);
        powers[i - POWER_MIN] = top_bits (limbs, 1);
    }
}

/* floor (log2 (10^e)) */
static int
log2_of_power (int e)
{
    return (e * 1741647) >> 19;
}

/* The upper 64 of 192 bits, odd where lower ones are set.  */
static uint64_t
round_to_odd (wide power, uint64_t c)
{
    uint64_t x = (uint64_t)((wide)(uint64_t)power * c >> 64);
    wide y = (wide)(uint64_t)(power >> 64) * c + x;

    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

struct decimal {
    uint64_t digits;
    int exponent;
};

/* What of 4 s and 4 s + 4, in quarters of 10^k, is between the limits: 1 with
 * *up if it is exactly one of them.  */
static int
is_decided (uint64_t lower, uint64_t upper, uint64_t below, uint64_t above,
            int *up)
{
    int down_inside = lower <= below;

    *up = above <= upper;
    return down_inside != *up;
}

static struct decimal
find_decimal (uint64_t c, int q, int closer)
{
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22, up;
    int h = q + log2_of_power (-k) + 1;
    wide power = powers[-k - POWER_MIN];
    uint64_t odd = c & 1;
    uint64_t lower
        = round_to_odd (power, (4 * c - 2 + (uint64_t)closer) << h) + odd;
    uint64_t value = round_to_odd (power, (4 * c) << h);
    uint64_t upper = round_to_odd (power, (4 * c + 2) << h) - odd;
    uint64_t s = value / 4, tens = s / 10, middle = 4 * s + 2;

    if (s >= 10 && is_decided (lower, upper, 40 * tens, 40 * tens + 40, &up))
        return (struct decimal){ tens + (uint64_t)up, k + 1 };
    if (!is_decided (lower, upper, 4 * s, 4 * s + 4, &up))
        up = value > middle || (value == middle && (s & 1));
    return (struct decimal){ s + (uint64_t)up, k };
}

static struct decimal
decimal_of (double value)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uint64_t bits, fraction;
    int exponent;

    memcpy (&bits, &value, sizeof bits);
    fraction = bits & ((UINT64_C (1) << 52) - 1);
    exponent = (int)(bits >> 52 & 0x7ff);
    pthread_once (&once, make_powers);
    if (!exponent)
        return find_decimal (fraction, -1074, 0);
    return find_decimal (UINT64_C (1) << 52 | fraction, exponent - 1075,
                         !fraction && exponent > 1);
}

static int
put_digits (char *buffer, uint64_t number)
{
    char digits[20];
    int count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    for (int i = 0; i < count; i++)
        buffer[i] = digits[count - 1 - i];
    return count;
}

/* "1.25e-07", of `count` digits with the point behind the first.  */
static int
put_scientific (char *buffer, const char *digits, int count, int exponent)
{
    int used = 0;

    buffer[used++] = digits[0];
    if (count > 1) {
        buffer[used++] = '.';
        memcpy (buffer + used, digits + 1, (size_t)count - 1);
        used += count - 1;
    }
    return used + sprintf (buffer + used, "e%+03d", exponent);
}

/* The same with the point where it belongs.  */
static int
put_fixed (char *buffer, const char *digits, int count, int exponent)
{
    int whole = exponent + 1, used = 0;

    if (whole <= 0) {
        memcpy (buffer, "0.0000", 6);
        used = 2 - whole;
        memcpy (buffer + used, digits, (size_t)count);
        return used + count;
    }
    for (int i = 0; i < count || i < whole; i++) {
        if (i == whole)
            buffer[used++] = '.';
        buffer[used++] = i < count ? digits[i] : '0';
    }
    return used;
}

int
hpm_real_text (char *buffer, double value)
{
    char digits[20];
    struct decimal decimal;
    int negative = value < 0, count, exponent, used;

    if (value == 0)
        return (int)strlen (strcpy (buffer, "0"));
    decimal = decimal_of (negative ? -value : value);
    count = put_digits (digits, decimal.digits);
    exponent = decimal.exponent + count - 1;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (negative)
        *buffer = '-';
    used = exponent < -4 || exponent >= 17
               ? put_scientific (buffer + negative, digits, count, exponent)
               : put_fixed (buffer + negative, digits, count, exponent);
    buffer[negative + used] = '\0';
    return negative + used;
}

int
hpm_integer_text (char *buffer, int64_t value)
{
    int negative = value < 0, used;

    *buffer = '-';
    used = put_digits (buffer + negative,
                       negative ? -(uint64_t)value : (uint64_t)value);
    buffer[negative + used] = '\0';
    return negative + used;
}
