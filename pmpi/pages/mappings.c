/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/mappings.h"

#include <string.h>

#define GUARD_MOST (UINT64_C (1) << 17) /* 64 kB pages have two */

static int
starts (const char *text, const char *with)
{
    return strncmp (text, with, strlen (with)) == 0;
}

static int
is_shared (const struct hpm_maps_line *line)
{
    return line->access[3] == 's'
           && (!*line->name || starts (line->name, "/dev/")
               || starts (line->name, "/SYSV") || starts (line->name, "/memfd:")
               || starts (line->name, "[anon_shmem"));
}

/* Of mappings without a file.  */
static enum hpm_mapping_kind
kind_without_file (const struct hpm_mappings *mappings,
                   const struct hpm_maps_line *line)
{
    uint64_t size = line->to - line->from;

    if (starts (line->name, "[heap]"))
        return HPM_MAPPING_HEAP;
    if (starts (line->name, "[stack"))
        return HPM_MAPPING_STACK;
    if (line->from == mappings->behind_guard && line->access[1] == 'w')
        return HPM_MAPPING_THREAD_STACK;
    return size < (uint64_t)HPM_MAPPING_SMALL ? HPM_MAPPING_OTHERS
                                              : HPM_MAPPING_ANONYMOUS;
}

/* "libm.so", "libm.so.6".  */
static int
is_library (const char *name)
{
    const char *at = strstr (name, ".so");

    return at && (!at[3] || at[3] == '.');
}

static enum hpm_mapping_kind
kind_of (const struct hpm_mappings *mappings, const struct hpm_maps_line *line)
{
    if (starts (line->name, "/anon_hugepage"))
        return HPM_MAPPING_HUGE;
    if (is_shared (line))
        return HPM_MAPPING_SHARED;
    if (*line->name != '/')
        return kind_without_file (mappings, line);
    return is_library (line->name) ? HPM_MAPPING_LIBRARIES : HPM_MAPPING_FILE;
}

/* Whether it is told with others of its kind and name.  */
static int
is_folded (enum hpm_mapping_kind kind)
{
    return kind != HPM_MAPPING_ANONYMOUS && kind != HPM_MAPPING_HUGE;
}

/* The end of a long path tells more than its beginning.  */
static const char *
shown (const char *name, enum hpm_mapping_kind kind)
{
    size_t length = strlen (name);

    if ((kind != HPM_MAPPING_FILE && kind != HPM_MAPPING_SHARED)
        || starts (name, "/dev/zero"))
        return "";
    return length < HPM_MAPPING_NAME ? name
                                     : name + length - HPM_MAPPING_NAME + 1;
}

/* ---- room --------------------------------------------------------------- */

/* NULL of a kind that is told as one.  */
static struct hpm_mapping_room *
room_of (struct hpm_mappings *mappings, enum hpm_mapping_kind kind)
{
    switch (kind) {
    case HPM_MAPPING_ANONYMOUS:
    case HPM_MAPPING_HUGE:
        return &mappings->rooms[0];
    case HPM_MAPPING_FILE:
    case HPM_MAPPING_SHARED:
        return &mappings->rooms[1];
    default:
        return NULL;
    }
}

/* What programs cannot touch: the kernel's own, and room that was set aside.
 */
static int
is_empty (const struct hpm_maps_line *line)
{
    return !strncmp (line->access, "---", 3) || starts (line->name, "[v");
}

/* The kind of the next line.  */
static enum hpm_mapping_kind
pass (struct hpm_mappings *mappings, const struct hpm_maps_line *line)
{
    enum hpm_mapping_kind kind = kind_of (mappings, line);

    mappings->behind_guard
        = is_empty (line) && line->to - line->from <= GUARD_MOST ? line->to : 0;
    return kind;
}

/* Four of them from one power of 2 to the next.  */
static int
size_class (const struct hpm_maps_line *line)
{
    uint64_t size = (line->to - line->from) | 4;
    int power = 63 - __builtin_clzll (size);

    return 4 * power + (int)(size >> (power - 2) & 3);
}

