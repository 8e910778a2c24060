/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The PAPI backend, the one file that includes <papi.h>.  A plug-in of its own,
 * so that a process which never counts never loads PAPI.
 *
 * PAPI event sets hold events of one component, so a thread has one set for
 * each component it counts with.  Events of the software defined events
 * component belong to the process and are counted by the first thread alone.
 */
#include "config.h"

#include <papi.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/machine.h"
#include "core/text.h"
#include "include/hpm_backend.h"
#include "pmpi/papi_probe.h"

#define MAX_COMPONENTS 32

struct component {
    int index; /* PAPI's */
    int scope; /* enum hpm_event_scope */
    int count; /* events of it that were selected */
};

struct hpm_backend_set {
    pthread_t owner;
    int attached; /* counts another thread, through the kernel */
    int event_sets[MAX_COMPONENTS]; /* PAPI_NULL: none */
    long long *values; /* room for one read */
};

static struct {
    int papi_domain;
    enum hpm_reason cpu_obstacle; /* why the core PMU can't count */
    char version[32];
    struct hpm_backend_event *events;
    int *codes;  /* PAPI event codes, parallel to events */
    int *places; /* component of each event, -1: not counted */
    int event_count;
    struct component components[MAX_COMPONENTS];
    int component_count;
    struct hpm_backend_set *first_set; /* made by select, started by open */
    int first_set_taken;
} papi;

static int
domain_of (enum hpm_domain domain)
{
    if (domain == HPM_DOMAIN_KERNEL)
        return PAPI_DOM_KERNEL;
    return domain == HPM_DOMAIN_ALL ? PAPI_DOM_USER | PAPI_DOM_KERNEL
                                    : PAPI_DOM_USER;
}

static enum hpm_reason
backend_open (enum hpm_domain domain, const char **version)
{
    struct hpm_machine machine;
    int got;

    /* Refused when the program brought another PAPI, whose symbols come first
     * in this process.  */
    got = PAPI_library_init (PAPI_VER_CURRENT);
    if (got != PAPI_VER_CURRENT)
        return HPM_REASON_OTHER_PAPI;
    PAPI_thread_init ((unsigned long (*) (void))pthread_self);
    hpm_machine_read (&machine, "");
    papi.cpu_obstacle = hpm_machine_obstacle (&machine, domain);
    papi.papi_domain = domain_of (domain);
    snprintf (papi.version, sizeof papi.version, "%d.%d.%d",
              PAPI_VERSION_MAJOR (got), PAPI_VERSION_MINOR (got),
              PAPI_VERSION_REVISION (got));
    *version = papi.version;
    return HPM_REASON_NONE;
}

/* ---- which events ------------------------------------------------------- */

/* Where a component's events belong, or -1 for those that are no single
 * program's (uncore, energy, network).  */
static int
component_scope (const PAPI_component_info_t *info)
{
    if (!strcmp (info->name, "perf_event"))
        return HPM_SCOPE_THREAD;
    if (!strcmp (info->name, "sde"))
        return HPM_SCOPE_PROCESS;
    return -1;
}

/* The place of a component in the table, added when new; -1 when full.  */
static int
component_place (int index, int scope)
{
    int i;

    for (i = 0; i < papi.component_count; i++)
        if (papi.components[i].index == index)
            return i;
    if (i == MAX_COMPONENTS)
        return -1;
    papi.components[i]
        = (struct component){ .index = index, .scope = scope, .count = 0 };
    papi.component_count++;
    return i;
}

/* Source, unit, description: what PAPI knows of the event.  */
static void
describe (struct hpm_event_record *record, int code, int scope,
          const char *source)
{
    PAPI_event_info_t info;

    record->scope = scope;
    record->kind = HPM_KIND_COUNT;
    hpm_text_field (record->unit, sizeof record->unit, "1", strlen ("1"));
    hpm_text_field (record->source, sizeof record->source, source,
                    strlen (source));
    if (PAPI_get_event_info (code, &info) == PAPI_OK)
        hpm_text_field (record->description, sizeof record->description,
                        info.long_descr, strlen (info.long_descr));
}

