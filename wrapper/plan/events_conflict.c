/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that do not fit beside one another, and what can be done.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_split.h"
#include "base/launch.h"
#include "wrapper/plan/events.h"

/* The names of a group.  */
static void
put_group (FILE *out, const struct hpm_backend_event *events, int count,
           const int *groups, int group, const char *separator)
{
    const char *before = "";

    for (int i = 0; i < count; i++)
        if (groups[i] == group) {
            fprintf (out, "%s%s", before, events[i].record.name);
            before = separator;
        }
}

static void
put_conflict (FILE *out, const struct hpm_backend_event *events, int count,
              const int *groups, int made)
{
    fputs ("there are not enough counters for all events at once: ", out);
    for (int g = 1; g < made; g++) {
        if (g > 1)
            fputs (", ", out);
        put_group (out, events, count, groups, g, ", ");
    }
    fputs (" beside ", out);
    put_group (out, events, count, groups, 0, ", ");
    fputs ("; count them in turn (-a), on different ranks (--rotate=ranks), or "
           "in several runs",
           out);
    for (int g = 0; g < made; g++) {
        fprintf (out, "%s -e ", g ? "," : ":");
        put_group (out, events, count, groups, g, ",");
    }
}

/* Groups that no rank will count.  */
static void
put_uncounted (FILE *out, const struct hpm_backend_event *events, int count,
               const int *groups, int made)
{
    int ranks = hpm_launch_number (HPM_LAUNCH_RANKS, 1);

    fprintf (out, "%d groups of events for %d rank%s: nobody would count ",
             made, ranks, ranks == 1 ? "" : "s");
    for (int g = ranks; g < made; g++) {
        if (g > ranks)
            fputs (", ", out);
        put_group (out, events, count, groups, g, ", ");
    }
}

static int
refuse (const struct hpm_backend_event *events, int count, const int *groups,
        int made, int rotate, struct hpm_error *error)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return hpm_error_set (error, "out of memory");
    (rotate ? put_uncounted : put_conflict) (out, events, count, groups, made);
    fclose (out);
    hpm_error_set (error, "%s", text ? text : "out of memory");
    free (text);
    return -1;
}

/* As hpm_event_split, with the lists of the setting kept together where ranks
 * take turns: the group of an event is then the first of those it is in.  */
static int
split (const struct hpm_options *options, const struct hpm_backend *backend,
       struct hpm_backend_event *events, int count, int *groups)
{
    uint64_t *passes = calloc ((size_t)count + 1, sizeof *passes);
    uint32_t *members = calloc ((size_t)count + 1, sizeof *members);
    int made = -1;

    for (int i = 0; members && i < count; i++)
        members[i] = hpm_event_list_membership (options->events,
                                                events[i].record.name);
    if (passes && members)
        made = hpm_event_split_lists (backend, options->domain, events, count,
                                      HPM_SPLIT_COMMON_COUNT, members, passes);
    for (int i = 0; made >= 0 && i < count; i++)
        groups[i] = passes[i] == HPM_SPLIT_ALL_PASSES ? HPM_SPLIT_COMMON
                    : passes[i] ? __builtin_ctzll (passes[i])
                                : HPM_SPLIT_NONE;
    free (passes);
    free (members);
    return made;
}

int
hpm_events_check_conflict (const struct hpm_options *options,
                           const struct hpm_backend *backend,
                           struct hpm_backend_event *events, int count,
                           struct hpm_error *error)
{
    enum hpm_domain domain = options->domain;
    int rotate = options->rotate == HPM_ROTATE_RANKS;
    int most = rotate ? hpm_launch_number (HPM_LAUNCH_RANKS, 1) : 1;
    int conflicts = 0, made = 0, failed = 0, *groups;
    const char *version;

    for (int i = 0; i < count; i++)
        conflicts += events[i].reason == HPM_REASON_CONFLICT;
    if (!conflicts || options->multiplex)
        return 0;
    groups = calloc ((size_t)count + 1, sizeof *groups);
    backend->close ();
    if (groups && backend->open (domain, 0, &version) == HPM_REASON_NONE)
        made = rotate ? split (options, backend, events, count, groups)
                      : hpm_event_split (backend, domain, events, count, 0,
                                         groups);
    if (made > most)
        failed = refuse (events, count, groups, made, rotate, error);
    free (groups);
    return failed;
}
