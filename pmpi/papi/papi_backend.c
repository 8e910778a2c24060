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
#include <unistd.h>

#include "base/machine.h"
#include "pmpi/perf/cell.h"
#include "pmpi/papi/papi_list.h"
#include "pmpi/papi/papi_names.h"
#include "pmpi/papi/papi_private.h"
#include "pmpi/perf/perf_known.h"
#include "pmpi/guest/descriptor_room.h"

struct hpm_papi hpm_papi;

static enum hpm_reason
backend_open (enum hpm_domain domain, unsigned flags, const char **version)
{
    struct hpm_machine machine;
    enum hpm_reason reason = hpm_papi_start (version);

    if (reason != HPM_REASON_NONE)
        return reason;
    hpm_machine_read (&machine, "");
    hpm_papi.cpu_obstacle = hpm_machine_obstacle (&machine, domain);
    hpm_papi.domain = domain;
    hpm_papi.plan.floor = hpm_descriptor_floor ();
    hpm_papi.plan.multiplex = !!(flags & HPM_BACKEND_MULTIPLEX);
    return HPM_REASON_NONE;
}

enum hpm_reason
hpm_papi_explained (enum hpm_reason reason)
{
    int is_of_papi = reason == HPM_REASON_NO_SUCH_EVENT
                     || reason == HPM_REASON_PAPI_PARANOID;

    return is_of_papi && hpm_papi.cpu_obstacle != HPM_REASON_NONE
               ? hpm_papi.cpu_obstacle
               : reason;
}

struct hpm_backend_set *
hpm_papi_set_create (pid_t tid)
{
    struct hpm_backend_set *set = calloc (1, sizeof *set);

    if (set) {
        hpm_perf_set_init (&set->perf, tid);
        pthread_mutex_init (&set->looking, NULL);
    }
    return set;
}

void
hpm_papi_set_destroy (struct hpm_backend_set *set)
{
    if (!set)
        return;
    hpm_perf_set_close (&set->perf);
    pthread_mutex_destroy (&set->looking);
    free (set->slices);
    free (set);
}

/* ---- counting ----------------------------------------------------------- */

/* Whether select left a set for the calling thread.  Others, which count
 * themselves before it, have no part in that.  */
static int
is_first (void)
{
    return hpm_papi.first && hpm_papi.first == gettid ();
}

static struct hpm_backend_set *
claim_first_set (void)
{
    hpm_papi.first = 0;
    if (hpm_papi.first_set && hpm_papi_program_start () == 0)
        hpm_papi.first_set->program = hpm_papi.program_count > 0;
    return hpm_papi.first_set;
}

static struct hpm_backend_set *
backend_thread_open (pid_t tid, enum hpm_reason *reason)
{
    struct hpm_backend_set *set;
    int first = !tid && is_first ();

    *reason = HPM_REASON_START_FAILED;
    set = first ? claim_first_set () : hpm_papi_set_create (tid);
    if (!set)
        return NULL;
    if ((first || hpm_perf_set_open (&set->perf, &hpm_papi.plan) == 0)
        && hpm_perf_set_run (&set->perf, &hpm_papi.plan, -1, 1) == 0)
        return set;
    *reason = hpm_papi_explained (hpm_perf_reason (errno));
    if (first)
        hpm_papi.first_set = NULL;
    hpm_papi_set_destroy (set);
    return NULL;
}

/* Never started on this thread: it has no part in the counts, takes no counter,
 * and is inherited as it is.  Executing a program starts it.  */
static struct hpm_backend_set *
backend_children_open (enum hpm_reason *reason)
{
    struct hpm_backend_set *set = hpm_papi_set_create (0);

    *reason = HPM_REASON_START_FAILED;
    if (!set)
        return NULL;
    set->perf.children = 1;
    if (hpm_perf_set_open (&set->perf, &hpm_papi.plan) == 0)
        return set;
    *reason = hpm_papi_explained (hpm_perf_reason (errno));
    hpm_papi_set_destroy (set);
    return NULL;
}

/* Its threads are none of this process's, or all that run on a processor: what
 * is refused there is another privilege.  */
static struct hpm_backend_set *
backend_other_open (pid_t tid, int cpu, enum hpm_reason *reason)
{
    struct hpm_backend_set *set = hpm_papi_set_create (tid);

    *reason = HPM_REASON_START_FAILED;
    if (!set)
        return NULL;
    set->perf.cpu = cpu;
    set->perf.inherit = cpu < 0;
    if (hpm_perf_set_open (&set->perf, &hpm_papi.plan) == 0
        && hpm_perf_set_run (&set->perf, &hpm_papi.plan, -1, 1) == 0)
        return set;
    *reason = hpm_papi_explained (hpm_perf_reason (errno));
    hpm_papi_set_destroy (set);
    return NULL;
}

/* An event that was never on a counter: its group had no turn, or else somebody
 * outside of the plan took them all.  */
