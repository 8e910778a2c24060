/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/metric/statistics.h"

#include <math.h>
#include <string.h>

#include "hpm_quality.h"

/* One end of the range.  The integer breaks ties between integers that are the
 * same as doubles; for reals it is 0.  */
struct extreme {
    double value;
    int64_t integer;
    int64_t rank;
};

void
hpm_statistics_init (struct hpm_statistics *statistics)
{
    memset (statistics, 0, sizeof (*statistics));
    statistics->min = statistics->max = statistics->mean = NAN;
    statistics->min_rank = statistics->max_rank = -1;
    statistics->quality = HPM_QUALITY_ABSENT;
}

/* < 0 where a is below b.  */
static int
compare (const struct extreme *a, const struct extreme *b)
{
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->integer > b->integer) - (a->integer < b->integer);
}

static void
take_minimum (struct hpm_statistics *into, const struct extreme *other)
{
    const struct extreme mine
        = { into->min, into->min_integer, into->min_rank };
    int order = into->count ? compare (other, &mine) : -1;

    if (order < 0 || (order == 0 && other->rank < mine.rank)) {
        into->min = other->value;
        into->min_integer = other->integer;
        into->min_rank = other->rank;
    }
}

static void
take_maximum (struct hpm_statistics *into, const struct extreme *other)
{
    const struct extreme mine
        = { into->max, into->max_integer, into->max_rank };
    int order = into->count ? compare (other, &mine) : 1;

    if (order > 0 || (order == 0 && other->rank < mine.rank)) {
        into->max = other->value;
        into->max_integer = other->integer;
        into->max_rank = other->rank;
    }
}

static void
add_integer128 (struct hpm_statistics *into, uint64_t low, int64_t high)
{
    uint64_t sum = into->sum_low + low;

    into->sum_high
        = (int64_t)((uint64_t)into->sum_high + (uint64_t)high + (sum < low));
    into->sum_low = sum;
}

/* Neumaier's compensated sum: the order of the ranks hardly matters.  */
static void
add_compensated (struct hpm_statistics *into, double value)
{
    double sum = into->sum + value;

    if (fabs (into->sum) >= fabs (value))
        into->compensation += (into->sum - sum) + value;
    else
        into->compensation += (value - sum) + into->sum;
    into->sum = sum;
}

/* Count a value whose sum is taken already and which lies `distance` off the
 * origin: Welford's update.  */
static void
add_moment (struct hpm_statistics *into, double distance)
{
    double before = distance - into->offset;

    into->count++;
    into->offset += before / (double)into->count;
    into->squares += before * (distance - into->offset);
    into->mean = hpm_statistics_sum (into) / (double)into->count;
}

/* Whether there is a value; takes its quality if so.  */
static int
take_quality (struct hpm_statistics *into, int64_t rank, uint32_t quality)
{
    if (hpm_quality_has_value (quality))
        into->quality = hpm_quality_worse (into->quality, quality);
    else if (quality != HPM_QUALITY_ABSENT)
        hpm_statistics_add_missing (into, rank);
    return hpm_quality_has_value (quality);
}

void
hpm_statistics_add_integer (struct hpm_statistics *statistics, int64_t value,
                            int64_t rank, uint32_t quality)
{
    const struct extreme one = { (double)value, value, rank };

    if (!take_quality (statistics, rank, quality))
        return;
    take_minimum (statistics, &one);
    take_maximum (statistics, &one);
    add_integer128 (statistics, (uint64_t)value, value < 0 ? -1 : 0);
    if (!statistics->count)
        statistics->origin_integer = value;
    add_moment (statistics,
                (double)((__int128)value - statistics->origin_integer));
}

void
hpm_statistics_add_real (struct hpm_statistics *statistics, double value,
                         int64_t rank, uint32_t quality)
{
    const struct extreme one = { value, 0, rank };

    if (!isfinite (value))
        quality = HPM_QUALITY_UNAVAILABLE;
    if (!take_quality (statistics, rank, quality))
        return;
    take_minimum (statistics, &one);
    take_maximum (statistics, &one);
    add_compensated (statistics, value);
    if (!statistics->count)
        statistics->origin = value;
    add_moment (statistics, value - statistics->origin);
}

void
hpm_statistics_add_missing (struct hpm_statistics *statistics, int64_t rank)
{
    (void)rank;
    statistics->missing++;
}

