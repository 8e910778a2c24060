/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/memory/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
#define HPM_X(identifier, word, meaning) word,
    HPM_MAPPING_KINDS (HPM_X)
#undef HPM_X
};

void
hpm_memory_release (struct hpm_memory *memory)
{
    for (int64_t i = 0; i < memory->mapping_count; i++) {
        struct hpm_memory_mapping *mapping = &memory->mappings[i];

        free (mapping->kind);
        free (mapping->name);
        free (mapping->title);
        free (mapping->label);
        free (mapping->nodes);
        free (mapping->bar);
    }
    free (memory->looks);
    free (memory->mappings);
    free (memory->placements);
    memset (memory, 0, sizeof *memory);
}

/* ---- a rank comes ------------------------------------------------------- */

/* Room for so many more.  Returns the list, or NULL; the old one is kept then.
 */
static void *
grow (void *list, int64_t count, int64_t more, size_t size)
{
    return realloc (list, (size_t)(count + more + 1) * size);
}

static int
make_room (struct hpm_memory *memory, const struct hpm_rank_pages *pages)
{
    void *looks
        = grow (memory->looks, memory->look_count, 1, sizeof *memory->looks);
    void *mappings = grow (memory->mappings, memory->mapping_count,
                           pages->mapping_count, sizeof *memory->mappings);
    void *placements
        = grow (memory->placements, memory->placement_count,
                pages->placement_count, sizeof *memory->placements);

    if (looks)
        memory->looks = looks;
    if (mappings)
        memory->mappings = mappings;
    if (placements)
        memory->placements = placements;
    return looks && mappings && placements ? 0 : -1;
}

/* Where a mapping comes in the order, and where it stood.  */
struct place {
    int64_t touched;
    int number;
    const char *name;
};

static int
compare (const void *a, const void *b)
{
    const struct place *one = a, *other = b;

    if (one->touched != other->touched)
        return one->touched > other->touched ? -1 : 1;
    return one->number - other->number;
}

static struct place *
order (const struct hpm_rank_pages *pages)
{
    struct place *places
        = calloc ((size_t)pages->mapping_count + 1, sizeof *places);
    const char *name = pages->names;

    for (int i = 0; places && i < pages->mapping_count; i++) {
        places[i] = (struct place){ pages->mappings[i].touched, i, name };
        name += strlen (name) + 1;
    }
    if (places)
        qsort (places, (size_t)pages->mapping_count, sizeof *places, compare);
    return places;
}

static void
take_placements (struct hpm_memory *memory, int64_t rank,
                 const struct hpm_rank_pages *pages, int from, int64_t to)
{
    for (int64_t i = 0; i < pages->placement_count; i++)
        if (pages->placements[i].mapping == from) {
            struct hpm_placement_record *placement
                = &memory->placements[memory->placement_count++];

            *placement = pages->placements[i];
            placement->rank = rank;
            placement->mapping = (int32_t)to;
        }
}

static int
take_mapping (struct hpm_memory *memory, int64_t rank,
              const struct hpm_rank_pages *pages, const struct place *place)
{
    struct hpm_memory_mapping *mapping
        = &memory->mappings[memory->mapping_count];

    memset (mapping, 0, sizeof *mapping);
    mapping->record = pages->mappings[place->number];
    mapping->record.rank = rank;
    mapping->kind = strdup (kinds[mapping->record.kind]);
    mapping->name = strdup (place->name);
    take_placements (memory, rank, pages, place->number,
                     memory->mapping_count++);
    return mapping->kind && mapping->name ? 0 : -1;
}

int
hpm_memory_take (struct hpm_memory *memory, int64_t rank,
                 const struct hpm_rank_pages *pages)
{
    struct place *places;
    int failed = 0;

    if (!pages->recorded || !pages->names || !pages->placements)
        return 0;
    if (make_room (memory, pages) || !(places = order (pages)))
        return -1;
    memory->looks[memory->look_count]
        = (struct hpm_memory_look){ .record = pages->look };
    memory->looks[memory->look_count++].record.rank = rank;
    for (int64_t i = 0; !failed && i < pages->mapping_count; i++)
        failed = take_mapping (memory, rank, pages, &places[i]);
    take_placements (memory, rank, pages, HPM_PLACEMENT_THREADS,
                     HPM_PLACEMENT_THREADS);
    free (places);
    return failed;
}

