/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PAPI backend: events named and explained by PAPI, counted by the kernel.
 * A plug-in of its own, so that a process which never counts loads neither.
 *
 * PAPI's own event sets would hide how long each event was on a counter, stand
 * in the way of the program's (one of a component runs at a time), and cost
 * four times as much on every new thread.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "pmpi/count/papi_list.h"
#include "pmpi/count/papi_names.h"
#include "pmpi/count/papi_probe.h"
#include "pmpi/count/perf_cell.h"
#include "pmpi/count/perf_known.h"
#include "pmpi/count/perf_plan.h"
#include "pmpi/guest/descriptor_room.h"

/* How one event asked for is counted: natives of the plan, or one of what the
 * program exports.  */
struct counted {
    int scope; /* -1: not at all */
    struct hpm_perf_event event;
};

struct hpm_backend_set {
    struct hpm_perf_set perf;
    int program; /* counts what the program exports, too */
};

static struct {
    enum hpm_domain domain;
    enum hpm_reason cpu_obstacle; /* why the core PMU can't count */
    struct hpm_backend_event *events;
    struct counted *counted; /* parallel to events */
    int event_count;
    int program_count;
    struct hpm_perf_plan plan;
    struct hpm_backend_set *first_set; /* made by select, started by open */
    int first_set_taken;
} papi;

static enum hpm_reason
backend_open (enum hpm_domain domain, unsigned flags, const char **version)
{
    struct hpm_machine machine;
    enum hpm_reason reason = hpm_papi_start (version);

    if (reason != HPM_REASON_NONE)
        return reason;
    hpm_machine_read (&machine, "");
    papi.cpu_obstacle = hpm_machine_obstacle (&machine, domain);
    papi.domain = domain;
    papi.plan.floor = hpm_descriptor_floor ();
    papi.plan.multiplex = !!(flags & HPM_BACKEND_MULTIPLEX);
    return HPM_REASON_NONE;
}

/* ---- which events ------------------------------------------------------- */

/* "No such event" is the machine's fault where it has no counters at all.  */
static enum hpm_reason
explained (enum hpm_reason reason)
{
    return reason == HPM_REASON_NO_SUCH_EVENT
                   && papi.cpu_obstacle != HPM_REASON_NONE
               ? papi.cpu_obstacle
               : reason;
}

static enum hpm_reason
select_natives (struct counted *counted, const struct hpm_papi_event *event)
{
    struct perf_event_attr attrs[HPM_PAPI_MOST_TERMS];
    enum hpm_reason reason = HPM_REASON_NONE;

    if (hpm_perf_formula_parse (&counted->event.formula, event->kind,
                                event->formula, event->count))
        return HPM_REASON_NO_SUCH_EVENT;
    for (int i = 0; i < event->count && reason == HPM_REASON_NONE; i++)
        reason = hpm_papi_resolve (event->names[i], papi.domain, &attrs[i]);
    if (reason != HPM_REASON_NONE)
        return reason;
    return hpm_perf_plan_add (&papi.plan, &papi.first_set->perf, attrs,
                              event->count, counted->event.places);
}

static enum hpm_reason
select_one (struct hpm_event_record *record, struct counted *counted)
{
    struct hpm_papi_event event;
    enum hpm_reason reason = hpm_papi_explain (record, &event);

    if (reason == HPM_REASON_NONE && event.scope == HPM_SCOPE_PROCESS) {
        reason = hpm_papi_program_add (event.code);
        counted->event.places[0] = papi.program_count;
        papi.program_count += reason == HPM_REASON_NONE;
    } else if (reason == HPM_REASON_NONE)
        reason = select_natives (counted, &event);
    if (reason == HPM_REASON_NONE) {
        counted->scope = event.scope;
        counted->event.count = event.count;
    }
    return explained (reason);
}

static struct hpm_backend_set *
set_create (pid_t tid)
{
    struct hpm_backend_set *set = calloc (1, sizeof *set);

    if (set)
        hpm_perf_set_init (&set->perf, tid);
    return set;
}

static void
set_destroy (struct hpm_backend_set *set)
{
    if (!set)
        return;
    hpm_perf_set_close (&set->perf);
    free (set);
}

/* The trials left counts in the first set; put a fresh one in its place, and
 * only then close it: the kernel rewrites its code when the last counter of all
 * is closed, and again when the next one is opened.  */
