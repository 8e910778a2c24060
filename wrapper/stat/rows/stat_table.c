/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/stat_table.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/event/probe.h"
#include "base/text.h"
#include "include/hpm_os_events.h"
#include "wrapper/plan/events.h"
#include "wrapper/plan/groups.h"

#define HPM_X(identifier, name, unit, source, what, always, description)       \
    { name, unit, description, HPM_STAT_##source, what, always },
static const struct hpm_stat_system of_processors[]
    = { HPM_PROCESSOR_EVENTS (HPM_X) };
static const struct hpm_stat_system of_processes[]
    = { HPM_PROCESS_EVENTS (HPM_X) };
#undef HPM_X

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))

static const struct hpm_stat_system *
find_system (const struct hpm_stat_table *table, const char *name)
{
    for (int i = 0; i < table->known_count; i++)
        if (!strcmp (table->known[i].name, name))
            return &table->known[i];
    return NULL;
}

int
hpm_stat_table_find (const struct hpm_stat_table *table, const char *name)
{
    for (int i = 0; i < table->events.count; i++)
        if (!strcmp (table->events.records[i].name, name))
            return i;
    return -1;
}

/* ---- what was asked for ------------------------------------------------- */

/* What is counted of threads alone has no count here.  */
static int
check_origin (const struct hpm_stat_table *table, const char *name,
              struct hpm_error *error)
{
    if (find_system (table, name) || hpm_event_origin (name) != HPM_ORIGIN_OS)
        return 0;
    return hpm_error_set (
        error,
        "%s is known of programs, not of %s: hpmrun counts "
        "it",
        name,
        table->known == of_processors ? "processors" : "processes of others");
}

/* The events that somebody but this table has to know, as a list with commas.
 * The options' own list keeps what was asked for.  */
static int
check_events (const struct hpm_stat_table *table, struct hpm_options *options,
              const struct hpm_places *places,
              const struct hpm_event_list *list, hpm_warn_fn *warn, void *data,
              struct hpm_error *error)
{
    struct hpm_options asked = *options; /* shares all texts but one */
    size_t size = 1;
    char *names;
    int failed = 0;

    for (int i = 0; i < list->count; i++)
        size += strlen (list->names[i]) + 1;
    names = calloc (size, 1);
    if (!names)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < list->count && !failed; i++) {
        failed = check_origin (table, list->names[i], error);
        if (find_system (table, list->names[i]))
            continue;
        strcat (names, *names ? "," : "");
        strcat (names, list->names[i]);
    }
    asked.events = names;
    if (!failed && *names)
        failed = hpm_events_check (&asked, places, warn, data, error);
    free (names);
    return failed ? -1 : 0;
}

/* What a group names of the system's counters of threads is left out: what of
 * these there is of processors has a column anyway.  */
static int
read_events (struct hpm_event_list *list, const struct hpm_options *options,
             struct hpm_error *error)
{
    struct hpm_event_list all;

    if (hpm_event_list_parse (&all, options->events, error))
        return -1;
    for (int i = 0; i < all.count; i++)
        if (!*options->groups
            || hpm_event_origin (all.names[i]) != HPM_ORIGIN_OS)
            hpm_event_list_add (list, all.names[i]);
    hpm_event_list_release (&all);
    return 0;
}

/* ---- columns ------------------------------------------------------------ */

static void
copy_text (char *to, size_t size, const char *from)
{
    hpm_text_field (to, size, from, strlen (from));
}

static struct hpm_event_record *
add_column (struct hpm_stat_table *table, int backend, int node)
{
    struct hpm_event_table *events = &table->events;

    events->columns[events->count]
        = (struct hpm_column){ .backend = backend,
                               .os = { HPM_OS_EVENT_COUNT, HPM_OS_EVENT_COUNT },
                               .node = node };
    return &events->records[events->count++];
}

static void
add_system (struct hpm_stat_table *table, const struct hpm_stat_system *system)
{
    struct hpm_event_record *record;

    if (hpm_stat_table_find (table, system->name) >= 0)
        return;
    table->systems[table->events.count] = system;
    record = add_column (table, -1, -1);
    copy_text (record->name, sizeof record->name, system->name);
    copy_text (record->unit, sizeof record->unit, system->unit);
    copy_text (record->source, sizeof record->source, "os");
    copy_text (record->description, sizeof record->description,
               system->description);
    record->scope = HPM_SCOPE_THREAD;
    record->kind = HPM_KIND_COUNT;
}

static void
add_node (struct hpm_stat_table *table, const char *name, const char *sysfs)
{
    struct hpm_node_event *event
        = &table->events.nodes[table->events.node_count];
    struct hpm_event_record *record;

    if (hpm_node_event_read (event, sysfs, name, NULL))
        hpm_node_event_release (event);
    record = add_column (table, -1, table->events.node_count++);
    copy_text (record->name, sizeof record->name, name);
    copy_text (record->unit, sizeof record->unit,
               *event->unit ? event->unit : "1");
    copy_text (record->source, sizeof record->source, "node");
    copy_text (record->description, sizeof record->description,
               "counted for each host, on one processor a socket");
    record->scope = HPM_SCOPE_NODE;
    record->kind = HPM_KIND_COUNT;
}

/* An event chosen by default that can't be counted has no column, but for two
 * that say why there is no hardware count.  */