void
hpm_mappings_expect (struct hpm_mappings *mappings,
                     const struct hpm_maps_line *line)
{
    struct hpm_mapping_room *room = room_of (mappings, pass (mappings, line));

    if (room && !is_empty (line))
        room->of_size[size_class (line)]++;
}

static void
divide (struct hpm_mapping_room *room, int most)
{
    room->size = HPM_MAPPING_SIZES - 1;
    while (room->size >= 0 && room->of_size[room->size] <= most)
        most -= room->of_size[room->size--];
    room->spare = most;
}

void
hpm_mappings_begin (struct hpm_mappings *mappings)
{
    mappings->count = 0;
    mappings->behind_guard = 0;
    divide (&mappings->rooms[0], HPM_MAPPINGS_ANONYMOUS);
    divide (&mappings->rooms[1], HPM_MAPPINGS_NAMED);
}

/* Whether there is room for it.  */
static int
is_told (struct hpm_mapping_room *room, const struct hpm_maps_line *line)
{
    return !room || size_class (line) > room->size
           || (size_class (line) == room->size && room->spare-- > 0);
}

/* ---- one after the other ------------------------------------------------ */

static struct hpm_mapping *
find (struct hpm_mappings *mappings, enum hpm_mapping_kind kind,
      const char *name)
{
    for (int i = 0; i < mappings->count; i++)
        if (mappings->list[i].record.kind == (int)kind
            && !strcmp (mappings->list[i].name, name))
            return &mappings->list[i];
    return NULL;
}

/* The last one there is room for is the one for others, if the program made
 * more since they were counted.  */
static struct hpm_mapping *
make (struct hpm_mappings *mappings, enum hpm_mapping_kind kind,
      const char *name, uint64_t address)
{
    struct hpm_mapping *made;

    if (mappings->count == HPM_MAPPINGS)
        return &mappings->list[HPM_MAPPINGS - 1];
    if (mappings->count == HPM_MAPPINGS - 1 && kind != HPM_MAPPING_OTHERS) {
        made = find (mappings, HPM_MAPPING_OTHERS, "");
        if (made)
            return made;
        kind = HPM_MAPPING_OTHERS;
        name = "";
    }
    made = &mappings->list[mappings->count++];
    memset (made, 0, sizeof *made);
    made->record.kind = (int)kind;
    made->record.address = (int64_t)address;
    memcpy (made->name, name, strlen (name) + 1);
    return made;
}

static struct hpm_mapping *
find_or_make (struct hpm_mappings *mappings, enum hpm_mapping_kind kind,
              const struct hpm_maps_line *line)
{
    const char *name = shown (line->name, kind);
    struct hpm_mapping *mapping
        = is_folded (kind) ? find (mappings, kind, name) : NULL;

    if (mapping)
        return mapping;
    if (is_told (room_of (mappings, kind), line))
        return make (mappings, kind, name, line->from);
    mapping = find (mappings, HPM_MAPPING_OTHERS, "");
    return mapping ? mapping
                   : make (mappings, HPM_MAPPING_OTHERS, "", line->from);
}

struct hpm_mapping *
hpm_mappings_add (struct hpm_mappings *mappings,
                  const struct hpm_maps_line *line)
{
    enum hpm_mapping_kind kind = pass (mappings, line);
    struct hpm_mapping *mapping;

    if (is_empty (line))
        return NULL;
    mapping = find_or_make (mappings, kind, line);
    mapping->record.parts++;
    mapping->record.size += (int64_t)(line->to - line->from);
    return mapping;
}

void
hpm_mapping_place (struct hpm_mapping *mapping, int node, int64_t bytes)
{
    mapping->on[node < HPM_MAPPING_NODES ? node : HPM_MAPPING_NODES - 1]
        += bytes;
}
