/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <time.h>

#include "pmpi/wrap/calls_split.h"
#include "pmpi/wrap/calls_wrap.h"
#include "pmpi/guest/clock.h"

#define LOOK_MAX (3 * INT64_C (1000000000)) /* ns */

static struct {
    int over; /* no more reading; atomic */
    int counters;
    int (*read) (void *thread, int64_t *values);
} split;

void
hpm_calls_split_start (const struct hpm_calls_start *start)
{
    split.counters = start->counters;
    split.read = start->read;
    hpm_calls_split = start->counters > 0;
}

/* Read the calling thread's counters, unless the count is over: then they may
 * be gone.  Either this thread sees that it is over, or who ends it sees that
 * this thread is looking, and waits: both sides write first and then read.  */
static int
look (struct hpm_calls_table *table, int64_t *values)
{
    int result = -1;

    __atomic_store_n (&table->looking, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n (&split.over, __ATOMIC_SEQ_CST))
        result = split.read (table->thread, values);
    __atomic_store_n (&table->looking, 0, __ATOMIC_RELEASE);
    return result;
}

void
hpm_calls_split_enter (struct hpm_calls_table *table)
{
    int entered = look (table, table->at_entry) == 0;

    for (int i = 0; i < split.counters; i++)
        __atomic_store_n (&table->entry[i], table->at_entry[i],
                          __ATOMIC_RELAXED);
    __atomic_store_n (&table->entered, entered, __ATOMIC_RELAXED);
}

void
hpm_calls_split_leave (struct hpm_calls_table *table, int io)
{
    if (!table->entered || look (table, table->at_exit) < 0) {
        hpm_calls_add (&table->lost, 1);
        return;
    }
    for (int i = 0; i < split.counters; i++)
        hpm_calls_publish (&table->inside[io][i],
                           table->at_exit[i] - table->at_entry[i]);
    hpm_calls_add (&table->split, 1);
}

/* Whoever looks needs a microsecond of a processor, for which it may have to
 * queue on a full machine; one that a debugger stopped in there is not waited
 * for longer than LOOK_MAX.  */
void
hpm_calls_split_stop (struct hpm_calls_table *tables)
{
    const struct timespec pause = { 0, 100000 };
    int64_t end = hpm_clock_monotonic () + LOOK_MAX;

    if (!hpm_calls_split)
        return;
    __atomic_store_n (&split.over, 1, __ATOMIC_SEQ_CST);
    for (struct hpm_calls_table *t = tables; t; t = t->next)
        while (__atomic_load_n (&t->looking, __ATOMIC_SEQ_CST)
               && hpm_clock_monotonic () < end)
            nanosleep (&pause, NULL);
}
