/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/event/event_split.h"

#include <stdlib.h>
#include <string.h>

enum { UNDECIDED = -3 };

struct split {
    const struct hpm_backend *backend;
    enum hpm_domain domain;
    struct hpm_backend_event *events;
    int count, common;
    int *groups;
    struct hpm_backend_event *asked; /* of one pass */
    int *places;                     /* of these among the events */
};

/* The backend forgets what was selected.  */
static int
reopen (const struct split *split)
{
    const char *version;

    split->backend->close ();
    return split->backend->open (split->domain, 0, &version) == HPM_REASON_NONE
               ? 0
               : -1;
}

static int
take (struct split *split, int event, int asked)
{
    memset (&split->asked[asked], 0, sizeof *split->asked);
    split->asked[asked].record = split->events[event].record;
    split->places[asked] = event;
    return asked + 1;
}

/* Ask for the common events and all that have no group yet.  Returns how many
 * were asked for.  */
static int
ask (struct split *split)
{
    int asked = 0;

    for (int i = 0; i < split->count; i++)
        if (split->groups[i] == HPM_SPLIT_COMMON
            || split->groups[i] == UNDECIDED)
            asked = take (split, i, asked);
    split->backend->select (split->asked, asked);
    return asked;
}

/* Put what is counted into the group; what can't be counted at all is out.
 * Returns how many events are still without a group.  */
static int
decide (struct split *split, int asked, int group, int *decided)
{
    int left = 0;

    *decided = 0;
    for (int a = 0; a < asked; a++) {
        int i = split->places[a];
        uint32_t reason = split->asked[a].reason;

        split->events[i] = split->asked[a];
        if (split->groups[i] != UNDECIDED)
            continue;
        if (reason == HPM_REASON_CONFLICT) {
            left++;
            continue;
        }
        split->groups[i] = reason == HPM_REASON_NONE ? group : HPM_SPLIT_NONE;
        *decided += reason == HPM_REASON_NONE;
    }
    return left;
}

/* The first pass tells whether the common events fit beside one another.  */
static void
decide_common (struct split *split)
{
    for (int i = 0; i < split->common; i++) {
        uint32_t reason = split->asked[i].reason;

        if (reason != HPM_REASON_NONE && split->groups[i] == HPM_SPLIT_COMMON)
            split->groups[i]
                = reason == HPM_REASON_CONFLICT ? UNDECIDED : HPM_SPLIT_NONE;
    }
}

/* No pass gives the rest a place: not even the first of them fits beside the
 * common events alone.  */
static void
give_up (struct split *split)
{
    for (int i = 0; i < split->count; i++)
        if (split->groups[i] == UNDECIDED)
            split->groups[i] = HPM_SPLIT_NONE;
}

static int
make_groups (struct split *split)
{
    int group = 0, left, decided;

    do {
        int asked = ask (split);

        if (group == 0)
            decide_common (split);
        left = decide (split, asked, group, &decided);
        group += decided > 0;
        if (reopen (split))
            return -1;
    } while (left && decided);
    give_up (split);
    return group;
}

int
hpm_event_split (const struct hpm_backend *backend, enum hpm_domain domain,
                 struct hpm_backend_event *events, int n, int common,
                 int *groups)
{
    struct split split = { .backend = backend,
                           .domain = domain,
                           .events = events,
                           .count = n,
                           .common = common,
                           .groups = groups };
    int made = -1;

    for (int i = 0; i < n; i++)
        groups[i] = i < common ? HPM_SPLIT_COMMON : UNDECIDED;
    split.asked = calloc ((size_t)n + 1, sizeof *split.asked);
    split.places = calloc ((size_t)n + 1, sizeof *split.places);
    if (split.asked && split.places)
        made = make_groups (&split);
    free (split.asked);
    free (split.places);
    return made;
}

int
hpm_event_split_common (struct hpm_event_list *list)
{
    static const char *const names[HPM_SPLIT_COMMON_COUNT]
        = { HPM_SPLIT_COMMON_NAMES };

    for (int i = 0; i < HPM_SPLIT_COMMON_COUNT; i++) {
        int at;
        char *name;

        if (hpm_event_list_add (list, names[i]) < 0)
            return -1;
        at = hpm_event_list_find (list, names[i]);
        name = list->names[at];
        memmove (list->names + i + 1, list->names + i,
                 (size_t)(at - i) * sizeof *list->names);
        list->names[i] = name;
    }
    return HPM_SPLIT_COMMON_COUNT;
}