static enum hpm_reason
reason_of (int papi_error)
{
    if (papi.cpu_obstacle != HPM_REASON_NONE)
        return papi.cpu_obstacle;
    switch (papi_error) {
    case PAPI_ECNFLCT:
    case PAPI_ECOUNT:
        return HPM_REASON_CONFLICT;
    case PAPI_EPERM:
        return HPM_REASON_PARANOID;
    case PAPI_EISRUN:
        return HPM_REASON_BUSY;
    case PAPI_ECMP_DISABLED:
    case PAPI_ENOCMP:
        return HPM_REASON_COMPONENT_OFF;
    default:
        return HPM_REASON_NO_SUCH_EVENT;
    }
}

/* The event set of one component, created on first use.  */
static int
event_set_of (struct hpm_backend_set *set, int place, int tid)
{
    int *event_set = &set->event_sets[place];
    int index = papi.components[place].index;
    PAPI_option_t domain = { .domain = { 0 } };
    int error;

    if (*event_set != PAPI_NULL)
        return PAPI_OK;
    error = PAPI_create_eventset (event_set);
    if (error == PAPI_OK)
        error = PAPI_assign_eventset_component (*event_set, index);
    if (error == PAPI_OK && papi.components[place].scope == HPM_SCOPE_THREAD) {
        domain.domain.eventset = *event_set;
        domain.domain.domain = papi.papi_domain;
        error = PAPI_set_opt (PAPI_DOMAIN, &domain);
        if (error == PAPI_OK && tid)
            error = PAPI_attach (*event_set, (unsigned long)tid);
    }
    return error;
}

static void
set_destroy (struct hpm_backend_set *set)
{
    for (int i = 0; i < MAX_COMPONENTS; i++) {
        if (set->event_sets[i] == PAPI_NULL)
            continue;
        PAPI_cleanup_eventset (set->event_sets[i]);
        PAPI_destroy_eventset (&set->event_sets[i]);
    }
    free (set->values);
    free (set);
}

static struct hpm_backend_set *
set_create (void)
{
    struct hpm_backend_set *set = calloc (1, sizeof *set);

    if (!set)
        return NULL;
    set->values
        = calloc ((size_t)papi.event_count + 1, sizeof *set->values);
    if (!set->values) {
        free (set);
        return NULL;
    }
    set->owner = pthread_self ();
    for (int i = 0; i < MAX_COMPONENTS; i++)
        set->event_sets[i] = PAPI_NULL;
    return set;
}

/* Find one event and add it to the first thread's sets: PAPI opens it for
 * real, so what was added fits beside what came before.  */
static enum hpm_reason
select_one (int i)
{
    struct hpm_event_record *record = &papi.events[i].record;
    const PAPI_component_info_t *info;
    int index, scope, place, error;

    error = PAPI_event_name_to_code (record->name, &papi.codes[i]);
    if (error != PAPI_OK)
        return reason_of (error);
    index = PAPI_get_event_component (papi.codes[i]);
    info = index < 0 ? NULL : PAPI_get_component_info (index);
    if (!info)
        return HPM_REASON_NO_SUCH_EVENT;
    scope = component_scope (info);
    describe (record, papi.codes[i], scope < 0 ? HPM_SCOPE_NODE : scope,
              scope == HPM_SCOPE_THREAD ? "papi" : info->name);
    if (scope < 0)
        return HPM_REASON_NODE_LEVEL;
    place = component_place (index, scope);
    if (place < 0)
        return HPM_REASON_CONFLICT;
    error = event_set_of (papi.first_set, place, 0);
    if (error == PAPI_OK)
        error
            = PAPI_add_event (papi.first_set->event_sets[place], papi.codes[i]);
    if (error != PAPI_OK)
        return info->disabled ? (papi.cpu_obstacle != HPM_REASON_NONE
                                     ? papi.cpu_obstacle
                                     : HPM_REASON_COMPONENT_OFF)
                              : reason_of (error);
    papi.places[i] = place;
    papi.components[place].count++;
    return HPM_REASON_NONE;
}