static void
renew_first_set (void)
{
    struct hpm_backend_set *fresh = set_create (0);

    if (fresh && hpm_perf_set_open (&fresh->perf, &papi.plan) < 0) {
        set_destroy (fresh);
        fresh = NULL;
    }
    set_destroy (papi.first_set);
    papi.first_set = fresh;
}

static void
backend_select (struct hpm_backend_event *events, int n)
{
    papi.events = events;
    papi.event_count = n;
    papi.counted = calloc ((size_t)n + 1, sizeof *papi.counted);
    papi.first_set = set_create (0);
    for (int i = 0; i < n; i++) {
        if (!papi.counted || !papi.first_set) {
            events[i].reason = HPM_REASON_START_FAILED;
            continue;
        }
        papi.counted[i].scope = -1;
        events[i].reason = select_one (&events[i].record, &papi.counted[i]);
    }
    if (papi.first_set)
        renew_first_set ();
}

/* ---- counting ----------------------------------------------------------- */

/* The set that select left, for the first thread that counts itself.  */
static struct hpm_backend_set *
take_first_set (void)
{
    papi.first_set_taken = 1;
    if (papi.first_set && hpm_papi_program_start () == 0)
        papi.first_set->program = papi.program_count > 0;
    return papi.first_set;
}

static struct hpm_backend_set *
backend_thread_open (pid_t tid, enum hpm_reason *reason)
{
    struct hpm_backend_set *set;
    int first = !tid && !papi.first_set_taken;

    *reason = HPM_REASON_START_FAILED;
    set = first ? take_first_set () : set_create (tid);
    if (!set)
        return NULL;
    if ((first || hpm_perf_set_open (&set->perf, &papi.plan) == 0)
        && hpm_perf_set_run (&set->perf, &papi.plan, -1, 1) == 0)
        return set;
    *reason = explained (hpm_perf_reason (errno));
    if (first)
        papi.first_set = NULL;
    set_destroy (set);
    return NULL;
}

/* Never started on this thread: it has no part in the counts, takes no counter,
 * and is inherited as it is.  Executing a program starts it.  */
static struct hpm_backend_set *
backend_children_open (enum hpm_reason *reason)
{
    struct hpm_backend_set *set = set_create (0);

    *reason = HPM_REASON_START_FAILED;
    if (!set)
        return NULL;
    set->perf.children = 1;
    if (hpm_perf_set_open (&set->perf, &papi.plan) == 0)
        return set;
    *reason = explained (hpm_perf_reason (errno));
    set_destroy (set);
    return NULL;
}

/* An event that was never on a counter: its group had no turn, or else somebody
 * outside of the plan took them all.  */
static int
read_natives (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    enum hpm_reason never
        = papi.plan.group_count > 1 ? HPM_REASON_NO_TURN : HPM_REASON_BUSY;
    struct hpm_perf_reading reading;
    int failed = hpm_perf_set_read (&set->perf, &papi.plan, &reading);

    for (int i = 0; i < papi.event_count; i++) {
        if (papi.counted[i].scope != HPM_SCOPE_THREAD)
            continue;
        if (failed)
            hpm_perf_cell_mark (&cells[i], HPM_REASON_THREAD_LOST);
        else
            hpm_perf_cell_fill (&cells[i], &papi.counted[i].event, &reading,
                                never);
    }
    return failed ? -1 : 0;
}

/* Raw counts: of an event that shared its counter nothing is split.  */
static int
backend_thread_read_values (struct hpm_backend_set *set, int64_t *values)
{
    int64_t natives[HPM_PERF_MOST_NATIVES];

    if (hpm_perf_set_read_own (&set->perf, &papi.plan, natives) < 0)
        return -1;
    for (int i = 0; i < papi.event_count; i++) {
        const struct hpm_perf_event *event = &papi.counted[i].event;
        int64_t terms[HPM_PERF_MOST_TERMS];
        int only = hpm_perf_formula_term (&event->formula);

        if (papi.counted[i].scope != HPM_SCOPE_THREAD)
            continue;
        if (only >= 0) {
            values[i] = natives[event->places[only]];
            continue;
        }
        for (int t = 0; t < event->count; t++)
            terms[t] = natives[event->places[t]];
        hpm_perf_formula_evaluate (&event->formula, terms, &values[i]);
    }
    return 0;
}

