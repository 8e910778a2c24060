/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/event/tick_time.h"

#include <linux/perf_event.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "include/hpm_processor_events.h"

/* What is off by more than this part tells nothing.  */
#define LARGEST_ERROR 0.25

#define NS_PER_SECOND INT64_C (1000000000)

#define BUSY (HPM_STAT_BITS_USER | HPM_STAT_BITS_SYSTEM)

enum source { CLOCK, STAT, SOFTWARE };

struct known {
    const char *name;
    enum source source;
    uint64_t what;
};

#define HPM_X(identifier, name, unit, source, what, always, description)       \
    { name, source, what },
static const struct known of_each_processor[]
    = { HPM_PROCESSOR_EVENTS (HPM_X) };
static const struct known of_each_process[] = { HPM_PROCESS_EVENTS (HPM_X) };
#undef HPM_X

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))

int
hpm_tick_hides (double error, double whole)
{
    return error > LARGEST_ERROR * fabs (whole);
}

int64_t
hpm_tick_length (void)
{
    return NS_PER_SECOND / sysconf (_SC_CLK_TCK);
}

int
hpm_tick_fields (const char *event, int of_processors)
{
    const struct known *known
        = of_processors ? of_each_processor : of_each_process;
    int count
        = of_processors ? ROWS (of_each_processor) : ROWS (of_each_process);

    for (int i = 0; i < count; i++)
        if (known[i].source == STAT && !strcmp (known[i].name, event))
            return (int)known[i].what;
    return 0;
}

int64_t
hpm_tick_fields_error (int fields, int64_t tick)
{
    return __builtin_popcount ((unsigned)fields) * tick;
}

int
hpm_tick_fields_tell (int fields, int of_processors, int64_t tick,
                      double targets, double time)
{
    int64_t error = hpm_tick_fields_error (
        of_processors && fields & BUSY ? BUSY : fields, tick);

    return !hpm_tick_hides (targets * (double)error, time);
}
