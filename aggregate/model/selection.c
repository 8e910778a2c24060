/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "aggregate/model/result.h"

#define OFFERED 3

int
hpm_selection_has (const struct hpm_event_list *patterns, const char *name)
{
    if (!patterns->count)
        return 1;
    for (int i = 0; i < patterns->count; i++)
        if (hpm_text_match (patterns->names[i], name))
            return 1;
    return 0;
}

/* A kind of thing that a run has: its names in one table.  */
struct kind {
    const char *noun;   /* "event" */
    const char *option; /* that shows all of them */
    const char **names; /* owned; the texts are the result's */
    int count;
};

static int
is_known (const struct kind *kind, const char *pattern)
{
    for (int i = 0; i < kind->count; i++)
        if (hpm_text_match (pattern, kind->names[i]))
            return 1;
    return 0;
}

static int
refuse (const struct kind *kind, const char *name, struct hpm_error *error)
{
    const char *nearest[OFFERED];
    int count
        = hpm_names_nearest (name, kind->names, kind->count, nearest, OFFERED);
    char offer[OFFERED * 132] = "";

    if (!access (name, F_OK))
        return hpm_error_set (error, "this run has no %s %s: that is a file",
                              kind->noun, name);
    for (int i = 0; i < count; i++)
        snprintf (offer + strlen (offer), sizeof offer - strlen (offer),
                  "%s%.120s", i ? i + 1 < count ? ", " : " or " : "",
                  nearest[i]);
    if (count)
        return hpm_error_set (error, "this run has no %s %s; did you mean %s?",
                              kind->noun, name, offer);
    return hpm_error_set (error, "this run has no %s %s; %s shows what it has",
                          kind->noun, name, kind->option);
}

static int
check (const struct hpm_event_list *patterns, struct kind *kind,
       struct hpm_error *error)
{
    int failed = kind->names ? 0 : hpm_error_set (error, "out of memory");

    for (int i = 0; !failed && i < patterns->count; i++)
        if (!is_known (kind, patterns->names[i]))
            failed = refuse (kind, patterns->names[i], error);
    free (kind->names);
    return failed;
}

static const char **
make_names (int count)
{
    return calloc ((size_t)count + 1, sizeof (const char *));
}

static int
check_events (const struct hpm_selection *selection,
              const struct hpm_result *result, struct hpm_error *error)
{
    struct kind kind = { "event", "--events", make_names (result->event_count),
                         result->event_count };

    for (int i = 0; kind.names && i < kind.count; i++)
        kind.names[i] = result->events[i].name;
    return check (&selection->events, &kind, error);
}

static int
check_metrics (const struct hpm_selection *selection,
               const struct hpm_result *result, struct hpm_error *error)
{
    int count = result->metrics.count;
    struct kind kind = { "metric", "--metrics", make_names (count), count };

    for (int i = 0; kind.names && i < kind.count; i++)
        kind.names[i] = result->metrics.metrics[i].name;
    return check (&selection->metrics, &kind, error);
}

static int
check_functions (const struct hpm_selection *selection,
                 const struct hpm_result *result, struct hpm_error *error)
{
    int count = result->calls.count;
    struct kind kind = { "call of", "--mpi", make_names (count), count };

    for (int i = 0; kind.names && i < kind.count; i++)
        kind.names[i] = result->calls.functions[i].name;
    return check (&selection->mpi, &kind, error);
}

int
hpm_selection_check (const struct hpm_selection *selection,
                     const struct hpm_result *result, struct hpm_error *error)
{
    return check_events (selection, result, error)
           || check_metrics (selection, result, error)
           || check_functions (selection, result, error);
}
