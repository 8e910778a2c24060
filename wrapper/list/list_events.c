/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/list.h"

#include <libsmartcols.h>
#include <stdio.h>
#include <string.h>

#include "base/event/node_event.h"
#include "base/event/probe.h"
#include "base/quality.h"
#include "hpm_os_events.h"
#include "wrapper/plan/backend_load.h"
#include "wrapper/launch/table.h"

enum {
#define HPM_X(alias, first, second) +1
    HPM_ALIAS_COUNT = 0 HPM_OS_ALIASES (HPM_X)
#undef HPM_X
};

static const char *const event_headings[]
    = { "EVENT", "HERE", "UNIT", "WHAT IT COUNTS", NULL };

/* The table, and which aliases the backend itself offers.  */
struct listing {
    struct libscols_table *table;
    int offered[HPM_ALIAS_COUNT];
};

static int
add_event (struct libscols_table *table, const char *name, int available,
           const char *unit, const char *description)
{
    return hpm_table_add (table,
                          (const char *const[]){ name, available ? "yes" : "no",
                                                 unit, description });
}

static int
add_backend_event (const struct hpm_event_record *event, int available,
                   void *data)
{
    static const char *const aliases[] = {
#define HPM_X(alias, first, second) alias,
        HPM_OS_ALIASES (HPM_X)
#undef HPM_X
    };
    struct listing *listing = data;

    for (int i = 0; i < HPM_ALIAS_COUNT; i++)
        if (strcmp (event->name, aliases[i]) == 0)
            listing->offered[i] = 1;
    return add_event (listing->table, event->name, available, event->unit,
                      event->description);
}

static int
add_os_events (struct libscols_table *table)
{
    int failed = 0;

#define HPM_X(identifier, name, unit, scope, kind, description)                \
    failed |= add_event (table, name, 1, unit, description);
    HPM_OS_EVENTS (HPM_X)
#undef HPM_X
    return failed;
}

/* Names of perf for the counters above, those that no backend offers.  */
static int
add_aliases (const struct listing *listing)
{
    static const char *const os_names[] = {
#define HPM_X(identifier, name, unit, scope, kind, description) name,
        HPM_OS_EVENTS (HPM_X)
#undef HPM_X
            NULL
    };
    char text[128];
    int failed = 0, i = 0;

#define HPM_X(alias, first, second)                                            \
    snprintf (text, sizeof text, "%s%s%s", os_names[first],                    \
              os_names[second] ? " + " : "",                                   \
              os_names[second] ? os_names[second] : "");                       \
    if (!listing->offered[i++])                                                \
        failed |= add_event (listing->table, alias, 1, "", text);
    HPM_OS_ALIASES (HPM_X)
#undef HPM_X
    return failed;
}

struct node_listing {
    struct libscols_table *table;
    const char *sysfs;
    int failed;
};

static int
add_node_event (const char *name, void *data)
{
    struct node_listing *listing = data;
    struct hpm_node_event event;

    if (hpm_node_event_read (&event, listing->sysfs, name, NULL) == 0)
        listing->failed |= add_event (
            listing->table, name, hpm_probe_node (&event) == 0, event.unit,
            "for each host, on one processor a socket");
    hpm_node_event_release (&event);
    return listing->failed;
}

static int
add_node_events (struct libscols_table *table, const char *sysfs)
{
    struct node_listing listing = { table, sysfs, 0 };

    hpm_node_event_list (sysfs, add_node_event, &listing);
    return listing.failed;
}

int
hpm_list_events (const struct hpm_options *options,
                 const struct hpm_places *places, struct hpm_error *error)
{
    struct listing listing = { hpm_table_create (event_headings), { 0 } };
    struct hpm_source source;
    int failed;

    if (!listing.table)
        return hpm_error_set (error, "out of memory");
    hpm_source_open (&source, places->backend, options);
    failed = add_os_events (listing.table);
    if (source.backend)
        source.backend->list (add_backend_event, &listing);
    failed |= add_aliases (&listing);
    failed |= add_node_events (listing.table, options->sysfs);
    failed |= hpm_table_print (listing.table);
    printf ("\nHERE tells whether this machine can count the event by itself. "
            "A program's own\ncounters are sde:::LIBRARY::NAME.\n");
    if (source.reason)
        printf ("There is no more, because %s.\n",
                hpm_reason_text (source.reason));
    if (*source.error.text)
        printf ("%s\n", source.error.text);
    hpm_source_close (&source);
    return failed ? hpm_error_set (error, "out of memory") : 0;
}
