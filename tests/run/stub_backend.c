/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A source of counts that are known: on rank r, the thread named "w<k>" (k = 0
 * for any other name) counts  m * (1000 * (k + 1) + r)  of the event
 * stub::N<m>. So what the library and the tools make of counts, thread by
 * thread, can be compared with a formula.  Some events have a quality of their
 * own:
 *
 *     stub::SCALED    as N1, but counted a quarter of the time
 *     stub::DEAD      accepted, always 0, and never moves when tried
 *     stub::ZERO      0, and moves when tried
 *     stub::CONFLICT  does not fit beside the others
 *     stub::PROCESS   as N1, counted once for a process
 *     PAPI_TOT_INS   as N1, and PAPI_TOT_CYC as N2
 *
 * The children of a process, which need not be there, count as a thread "w99".
 * STUB_COUNTS="NAME=10,20 NAME=7" adds events of any name: rank 0 counts the
 * first number, rank 1 the second, and so on, all further ranks the last one.
 *
 * With STUB_COUNTERS=n no more than n of stub::N<m> fit beside one another.
 * With STUB_UNLIKE, ranks from 1 on count ten times as much of everything; with
 * STUB_PERCENT=n all count n hundredths.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "hpm_backend.h"

#pragma GCC visibility push(default)
extern const struct hpm_backend hpm_backend;
#pragma GCC visibility pop

struct hpm_backend_set {
    pid_t tid; /* CHILDREN: those of the process; PROCESSOR: all of one */
    int cpu;   /* with PROCESSOR */
    int reads; /* the same: before this one */
};

#define CHILDREN -1
#define PROCESSOR -2
#define NUMBER_OF_CHILDREN 99

static struct hpm_backend_event *asked;
static int asked_count;

/* Of the environment as it was at first: the program may lose it.  */
static const char *
variable (const char *name)
{
    static char **first;
    size_t length = strlen (name);

    if (!first)
        first = environ;
    for (char **each = first; each && *each; each++)
        if (!strncmp (*each, name, length) && (*each)[length] == '=')
            return *each + length + 1;
    return NULL;
}

static long
rank_of_process (void)
{
    const char *text = variable ("OMPI_COMM_WORLD_RANK");

    if (!text)
        text = variable ("PMIX_RANK");
    if (!text)
        text = variable ("PMI_RANK");
    return text ? strtol (text, NULL, 10) : 0;
}

/* The k of the thread's name, 0 for other names, -1 when it is gone.  */
static long
number_of_thread (pid_t tid)
{
    char path[64], name[32] = "";
    FILE *file;

    if (tid == gettid ()) { /* with no descriptor left, too */
        prctl (PR_GET_NAME, name);
        return name[0] == 'w' ? strtol (name + 1, NULL, 10) : 0;
    }
    snprintf (path, sizeof path, "/proc/self/task/%d/comm", (int)tid);
    file = fopen (path, "re");
    if (!file)
        return -1;
    if (!fgets (name, sizeof name, file))
        name[0] = 0;
    fclose (file);
    return name[0] == 'w' ? strtol (name + 1, NULL, 10) : 0;
}

static int
named (const struct hpm_backend_event *event, const char *name)
{
    return !strcmp (event->record.name, name);
}

/* STUB_COUNTS: later the program may have lost its environment.  */
static const char *all_given;

__attribute__ ((constructor)) static void
note_given (void)
{
    all_given = variable ("STUB_COUNTS");
}

/* What it has behind "NAME=", NULL where it has not that name.  */
static const char *
given_counts (const char *name)
{
    const char *at = all_given;
    size_t length = strlen (name);

    while (at && *at) {
        at += strspn (at, " ");
        if (!strncmp (at, name, length) && at[length] == '=')
            return at + length + 1;
        at += strcspn (at, " ");
    }
    return NULL;
}

static uint64_t
given_count (const char *counts, long rank)
{
    char *end;
    uint64_t count = strtoull (counts, &end, 10);

    while (rank-- > 0 && *end == ',')
        count = strtoull (end + 1, &end, 10);
    return count;
}

static long
multiplier (const struct hpm_backend_event *event)
{
    if (named (event, "stub::DEAD") || named (event, "stub::ZERO"))
        return 0;
    if (named (event, "PAPI_TOT_CYC"))
        return 2;
    if (!strncmp (event->record.name, "stub::N", 7))
        return strtol (event->record.name + 7, NULL, 10);
    return 1;
}

static enum hpm_reason
stub_open (enum hpm_domain domain, unsigned flags, const char **version)
{
    (void)domain;
    (void)flags;
    *version = "stub 1";
    return HPM_REASON_NONE;
}

