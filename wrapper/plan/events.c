/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/plan/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/event/event_list.h"
#include "base/event/event_split.h"
#include "base/event/node_event.h"
#include "base/quality.h"
#include "hpm_os_events.h"
#include "hpm_topdown_events.h"

#define OFFERED 3 /* nearest names in an error */
#define PRESET_PREFIX "PAPI_"
#define PROGRAM_PREFIX "sde:::"

static const char *const os_names[] = {
#define HPM_X(identifier, name, unit, scope, kind, description) name,
    HPM_OS_EVENTS (HPM_X)
#undef HPM_X
};

static const char *const alias_names[] = {
#define HPM_X(alias, first, second) alias,
    HPM_OS_ALIASES (HPM_X)
#undef HPM_X
};

static const char *const topdown_names[] = {
#define HPM_X(name, description) "perf::" name,
    HPM_TOPDOWN_EVENTS (HPM_X)
#undef HPM_X
};

#define ROWS(table) (sizeof (table) / sizeof *(table))

static int
among (const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp (name, names[i]) == 0)
            return 1;
    return 0;
}

enum hpm_event_origin
hpm_event_origin (const char *name)
{
    if (among (name, os_names, ROWS (os_names)))
        return HPM_ORIGIN_OS;
    if (among (name, alias_names, ROWS (alias_names)))
        return HPM_ORIGIN_ALIAS;
    if (strncmp (name, PROGRAM_PREFIX, strlen (PROGRAM_PREFIX)) == 0)
        return HPM_ORIGIN_PROGRAM;
    return hpm_node_event_is (name) ? HPM_ORIGIN_SYSFS : HPM_ORIGIN_BACKEND;
}

/* ---- unknown names ------------------------------------------------------ */

static int
collect (const struct hpm_event_record *event, int available, void *data)
{
    (void)available;
    return hpm_event_list_add (data, event->name) != 0;
}

/* Every name somebody knows.  */
static void
collect_all (struct hpm_event_list *known, const struct hpm_source *source)
{
    for (size_t i = 0; i < ROWS (os_names); i++)
        hpm_event_list_add (known, os_names[i]);
    for (size_t i = 0; i < ROWS (alias_names); i++)
        hpm_event_list_add (known, alias_names[i]);
    if (source->backend)
        source->backend->list (collect, known);
}

int
hpm_events_unknown (const char *name, const struct hpm_event_list *known,
                    struct hpm_error *error)
{
    const char *nearest[OFFERED];
    int count = hpm_names_nearest (name, (const char *const *)known->names,
                                   known->count, nearest, OFFERED);
    char offer[3 * 128 + 32] = "";

    if (!access (name, F_OK))
        return hpm_error_set (error,
                              "%s is a file: --events takes names of events, "
                              "separated by commas",
                              name);
    for (int i = 0; i < count; i++)
        snprintf (offer + strlen (offer), sizeof offer - strlen (offer), "%s%s",
                  i ? i + 1 < count ? ", " : " or " : "", nearest[i]);
    if (count)
        return hpm_error_set (error, "unknown event %s; did you mean %s?", name,
                              offer);
    return hpm_error_set (error, "unknown event %s; see hpmrun --list=events",
                          name);
}

/* ---- events of a backend ------------------------------------------------ */

struct request {
    struct hpm_backend_event *events;
    int count;
};

/* The events of the list that only a backend can tell about.  */
static int
request_fill (struct request *request, const struct hpm_event_list *list)
{
    request->events = calloc (list->count + 1, sizeof *request->events);
    request->count = 0;
    if (!request->events)
        return -1;
    for (int i = 0; i < list->count; i++)
        if (hpm_event_origin (list->names[i]) == HPM_ORIGIN_BACKEND)
            snprintf (request->events[request->count++].record.name,
                      sizeof request->events->record.name, "%s",
                      list->names[i]);
    return 0;
}

/* Length of the part of a name that says whose event it is: "PAPI_" or what
 * ends in "::", of a component in ":::".  0 if there is none.  */
static size_t
family_length (const char *name)
{
    const char *colons = strstr (name, "::");

    if (strncmp (name, PRESET_PREFIX, strlen (PRESET_PREFIX)) == 0)
        return strlen (PRESET_PREFIX);
    if (!colons)
        return 0;
    return (size_t)(colons + 2 + (colons[2] == ':') - name);
}

/* Whether the list has this event; unit masks and modifiers (":u=1") behind a
 * native event are not in it.  */
static int
listed (const char *name, const struct hpm_event_list *known)
{
    size_t family = family_length (name);
    size_t length = family + strcspn (name + family, ":");

    for (int i = 0; i < known->count; i++)
        if (strncmp (known->names[i], name, length) == 0
            && strchr (":", known->names[i][length]))
            return 1;
    return 0;
}

/* Whether all events of the same family would be in the list.  Those that stand
 * there on any processor tell nothing of the others: where libpfm does not know
 * the processor, PAPI lists no event of "perf::".  */
static int
family_listed (const char *name, const struct hpm_event_list *known)
{
    size_t length = family_length (name);

    for (int i = 0; length && i < known->count; i++)
        if (strncmp (known->names[i], name, length) == 0
            && hpm_event_origin (known->names[i]) != HPM_ORIGIN_ALIAS
            && !among (known->names[i], topdown_names, ROWS (topdown_names)))
            return 1;
    return 0;
}

/* Whether no machine at all has the event, as far as the backend can tell.  */
static int
is_nowhere (const char *name, const struct hpm_source *source)
{
    return source->backend && source->backend->knows
           && strncmp (name, PRESET_PREFIX, strlen (PRESET_PREFIX)) != 0
           && !source->backend->knows (name);
}