static int
read_natives (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    enum hpm_reason never
        = hpm_papi.plan.group_count > 1 ? HPM_REASON_NO_TURN : HPM_REASON_BUSY;
    struct hpm_perf_reading reading;
    int failed = hpm_perf_set_read (&set->perf, &hpm_papi.plan, &reading);

    if (!failed)
        hpm_papi_fill_errors (set, &reading);
    for (int i = 0; i < hpm_papi.event_count; i++) {
        if (hpm_papi.counted[i].scope != HPM_SCOPE_THREAD)
            continue;
        if (failed)
            hpm_cell_mark (&cells[i], HPM_QUALITY_UNAVAILABLE,
                           HPM_REASON_THREAD_LOST);
        else
            hpm_perf_cell_fill (&cells[i], &hpm_papi.counted[i].event, &reading,
                                never);
    }
    return failed ? -1 : 0;
}

/* What an event of several natives counted.  */
static void
evaluate (const struct hpm_perf_event *event, const int64_t *natives,
          int64_t *value)
{
    int64_t terms[HPM_PERF_MOST_TERMS];

    for (int t = 0; t < event->count; t++)
        terms[t] = natives[event->natives[t]];
    hpm_perf_formula_evaluate (&event->formula, terms, value);
}

/* Raw counts: of an event that shared its counter nothing is split.  */
static int
backend_thread_read_values (struct hpm_backend_set *set, int64_t *values)
{
    int64_t natives[HPM_PERF_MOST_NATIVES];
    const int *places = hpm_papi.places;

    if (hpm_perf_set_read_own (&set->perf, &hpm_papi.plan, natives) < 0)
        return -1;
    for (int i = 0; i < hpm_papi.event_count; i++)
        if (places[i] >= 0)
            values[i] = natives[places[i]];
        else if (places[i] == HPM_PAPI_FORMULA)
            evaluate (&hpm_papi.counted[i].event, natives, &values[i]);
    return 0;
}

static int
backend_adds_up (int i)
{
    return hpm_perf_formula_adds_up (&hpm_papi.counted[i].event.formula);
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
    int failed = hpm_papi_program_read (values) < 0;

    for (int i = 0; i < hpm_papi.event_count; i++) {
        int64_t value;

        if (hpm_papi.counted[i].scope != HPM_SCOPE_PROCESS)
            continue;
        value = values[hpm_papi.counted[i].event.natives[0]];
        hpm_cell_mark (&cells[i], HPM_QUALITY_UNAVAILABLE,
                       failed ? HPM_REASON_THREAD_LOST
                              : HPM_REASON_NOT_EXPORTED);
        if (value != HPM_PAPI_NOT_EXPORTED)
            cells[i] = (struct hpm_cell){ .value = value,
                                          .quality = HPM_QUALITY_EXACT };
    }
    return failed ? -1 : 0;
}

/* One process of a host counts for it.  What is looked at now and then lacks
 * what came since.  */
static int
backend_host_read (int i, struct hpm_cell *cell)
{
    int64_t values[HPM_PAPI_MOST_PROGRAM_EVENTS];
    const struct hpm_papi_counted *counted = &hpm_papi.counted[i];
    int place = counted->event.natives[0], seldom;

    if (counted->scope != HPM_SCOPE_NODE)
        return -1;
    hpm_papi_program_read (values);
    if (values[place] < 0)
        return -1;
    seldom = hpm_papi_looks_seldom (place);
    hpm_cell_mark (cell,
                   !seldom                             ? HPM_QUALITY_EXACT
                   : seldom == HPM_PAPI_NOT_LOOKED_YET ? HPM_QUALITY_UNAVAILABLE
                                                       : HPM_QUALITY_PARTIAL,
                   seldom == HPM_PAPI_NOT_LOOKED_YET ? HPM_REASON_SELDOM
                                                     : HPM_REASON_NONE);
    cell->value = seldom == HPM_PAPI_NOT_LOOKED_YET ? 0 : values[place];
    return 0;
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
    if (set == hpm_papi.first_set) {
        hpm_papi_program_release ();
        hpm_papi.first_set = NULL;
    }
    hpm_papi_set_destroy (set);
}

static void
backend_close (void)
{
    if (hpm_papi.first_set)
        backend_thread_close (hpm_papi.first_set);
    free (hpm_papi.counted);
    free (hpm_papi.places);
    memset (&hpm_papi, 0, sizeof hpm_papi);
}

static void
backend_list (int (*each) (const struct hpm_event_record *event, int available,
                           void *data),
              void *data)
{
    hpm_papi_list_here (hpm_papi.domain, hpm_papi.cpu_obstacle, each, data);
}

__attribute__ ((visibility ("default"))) const struct hpm_backend hpm_backend
    = {
          .abi = HPM_BACKEND_ABI,
          .name = "papi",
          .open = backend_open,
          .select = hpm_papi_select,
          .program_events = hpm_papi_program_events,
          .thread_open = backend_thread_open,
          .thread_read = backend_thread_read,
          .thread_close = backend_thread_close,
          .verify_zeros = hpm_papi_verify_zeros,
          .close = backend_close,
          .list = backend_list,
          .thread_read_values = backend_thread_read_values,
          .adds_up = backend_adds_up,
          .children_open = backend_children_open,
          .bytes_read = backend_bytes_read,
          .knows = hpm_perf_known,
          .thread_look = hpm_papi_look,
          .parts = hpm_papi_components,
          .host_run = hpm_papi_host_run,
          .host_read = backend_host_read,
          .other_open = backend_other_open,
      };