uint32_t
hpm_statistics_quality (const struct hpm_statistics *statistics)
{
    if (!statistics->missing)
        return statistics->quality;
    if (!statistics->count)
        return HPM_QUALITY_UNAVAILABLE;
    return hpm_quality_worse (statistics->quality, HPM_QUALITY_PARTIAL);
}

double
hpm_statistics_deviation (const struct hpm_statistics *statistics)
{
    if (!statistics->count)
        return NAN;
    /* Rounding may leave the squares a hair below 0.  */
    return sqrt (fmax (0.0, statistics->squares) / (double)statistics->count);
}

#define RESOLUTION 1 /* ns */

double
hpm_deviation_of_squares (double count, double mean, double squares,
                          double least, double greatest)
{
    double variance = squares / count - mean * mean;

    if (!(count > 1) || !(greatest - least > RESOLUTION))
        return 0;
    return fmin (sqrt (fmax (0, variance)), (greatest - least) / 2);
}

double
hpm_statistics_sum (const struct hpm_statistics *statistics)
{
    uint64_t low = statistics->sum_low, high = (uint64_t)statistics->sum_high;
    int negative = statistics->sum_high < 0;
    double whole;

    /* The magnitude: -5 has a low word near 2^64, where a double is coarse. */
    if (negative) {
        low = -low;
        high = ~high + (low == 0);
    }
    whole = 0x1p64 * (double)high + (double)low;
    return (negative ? -whole : whole) + statistics->sum
           + statistics->compensation;
}

int64_t
hpm_bounded_integer (double value)
{
    if (!(value > -0x1p63))
        return INT64_MIN;
    return value < 0x1p63 ? (int64_t)value : INT64_MAX;
}

void
hpm_statistics_set_sum (struct hpm_statistics *statistics, double total)
{
    __int128 whole;

    if (!(fabs (total) < 0x1p126))
        return;
    whole = (__int128)total;
    statistics->sum_high = (int64_t)(whole >> 64);
    statistics->sum_low = (uint64_t)whole;
}

int64_t
hpm_add_bounded (int64_t a, int64_t b)
{
    int64_t sum;

    return __builtin_add_overflow (a, b, &sum) ? INT64_MAX : sum;
}

double
hpm_statistics_imbalance (const struct hpm_statistics *statistics)
{
    if (!statistics->count || !(statistics->mean > 0))
        return NAN;
    return statistics->max / statistics->mean;
}

double
hpm_scaled_error (int64_t enabled, int64_t running)
{
    double slices = (double)running / 16e6;

    if (running >= enabled)
        return 0;
    if (running <= 0)
        return 1;
    return sqrt ((1 - (double)running / (double)enabled)
                 / (slices > 1 ? slices : 1));
}

/* The estimate of the share is drawn to the middle, by one tick of either kind,
 * so that none or all of a few ticks is no certainty.  */
double
hpm_tick_error (int64_t part, int64_t whole, int64_t preemptions)
{
    double ticks = (double)whole / HPM_LONGEST_TICK + 2, share;

    if (whole <= 0)
        return 0;
    share = ((double)part / HPM_LONGEST_TICK + 1) / ticks;
    share = fmin (1, fmax (0, share));
    return fmin ((double)whole,
                 (double)whole * 2 * sqrt (share * (1 - share) / ticks)
                     + HPM_LONGEST_TICK * (double)preemptions);
}

char *
hpm_integer128_text (char *buffer, uint64_t low, int64_t high)
{
    uint64_t top = (uint64_t)high;
    uint32_t limbs[4];
    char digits[40];
    int length = 0, at = 0;

    if (high < 0) {
        low = -low;
        top = ~top + (low == 0);
        buffer[at++] = '-';
    }
    limbs[0] = (uint32_t)(top >> 32);
    limbs[1] = (uint32_t)top;
    limbs[2] = (uint32_t)(low >> 32);
    limbs[3] = (uint32_t)low;
    do {
        uint64_t rest = 0;

        for (int i = 0; i < 4; i++) {
            rest = rest << 32 | limbs[i];
            limbs[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        digits[length++] = (char)('0' + rest);
    } while (limbs[0] | limbs[1] | limbs[2] | limbs[3]);
    while (length)
        buffer[at++] = digits[--length];
    buffer[at] = '\0';
    return buffer;
}
