/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/quality.h"
#include "hpm_schema.h"

/* ---- the scan ----------------------------------------------------------- */

/* The place of the slot, or where it would be.  */
static int
place_of (const struct hpm_timeline *timeline, int64_t slot)
{
    int low = 0, high = timeline->slot_count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (timeline->slots[middle].slot < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int
insert (struct hpm_timeline *timeline, int place, int64_t slot)
{
    struct hpm_timeline_slot *slots = timeline->slots;

    if (timeline->slot_count == timeline->slot_room) {
        int room = 2 * timeline->slot_room + 64;

        slots = realloc (slots, (size_t)room * sizeof *slots);
        if (!slots)
            return -1;
        timeline->slots = slots;
        timeline->slot_room = room;
    }
    memmove (slots + place + 1, slots + place,
             (size_t)(timeline->slot_count - place) * sizeof *slots);
    slots[place] = (struct hpm_timeline_slot){ .slot = slot };
    timeline->slot_count++;
    return 0;
}

static int
note_edge (struct hpm_timeline *timeline, int64_t slot, int64_t time)
{
    int place = place_of (timeline, slot);
    struct hpm_timeline_slot *noted;

    if ((place == timeline->slot_count || timeline->slots[place].slot != slot)
        && insert (timeline, place, slot))
        return -1;
    noted = &timeline->slots[place];
    noted->ranks++;
    noted->time += ((double)(time - slot * timeline->step) - noted->time)
                   / (double)noted->ranks;
    return 0;
}

/* Only slots that all lines may have; of damaged ones, not too many.  */
static void
coarsen (struct hpm_timeline *timeline, int64_t multiple)
{
    int kept = 0;

    if (multiple <= timeline->multiple)
        return;
    timeline->multiple = multiple;
    for (int i = 0; i < timeline->slot_count; i++)
        if (timeline->slots[i].slot % multiple == 0)
            timeline->slots[kept++] = timeline->slots[i];
    timeline->slot_count = kept;
}

static int
note_line (struct hpm_timeline *timeline, const struct hpm_rank_line *line)
{
    if (!timeline->step) {
        timeline->step = line->head.step;
        timeline->multiple = 1;
    }
    if (line->head.step != timeline->step)
        return 0;
    coarsen (timeline, line->head.multiple);
    for (int i = 0; i < line->head.edges; i++)
        if (line->slots[i] % timeline->multiple == 0
            && note_edge (timeline, line->slots[i], line->times[i]))
            return -1;
    while (timeline->slot_count > 2 * HPM_LINE_FINE)
        coarsen (timeline, 2 * timeline->multiple);
    return 0;
}

int
hpm_timeline_scan (struct hpm_timeline *timeline,
                   const struct hpm_rank_record *record,
                   const struct hpm_rank_line *line)
{
    if (!timeline->start || record->start_time < timeline->start)
        timeline->start = record->start_time;
    if (record->end_time > timeline->end)
        timeline->end = record->end_time;
    return line && line->head.edges ? note_line (timeline, line) : 0;
}

/* ---- intervals ---------------------------------------------------------- */

static void
release_counts (struct hpm_timeline *timeline)
{
    free (timeline->ends);
    free (timeline->counts);
    free (timeline->by_host);
    free (timeline->rank);
    free (timeline->shares);
    free (timeline->is_unknown);
    free (timeline->slot_of);
    timeline->ends = timeline->counts = timeline->by_host = NULL;
    timeline->rank = timeline->slot_of = NULL;
    timeline->is_unknown = NULL;
    timeline->shares = NULL;
    timeline->count = 0;
}

void
hpm_timeline_release (struct hpm_timeline *timeline)
{
    release_counts (timeline);
    free (timeline->slots);
    memset (timeline, 0, sizeof *timeline);
}

/* The edges within the run.  */
static void
lay_out (struct hpm_timeline *timeline)
{
    int64_t before = timeline->start;

    for (int i = 0; i < timeline->slot_count; i++) {
        const struct hpm_timeline_slot *slot = &timeline->slots[i];
        int64_t time = slot->slot * timeline->step + (int64_t)slot->time;

        if (time <= before || time >= timeline->end)
            continue;
        timeline->slot_of[timeline->count] = slot->slot;
        timeline->ends[timeline->count++] = before = time;
    }
    if (timeline->count)
        timeline->ends[timeline->count++] = timeline->end;
}

int
hpm_timeline_start (struct hpm_timeline *timeline, int events, int hosts,
                    int most)
{
    size_t room, numbers;

    while (timeline->slot_count > most)
        coarsen (timeline, 2 * timeline->multiple);
    room = (size_t)timeline->slot_count + 1;
    release_counts (timeline);
    timeline->events = events;
    timeline->hosts = hosts;
    timeline->ends = calloc (room, sizeof *timeline->ends);
    timeline->slot_of = calloc (room, sizeof *timeline->slot_of);
    timeline->is_unknown = calloc ((size_t)events + 1, 1);
    if (!timeline->ends || !timeline->slot_of || !timeline->is_unknown)
        return -1;
    lay_out (timeline);
    numbers = (size_t)timeline->count * (size_t)events;
    timeline->counts = malloc ((numbers + 1) * sizeof *timeline->counts);
    timeline->rank = malloc ((numbers + 1) * sizeof *timeline->rank);
    timeline->shares = calloc ((size_t)timeline->count * HPM_SHARE_COUNT + 1,
                               sizeof *timeline->shares);
    if (!timeline->counts || !timeline->rank || !timeline->shares)
        return -1;
    for (size_t i = 0; i < numbers; i++)
        timeline->counts[i] = HPM_NO_COUNT;
    if (hosts < 2 || numbers * (size_t)hosts > HPM_TIMELINE_HOSTS_MAX)
        return 0;
    numbers *= (size_t)hosts;
    timeline->by_host = malloc ((numbers + 1) * sizeof *timeline->by_host);
    for (size_t i = 0; timeline->by_host && i < numbers; i++)
        timeline->by_host[i] = HPM_NO_COUNT;
    return timeline->by_host ? 0 : -1;
}

int64_t
hpm_timeline_begin (const struct hpm_timeline *timeline, int interval)
{
    return interval ? timeline->ends[interval - 1] : timeline->start;
}

double
hpm_timeline_seconds (const struct hpm_timeline *timeline, int interval)
{
    return 1e-9
           * (double)(timeline->ends[interval]
                      - hpm_timeline_begin (timeline, interval));
}
