/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A source of counts that the program decides: the program has functions
 * `long *program_work (void)` and `long *program_cycles (void)`, the addresses
 * of the calling thread's own numbers, and
 *
 *     work::DONE    is the first
 *     work::TWICE   twice the first
 *     work::CYCLES  is the second
 *     work::NONE    cannot be counted
 *     PAPI_TOT_INS  is the first, and PAPI_TOT_CYC the second
 *
 * With WORK_PER_LOOK=BEFORE:AFTER the thread does so much more work for each
 * look at its own number, before it is taken and afterwards.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpm_backend.h"

#pragma GCC visibility push(default)
extern const struct hpm_backend hpm_backend;
#pragma GCC visibility pop

struct hpm_backend_set {
    const long *work, *cycles;
    long looking; /* work done for looks; atomic */
};

static struct hpm_backend_event *asked;
static int asked_count;
static long *(*program_work) (void), *(*program_cycles) (void);
static long per_look[2];

static enum hpm_reason
work_open (enum hpm_domain domain, unsigned flags, const char **version)
{
    (void)flags;
    (void)domain;
    *version = "1";
    if (getenv ("WORK_PER_LOOK"))
        sscanf (getenv ("WORK_PER_LOOK"), "%ld:%ld", &per_look[0],
                &per_look[1]);
    program_work = (long *(*)(void))dlsym (RTLD_DEFAULT, "program_work");
    program_cycles = (long *(*)(void))dlsym (RTLD_DEFAULT, "program_cycles");
    return HPM_REASON_NONE;
}

static void
work_select (struct hpm_backend_event *events, int n)
{
    asked = events;
    asked_count = n;
    for (int i = 0; i < n; i++) {
        strcpy (events[i].record.unit, "1");
        strcpy (events[i].record.source, "work");
        events[i].record.kind = HPM_KIND_COUNT;
        events[i].record.scope = HPM_SCOPE_THREAD;
        events[i].reason = !strcmp (events[i].record.name, "work::NONE")
                               ? HPM_REASON_CONFLICT
                               : HPM_REASON_NONE;
    }
}

/* Another thread's number is not to be had.  */
static struct hpm_backend_set *
work_thread_open (pid_t tid, enum hpm_reason *reason)
{
    struct hpm_backend_set *set = tid || !program_work || !program_cycles
                                      ? NULL
                                      : calloc (1, sizeof *set);

    if (!set) {
        *reason = HPM_REASON_THREAD_LATE;
        return NULL;
    }
    set->work = program_work ();
    set->cycles = program_cycles ();
    return set;
}

static int64_t
count_of (const struct hpm_backend_set *set, int i)
{
    int64_t work = __atomic_load_n (set->work, __ATOMIC_RELAXED)
                   + __atomic_load_n (&set->looking, __ATOMIC_RELAXED);

    if (!strcmp (asked[i].record.name, "work::CYCLES")
        || !strcmp (asked[i].record.name, "PAPI_TOT_CYC"))
        return __atomic_load_n (set->cycles, __ATOMIC_RELAXED);
    return !strcmp (asked[i].record.name, "work::TWICE") ? 2 * work : work;
}

static int
work_thread_read (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    for (int i = 0; i < asked_count; i++) {
        cells[i].quality
            = asked[i].reason ? HPM_QUALITY_UNAVAILABLE : HPM_QUALITY_EXACT;
        cells[i].reason = asked[i].reason;
        cells[i].value = asked[i].reason ? 0 : count_of (set, i);
    }
    return 0;
}

static int
work_thread_read_values (struct hpm_backend_set *set, int64_t *values)
{
    __atomic_add_fetch (&set->looking, per_look[0], __ATOMIC_RELAXED);
    for (int i = 0; i < asked_count; i++)
        if (!asked[i].reason)
            values[i] = count_of (set, i);
    __atomic_add_fetch (&set->looking, per_look[1], __ATOMIC_RELAXED);
    return 0;
}

static void
work_thread_close (struct hpm_backend_set *set)
{
    free (set);
}

static void
work_close (void)
{
}

static void
work_list (int (*each) (const struct hpm_event_record *event, int available,
                        void *data),
           void *data)
{
    static const char *const names[]
        = { "work::DONE", "work::TWICE",  "work::CYCLES",
            "work::NONE", "PAPI_TOT_INS", "PAPI_TOT_CYC" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct hpm_event_record event = { .unit = "1", .source = "work" };

        strcpy (event.name, names[i]);
        if (each (&event, 1, data))
            return;
    }
}

const struct hpm_backend hpm_backend = {
    .abi = HPM_BACKEND_ABI,
    .name = "work",
    .open = work_open,
    .select = work_select,
    .thread_open = work_thread_open,
    .thread_read = work_thread_read,
    .thread_close = work_thread_close,
    .close = work_close,
    .list = work_list,
    .thread_read_values = work_thread_read_values,
};