static int
worth_a_column (const struct hpm_backend_event *event, int by_default)
{
    return !by_default || event->reason == HPM_REASON_NONE
           || !strcmp (event->record.name, "PAPI_TOT_CYC")
           || !strcmp (event->record.name, "PAPI_TOT_INS");
}

static void
select_events (struct hpm_stat_table *table, const struct hpm_event_list *list,
               enum hpm_reason reason)
{
    struct hpm_event_table *events = &table->events;

    for (int i = 0; i < list->count; i++) {
        struct hpm_backend_event *event = &events->asked[events->backend_count];

        if (find_system (table, list->names[i])
            || hpm_node_event_is (list->names[i]))
            continue;
        copy_text (event->record.name, sizeof event->record.name,
                   list->names[i]);
        copy_text (event->record.unit, sizeof event->record.unit, "1");
        copy_text (event->record.source, sizeof event->record.source, "papi");
        event->reason = reason;
        events->backend_count++;
    }
    if (events->backend)
        events->backend->select (events->asked, events->backend_count);
}

/* As hpmrun orders them: the backend's, the system's that were asked for, the
 * node's, all others of the system's.  */
static void
make_columns (struct hpm_stat_table *table, const struct hpm_event_list *list,
              const struct hpm_options *options)
{
    struct hpm_event_table *events = &table->events;

    for (int i = 0; i < events->backend_count; i++)
        if (worth_a_column (&events->asked[i], !*options->events))
            *add_column (table, i, -1) = events->asked[i].record;
    for (int i = 0; i < list->count; i++)
        if (find_system (table, list->names[i]))
            add_system (table, find_system (table, list->names[i]));
    for (int i = 0; i < list->count; i++)
        if (hpm_node_event_is (list->names[i]))
            add_node (table, list->names[i], options->sysfs);
    table->asked = events->count;
    for (int i = 0; i < table->known_count; i++)
        if (table->known[i].always)
            add_system (table, &table->known[i]);
    events->width = events->count;
}

static int
allocate (struct hpm_stat_table *table, int count)
{
    size_t most = (size_t)count + (size_t)table->known_count;
    struct hpm_event_table *events = &table->events;

    events->records = calloc (most, sizeof *events->records);
    events->columns = calloc (most, sizeof *events->columns);
    events->asked = calloc (most, sizeof *events->asked);
    events->nodes = calloc (most, sizeof *events->nodes);
    table->systems = calloc (most, sizeof *table->systems);
    return events->records && events->columns && events->asked && events->nodes
                   && table->systems
               ? 0
               : -1;
}

/* ---- open --------------------------------------------------------------- */

/* Whether there is anything to load the backend for.  */
static enum hpm_reason
open_source (struct hpm_stat_table *table, const struct hpm_options *options,
             const struct hpm_places *places)
{
    enum hpm_reason reason = HPM_REASON_NONE;
    struct hpm_probe probe;

    if (options->backend.choice == HPM_BACKEND_NONE && !options->backend.path)
        return HPM_REASON_NO_BACKEND;
    if (!options->backend.path && !*options->events) {
        hpm_probe_read (&probe, options->domain);
        reason = hpm_probe_obstacle (&probe);
    }
    if (reason != HPM_REASON_NONE)
        return reason;
    hpm_source_open (&table->source, places->backend, options);
    table->events.backend = table->source.backend;
    table->events.backend_version = table->source.version;
    if (table->source.backend && !table->source.backend->other_open)
        return HPM_REASON_NODE_LEVEL;
    return table->source.backend ? HPM_REASON_NONE : table->source.reason;
}

static void
add_defaults (struct hpm_event_list *list)
{
    for (int i = 0; hpm_default_events[i]; i++)
        hpm_event_list_add (list, hpm_default_events[i]);
}

static void
set_known (struct hpm_stat_table *table, enum hpm_target_kind kind)
{
    int processors = kind == HPM_TARGETS_PROCESSORS;

    table->known = processors ? of_processors : of_processes;
    table->known_count
        = processors ? ROWS (of_processors) : ROWS (of_processes);
}

int
hpm_stat_table_open (struct hpm_stat_table *table, struct hpm_options *options,
                     const struct hpm_places *places, enum hpm_target_kind kind,
                     hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    struct hpm_event_list list = { NULL, 0 };
    enum hpm_reason reason;
    int failed;

    memset (table, 0, sizeof *table);
    set_known (table, kind);
    failed = hpm_groups_apply (options, places, NULL, warn, data, error)
             || read_events (&list, options, error)
             || check_events (table, options, places, &list, warn, data, error);
    if (!failed && !*options->events)
        add_defaults (&list);
    if (!failed && allocate (table, list.count))
        failed = hpm_error_set (error, "out of memory");
    if (!failed) {
        table->by_default = !*options->events;
        reason = open_source (table, options, places);
        select_events (table, &list, reason);
        make_columns (table, &list, options);
    }
    hpm_event_list_release (&list);
    return failed ? -1 : 0;
}

void
hpm_stat_table_close (struct hpm_stat_table *table)
{
    struct hpm_event_table *events = &table->events;

    hpm_source_close (&table->source);
    for (int i = 0; i < events->node_count; i++)
        hpm_node_event_release (&events->nodes[i]);
    free (events->records);
    free (events->columns);
    free (events->asked);
    free (events->nodes);
    free (table->systems);
    memset (table, 0, sizeof *table);
}
