/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libperfex(3): what two events count in the calling thread from start_counters
 * to read_counters, which is also a region.
 */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/hpm_region_record.h"
#include "include/libperfex.h"
#include "ancestors/own_counts.h"
#include "ancestors/perfex.h"
#include "ancestors/perfex_events.h"
#include "ancestors/seam.h"

/* Counters that a run may have for this.  */
#define COUNTERS_MAX 256

/* A start and its read have the same: counters are never lost in between.  */
#define GENERATION 1

static const struct hpm_perfex_event events[] = {
#define HPM_X(number, meaning, event, other)                                   \
    [number] = { meaning, { event, other } },
    HPM_PERFEX_EVENTS (HPM_X)
#undef HPM_X
};
#define EVENT_COUNT ((int)(sizeof events / sizeof *events))

static __thread struct {
    int is_started;
    const struct hpm_label *label; /* NULL: no region */
    int number[2];                 /* as started */
    int counter[2];                /* of the run; -1: our own */
    long long start[2];
    struct hpm_own_set own; /* where the run does not count both */
} self;

static int
fail (int code)
{
    errno = code;
    return -1;
}

const struct hpm_perfex_event *
hpm_perfex_find (int which, int *number)
{
    const char *text = getenv (which ? "T5_EVENT1" : "T5_EVENT0");

    if (text && *text)
        *number = (int)strtol (text, NULL, 10);
    if (*number >= 0 && *number < EVENT_COUNT)
        return &events[*number];
    errno = EINVAL;
    return NULL;
}

/* The counter of the run that counts an event, or -1.  */
static int
find_counter (const struct hpm_perfex_event *event, int counters)
{
    for (int name = 0; name < 2; name++)
        for (int i = 0; i < counters && *event->names[name]; i++) {
            const char *counted = hpm_mark_event (i);

            if (counted && strcmp (counted, event->names[name]) == 0)
                return i;
        }
    return -1;
}

/* Whether the run counts both, for this thread, now.  */
static int
choose (const struct hpm_perfex_event *const *event)
{
    long long first;
    int counters = HPM_IS_COUNTED ? hpm_mark_counts (&first, 1) : -1;

    if (counters > COUNTERS_MAX)
        counters = COUNTERS_MAX;
    for (int i = 0; i < 2; i++)
        self.counter[i] = find_counter (event[i], counters);
    return self.counter[0] >= 0 && self.counter[1] >= 0;
}

/* Two counters of the kernel's, closed with the read.  Returns whether they
 * count.  */
static int
open_own (const struct hpm_perfex_event *const *event)
{
    for (int name = 0; name < 2; name++) {
        const char *names[2];

        for (int i = 0; i < 2; i++)
            names[i] = *event[i]->names[name] ? event[i]->names[name]
                                              : event[i]->names[0];
        if (hpm_own_set_open (&self.own, names, 2) == 2)
            return 1;
        hpm_own_set_close (&self.own);
    }
    return 0;
}

/* Read the two counters; returns 0 or -1.  */
static int
read_two (long long *values)
{
    long long all[COUNTERS_MAX];

    if (self.own.count) {
        hpm_own_set_read (&self.own, values);
    } else {
        if (hpm_mark_counts (all, COUNTERS_MAX) < 0)
            return -1;
        for (int i = 0; i < 2; i++)
            values[i] = all[self.counter[i]];
    }
    return values[0] < 0 || values[1] < 0 ? -1 : 0;
}

static void
end (void)
{
    if (self.label)
        hpm_mark_leave (self.label);
    self.label = NULL;
    hpm_own_set_close (&self.own);
    self.is_started = 0;
}

static pthread_key_t key;

static void
end_thread (void *data)
{
    (void)data;
    end ();
}

static void
make_key (void)
{
    pthread_key_create (&key, end_thread);
}

/* Counters of a thread that ends before it reads them are closed then.  */
static void
begin (void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    self.is_started = 1;
    pthread_once (&once, make_key);
    pthread_setspecific (key, &self);
}

static void
begin_region (const int *number)
{
    char text[64];

    if (!HPM_IS_COUNTED)
        return;
    snprintf (text, sizeof text, "start_counters (%d, %d)", number[0],
              number[1]);
    self.label = hpm_mark_label (HPM_MARK_PERFEX, text, NULL, 0);
    hpm_mark_enter (self.label);
}

int
start_counters (int e0, int e1)
{
    int number[2] = { e0, e1 };
    const struct hpm_perfex_event *event[2];

    for (int i = 0; i < 2; i++) {
        event[i] = hpm_perfex_find (i, &number[i]);
        if (!event[i])
            return -1;
    }
    end ();
    if (!choose (event) && !open_own (event))
        return fail (ENODEV);
    memcpy (self.number, number, sizeof number);
    begin ();
    begin_region (number);
    if (read_two (self.start) == 0)
        return GENERATION;
    end ();
    return fail (ENODEV);
}

int
read_counters (int e0, long long *c0, int e1, long long *c1)
{
    int number[2] = { e0, e1 }, failed;
    long long now[2];

    *c0 = *c1 = -1;
    for (int i = 0; i < 2; i++)
        if (!hpm_perfex_find (i, &number[i]))
            return -1;
    if (!self.is_started || memcmp (number, self.number, sizeof number) != 0)
        return fail (EINVAL);
    failed = read_two (now);
    end ();
    if (failed)
        return fail (ENODEV);
    *c0 = now[0] - self.start[0];
    *c1 = now[1] - self.start[1];
    return GENERATION;
}