/* ---- what is of a rank -------------------------------------------------- */

static int
is_own (const struct hpm_memory_mapping *mapping)
{
    return !mapping->kind
           || (strcmp (mapping->kind, kinds[HPM_MAPPING_FILE]) != 0
               && strcmp (mapping->kind, kinds[HPM_MAPPING_LIBRARIES]) != 0);
}

static void
add_placement (const struct hpm_memory *memory,
               const struct hpm_placement_record *placement,
               struct hpm_memory_rank *rank)
{
    if (placement->mapping == HPM_PLACEMENT_THREADS)
        rank->ran[placement->node] += (double)placement->amount;
    else if (is_own (&memory->mappings[placement->mapping])) {
        rank->on[placement->node] += (double)placement->amount;
        rank->touched += (double)placement->amount;
    }
}

void
hpm_memory_of_rank (const struct hpm_memory *memory,
                    const struct hpm_memory_look *look,
                    struct hpm_memory_rank *rank)
{
    double ran = 0, local = 0;

    memset (rank, 0, sizeof *rank);
    for (int64_t i = 0; i < look->placements; i++)
        add_placement (memory, &memory->placements[look->first_placement + i],
                       rank);
    for (int node = 0; node < HPM_NODES_MOST; node++)
        ran += rank->ran[node];
    for (int node = 0; ran > 0 && node < HPM_NODES_MOST; node++) {
        rank->ran[node] /= ran;
        local += rank->ran[node] * rank->on[node];
    }
    rank->local = ran > 0 && rank->touched > 0 ? local / rank->touched : NAN;
}

int
hpm_memory_nodes (const struct hpm_memory *memory)
{
    int64_t nodes = 0;

    for (int64_t i = 0; i < memory->look_count; i++)
        if (memory->looks[i].record.nodes > nodes)
            nodes = memory->looks[i].record.nodes;
    return (int)nodes;
}

/* ---- texts for people --------------------------------------------------- */

#define BAR 10

/* One character for each tenth: the node it is on, "." for what was not
 * touched; a node with less than that may have none.  */
static void
put_bar (struct hpm_memory_mapping *mapping,
         const struct hpm_placement_record *placements, int64_t count,
         char bar[BAR + 1])
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    double size = (double)mapping->record.size, sum = 0;
    int filled = 0;

    memset (bar, '.', BAR);
    bar[BAR] = '\0';
    for (int64_t i = 0; size > 0 && i < count; i++) {
        int node = placements[i].node;

        sum += (double)placements[i].amount;
        while (filled < BAR && filled + 0.5 < BAR * sum / size)
            bar[filled++] = node < 36 ? digits[node] : '+';
    }
}

static char *
list_nodes (const struct hpm_placement_record *placements, int64_t count)
{
    char *text = NULL;
    size_t bytes;
    FILE *stream = open_memstream (&text, &bytes);

    if (!stream)
        return NULL;
    for (int64_t i = 0; i < count; i++)
        fprintf (stream, "%s%d:%lld", i ? " " : "", (int)placements[i].node,
                 (long long)placements[i].amount);
    return fclose (stream) ? NULL : text;
}

/* Of a path the end of its last part tells enough.  */
#define LABEL 22

/* Of a path the last part, without what the kernel says of a file that is gone.
 */
static void
short_name (char *into, size_t size, const char *path)
{
    static const char gone[] = " (deleted)";
    const char *last = strrchr (path, '/');
    size_t length;

    snprintf (into, size, "%s", last && last[1] ? last + 1 : path);
    length = strlen (into);
    if (length > sizeof gone - 1
        && !strcmp (into + length - (sizeof gone - 1), gone))
        into[length - (sizeof gone - 1)] = '\0';
}