static void
backend_select (struct hpm_backend_event *events, int n)
{
    papi.events = events;
    papi.event_count = n;
    papi.codes = calloc ((size_t)n + 1, sizeof *papi.codes);
    papi.places = calloc ((size_t)n + 1, sizeof *papi.places);
    papi.first_set = set_create ();
    for (int i = 0; i < n; i++) {
        if (!papi.codes || !papi.places || !papi.first_set) {
            events[i].reason = HPM_REASON_START_FAILED;
            continue;
        }
        papi.places[i] = -1;
        describe (&events[i].record, 0, HPM_SCOPE_THREAD, "papi");
        events[i].reason = select_one (i);
    }
}

static int
component_by_name (const char *name)
{
    for (int i = 0; i < PAPI_num_components (); i++)
        if (!strcmp (PAPI_get_component_info (i)->name, name))
            return i;
    return -1;
}

static int
backend_program_events (hpm_text128 *names, int most)
{
    int component = component_by_name ("sde");
    char name[PAPI_HUGE_STR_LEN];
    int code = 0 | PAPI_NATIVE_MASK;
    int n = 0;

    if (component < 0
        || PAPI_enum_cmp_event (&code, PAPI_ENUM_FIRST, component) != PAPI_OK)
        return 0;
    do {
        if (PAPI_event_code_to_name (code, name) == PAPI_OK
            && strlen (name) < sizeof names[0] && n < most)
            hpm_text_field (names[n++], sizeof names[0], name, strlen (name));
    } while (PAPI_enum_cmp_event (&code, PAPI_ENUM_EVENTS, component)
             == PAPI_OK);
    return n;
}

/* ---- counting ----------------------------------------------------------- */

/* Add the selected events of per-thread components to a fresh set.  */
static int
add_selected (struct hpm_backend_set *set, int tid)
{
    for (int i = 0; i < papi.event_count; i++) {
        int place = papi.places[i], error;

        if (place < 0 || papi.components[place].scope != HPM_SCOPE_THREAD)
            continue;
        error = event_set_of (set, place, tid);
        if (error == PAPI_OK)
            error = PAPI_add_event (set->event_sets[place], papi.codes[i]);
        if (error != PAPI_OK)
            return error;
    }
    return PAPI_OK;
}

/* Start the sets; all run or none does.  */
static int
start (struct hpm_backend_set *set)
{
    for (int i = 0; i < papi.component_count; i++) {
        int error = PAPI_OK;

        if (set->event_sets[i] != PAPI_NULL && papi.components[i].count)
            error = PAPI_start (set->event_sets[i]);
        if (error == PAPI_OK)
            continue;
        while (i-- > 0)
            if (set->event_sets[i] != PAPI_NULL && papi.components[i].count)
                PAPI_stop (set->event_sets[i], NULL);
        return error;
    }
    return PAPI_OK;
}

static struct hpm_backend_set *
backend_thread_open (pid_t tid, enum hpm_reason *reason)
{
    struct hpm_backend_set *set;
    int error = PAPI_OK;

    *reason = HPM_REASON_START_FAILED;
    if (!tid && !papi.first_set_taken) {
        set = papi.first_set;
        papi.first_set_taken = 1;
    } else {
        set = set_create ();
        if (set)
            error = add_selected (set, tid);
    }
    if (!set)
        return NULL;
    set->attached = tid != 0;
    if (error == PAPI_OK)
        error = start (set);
    if (error == PAPI_OK)
        return set;
    *reason = tid ? HPM_REASON_THREAD_LATE : reason_of (error);
    if (set == papi.first_set)
        papi.first_set = NULL;
    set_destroy (set);
    return NULL;
}

