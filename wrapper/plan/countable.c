/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/plan/countable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/node_event.h"
#include "base/event/probe.h"
#include "base/text.h"
#include "wrapper/plan/events.h"

#define MPI_PREFIX "mpi::"

static int
is_of_mpi (const char *event)
{
    return strncmp (event, MPI_PREFIX, strlen (MPI_PREFIX)) == 0;
}

/* "PMU/EVENT/", also where it is a pattern.  */
static int
is_of_node (const char *event)
{
    const char *slash = strchr (event, '/');

    return slash && slash[1] && event[strlen (event) - 1] == '/';
}

static int
is_of_program (const char *event)
{
    return (strchr (event, '*') && !is_of_node (event))
           || hpm_event_origin (event) == HPM_ORIGIN_PROGRAM;
}

static int
collect (const char *name, void *data)
{
    return hpm_event_list_add (data, name);
}

/* Why an event of the node, or the first that matches a pattern, can't be
 * counted.  */
static int
reason_of_node (const struct hpm_countable *countable, const char *name)
{
    int reason = HPM_REASON_NO_SUCH_EVENT;
    struct hpm_node_event event;

    if (strchr (name, '*')) {
        for (int i = 0; i < countable->nodes.count; i++)
            if (hpm_text_match (name, countable->nodes.names[i]))
                return reason_of_node (countable, countable->nodes.names[i]);
        return reason;
    }
    if (!hpm_node_event_read (&event, countable->sysfs, name, NULL))
        reason = (int)hpm_probe_node_reason (hpm_probe_node (&event));
    hpm_node_event_release (&event);
    return reason;
}

/* Those names of a list that only the backend can tell about; the caller frees
 * them.  NULL without memory.  */
static struct hpm_backend_event *
backend_events (const struct hpm_event_list *list, int *count)
{
    struct hpm_backend_event *events
        = calloc ((size_t)list->count + 1, sizeof *events);

    *count = 0;
    for (int i = 0; events && i < list->count; i++)
        if (hpm_event_origin (list->names[i]) == HPM_ORIGIN_BACKEND
            && !is_of_mpi (list->names[i]) && !is_of_program (list->names[i]))
            snprintf (events[(*count)++].record.name,
                      sizeof events->record.name, "%s", list->names[i]);
    return events;
}

/* Forget what was selected.  */
static void
reopen (struct hpm_countable *countable)
{
    const struct hpm_backend *backend = countable->source.backend;

    backend->close ();
    countable->source.reason = backend->open (
        countable->domain, countable->flags, &countable->source.version);
    if (countable->source.reason)
        countable->source.backend = NULL;
}

int
hpm_countable_open (struct hpm_countable *countable,
                    const struct hpm_options *options, const char *backend,
                    const struct hpm_event_list *names, int program)
{
    memset (countable, 0, sizeof *countable);
    countable->domain = options->domain;
    countable->flags = options->multiplex ? HPM_BACKEND_MULTIPLEX : 0;
    countable->mpi = options->mpi != HPM_MPI_OFF;
    countable->program = program;
    countable->sysfs = options->sysfs;
    hpm_node_event_list (options->sysfs, collect, &countable->nodes);
    countable->events = backend_events (names, &countable->count);
    hpm_source_open (&countable->source, backend, options);
    if (!countable->events)
        return -1;
    if (countable->source.backend && countable->count) {
        countable->source.backend->select (countable->events, countable->count);
        reopen (countable);
        return 0;
    }
    for (int i = 0; i < countable->count; i++)
        countable->events[i].reason = countable->source.reason
                                          ? countable->source.reason
                                          : HPM_REASON_NO_PAPI;
    return 0;
}

void
hpm_countable_close (struct hpm_countable *countable)
{
    hpm_source_close (&countable->source);
    free (countable->events);
    countable->events = NULL;
    hpm_event_list_release (&countable->nodes);
}

int
hpm_countable_reason (const struct hpm_countable *countable, const char *event)
{
    if (is_of_mpi (event))
        return countable->mpi ? HPM_REASON_NONE : HPM_REASON_NOT_TIMED;
    if (is_of_node (event))
        return reason_of_node (countable, event);
    if (is_of_program (event))
        return countable->program ? HPM_REASON_NONE : HPM_REASON_NO_SUCH_EVENT;
    if (hpm_event_origin (event) != HPM_ORIGIN_BACKEND)
        return HPM_REASON_NONE;
    for (int i = 0; i < countable->count; i++)
        if (strcmp (countable->events[i].record.name, event) == 0)
            return (int)countable->events[i].reason;
    return HPM_REASON_NO_SUCH_EVENT;
}

int
hpm_countable_can (const char *event, void *countable)
{
    int reason = hpm_countable_reason (countable, event);

    return reason == HPM_REASON_NONE || reason == HPM_REASON_CONFLICT;
}

int
hpm_countable_add (const struct hpm_countable *countable,
                   struct hpm_event_list *list, const char *event)
{
    int failed = 0;

    if (is_of_mpi (event) || (strchr (event, '*') && !is_of_node (event)))
        return 0;
    if (!strchr (event, '*'))
        return hpm_event_list_add (list, event);
    for (int i = 0; i < countable->nodes.count; i++)
        if (hpm_text_match (event, countable->nodes.names[i]))
            failed |= hpm_event_list_add (list, countable->nodes.names[i]);
    return failed;
}

int
hpm_countable_fits (struct hpm_countable *countable,
                    const struct hpm_event_list *list)
{
    int count, fits = 1;
    struct hpm_backend_event *events = backend_events (list, &count);

    if (events && count && countable->source.backend) {
        countable->source.backend->select (events, count);
        for (int i = 0; i < count; i++)
            fits &= events[i].reason != HPM_REASON_CONFLICT;
        reopen (countable);
    }
    free (events);
    return fits;
}
