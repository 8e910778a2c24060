/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A column comes from one of three sources: an event of the backend, a counter
 * of the system, or the sum of two of those under the name that perf and PAPI
 * have for it.  (A software event of perf counts nothing when it is restricted
 * to user code, which is the default; the kernel's own counters tell it right.)
 */
#include "config.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/event/event_split.h"
#include "base/event/probe.h"
#include "base/quality.h"
#include "base/text.h"
#include "include/hpm_mpi_record.h"
#include "pmpi/count/backend_load.h"
#include "pmpi/count/event_rotation.h"
#include "pmpi/count/event_table.h"

#define MAX_PROGRAM_EVENTS 32

struct os_source {
    const char *name, *unit, *description;
    int scope, kind, os[2];
};

static const struct os_source os_events[] = {
#define HPM_X(identifier, name, unit, scope, kind, description)                \
    { name,                                                                    \
      unit,                                                                    \
      description,                                                             \
      HPM_SCOPE_##scope,                                                       \
      HPM_KIND_##kind,                                                         \
      { identifier, HPM_OS_EVENT_COUNT } },
    HPM_OS_EVENTS (HPM_X)
#undef HPM_X
};

static const struct hpm_event_record mpi_events[] = {
#define HPM_X(identifier, name, unit, description)                             \
    { name,           unit,       HPM_MPI_EVENT_SOURCE, HPM_SCOPE_THREAD,      \
      HPM_KIND_COUNT, description },
    HPM_MPI_EVENTS (HPM_X)
#undef HPM_X
};

static const struct {
    const char *name;
    int os[2];
} aliases[] = {
#define HPM_X(name, first, second) { name, { first, second } },
    HPM_OS_ALIASES (HPM_X)
#undef HPM_X
};

#define COUNT(array) ((int)(sizeof (array) / sizeof (array)[0]))

static int
find_os_event (const char *name)
{
    for (int i = 0; i < COUNT (os_events); i++)
        if (!strcmp (os_events[i].name, name))
            return i;
    return -1;
}

static int
find_alias (const char *name)
{
    for (int i = 0; i < COUNT (aliases); i++)
        if (!strcmp (aliases[i].name, name))
            return i;
    return -1;
}

static void
copy_text (char *to, size_t size, const char *from)
{
    hpm_text_field (to, size, from, strlen (from));
}

/* ---- choosing ----------------------------------------------------------- */

/* What to count when nobody asked.  */
static void
default_events (struct hpm_event_list *list)
{
    for (int i = 0; hpm_default_events[i]; i++)
        hpm_event_list_add (list, hpm_default_events[i]);
}

/* What the program exports itself.  */
static void
program_events (const struct hpm_backend *backend, struct hpm_event_list *list)
{
    hpm_text128 names[MAX_PROGRAM_EVENTS];
    int n = 0;

    if (backend && backend->program_events)
        n = backend->program_events (names, MAX_PROGRAM_EVENTS);
    for (int i = 0; i < n; i++)
        hpm_event_list_add (list, names[i]);
}

/* An event chosen by default that can't be counted is not worth a column on
 * every machine: only these two stay, to say why there is no hardware count. */
static int
worth_a_column (const struct hpm_backend_event *event, int by_default)
{
    return !by_default || event->reason == HPM_REASON_NONE
           || event->reason == HPM_REASON_OTHER_RANKS
           || !strcmp (event->record.name, "PAPI_TOT_CYC")
           || !strcmp (event->record.name, "PAPI_TOT_INS");
}

static void
add_column (struct hpm_event_table *table,
            const struct hpm_event_record *record, int backend, const int *os)
{
    struct hpm_column *column = &table->columns[table->count];

    column->node = -1;
    column->backend = backend;
    column->os[0] = os ? os[0] : HPM_OS_EVENT_COUNT;
    column->os[1] = os ? os[1] : HPM_OS_EVENT_COUNT;
    table->records[table->count++] = *record;
}

static void
add_os_column (struct hpm_event_table *table, const struct os_source *source,
               const struct hpm_event_list *list, const char *name,
               const int *os)
{
    struct hpm_event_record record
        = { .scope = source->scope, .kind = source->kind };

    copy_text (record.name, sizeof record.name, name);
    copy_text (record.unit, sizeof record.unit, source->unit);
    copy_text (record.source, sizeof record.source, "os");
    copy_text (record.description, sizeof record.description,
               source->description);
    add_column (table, &record, -1, os);
    table->columns[table->count - 1].named
        = hpm_event_list_find (list, name) >= 0;
}

/* An event of the node has a column, without counts, on every rank: so all have
 * the same table.  One that is not there keeps it, too, to say why.  */
static void
add_node_column (struct hpm_event_table *table, const char *name,
                 const char *sysfs)
{
    struct hpm_event_record record
        = { .scope = HPM_SCOPE_NODE, .kind = HPM_KIND_COUNT };
    struct hpm_node_event *event = &table->nodes[table->node_count];

    if (hpm_node_event_read (event, sysfs, name, NULL))
        hpm_node_event_release (event);
    copy_text (record.name, sizeof record.name, name);
    copy_text (record.unit, sizeof record.unit,
               *event->unit ? event->unit : "1");
    copy_text (record.source, sizeof record.source, "node");
    copy_text (record.description, sizeof record.description,
               "counted for each host, on one processor a socket");
    add_column (table, &record, -1, NULL);
    table->columns[table->count - 1].node = table->node_count++;
}

/* Give the backend what it is to count, in the order asked for.  */
static void
select_backend_events (struct hpm_event_table *table,
                       const struct hpm_event_list *list,
                       const struct hpm_rotation *rotation,
                       enum hpm_reason reason)
{
    int selected;

    table->asked = calloc ((size_t)list->count + 1, sizeof *table->asked);
    if (!table->asked)
        return;
    for (int i = 0; i < list->count; i++) {
        struct hpm_backend_event *event = &table->asked[table->backend_count];

        if (find_os_event (list->names[i]) >= 0
            || find_alias (list->names[i]) >= 0
            || hpm_node_event_is (list->names[i]))
            continue;
        copy_text (event->record.name, sizeof event->record.name,
                   list->names[i]);
        copy_text (event->record.unit, sizeof event->record.unit, "1");
        copy_text (event->record.source, sizeof event->record.source, "papi");
        event->reason = reason;
        table->backend_count++;
    }
    selected = table->backend_count;
    if (table->backend && rotation->common > 0)
        selected = hpm_rotation_choose (rotation, table->backend, table->asked,
                                        table->backend_count);
    if (table->backend)
        table->backend->select (table->asked, selected);
}

static int
find_asked (const struct hpm_event_table *table, const char *name)
{
    for (int i = 0; i < table->backend_count; i++)
        if (!strcmp (table->asked[i].record.name, name))
            return i;
    return -1;
}

static void
make_columns (struct hpm_event_table *table, const struct hpm_event_list *list,
              int by_default, const char *sysfs)
{
    int most = list->count + COUNT (os_events);

    table->records
        = calloc ((size_t)most + COUNT (mpi_events), sizeof *table->records);
    table->columns = calloc ((size_t)most, sizeof *table->columns);
    table->nodes = calloc ((size_t)list->count + 1, sizeof *table->nodes);
    if (!table->records || !table->columns || !table->nodes)
        return;
    /* In the order of the list, which is the same on all ranks.  */
    for (int i = 0; i < list->count; i++) {
        int a = find_asked (table, list->names[i]);

        if (a >= 0 && worth_a_column (&table->asked[a], by_default))
            add_column (table, &table->asked[a].record, a, NULL);
    }
    for (int i = 0; i < list->count; i++) {
        int a = find_alias (list->names[i]);

        if (a >= 0)
            add_os_column (table, &os_events[aliases[a].os[0]], list,
                           list->names[i], aliases[a].os);
    }
    for (int i = 0; i < list->count; i++)
        if (hpm_node_event_is (list->names[i]))
            add_node_column (table, list->names[i], sysfs);
    for (int i = 0; i < COUNT (os_events); i++)
        add_os_column (table, &os_events[i], list, os_events[i].name,
                       os_events[i].os);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo): tells whether ranks have the same table.
 */
static uint64_t
hash_of (const void *data, size_t bytes)
{
    const unsigned char *at = data;
    uint64_t hash = 0xcbf29ce484222325u;

    while (bytes--)
        hash = (hash ^ *at++) * 0x100000001b3u;
    return hash;
}

static void
set_width (struct hpm_event_table *table, int width)
{
    table->width = width;
    table->hash
        = hash_of (table->records, (size_t)width * sizeof *table->records);
}

/* Whether the program is linked to PAPI's libsde and may export events.  */
static int
program_may_export (void)
{
    return dlsym (RTLD_DEFAULT, "papi_sde_init") != NULL;
}

/* Why loading PAPI would be for nothing: it takes 3 ms and 400 page faults, and
 * on a machine without counters it has only what the program exports or the
 * user names.  */
static enum hpm_reason
nothing_to_count (const struct hpm_options *options)
{
    struct hpm_probe probe;

    if (options->backend.choice == HPM_BACKEND_NONE)
        return HPM_REASON_NO_BACKEND;
    if (options->backend.path || *options->events || program_may_export ())
        return HPM_REASON_NONE;
    hpm_probe_read (&probe, options->domain);
    return hpm_probe_obstacle (&probe);
}

/* Load and open the backend.  Returns why it can't count, and says so in
 * table->problem.  */
static enum hpm_reason
open_backend (struct hpm_event_table *table, const struct hpm_options *options)
{
    struct hpm_error error = { "" };
    enum hpm_reason reason = nothing_to_count (options);

    if (reason != HPM_REASON_NONE) {
        copy_text (table->problem, sizeof table->problem,
                   hpm_reason_text (reason));
        return reason;
    }
    table->backend = hpm_backend_load (options->backend.path, &error);
    if (!table->backend) {
        copy_text (table->problem, sizeof table->problem, error.text);
        if (!options->backend.path)
            return HPM_REASON_NO_PAPI;
        table->fault = HPM_FAULT_BACKEND;
        return HPM_REASON_NO_BACKEND;
    }
    reason = table->backend->open (options->domain,
                                   options->multiplex
                                           && !hpm_rotation_wanted (options)
                                       ? HPM_BACKEND_MULTIPLEX
                                       : 0,
                                   &table->backend_version);
    if (reason != HPM_REASON_NONE) {
        copy_text (table->problem, sizeof table->problem,
                   hpm_reason_text (reason));
        table->backend = NULL;
    }
    return reason;
}

/* Whether a counter is named that is dear for a thread of a short life.  */
static int
names_files (const struct hpm_event_table *table)
{
    static const enum hpm_os_event dear[]
        = { HPM_OS_WAIT_TIME, HPM_OS_CPU_MIGRATIONS, HPM_OS_BYTES_READ,
            HPM_OS_BYTES_WRITTEN };

    for (int i = 0; i < table->count; i++)
        for (int k = 0; k < COUNT (dear); k++)
            if (table->columns[i].named
                && table->columns[i].os[0] == (int)dear[k])
                return 1;
    return 0;
}

void
hpm_event_table_open (struct hpm_event_table *table,
                      const struct hpm_options *options, int rank, int ranks)
{
    struct hpm_rotation rotation = { .domain = options->domain,
                                     .rank = rank,
                                     .ranks = ranks,
                                     .lists = options->events };
    struct hpm_event_list list = { NULL, 0 };
    struct hpm_error error = { "" };
    int by_default = !*options->events;
    enum hpm_reason reason;

    memset (table, 0, sizeof *table);
    reason = open_backend (table, options);
    if (!by_default && hpm_event_list_parse (&list, options->events, &error)) {
        copy_text (table->problem, sizeof table->problem, error.text);
        table->fault = HPM_FAULT_EVENTS;
    }
    if (by_default && options->backend.choice != HPM_BACKEND_NONE)
        default_events (&list);
    /* Metrics of a group may be made of them.  */
    if (by_default || *options->groups)
        program_events (table->backend, &list);
    if (hpm_rotation_wanted (options) && table->backend)
        rotation.common = hpm_event_split_common (&list);
    select_backend_events (table, &list, &rotation, reason);
    make_columns (table, &list, by_default, options->sysfs);
    table->asks_files = names_files (table);
    table->by_group = *options->groups != '\0';
    set_width (table, table->count);
    hpm_event_list_release (&list);
}

void
hpm_event_table_add_calls (struct hpm_event_table *table)
{
    if (!table->count)
        return;
    memcpy (table->records + table->count, mpi_events, sizeof mpi_events);
    set_width (table, table->count + COUNT (mpi_events));
}

void
hpm_event_table_close (struct hpm_event_table *table)
{
    if (table->backend)
        table->backend->close ();
    free (table->records);
    free (table->columns);
    free (table->asked);
    for (int i = 0; i < table->node_count; i++)
        hpm_node_event_release (&table->nodes[i]);
    free (table->nodes);
    memset (table, 0, sizeof *table);
}
