/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "pmpi/wrap/calls_clock.h"

/* A rate outside of this is not one of a processor's counter.  */
#define LOWEST_RATE 1e6
#define HIGHEST_RATE 2e10

int hpm_calls_clock_is_processor;

/* The same moment on both clocks.  */
struct moment {
    int64_t ticks, nanoseconds;
};

static struct moment began;

/* Looked at by any thread of ours, snapshots' and control's at once as well. */
static double nanoseconds_per_tick = 1;

static double
rate_load (void)
{
    double rate;

    __atomic_load (&nanoseconds_per_tick, &rate, __ATOMIC_RELAXED);
    return rate;
}

static void
rate_store (double rate)
{
    __atomic_store (&nanoseconds_per_tick, &rate, __ATOMIC_RELAXED);
}

/* The kernel withdraws "tsc" from this list when it sees processors disagree.
 * A system that does not tell (no sysfs) is trusted.  */
static int
kernel_trusts_tsc (void)
{
    static const char path[]
        = "/sys/devices/system/clocksource/clocksource0/available_clocksource";
    char text[256];
    int file = open (path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? -1 : read (file, text, sizeof text - 1);

    if (file >= 0)
        close (file);
    if (n < 0)
        return 1;
    text[n] = '\0';
    return strstr (text, "tsc") != NULL;
}

/* Whether the processor's counter is a clock.  Arm's is by definition; the TSC
 * is where the processor says it is invariant (leaf 0x80000007, EDX bit 8: AMD
 * APM volume 3, appendix E; Intel SDM volume 3, 18.17.1).  */
static int
processor_has_clock (void)
{
#if defined(__x86_64__) || defined(__i386__)
    unsigned a, b, c, d;

    return __get_cpuid (0x80000007, &a, &b, &c, &d) && (d & 1u << 8)
           && kernel_trusts_tsc ();
#elif defined(__aarch64__)
    return 1;
#else
    return 0;
#endif
}

/* Of several tries the one that took least: nothing came between its reads.  */
static struct moment
now (void)
{
    struct moment best = { 0, 0 };
    int64_t least = INT64_MAX;

    for (int i = 0; i < 8; i++) {
        int64_t before = hpm_processor_ticks ();
        int64_t nanoseconds = hpm_clock_monotonic ();
        int64_t took = hpm_processor_ticks () - before;

        if (took >= 0 && took < least) {
            least = took;
            best.ticks = before + took / 2;
            best.nanoseconds = nanoseconds;
        }
    }
    return best;
}

/* ns per tick between two moments, or 0 when that is not plausible.  */
static double
ratio (const struct moment *from, const struct moment *to)
{
    double ticks = (double)(to->ticks - from->ticks);
    double nanoseconds = (double)(to->nanoseconds - from->nanoseconds);

    if (ticks <= 0 || nanoseconds <= 0
        || ticks < nanoseconds * LOWEST_RATE / 1e9
        || ticks > nanoseconds * HIGHEST_RATE / 1e9)
        return 0;
    return nanoseconds / ticks;
}

/* The counter moves, at a rate that can be one.  */
static int
looks_right (void)
{
    struct moment from = now (), to = from;
    double rate;

    while (to.nanoseconds - from.nanoseconds < 20000)
        to = now ();
    began = from;
    rate = ratio (&from, &to);
    rate_store (rate);
    return rate > 0;
}

void
hpm_calls_clock_start (void)
{
    hpm_calls_clock_is_processor = processor_has_clock () && looks_right ();
    if (!hpm_calls_clock_is_processor)
        rate_store (1);
}

void
hpm_calls_clock_look (void)
{
    struct moment ended = now ();
    double whole = ratio (&began, &ended);

    if (hpm_calls_clock_is_processor && whole > 0)
        rate_store (whole);
}

int64_t
hpm_calls_clock_rate (void)
{
    return (int64_t)(1e9 / rate_load () + 0.5);
}

int64_t
hpm_calls_clock_nanoseconds (int64_t ticks)
{
    return (int64_t)((double)ticks * rate_load () + 0.5);
}