static int
backend_adds_up (int i)
{
    return hpm_perf_formula_adds_up (&papi.counted[i].event.formula);
}

static int64_t
backend_bytes_read (const struct hpm_backend_set *set)
{
    return hpm_perf_set_own_bytes (&set->perf);
}

static int
read_program (struct hpm_cell *cells)
{
    int64_t values[HPM_PAPI_MOST_PROGRAM_EVENTS];
    int failed = hpm_papi_program_read (values);

    for (int i = 0; i < papi.event_count; i++) {
        int64_t value;

        if (papi.counted[i].scope != HPM_SCOPE_PROCESS)
            continue;
        value = failed ? 0 : values[papi.counted[i].event.places[0]];
        hpm_perf_cell_mark (&cells[i], failed ? HPM_REASON_THREAD_LOST
                                              : HPM_REASON_NO_SUCH_EVENT);
        if (!failed && value >= 0)
            cells[i] = (struct hpm_cell){ .value = value,
                                          .quality = HPM_QUALITY_EXACT };
    }
    return failed ? -1 : 0;
}

static int
backend_thread_read (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    int result = read_natives (set, cells);

    if (set->program && read_program (cells) < 0)
        result = -1;
    return result;
}

static void
backend_thread_close (struct hpm_backend_set *set)
{
    if (set == papi.first_set) {
        hpm_papi_program_release ();
        papi.first_set = NULL;
    }
    set_destroy (set);
}

/* ---- a zero: true, or a dead counter? ----------------------------------- */

/* Whether one of the natives that an event is made of moved.  */
static int
any_moved (const struct counted *counted, const char *moved)
{
    for (int i = 0; i < counted->event.count; i++)
        if (moved[counted->event.places[i]])
            return 1;
    return 0;
}

/* Whether the exercise tells a dead counter of this event.  */
static int
is_told (int index)
{
    return papi.counted[index].scope == HPM_SCOPE_THREAD
           && hpm_papi_probe_covers (papi.events[index].record.name);
}

/* Whether a group of counters has one of an event that is to be told.  */
static int
group_tells (int group, const int *indices, int count)
{
    for (int i = 0; i < count; i++) {
        const struct counted *counted = &papi.counted[indices[i]];

        for (int k = 0; is_told (indices[i]) && k < counted->event.count; k++)
            if (papi.plan.natives[counted->event.places[k]].group == group)
                return 1;
    }
    return 0;
}

static void
backend_verify_zeros (const int *indices, int count, int *moved)
{
    char natives[HPM_PERF_MOST_NATIVES] = { 0 };

    for (int i = 0; i < count; i++)
        moved[i] = 1;
    /* The exercise runs in user code.  */
    if (!(papi.domain & HPM_DOMAIN_USER) || !papi.first_set)
        return;
    for (int group = 0; group < papi.plan.group_count; group++)
        if (group_tells (group, indices, count))
            hpm_papi_probe_group (&papi.first_set->perf, &papi.plan, group,
                                  natives);
    for (int i = 0; i < count; i++)
        if (is_told (indices[i]))
            moved[i] = any_moved (&papi.counted[indices[i]], natives);
}

static void
backend_close (void)
{
    if (papi.first_set)
        backend_thread_close (papi.first_set);
    free (papi.counted);
    memset (&papi, 0, sizeof papi);
}

static void
backend_list (int (*each) (const struct hpm_event_record *event, int available,
                           void *data),
              void *data)
{
    hpm_papi_list_here (papi.domain, papi.cpu_obstacle, each, data);
}

__attribute__ ((visibility ("default"))) const struct hpm_backend hpm_backend
    = {
          .abi = HPM_BACKEND_ABI,
          .name = "papi",
          .open = backend_open,
          .select = backend_select,
          .program_events = hpm_papi_program_events,
          .thread_open = backend_thread_open,
          .thread_read = backend_thread_read,
          .thread_close = backend_thread_close,
          .verify_zeros = backend_verify_zeros,
          .close = backend_close,
          .list = backend_list,
          .thread_read_values = backend_thread_read_values,
          .adds_up = backend_adds_up,
          .children_open = backend_children_open,
          .bytes_read = backend_bytes_read,
          .knows = hpm_perf_known,
      };
