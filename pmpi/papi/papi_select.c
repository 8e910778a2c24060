/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of the events asked for are counted, and how.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launch.h"
#include "include/hpm_launch.h"
#include "pmpi/papi/papi_list.h"
#include "pmpi/papi/papi_names.h"
#include "pmpi/papi/papi_private.h"
#include "pmpi/perf/perf_known.h"
#include "pmpi/perf/perf_plan.h"

static enum hpm_reason
select_natives (struct hpm_papi_counted *counted,
                const struct hpm_papi_event *event)
{
    struct perf_event_attr attrs[HPM_PAPI_MOST_TERMS];
    enum hpm_reason reason = HPM_REASON_NONE;

    if (hpm_perf_formula_parse (&counted->event.formula, event->kind,
                                event->formula, event->count))
        return HPM_REASON_NO_SUCH_EVENT;
    for (int i = 0; i < event->count && reason == HPM_REASON_NONE; i++)
        reason = hpm_papi_resolve (event->names[i], hpm_papi.domain, &attrs[i]);
    if (reason != HPM_REASON_NONE)
        return reason;
    return hpm_perf_plan_add (&hpm_papi.plan, &hpm_papi.first_set->perf, attrs,
                              event->count, counted->event.natives);
}

/* Whether a program has to export it: nothing of the machine helps then.  */
static int
is_of_program (const struct hpm_event_record *record)
{
    return !strncmp (record->name, HPM_PAPI_PROGRAM, strlen (HPM_PAPI_PROGRAM));
}

/* Whether it is in a component of PAPI, which needs no counters of the
 * processor; what the program exports is known when it does.  */
static int
is_of_component (const char *name)
{
    return strstr (name, ":::") && strncmp (name, "sde:::", 6);
}

/* Whether the name is of no machine at all: no counters would help.  hpmrun has
 * asked already, which takes some 10 ms.  */
static int
is_nowhere (const struct hpm_event_record *record,
            const struct hpm_papi_event *event)
{
    if (event->code)
        return 0;
    if (!strncmp (record->name, "PAPI_", strlen ("PAPI_")))
        return 1;
    return !getenv (HPM_LAUNCHED_VARIABLE) && !hpm_perf_known (record->name);
}

/* The first rank of a host, as for the kernel's counters (node_counters.c).  */
static int
counts_for_host (void)
{
    int rank = hpm_launch_number (HPM_LAUNCH_RANK, 0);

    return hpm_launch_number (HPM_LAUNCH_LOCAL_RANK, rank) == 0;
}

static enum hpm_reason
select_one (struct hpm_event_record *record, struct hpm_papi_counted *counted)
{
    struct hpm_papi_event event;
    enum hpm_reason reason = hpm_papi_explain (record, &event);

    int of_component = is_of_component (record->name);

    if (reason == HPM_REASON_NONE && event.scope == HPM_SCOPE_NODE
        && !counts_for_host ())
        return HPM_REASON_NONE; /* another rank of the host does */
    if (reason == HPM_REASON_NONE && event.scope != HPM_SCOPE_THREAD) {
        reason = hpm_papi_program_add (event.code);
        counted->event.natives[0] = hpm_papi.program_count;
        hpm_papi.program_count += reason == HPM_REASON_NONE;
    } else if (reason == HPM_REASON_NONE)
        reason = select_natives (counted, &event);
    if (reason == HPM_REASON_NONE) {
        counted->scope = event.scope;
        counted->event.count = event.count;
    }
    if (reason == HPM_REASON_NO_SUCH_EVENT && is_of_program (record))
        return HPM_REASON_NOT_EXPORTED;
    if (of_component
        || (reason == HPM_REASON_NO_SUCH_EVENT && is_nowhere (record, &event)))
        return reason;
    return hpm_papi_explained (reason);
}

/* The trials left counts in the first set; put a fresh one in its place, and
 * only then close it: the kernel rewrites its code when the last counter of all
 * is closed, and again when the next one is opened.  */
static void
renew_first_set (void)
{
    struct hpm_backend_set *fresh = hpm_papi_set_create (0);

    if (fresh && hpm_perf_set_open (&fresh->perf, &hpm_papi.plan) < 0) {
        hpm_papi_set_destroy (fresh);
        fresh = NULL;
    }
    hpm_papi_set_destroy (hpm_papi.first_set);
    hpm_papi.first_set = fresh;
}

static int
place_of (const struct hpm_papi_counted *counted)
{
    int only = hpm_perf_formula_term (&counted->event.formula);

    if (counted->scope != HPM_SCOPE_THREAD)
        return HPM_PAPI_ELSEWHERE;
    return only < 0 ? HPM_PAPI_FORMULA : counted->event.natives[only];
}

void
hpm_papi_select (struct hpm_backend_event *events, int n)
{
    hpm_papi.events = events;
    hpm_papi.event_count = n;
    hpm_papi.counted = calloc ((size_t)n + 1, sizeof *hpm_papi.counted);
    hpm_papi.places = calloc ((size_t)n + 1, sizeof *hpm_papi.places);
    hpm_papi.first_set = hpm_papi_set_create (0);
    hpm_papi.first = gettid ();
    for (int i = 0; i < n; i++) {
        if (!hpm_papi.counted || !hpm_papi.places || !hpm_papi.first_set) {
            events[i].reason = HPM_REASON_START_FAILED;
            continue;
        }
        hpm_papi.counted[i].scope = -1;
        events[i].reason = select_one (&events[i].record, &hpm_papi.counted[i]);
        hpm_papi.places[i] = place_of (&hpm_papi.counted[i]);
    }
    if (hpm_papi.first_set)
        renew_first_set ();
}
