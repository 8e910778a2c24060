/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/memory/rank_pages.h"

#include <stdlib.h>
#include <string.h>

#include "hpm_stream.h"

void
hpm_rank_pages_clear (struct hpm_rank_pages *pages)
{
    free (pages->mappings);
    free (pages->names);
    free (pages->placements);
    memset (pages, 0, sizeof *pages);
}

/* So that sums over 2^14 mappings fit.  */
#define MOST (INT64_C (1) << 48)

static int
is_amount (int64_t value)
{
    return value >= 0 && value <= MOST;
}

static int
is_known_amount (int64_t value)
{
    return value == -1 || is_amount (value);
}

/* Samples of page faults.  */
static int
are_faults (const struct hpm_mapping_record *mapping)
{
    return is_amount (mapping->faults) && is_amount (mapping->main_faults)
           && is_amount (mapping->fault_threads)
           && mapping->main_faults <= mapping->faults
           && mapping->fault_threads <= mapping->faults;
}

/* A copy of a chunk of records, with a byte more than it has; NULL where it is
 * no whole number of them.  */
static void *
copy (const void *payload, uint64_t bytes, size_t size, int64_t *count)
{
    void *records = bytes % size ? NULL : malloc (bytes + 1);

    if (!records)
        return NULL;
    if (bytes)
        memcpy (records, payload, bytes);
    *count = (int64_t)(bytes / size);
    return records;
}

static int
take_look (struct hpm_rank_pages *pages, const void *payload, uint64_t bytes)
{
    struct hpm_look_record *look = &pages->look;

    if (bytes != sizeof *look || pages->recorded)
        return -1;
    memcpy (look, payload, sizeof *look);
    pages->recorded = 1;
    return look->nodes > 0 && look->nodes <= HPM_NODES_MOST && look->every > 0
                   && is_amount (look->mappings) && is_amount (look->unseen)
                   && look->fault_period >= 0 && is_amount (look->fault_gone)
                   && look->used_for >= 0
               ? 0
               : -1;
}

static int
take_mappings (struct hpm_rank_pages *pages, const void *payload,
               uint64_t bytes)
{
    if (!pages->recorded || pages->mappings)
        return -1;
    pages->mappings
        = copy (payload, bytes, sizeof *pages->mappings, &pages->mapping_count);
    if (!pages->mappings || pages->mapping_count > HPM_MAPPINGS_MOST)
        return -1;
    for (int64_t i = 0; i < pages->mapping_count; i++) {
        const struct hpm_mapping_record *mapping = &pages->mappings[i];

        if (mapping->kind < 0 || mapping->kind >= HPM_MAPPING_KIND_COUNT
            || mapping->parts < 0 || !is_amount (mapping->size)
            || !is_amount (mapping->touched) || !is_known_amount (mapping->huge)
            || !is_known_amount (mapping->swapped)
            || !is_known_amount (mapping->used)
            || mapping->used > mapping->touched || !are_faults (mapping))
            return -1;
    }
    return 0;
}

/* One for each mapping.  */
static int
take_names (struct hpm_rank_pages *pages, const void *payload, uint64_t bytes)
{
    int64_t texts = 0;

    if (!pages->mappings || pages->names)
        return -1;
    pages->names = copy (payload, bytes, 1, &pages->name_bytes);
    for (uint64_t i = 0; pages->names && i < bytes; i++)
        texts += !pages->names[i];
    return pages->names && texts == pages->mapping_count
                   && (!bytes || !pages->names[bytes - 1])
               ? 0
               : -1;
}

static int
take_placements (struct hpm_rank_pages *pages, const void *payload,
                 uint64_t bytes)
{
    if (!pages->names || pages->placements)
        return -1;
    pages->placements = copy (payload, bytes, sizeof *pages->placements,
                              &pages->placement_count);
    if (!pages->placements)
        return -1;
    for (int64_t i = 0; i < pages->placement_count; i++) {
        const struct hpm_placement_record *place = &pages->placements[i];

        if (place->mapping < HPM_PLACEMENT_THREADS
            || place->mapping >= pages->mapping_count || place->node < 0
            || place->node >= HPM_NODES_MOST || place->amount < 0)
            return -1;
    }
    return 0;
}

int
hpm_rank_pages_take (struct hpm_rank_pages *pages, uint32_t type,
                     const void *payload, uint64_t bytes)
{
    switch (type) {
    case HPM_CHUNK_LOOK:
        return take_look (pages, payload, bytes);
    case HPM_CHUNK_MAPPINGS:
        return take_mappings (pages, payload, bytes);
    case HPM_CHUNK_MAPPING_NAMES:
        return take_names (pages, payload, bytes);
    default:
        return take_placements (pages, payload, bytes);
    }
}
