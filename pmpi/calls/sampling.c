/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "pmpi/calls/sampling.h"

#define COPY_TRIES 1000
#define NEVER INT64_MAX

/* ---- drawing ------------------------------------------------------------ */

double
hpm_sample_probability (int64_t calls, int64_t ticks, double look_ticks)
{
    if (calls < HPM_SAMPLE_FIRST)
        return 1;
    return HPM_SAMPLE_BUDGET * (double)ticks / ((double)calls * look_ticks);
}

/* xorshift64* (Marsaglia 2003, Vigna 2014).  */
static uint64_t
next_random (uint64_t *state)
{
    uint64_t x = *state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * 0x2545f4914f6cdd1du;
}

/* The logarithm to base 2 of a positive number, within 0.0001: its exponent,
 * and a series of artanh for the rest.  (The C library has one in libm only,
 * which the program may not have.)  */
static double
log_2 (double x)
{
    uint64_t bits;
    double mantissa, z, zz;
    int exponent;

    memcpy (&bits, &x, sizeof bits);
    exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    memcpy (&mantissa, &bits, sizeof mantissa);
    z = (mantissa - 1) / (mantissa + 1);
    zz = z * z;
    return exponent + 2.8853900818 * z * (1 + zz / 3 + zz * zz / 5);
}

int64_t
hpm_sample_draw (uint64_t *random, double probability)
{
    double passes, uniform;

    if (probability >= 1)
        return 0;
    if (probability <= 1e-12)
        return NEVER;
    uniform = (double)((next_random (random) >> 12) + 1) * 0x1p-52;
    passes = log_2 (uniform) / log_2 (1 - probability);
    return passes < 1e15 ? (int64_t)passes : (int64_t)1e15;
}

/* ---- adding up ---------------------------------------------------------- */

void
hpm_sample_add (struct hpm_sample_sums *sums, double weight, double ticks,
                double value, double edge)
{
    double others = weight - 1, spread = weight * others;

    sums->looks++;
    sums->ticks += ticks;
    sums->value += value;
    sums->others_ticks += others * ticks;
    sums->others_value += others * value;
    sums->tick_squares += spread * ticks * ticks;
    sums->products += spread * ticks * value;
    sums->value_squares += spread * value * value;
    sums->edges += weight * edge;
}

double
hpm_sample_add_late (struct hpm_sample_sums *sums, double ticks, double since,
                     double between, double most)
{
    double low = since > between ? since - between : 0;
    double high = since < most ? since : most;

    if (between < 0 || since < 0) {
        low = 0;
        high = most;
    }
    low = low < high ? low : high;
    hpm_sample_add (sums, 1, ticks, (low + high) / 2, (high - low) / 2);
    return (low + high) / 2;
}

static void
merge_sums (struct hpm_sample_sums *into, const struct hpm_sample_sums *from)
{
    into->looks += from->looks;
    into->ticks += from->ticks;
    into->value += from->value;
    into->others_ticks += from->others_ticks;
    into->others_value += from->others_value;
    into->tick_squares += from->tick_squares;
    into->products += from->products;
    into->value_squares += from->value_squares;
    into->edges += from->edges;
}

void
hpm_sample_merge (struct hpm_call_sample *into,
                  const struct hpm_call_sample *from)
{
    into->looks += from->looks;
    for (int c = 0; c < HPM_SAMPLE_CLASSES; c++) {
        into->classes[c].calls += from->classes[c].calls;
        into->classes[c].ticks += from->classes[c].ticks;
        for (int k = 0; k < HPM_SAMPLE_CLOCKS; k++)
            merge_sums (&into->classes[c].sums[k], &from->classes[c].sums[k]);
    }
}

/* ---- for others to read -------------------------------------------------
 * A sequence lock of words that are stored and loaded one by one.  Who loads a
 * new word with acquire sees the odd sequence that was stored before it, and
 * knows by the second look at the sequence: so no fence is needed, which
 * ThreadSanitizer would not understand.  */
typedef uint64_t __attribute__ ((may_alias)) word;

_Static_assert(sizeof (struct hpm_sample_class) % sizeof (word) == 0,
               "a class is made of whole words");

static void
store_words (void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof (word); i++)
        __atomic_store_n ((word *)to + i, ((const word *)from)[i],
                          __ATOMIC_RELEASE);
}

static void
load_words (void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof (word); i++)
        ((word *)to)[i]
            = __atomic_load_n ((const word *)from + i, __ATOMIC_ACQUIRE);
}

