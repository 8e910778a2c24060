/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A source of counts of one's own, as small as it can be: the processor time of
 * the whole process, by clock(3).  doc/HOWTO_ADD_COUNTER.md tells how to use
 * it, include/hpm_backend.h what each function has to do.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hpm_backend.h"

/* The library calls thread_read also for threads that are not its caller, so
 * what a set needs is in the set.  */
struct hpm_backend_set {
    clock_t began;
};

/* What select was given; it outlives the sets.  */
static struct hpm_backend_event *asked;
static int asked_count;

static void
describe (struct hpm_event_record *event)
{
    strcpy (event->unit, "us");
    strcpy (event->source, "clock");
    strcpy (event->description, "processor time of the process");
    event->scope = HPM_SCOPE_PROCESS;
    event->kind = HPM_KIND_COUNT;
}

static enum hpm_reason
clock_open (enum hpm_domain domain, unsigned flags, const char **version)
{
    (void)domain; /* user and kernel, whatever was asked for */
    (void)flags;  /* nothing to multiplex */
    *version = "1";
    return HPM_REASON_NONE;
}

static void
clock_select (struct hpm_backend_event *events, int n)
{
    asked = events;
    asked_count = n;
    for (int i = 0; i < n; i++) {
        describe (&events[i].record);
        events[i].reason = strcmp (events[i].record.name, "clock::PROCESS") != 0
                               ? HPM_REASON_NO_SUCH_EVENT
                               : HPM_REASON_NONE;
    }
}

static struct hpm_backend_set *
clock_thread_open (pid_t tid, enum hpm_reason *reason)
{
    struct hpm_backend_set *set = malloc (sizeof *set);

    (void)tid; /* all threads have the same count */
    if (set)
        set->began = clock ();
    else
        *reason = HPM_REASON_START_FAILED;
    return set;
}

static int
clock_thread_read (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    clock_t now = clock ();

    for (int i = 0; i < asked_count; i++) {
        cells[i] = (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                      .reason = asked[i].reason };
        if (asked[i].reason != HPM_REASON_NONE)
            continue;
        cells[i].quality = HPM_QUALITY_EXACT;
        cells[i].value = (now - set->began) / (CLOCKS_PER_SEC / 1000000);
    }
    return 0;
}

static void
clock_thread_close (struct hpm_backend_set *set)
{
    free (set);
}

/* A process may have needed less than a microsecond: nobody can tell.  */
static void
clock_verify_zeros (const int *indices, int count, int *moved)
{
    (void)indices;
    for (int i = 0; i < count; i++)
        moved[i] = 1;
}

static void
clock_close (void)
{
}

static void
clock_list (int (*each) (const struct hpm_event_record *event, int available,
                         void *data),
            void *data)
{
    struct hpm_event_record event = { .name = "clock::PROCESS" };

    describe (&event);
    each (&event, 1, data);
}

const struct hpm_backend hpm_backend = {
    .abi = HPM_BACKEND_ABI,
    .name = "clock",
    .open = clock_open,
    .select = clock_select,
    .thread_open = clock_thread_open,
    .thread_read = clock_thread_read,
    .thread_close = clock_thread_close,
    .verify_zeros = clock_verify_zeros,
    .close = clock_close,
    .list = clock_list,
};