/* PAPI may read counters with rdpmc, which sees the registers of the calling
 * processor: right for the thread's own counters, garbage for another's.  The
 * component's info is PAPI's own live copy; with this switch off, PAPI reads
 * through the kernel.  It is thrown once, when the first foreign read comes,
 * which is when the run ends.  */
static void
read_through_kernel (int component)
{
    PAPI_component_info_t *info
        = (PAPI_component_info_t *)PAPI_get_component_info (component);

    if (info && info->fast_counter_read)
        info->fast_counter_read = 0;
}

/* A software defined event that was asked for and never exported reads -1.  */
static void
store (struct hpm_cell *cell, int scope, long long value)
{
    if (scope == HPM_SCOPE_PROCESS && value < 0) {
        cell->reason = HPM_REASON_NO_SUCH_EVENT;
        return;
    }
    cell->value = value;
    cell->time_enabled = cell->time_running = 0;
    cell->quality = HPM_QUALITY_EXACT;
    cell->reason = HPM_REASON_NONE;
}

/* Read one component's event set into the cells of its events.  */
static int
read_component (struct hpm_backend_set *set, int place, struct hpm_cell *cells)
{
    int event_set = set->event_sets[place], n = 0, error = -1;
    long long *values
        = calloc ((size_t)papi.components[place].count + 1, sizeof *values);

    if (values)
        error = PAPI_read (event_set, values);
    for (int i = 0; i < papi.event_count && values; i++) {
        if (papi.places[i] != place)
            continue;
        if (error == PAPI_OK)
            store (&cells[i], papi.components[place].scope, values[n++]);
        else
            cells[i].reason = HPM_REASON_THREAD_LOST;
    }
    free (values);
    return error == PAPI_OK ? 0 : -1;
}

static int
backend_thread_read (struct hpm_backend_set *set, struct hpm_cell *cells)
{
    int foreign
        = !set->attached && !pthread_equal (set->owner, pthread_self ());
    int result = 0;

    for (int i = 0; i < papi.component_count; i++) {
        if (set->event_sets[i] == PAPI_NULL || !papi.components[i].count)
            continue;
        if (foreign)
            read_through_kernel (papi.components[i].index);
        if (read_component (set, i, cells) < 0)
            result = -1;
    }
    return result;
}

/* Of components that count for each thread; every set is read by its owner.  */
static int
backend_thread_read_values (struct hpm_backend_set *set, int64_t *values)
{
    for (int i = 0; i < papi.component_count; i++) {
        const struct component *component = &papi.components[i];
        int n = 0;

        if (set->event_sets[i] == PAPI_NULL || !component->count
            || component->scope != HPM_SCOPE_THREAD)
            continue;
        if (PAPI_read (set->event_sets[i], set->values) != PAPI_OK)
            return -1;
        for (int e = 0; e < papi.event_count; e++)
            if (papi.places[e] == i)
                values[e] = set->values[n++];
    }
    return 0;
}

static void
backend_thread_close (struct hpm_backend_set *set)
{
    int own = !set->attached && pthread_equal (set->owner, pthread_self ());
    int first = set == papi.first_set;

    for (int i = 0; i < papi.component_count; i++)
        if (set->event_sets[i] != PAPI_NULL && papi.components[i].count)
            PAPI_stop (set->event_sets[i], NULL);
    set_destroy (set);
    if (first)
        papi.first_set = NULL;
    else if (own)
        PAPI_unregister_thread ();
}

/* ---- a zero: true, or a dead counter? ----------------------------------- */

