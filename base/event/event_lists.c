/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of events that stay together, put into passes.
 */
#include "base/event/event_split.h"

#include <stdlib.h>
#include <string.h>

struct lists {
    const struct hpm_backend *backend;
    enum hpm_domain domain;
    struct hpm_backend_event *events;
    int count;
    char *common;   /* of each event, 1: in every pass */
    uint32_t *left; /* of each event, its lists without a pass */
    uint64_t *passes;
    struct hpm_backend_event *asked; /* of one try */
    int *places;                     /* of these among the events */
    int asked_count, failed;
    int divided; /* no list that is left fits as a whole */
};

/* Ask for the common events and what is left of some lists.  What can't be
 * counted at all is out.  Returns how many do not fit.  */
static int
try (struct lists *lists, uint32_t which)
{
    const char *version;
    int conflicts = 0;

    lists->asked_count = 0;
    for (int i = 0; i < lists->count; i++)
        if (lists->common[i] || (lists->left[i] & which)) {
            memset (&lists->asked[lists->asked_count], 0, sizeof *lists->asked);
            lists->asked[lists->asked_count].record = lists->events[i].record;
            lists->places[lists->asked_count++] = i;
        }
    lists->backend->select (lists->asked, lists->asked_count);
    for (int a = 0; a < lists->asked_count; a++) {
        int i = lists->places[a];

        lists->events[i] = lists->asked[a];
        if (lists->asked[a].reason == HPM_REASON_CONFLICT)
            conflicts++;
        else if (lists->asked[a].reason != HPM_REASON_NONE)
            lists->left[i] = lists->common[i] = 0;
    }
    lists->backend->close ();
    lists->failed
        |= lists->backend->open (lists->domain, 0, &version) != HPM_REASON_NONE;
    return conflicts;
}

/* Common events that do not fit beside one another are like the others.  */
static void
decide_common (struct lists *lists, const uint32_t *members)
{
    try (lists, 0);
    for (int i = 0; i < lists->count; i++) {
        if (!lists->common[i] || lists->events[i].reason == HPM_REASON_NONE)
            continue;
        lists->common[i] = 0;
        lists->left[i] = members[i] ? members[i] : 1;
    }
}

static uint32_t
lists_left (const struct lists *lists)
{
    uint32_t left = 0;

    for (int i = 0; i < lists->count; i++)
        left |= lists->left[i];
    return left;
}

/* As many whole lists as fit into one pass, 0 if not even one does.  */
static uint32_t
choose (struct lists *lists)
{
    uint32_t left = lists_left (lists), chosen = 0;

    for (uint32_t bit = 1; bit; bit <<= 1)
        if ((left & bit) && try (lists, chosen | bit) == 0)
            chosen |= bit;
    return chosen;
}

static void
place (struct lists *lists, int event, uint32_t which, int pass)
{
    lists->passes[event] |= UINT64_C (1) << pass;
    lists->left[event] &= lists->divided ? 0 : ~which;
    lists->events[event].reason = HPM_REASON_NONE;
}

/* What fits of the first list that is left.  From here on an event gets one
 * place only.  What no pass takes is out.  Returns how many events got a place.
 */
static int
place_part (struct lists *lists, int pass)
{
    uint32_t left = lists_left (lists), first = left & (~left + 1);
    int placed = 0;

    lists->divided = 1;
    try (lists, first);
    for (int a = 0; a < lists->asked_count; a++)
        if (lists->asked[a].reason == HPM_REASON_NONE
            && !lists->common[lists->places[a]]) {
            place (lists, lists->places[a], first, pass);
            placed++;
        }
    for (int i = 0; !placed && i < lists->count; i++)
        lists->left[i] &= ~first;
    return placed;
}

static int
make_passes (struct lists *lists)
{
    int pass = 0;

    while (lists_left (lists) && pass < HPM_SPLIT_PASSES_MAX) {
        uint32_t chosen = choose (lists);
        int placed = 0;

        if (lists->failed)
            return -1;
        for (int i = 0; i < lists->count; i++)
            if (lists->left[i] & chosen) {
                place (lists, i, chosen, pass);
                placed++;
            }
        if (!chosen)
            placed = place_part (lists, pass);
        pass += placed > 0;
    }
    return pass;
}

/* Events of one list are alike.  */
static int
split_one (const struct hpm_backend *backend, enum hpm_domain domain,
           struct hpm_backend_event *events, int n, int common,
           uint64_t *passes)
{
    int *groups = calloc ((size_t)n + 1, sizeof *groups), made = -1;

    if (groups)
        made = hpm_event_split (backend, domain, events, n, common, groups);
    if (made > HPM_SPLIT_PASSES_MAX)
        made = HPM_SPLIT_PASSES_MAX;
    for (int i = 0; made >= 0 && i < n; i++)
        passes[i] = groups[i] == HPM_SPLIT_COMMON ? HPM_SPLIT_ALL_PASSES
                    : groups[i] < 0 || groups[i] >= HPM_SPLIT_PASSES_MAX
                        ? 0
                        : UINT64_C (1) << groups[i];
    free (groups);
    return made;
}

static int
split_many (struct lists *lists, const uint32_t *members, int common)
{
    int made = -1;

    if (lists->common && lists->left && lists->asked && lists->places) {
        for (int i = 0; i < lists->count; i++) {
            lists->passes[i] = 0;
            lists->common[i] = i < common;
            if (i >= common)
                lists->left[i] = members[i] ? members[i] : 1;
        }
        decide_common (lists, members);
        made = lists->failed ? -1 : make_passes (lists);
    }
    for (int i = 0; made >= 0 && i < lists->count; i++)
        if (lists->common[i]) {
            lists->passes[i] = HPM_SPLIT_ALL_PASSES;
            lists->events[i].reason = HPM_REASON_NONE;
        }
    free (lists->common);
    free (lists->left);
    free (lists->asked);
    free (lists->places);
    return made;
}

int
hpm_event_split_lists (const struct hpm_backend *backend,
                       enum hpm_domain domain, struct hpm_backend_event *events,
                       int n, int common, const uint32_t *members,
                       uint64_t *passes)
{
    struct lists lists = { .backend = backend,
                           .domain = domain,
                           .events = events,
                           .count = n,
                           .passes = passes };
    uint32_t all = 1;

    for (int i = common; i < n; i++)
        all |= members[i];
    if (all == 1)
        return split_one (backend, domain, events, n, common, passes);
    lists.common = calloc ((size_t)n + 1, 1);
    lists.left = calloc ((size_t)n + 1, sizeof *lists.left);
    lists.asked = calloc ((size_t)n + 1, sizeof *lists.asked);
    lists.places = calloc ((size_t)n + 1, sizeof *lists.places);
    return split_many (&lists, members, common);
}
