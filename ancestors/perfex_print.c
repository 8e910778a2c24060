/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libperfex(3): counts, and estimates of what they cost, on stderr.
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/cost/cost.h"
#include "base/machine.h"
#include "include/libperfex.h"
#include "ancestors/perfex.h"

/* One event of two, with its count.  */
struct item {
    int number;
    const struct hpm_perfex_event *event;
    long long count;
    double typical, least, most; /* seconds; NAN: unknown */
};

static struct {
    pthread_mutex_t lock;
    int found; /* 1: what holds without a word of the user's is in `table` */
    struct hpm_cost_table table;
    double nominal_hz;
} costs = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int
set_items (struct item *items, int e0, long long c0, int e1, long long c1)
{
    items[0] = (struct item){ .number = e0, .count = c0 };
    items[1] = (struct item){ .number = e1, .count = c1 };
    for (int i = 0; i < 2; i++) {
        items[i].event = hpm_perfex_find (i, &items[i].number);
        if (!items[i].event)
            return -1;
    }
    return 0;
}

/* In one piece, beside what other ranks print.  */
static int
print (const char *text, int length)
{
    return length > 0 && write (STDERR_FILENO, text, (size_t)length) == length
               ? 0
               : -1;
}

int
print_counters (int e0, long long c0, int e1, long long c1)
{
    struct item items[2];
    char text[512];
    int length = 0;

    if (set_items (items, e0, c0, e1, c1) < 0)
        return -1;
    for (int i = 0; i < 2; i++)
        length += snprintf (text + length, sizeof text - (size_t)length,
                            "%2d %-60s %16lld\n", items[i].number,
                            items[i].event->meaning, items[i].count);
    return print (text, length);
}

/* ---- costs -------------------------------------------------------------- */

/* The lock is held.  A file of the user's that can't be read is as if it were
 * not there.  */
static void
find_costs (void)
{
    struct hpm_machine machine;

    if (costs.found)
        return;
    costs.found = 1;
    hpm_machine_read (&machine, "");
    hpm_cost_table_init (&costs.table);
    hpm_cost_table_find (&costs.table, machine.cpu_model, HPM_COSTFILE, NULL,
                         NULL, NULL);
    costs.nominal_hz = machine.cpu_mhz * 1e6;
}

static double
clock_hz (void)
{
    double hz = hpm_cost_clock_hz (&costs.table);

    return hz > 0 ? hz : costs.nominal_hz;
}

/* The line of an event: of the first of its names that has one.  */
static const struct hpm_cost *
find_cost (const struct hpm_perfex_event *event)
{
    const struct hpm_cost *cost = NULL;

    for (int i = 0; i < 2 && !cost; i++)
        if (*event->names[i])
            cost
                = hpm_cost_find (&costs.table, HPM_COST_EVENT, event->names[i]);
    return cost;
}

static void
estimate (struct item *item)
{
    const struct hpm_cost *cost = find_cost (item->event);
    double seconds = (double)item->count * 1e-9, hz = clock_hz ();

    item->least = item->typical = item->most = NAN;
    if (!cost || item->count < 0)
        return;
    item->least = seconds * hpm_cost_ns (cost, cost->least, hz);
    item->typical = seconds * hpm_cost_ns (cost, cost->typical, hz);
    item->most = seconds * hpm_cost_ns (cost, cost->most, hz);
}

static int
format_seconds (char *text, size_t size, double seconds)
{
    return isnan (seconds) ? snprintf (text, size, " %12s", "-")
                           : snprintf (text, size, " %12.6f", seconds);
}

static int
format_item (char *text, size_t size, const struct item *item)
{
    const double seconds[] = { item->typical, item->least, item->most };
    int length = snprintf (text, size, "%2d %-55s %16lld", item->number,
                           item->event->meaning, item->count);

    for (int i = 0; i < 3; i++)
        length += format_seconds (text + length, size - (size_t)length,
                                  seconds[i]);
    return length + snprintf (text + length, size - (size_t)length, "\n");
}

int
print_costs (int e0, long long c0, int e1, long long c1)
{
    struct item items[2];
    char text[1024];
    int length, first;

    if (set_items (items, e0, c0, e1, c1) < 0)
        return -1;
    pthread_mutex_lock (&costs.lock);
    find_costs ();
    estimate (&items[0]);
    estimate (&items[1]);
    length = snprintf (text, sizeof text,
                       "Costs for %.0f MHz %46s %16s %12s %12s %12s\n",
                       clock_hz () * 1e-6, "", "Count", "Typical [s]",
                       "Minimum [s]", "Maximum [s]");
    pthread_mutex_unlock (&costs.lock);
    first = items[1].typical > items[0].typical
            || (isnan (items[0].typical) && !isnan (items[1].typical));
    for (int i = 0; i < 2; i++)
        length += format_item (text + length, sizeof text - (size_t)length,
                               &items[first ? 1 - i : i]);
    return print (text, length);
}

int
load_costs (const char *file)
{
    struct hpm_error error;
    int failed;

    pthread_mutex_lock (&costs.lock);
    find_costs ();
    failed = hpm_cost_table_read_file (&costs.table, file, &error);
    pthread_mutex_unlock (&costs.lock);
    if (!failed)
        return 0;
    errno = EINVAL;
    return -1;
}
