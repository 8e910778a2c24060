/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/event_index.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LITERAL_BITS 9 /* of one place, the last one stays */
#define LITERALS (1 << LITERAL_BITS)

struct literal {
    const char *name; /* NULL: none */
    int place;
};

struct hpm_event_index {
    const struct hpm_event_record *events; /* that it was made for */
    int count;
    uint32_t mask;   /* places less one */
    uint32_t *place; /* 1 + that of an event, 0: none; owned */
    struct literal literals[LITERALS];
};

static uint32_t
hash_of (const char *name)
{
    uint32_t hash = 0;

    for (; *name; name++)
        hash = hash * 31 + (unsigned char)*name;
    return hash * 2654435769u >> 8;
}

static int
find_in_table (const struct hpm_event_record *events, int count,
               const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp (events[i].name, name))
            return i;
    return -1;
}

static int
find_in_index (const struct hpm_event_index *index, const char *name)
{
    uint32_t at = hash_of (name) & index->mask;

    for (; index->place[at]; at = (at + 1) & index->mask)
        if (!strcmp (index->events[index->place[at] - 1].name, name))
            return (int)index->place[at] - 1;
    return -1;
}

static void
add (struct hpm_event_index *index, int event)
{
    uint32_t at = hash_of (index->events[event].name) & index->mask;

    while (index->place[at])
        at = (at + 1) & index->mask;
    index->place[at] = (uint32_t)event + 1;
}

/* At least half of the places stay free.  */
static int
make (struct hpm_event_index *index, const struct hpm_event_record *events,
      int count)
{
    uint32_t places = 64;

    while (places < 2 * (uint32_t)count)
        places *= 2;
    memset (index->literals, 0, sizeof index->literals);
    free (index->place);
    index->place = calloc (places, sizeof *index->place);
    index->events = index->place ? events : NULL;
    index->count = count;
    index->mask = places - 1;
    if (!index->place)
        return -1;
    for (int i = 0; i < count; i++)
        if (find_in_index (index, events[i].name) < 0)
            add (index, i);
    return 0;
}

struct hpm_event_index *
hpm_event_index_create (void)
{
    return calloc (1, sizeof (struct hpm_event_index));
}

void
hpm_event_index_destroy (struct hpm_event_index *index)
{
    if (index)
        free (index->place);
    free (index);
}

/* 1 if the index is that of this table, made anew if need be.  */
static int
is_ready (struct hpm_event_index *index, const struct hpm_event_record *events,
          int count)
{
    if (!index)
        return 0;
    return (index->place && index->events == events && index->count == count)
           || !make (index, events, count);
}

int
hpm_event_index_find (struct hpm_event_index *index,
                      const struct hpm_event_record *events, int count,
                      const char *name)
{
    return is_ready (index, events, count)
               ? find_in_index (index, name)
               : find_in_table (events, count, name);
}

int
hpm_event_index_literal (struct hpm_event_index *index,
                         const struct hpm_event_record *events, int count,
                         const char *name)
{
    struct literal *literal;

    if (!is_ready (index, events, count))
        return find_in_table (events, count, name);
    literal = &index->literals[(uint32_t)(uintptr_t)name * 2654435769u
                               >> (32 - LITERAL_BITS)];
    if (literal->name != name)
        *literal = (struct literal){ name, find_in_index (index, name) };
    return literal->place;
}