/* "COMPONENT:::NAME" without one of the two.  */
static int
lacks_a_part (const char *name)
{
    const char *colons = strstr (name, ":::");

    return colons && (colons == name || colons[3] == '\0');
}

/* A name is wrong when the backend offers no such event, on no machine: a known
 * preset that this processor lacks is not.  Where there are no counters, the
 * backend may give that as the reason for a wrong name, too.  */
static int
find_unknown (const struct request *request, const struct hpm_source *source,
              struct hpm_error *error)
{
    struct hpm_event_list known = { NULL, 0 };
    int failed = 0;

    for (int i = 0; i < request->count && !failed; i++) {
        const char *name = request->events[i].record.name;
        int reason = request->events[i].reason;

        if (source->backend
            && (reason == HPM_REASON_NONE || reason == HPM_REASON_CONFLICT))
            continue;
        if (known.count == 0)
            collect_all (&known, source);
        if (lacks_a_part (name)
            || (!listed (name, &known)
                && (reason == HPM_REASON_NO_SUCH_EVENT
                    || family_listed (name, &known)))
            || is_nowhere (name, source))
            failed = hpm_events_unknown (name, &known, error);
    }
    hpm_event_list_release (&known);
    return failed;
}

/* The names with this reason, separated by commas.  Returns how many.  */
static int
put_names (FILE *out, const struct request *request, enum hpm_reason reason)
{
    int count = 0;

    for (int i = 0; i < request->count; i++)
        if (request->events[i].reason == reason)
            fprintf (out, "%s%s", count++ ? ", " : "",
                     request->events[i].record.name);
    return count;
}

/* One warning for all events with this reason.  */
static void
warn_reason (const struct request *request, enum hpm_reason reason,
             const char *because, hpm_warn_fn *warn, void *data)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int count;

    if (!out)
        return;
    count = put_names (out, request, reason);
    fprintf (out, " will not be counted, because %s", because);
    if (*hpm_reason_remedy (reason))
        fprintf (out, " (%s)", hpm_reason_remedy (reason));
    if (fclose (out) == 0 && count)
        warn (text, data);
    free (text);
}

/* One warning for each event of a component that the source lacks.  */
static void
warn_component (const struct request *request, const char *parts,
                hpm_warn_fn *warn, void *data)
{
    char text[1024];

    for (int i = 0; i < request->count; i++) {
        const char *name = request->events[i].record.name;

        if (request->events[i].reason != HPM_REASON_NO_COMPONENT)
            continue;
        snprintf (text, sizeof text,
                  "%s will not be counted, because this PAPI has no component "
                  "%.*s; it has %s",
                  name, (int)strcspn (name, ":"), name, parts);
        warn (text, data);
    }
}

static void
warn_uncounted (const struct request *request, const struct hpm_source *source,
                hpm_warn_fn *warn, void *data)
{
    if (!source->backend && source->reason == HPM_REASON_NONE)
        warn_reason (request, HPM_REASON_NONE, "there is no backend", warn,
                     data);
    for (int reason = 1; reason < HPM_REASON_COUNT; reason++)
        if (reason == HPM_REASON_NO_COMPONENT && source->backend
            && source->backend->parts)
            warn_component (request, source->backend->parts (), warn, data);
        else
            warn_reason (request, reason, hpm_reason_text (reason), warn, data);
    if (*source->error.text)
        warn (source->error.text, data);
}

static int
ask (struct request *request, const struct hpm_options *options,
     struct hpm_source *source, hpm_warn_fn *warn, void *data,
     struct hpm_error *error)
{
    if (source->backend)
        source->backend->select (request->events, request->count);
    else
        for (int i = 0; i < request->count; i++)
            request->events[i].reason = source->reason;
    if (find_unknown (request, source, error)
        || (source->backend
            && hpm_events_check_conflict (options, source->backend,
                                          request->events, request->count,
                                          error)))
        return -1;
    warn_uncounted (request, source, warn, data);
    return 0;
}

static int
refuse_both (const struct hpm_options *options, struct hpm_error *error)
{
    char turns[256], rotate[256];

    return hpm_error_set (
        error, "%s and %s=ranks exclude each other: choose one",
        hpm_options_name (options, HPM_SETTING_multiplex, turns, sizeof turns),
        hpm_options_name (options, HPM_SETTING_rotate, rotate, sizeof rotate));
}

/* Blanks alone would count nothing, silently.  */
static int
refuse_none (const struct hpm_options *options, struct hpm_error *error)
{
    char name[256];

    return hpm_error_set (
        error, "%s has no event in it: \"%s\"",
        hpm_options_name (options, HPM_SETTING_events, name, sizeof name),
        options->events);
}

int
hpm_events_check (const struct hpm_options *options,
                  const struct hpm_places *places, hpm_warn_fn *warn,
                  void *data, struct hpm_error *error)
{
    struct hpm_event_list list = { NULL, 0 };
    struct request request = { NULL, 0 };
    struct hpm_source source;
    int rotate = options->rotate == HPM_ROTATE_RANKS;
    int failed = 0;

    if (rotate && options->multiplex)
        return refuse_both (options, error);
    if (*options->events == '\0')
        return 0;
    if (hpm_event_list_parse (&list, options->events, error))
        return -1;
    if (!list.count)
        return refuse_none (options, error);
    if ((rotate && hpm_event_split_common (&list) < 0)
        || request_fill (&request, &list))
        failed = hpm_error_set (error, "out of memory");
    else if (hpm_events_check_nodes (options, &list, warn, data, error))
        failed = -1;
    else if (request.count) {
        hpm_source_open (&source, places->backend, options);
        failed = ask (&request, options, &source, warn, data, error);
        hpm_source_close (&source);
    }
    free (request.events);
    hpm_event_list_release (&list);
    return failed;
}