void
hpm_sample_put (struct hpm_call_sample *sample, int class,
                const struct hpm_sample_class *now, int64_t looks)
{
    uint64_t sequence = sample->sequence;

    __atomic_store_n (&sample->sequence, sequence + 1, __ATOMIC_RELAXED);
    store_words (&sample->classes[class], now, sizeof *now);
    __atomic_store_n (&sample->looks, looks, __ATOMIC_RELEASE);
    __atomic_store_n (&sample->sequence, sequence + 2, __ATOMIC_RELEASE);
}

int
hpm_sample_copy (struct hpm_call_sample *to, const struct hpm_call_sample *from)
{
    for (int i = 0; i < COPY_TRIES; i++) {
        uint64_t before = __atomic_load_n (&from->sequence, __ATOMIC_ACQUIRE);

        *to = (struct hpm_call_sample){ .sequence = before, .weight = 1 };
        load_words (to->classes, from->classes, sizeof to->classes);
        to->looks = __atomic_load_n (&from->looks, __ATOMIC_ACQUIRE);
        if (before % 2 == 0
            && before == __atomic_load_n (&from->sequence, __ATOMIC_RELAXED))
            return 0;
    }
    return -1;
}

/* ---- estimating --------------------------------------------------------- */

/* Value by tick in the calls that were not looked at, from those that were; -1
 * where none was.  */
static double
ratio_of (const struct hpm_sample_sums *sums)
{
    if (sums->others_ticks > 0)
        return sums->others_value / sums->others_ticks;
    return sums->ticks > 0 ? sums->value / sums->ticks : -1;
}

/* The square of 2.2 times the standard error of `rest` ticks at that ratio (of
 * a Poisson sample: Särndal, Swensson, Wretman, Model Assisted Survey Sampling,
 * 1992, 5.6), and of what so few looks may not have met: what happens in a
 * share of 2 / (looks + 1) of the time.  */
static double
square_of (const struct hpm_sample_sums *sums, double rest, double ratio,
           double tick_ns)
{
    double most = ratio > tick_ns - ratio ? ratio : tick_ns - ratio;
    double unseen = sums->looks ? 2 / (double)(sums->looks + 1) : 1;
    double share = sums->others_ticks > 0 ? rest / sums->others_ticks : 0;
    double spread = sums->value_squares - 2 * ratio * sums->products
                    + ratio * ratio * sums->tick_squares;

    unseen = rest * most * (unseen < 1 ? unseen : 1);
    return 5 * (spread > 0 ? spread : 0) * share * share + unseen * unseen;
}

/* One class, whose calls took so many ticks; `usual` is the ratio where none of
 * them was looked at.  */
static void
add_class (struct hpm_sample_estimate *estimate,
           const struct hpm_sample_sums *sums, double ticks, double usual,
           double tick_ns)
{
    double rest = ticks - sums->ticks, ratio = ratio_of (sums);

    estimate->value += sums->value;
    estimate->edges += sums->edges;
    if (rest <= 0)
        return;
    if (ratio < 0)
        ratio = usual;
    estimate->value += rest * ratio;
    estimate->square += square_of (sums, rest, ratio, tick_ns);
}

/* The ratio in all calls that were looked at; half where none was.  */
static double
usual_ratio (const struct hpm_call_sample *sample, int clock, double tick_ns)
{
    struct hpm_sample_sums all = { 0 };

    for (int c = 0; c < HPM_SAMPLE_CLASSES; c++)
        merge_sums (&all, &sample->classes[c].sums[clock]);
    return all.ticks > 0 ? all.value / all.ticks : tick_ns / 2;
}

struct hpm_sample_estimate
hpm_sample_estimate (const struct hpm_call_sample *sample, int clock,
                     int64_t calls, int64_t ticks, double tick_ns)
{
    struct hpm_sample_estimate estimate = { 0 };
    double usual = usual_ratio (sample, clock, tick_ns);
    int64_t longer_calls = 0, longer_ticks = 0;

    for (int c = 1; c < HPM_SAMPLE_CLASSES; c++) {
        const struct hpm_sample_class *class = &sample->classes[c];

        longer_calls += class->calls;
        longer_ticks += class->ticks;
        add_class (&estimate, &class->sums[clock], (double)class->ticks, usual,
                   tick_ns);
    }
    if (calls > longer_calls)
        add_class (&estimate, &sample->classes[0].sums[clock],
                   (double)(ticks - longer_ticks), usual, tick_ns);
    return estimate;
}