static void
stub_select (struct hpm_backend_event *events, int n)
{
    const char *limit = variable ("STUB_COUNTERS");
    long counters = limit ? strtol (limit, NULL, 10) : 1000;

    asked = events;
    asked_count = n;
    rank_of_process ();
    for (int i = 0; i < n; i++) {
        strcpy (events[i].record.unit, "1");
        strcpy (events[i].record.source, "stub");
        strcpy (events[i].record.description, "known count");
        events[i].record.kind = HPM_KIND_COUNT;
        events[i].record.scope = named (&events[i], "stub::PROCESS")
                                     ? HPM_SCOPE_PROCESS
                                     : HPM_SCOPE_THREAD;
        if (named (&events[i], "stub::CONFLICT")
            || (!strncmp (events[i].record.name, "stub::N", 7)
                && counters-- <= 0))
            events[i].reason = HPM_REASON_CONFLICT;
        else if (given_counts (events[i].record.name))
            events[i].reason = HPM_REASON_NONE;
        else if (strncmp (events[i].record.name, "stub::", 6)
                 && strncmp (events[i].record.name, "PAPI_TOT_", 9))
            events[i].reason = HPM_REASON_NO_SUCH_EVENT;
        else
            events[i].reason = HPM_REASON_NONE;
    }
}

static struct hpm_backend_set *
stub_thread_open (pid_t tid, enum hpm_reason *reason)
{
    struct hpm_backend_set *set = calloc (1, sizeof *set);

    if (set)
        set->tid = tid ? tid : gettid ();
    else
        *reason = HPM_REASON_START_FAILED;
    return set;
}

static struct hpm_backend_set *
stub_children_open (enum hpm_reason *reason)
{
    return stub_thread_open (CHILDREN, reason);
}

/* A processor, whose number is that of its thread: all of its counts come
 * between the first reading and the second.  */
static struct hpm_backend_set *
stub_other_open (pid_t tid, int cpu, enum hpm_reason *reason)
{
    struct hpm_backend_set *set = stub_thread_open (tid, reason);

    if (set && cpu >= 0) {
        set->tid = PROCESSOR;
        set->cpu = cpu;
    }
    return set;
}

static struct hpm_cell
stub_cell (const struct hpm_backend_event *event, long thread)
{
    struct hpm_cell cell = { 0 };
    int scaled = named (event, "stub::SCALED");
    const char *given = given_counts (event->record.name);

    if (event->reason) {
        cell.quality = HPM_QUALITY_UNAVAILABLE;
        cell.reason = event->reason;
        return cell;
    }
    cell.value = given
                     ? given_count (given, rank_of_process ())
                     : (uint64_t)(multiplier (event)
                                  * (1000 * (thread + 1) + rank_of_process ()));
    if (variable ("STUB_UNLIKE") && rank_of_process () > 0)
        cell.value *= 10;
    if (variable ("STUB_PERCENT"))
        cell.value
            = cell.value * strtol (variable ("STUB_PERCENT"), NULL, 10) / 100;
    cell.time_enabled = 1000000;
    cell.time_running = scaled ? 250000 : 1000000;
    cell.quality = scaled ? HPM_QUALITY_SCALED : HPM_QUALITY_EXACT;
    return cell;
}

static int
stub_thread_read (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    long thread = set->tid == CHILDREN    ? NUMBER_OF_CHILDREN
                  : set->tid == PROCESSOR ? set->cpu
                                          : number_of_thread (set->tid);
    int before = set->tid == PROCESSOR && !set->reads++;

    for (int i = 0; i < asked_count; i++) {
        if (thread >= 0) {
            cells[i] = stub_cell (&asked[i], thread);
            if (before)
                cells[i].value = cells[i].time_enabled = cells[i].time_running
                    = 0;
            continue;
        }
        memset (&cells[i], 0, sizeof cells[i]);
        cells[i].quality = HPM_QUALITY_UNAVAILABLE;
        cells[i].reason = HPM_REASON_THREAD_LOST;
    }
    return thread >= 0 ? 0 : -1;
}

static void
stub_thread_close (struct hpm_backend_set *set)
{
    free (set);
}

static void
stub_verify_zeros (const int *indices, int count, int *moved)
{
    for (int i = 0; i < count; i++)
        moved[i] = !named (&asked[indices[i]], "stub::DEAD");
}

static void
stub_close (void)
{
}

static void
stub_list (int (*each) (const struct hpm_event_record *event, int available,
                        void *data),
           void *data)
{
    static const char *const names[]
        = { "stub::N1",      "stub::N3",     "stub::SCALED",
            "stub::DEAD",    "stub::ZERO",   "stub::CONFLICT",
            "stub::PROCESS", "PAPI_TOT_INS", "PAPI_TOT_CYC" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct hpm_event_record event = { .unit = "1", .source = "stub" };

        strcpy (event.name, names[i]);
        if (each (&event, 1, data))
            return;
    }
}

const struct hpm_backend hpm_backend = {
    .abi = HPM_BACKEND_ABI,
    .name = "stub",
    .open = stub_open,
    .select = stub_select,
    .thread_open = stub_thread_open,
    .thread_read = stub_thread_read,
    .thread_close = stub_thread_close,
    .verify_zeros = stub_verify_zeros,
    .close = stub_close,
    .list = stub_list,
    .children_open = stub_children_open,
    .other_open = stub_other_open,
};