static char *
make_title (const struct hpm_memory_mapping *mapping)
{
    const char *kind = mapping->kind ? mapping->kind : "";
    char text[512];

    short_name (text, sizeof text, mapping->name ? mapping->name : "");
    if (!*text && mapping->record.parts > 1)
        snprintf (text, sizeof text, "%s (%d)", kind,
                  (int)mapping->record.parts);
    else if (!*text)
        snprintf (text, sizeof text, "%s", kind);
    return strdup (text);
}

static char *
make_label (const char *title)
{
    char text[LABEL + 1];
    size_t length = strlen (title);

    if (length <= LABEL)
        return strdup (title);
    snprintf (text, sizeof text, "..%s", title + length - LABEL + 2);
    return strdup (text);
}

static double
local_share (const struct hpm_memory_rank *rank,
             const struct hpm_placement_record *placements, int64_t count)
{
    double all = 0, local = 0;

    for (int64_t i = 0; i < count; i++) {
        all += (double)placements[i].amount;
        local += (double)placements[i].amount * rank->ran[placements[i].node];
    }
    return all > 0 && !isnan (rank->local) ? local / all : NAN;
}

static int
settle_mapping (struct hpm_memory_mapping *mapping,
                const struct hpm_memory_rank *rank,
                const struct hpm_placement_record *placements, int64_t count)
{
    char bar[BAR + 1];

    put_bar (mapping, placements, count, bar);
    mapping->bar = strdup (bar);
    mapping->nodes = list_nodes (placements, count);
    mapping->title = make_title (mapping);
    mapping->label = mapping->title ? make_label (mapping->title) : NULL;
    mapping->local = local_share (rank, placements, count);
    return mapping->bar && mapping->nodes && mapping->label ? 0 : -1;
}

/* ---- settle ------------------------------------------------------------- */

/* What refers to nothing, or is out of order, is out of a damaged file.  */
static void
drop_strays (struct hpm_memory *memory)
{
    int64_t kept = 0;

    for (int64_t i = 0; i < memory->placement_count; i++) {
        const struct hpm_placement_record *placement = &memory->placements[i];
        int threads = placement->mapping == HPM_PLACEMENT_THREADS;

        if (placement->node >= 0 && placement->node < HPM_NODES_MOST
            && placement->amount >= 0
            && (threads
                || (placement->mapping >= 0
                    && placement->mapping < memory->mapping_count
                    && memory->mappings[placement->mapping].record.rank
                           == placement->rank)))
            memory->placements[kept++] = *placement;
    }
    memory->placement_count = kept;
}

static void
find_own (struct hpm_memory *memory, struct hpm_memory_look *look,
          int64_t *mapping, int64_t *placement)
{
    int64_t rank = look->record.rank;

    look->first_mapping = *mapping;
    while (*mapping < memory->mapping_count
           && memory->mappings[*mapping].record.rank == rank)
        ++*mapping;
    look->mappings = *mapping - look->first_mapping;
    look->first_placement = *placement;
    while (*placement < memory->placement_count
           && memory->placements[*placement].rank == rank)
        ++*placement;
    look->placements = *placement - look->first_placement;
}

static int
settle_look (struct hpm_memory *memory, const struct hpm_memory_look *look,
             struct hpm_memory_rank *rank)
{
    int64_t end = look->first_placement + look->placements;
    int64_t at = look->first_placement;
    int failed = 0;

    hpm_memory_of_rank (memory, look, rank);
    for (int64_t i = 0; !failed && i < look->mappings; i++) {
        int64_t mapping = look->first_mapping + i, first = at;

        while (at < end && memory->placements[at].mapping == mapping)
            at++;
        failed = settle_mapping (&memory->mappings[mapping], rank,
                                 &memory->placements[first], at - first);
    }
    return failed;
}

int
hpm_memory_settle (struct hpm_memory *memory)
{
    struct hpm_memory_rank *rank = malloc (sizeof *rank);
    int64_t mapping = 0, placement = 0;
    int failed = !rank;

    if (memory->placement_count)
        drop_strays (memory);
    for (int64_t i = 0; !failed && i < memory->look_count; i++) {
        find_own (memory, &memory->looks[i], &mapping, &placement);
        failed = settle_look (memory, &memory->looks[i], rank);
    }
    free (rank);
    return failed ? -1 : 0;
}
