/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Event sets of PAPI's: what is counted by neither the processor nor the
 * kernel.
 */
#include "config.h"

#include <pthread.h>
#include <string.h>

#include "pmpi/papi/papi_names.h"
#include "pmpi/guest/clock.h"

/* An event set is of one component.  */
struct component_set {
    int component, set;
    int of_host; /* else of this process */
    int runs;
    int64_t started; /* CLOCK_MONOTONIC, ns */
    int64_t longest; /* that it ran at a time, as of the last look */
    int count;
    int places[HPM_PAPI_MOST_PROGRAM_EVENTS];     /* of its events, of all */
    long long base[HPM_PAPI_MOST_PROGRAM_EVENTS]; /* when it was started */
    long long sum[HPM_PAPI_MOST_PROGRAM_EVENTS];  /* before it was */
};

static struct component_set sets[HPM_PAPI_MOST_COMPONENTS];
static int set_count, event_count;

/* A component may keep what it reads in one place.  */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

/* The set of a component, a new one if there is none; NULL if there is no room.
 */
static struct component_set *
set_of (int component)
{
    struct component_set *set = &sets[set_count];

    for (int i = 0; i < set_count; i++)
        if (sets[i].component == component)
            return &sets[i];
    if (set_count == HPM_PAPI_MOST_COMPONENTS)
        return NULL;
    memset (set, 0, sizeof *set);
    set->component = component;
    if (hpm_papi_raw_create (&set->set) < 0)
        return NULL;
    set_count++;
    return set;
}

enum hpm_reason
hpm_papi_program_add (int code)
{
    struct component_set *set;
    enum hpm_reason reason;

    if (event_count == HPM_PAPI_MOST_PROGRAM_EVENTS)
        return HPM_REASON_CONFLICT;
    set = set_of (hpm_papi_component_of (code));
    if (!set)
        return HPM_REASON_CONFLICT;
    set->of_host = hpm_papi_is_of_host (code);
    reason = hpm_papi_raw_add (set->set, code);
    if (reason == HPM_REASON_NONE)
        set->places[set->count++] = event_count++;
    return reason;
}

/* Some components count from their start, some tell what the system has counted
 * for ever.  What the program exports is told as it is.  */
static int
start_set (struct component_set *set)
{
    if (!set->count || set->runs)
        return 0;
    if (hpm_papi_raw_start (set->set) < 0)
        return -1;
    set->runs = 1;
    set->started = hpm_clock_monotonic ();
    memset (set->base, 0, sizeof set->base);
    return hpm_papi_is_exported (set->component)
               ? 0
               : hpm_papi_raw_read (set->set, set->base);
}

static void
note_time (struct component_set *set)
{
    int64_t time = hpm_clock_monotonic () - set->started;

    if (set->runs && time > set->longest)
        set->longest = time;
}

static int
stop_set (struct component_set *set)
{
    long long got[HPM_PAPI_MOST_PROGRAM_EVENTS] = { 0 };

    if (!set->runs)
        return 0;
    note_time (set);
    set->runs = 0;
    if (hpm_papi_raw_stop (set->set, got) < 0)
        return -1;
    for (int i = 0; i < set->count; i++)
        set->sum[i] += got[i] - set->base[i];
    return 0;
}

int
hpm_papi_program_start (void)
{
    int failed = 0;

    for (int i = 0; i < set_count; i++)
        if (!sets[i].of_host)
            failed |= start_set (&sets[i]);
    return failed;
}

int
hpm_papi_host_run (int on)
{
    int failed = 0;

    pthread_mutex_lock (&reading);
    for (int i = 0; i < set_count; i++)
        if (sets[i].of_host)
            failed |= on ? start_set (&sets[i]) : stop_set (&sets[i]);
    pthread_mutex_unlock (&reading);
    return failed;
}

int
hpm_papi_looks_seldom (int place)
{
    int seldom = 0;

    pthread_mutex_lock (&reading);
    for (int i = 0; i < set_count; i++)
        for (int k = 0; k < sets[i].count; k++)
            if (sets[i].places[k] == place && hpm_papi_age (sets[i].component))
                seldom = sets[i].longest > hpm_papi_age (sets[i].component)
                             ? HPM_PAPI_LOOKED
                             : HPM_PAPI_NOT_LOOKED_YET;
    pthread_mutex_unlock (&reading);
    return seldom;
}

static int
read_set (struct component_set *set, int64_t *values)
{
    long long got[HPM_PAPI_MOST_PROGRAM_EVENTS] = { 0 };
    int failed = set->runs && hpm_papi_raw_read (set->set, got) < 0;

    note_time (set);
    for (int i = 0; i < set->count; i++)
        values[set->places[i]]
            = failed ? -1
                     : set->sum[i] + (set->runs ? got[i] - set->base[i] : 0);
    return failed ? -1 : 0;
}

int
hpm_papi_program_read (int64_t *values)
{
    int result = 0;

    pthread_mutex_lock (&reading);
    for (int i = 0; i < set_count; i++)
        result |= read_set (&sets[i], values);
    pthread_mutex_unlock (&reading);
    return result;
}

void
hpm_papi_program_release (void)
{
    for (int i = 0; i < set_count; i++)
        hpm_papi_raw_destroy (&sets[i].set);
    set_count = event_count = 0;
}