static void
backend_verify_zeros (const int *indices, int count, int *moved)
{
    struct hpm_cell *before, *after;

    for (int i = 0; i < count; i++)
        moved[i] = 1;
    if (!(papi.papi_domain & PAPI_DOM_USER))
        return; /* the exercise runs in user code */
    before = calloc ((size_t)papi.event_count + 1, sizeof *before);
    after = calloc ((size_t)papi.event_count + 1, sizeof *after);
    if (before && after && papi.first_set
        && backend_thread_read (papi.first_set, before) == 0) {
        hpm_papi_probe_exercise ();
        backend_thread_read (papi.first_set, after);
        for (int i = 0; i < count; i++) {
            int e = indices[i];

            if (hpm_papi_probe_covers (papi.events[e].record.name))
                moved[i] = after[e].value != before[e].value;
        }
    }
    free (before);
    free (after);
}

static void
backend_close (void)
{
    if (papi.first_set) {
        if (papi.first_set_taken)
            backend_thread_close (papi.first_set);
        else
            set_destroy (papi.first_set);
    }
    free (papi.codes);
    free (papi.places);
    memset (&papi, 0, sizeof papi);
    /* No PAPI_shutdown: the program may be using the same PAPI.  */
}

/* ---- what there is ------------------------------------------------------ */

static int
list_one (int code, int scope, const char *source, int usable,
          int (*each) (const struct hpm_event_record *event, int available,
                       void *data),
          void *data)
{
    struct hpm_event_record record;
    char name[PAPI_HUGE_STR_LEN];

    if (PAPI_event_code_to_name (code, name) != PAPI_OK)
        return 0;
    memset (&record, 0, sizeof record);
    hpm_text_field (record.name, sizeof record.name, name, strlen (name));
    describe (&record, code, scope < 0 ? HPM_SCOPE_NODE : scope, source);
    return each (&record, usable, data);
}

/* All presets, whatever PAPI can do here: a name that is right must be told
 * from a wrong one on a machine that has no counters.  */
static int
list_presets (int (*each) (const struct hpm_event_record *event, int available,
                           void *data),
              void *data)
{
    int code = 0 | PAPI_PRESET_MASK;

    if (PAPI_enum_event (&code, PAPI_ENUM_FIRST) != PAPI_OK)
        return 0;
    do {
        if (list_one (code, HPM_SCOPE_THREAD, "papi",
                      PAPI_query_event (code) == PAPI_OK, each, data))
            return 1;
    } while (PAPI_enum_event (&code, PAPI_ENUM_EVENTS) == PAPI_OK);
    return 0;
}

static int
list_component (int component,
                int (*each) (const struct hpm_event_record *event,
                             int available, void *data),
                void *data)
{
    const PAPI_component_info_t *info = PAPI_get_component_info (component);
    int scope = component_scope (info), code = 0 | PAPI_NATIVE_MASK;

    if (PAPI_enum_cmp_event (&code, PAPI_ENUM_FIRST, component) != PAPI_OK)
        return 0;
    do {
        if (list_one (code, scope, info->name, !info->disabled && scope >= 0,
                      each, data))
            return 1;
    } while (PAPI_enum_cmp_event (&code, PAPI_ENUM_EVENTS, component)
             == PAPI_OK);
    return 0;
}

static void
backend_list (int (*each) (const struct hpm_event_record *event, int available,
                           void *data),
              void *data)
{
    if (list_presets (each, data))
        return;
    for (int i = 0; i < PAPI_num_components (); i++)
        if (list_component (i, each, data))
            return;
}

__attribute__ ((visibility ("default"))) const struct hpm_backend hpm_backend
    = {
          .abi = HPM_BACKEND_ABI,
          .name = "papi",
          .open = backend_open,
          .select = backend_select,
          .program_events = backend_program_events,
          .thread_open = backend_thread_open,
          .thread_read = backend_thread_read,
          .thread_close = backend_thread_close,
          .verify_zeros = backend_verify_zeros,
          .close = backend_close,
          .list = backend_list,
          .thread_read_values = backend_thread_read_values,
      };
