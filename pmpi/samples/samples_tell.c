/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/samples/samples_tell.h"

#include <string.h>

#include "base/number_pack.h"
#include "pmpi/wire/objects.h"

void
hpm_sampled_close (struct hpm_sampled *seen)
{
    hpm_sample_table_close (&seen->table);
    hpm_chains_close (&seen->chains);
    memset (seen, 0, sizeof *seen);
}

/* ---- objects ------------------------------------------------------------ */

#define MOST_MODULES 4096

struct telling {
    struct hpm_sampled *seen;
    struct hpm_stream_buffer modules, records, chains;
    int module_count;
    uintptr_t bases[MOST_MODULES]; /* where they were loaded */
};

/* Modules have other numbers each time.  */
static void
forget_modules (struct hpm_sampled *seen)
{
    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++)
        if (seen->table.slots[i].module)
            seen->table.slots[i].module = 0;
    for (int i = 0; i < seen->chains.count; i++)
        seen->chains.nodes[i].module = HPM_SAMPLE_UNKNOWN;
}

/* Those of single samples that lie in the object.  Returns whether any do.  */
static int
place_slots (struct telling *telling, const struct dl_phdr_info *info)
{
    int found = 0;

    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++) {
        struct hpm_sample_slot *slot = &telling->seen->table.slots[i];

        if (!slot->samples || slot->module
            || !hpm_object_has (info, (uintptr_t)slot->address))
            continue;
        slot->module = telling->module_count + HPM_SAMPLE_MODULE_BASE;
        found = 1;
    }
    return found;
}

/* The same with those of chains.  */
static int
place_nodes (struct telling *telling, const struct dl_phdr_info *info)
{
    int found = 0;

    for (int i = 0; i < telling->seen->chains.count; i++) {
        struct hpm_chain_node *node = &telling->seen->chains.nodes[i];

        if (node->module != HPM_SAMPLE_UNKNOWN
            || !hpm_object_has (info, (uintptr_t)node->address))
            continue;
        node->module = telling->module_count;
        found = 1;
    }
    return found;
}

/* dl_iterate_phdr callback: find the addresses that lie in an object.  */
static int
note_object (struct dl_phdr_info *info, size_t size, void *data)
{
    struct telling *telling = data;

    (void)size;
    if (place_slots (telling, info) | place_nodes (telling, info)) {
        hpm_object_append (&telling->modules, info);
        telling->bases[telling->module_count++] = info->dlpi_addr;
    }
    return telling->module_count == MOST_MODULES;
}

/* ---- records ------------------------------------------------------------ */

static void
append_record (struct hpm_stream_buffer *records,
               const struct hpm_sample_record *record)
{
    struct hpm_sample_record based = *record;
    unsigned char packed[HPM_PACKED_MOST];

    if (!record->samples)
        return;
    based.module += HPM_SAMPLE_MODULE_BASE;
#define HPM_X(type, field, unit, description)                                  \
    hpm_stream_buffer_append (                                                 \
        records, packed, hpm_number_pack ((uint64_t)based.field, packed));
    HPM_SAMPLE_FIELDS (HPM_X)
#undef HPM_X
}

static void
append_slots (struct telling *telling)
{
    const struct hpm_sample_table *table = &telling->seen->table;
    struct hpm_sample_record gone = { .module = HPM_SAMPLE_UNKNOWN };

    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++) {
        const struct hpm_sample_slot *slot = &table->slots[i];

        if (slot->module) {
            int module = (int)slot->module - HPM_SAMPLE_MODULE_BASE;

            append_record (
                &telling->records,
                &(struct hpm_sample_record){
                    module, (int64_t)(slot->address - telling->bases[module]),
                    slot->samples, slot->inside });
        } else {
            gone.samples += slot->samples;
            gone.inside += slot->inside;
        }
    }
    append_record (&telling->records, &gone);
    append_record (&telling->records, &(struct hpm_sample_record){
                                          .module = HPM_SAMPLE_OTHERS,
                                          .samples = table->others.samples,
                                          .inside = table->others.inside });
}

/* An address that is in no object means nothing elsewhere.  */
static void
append_node (struct telling *telling, const struct hpm_chain_node *node)
{
    int known = node->module >= 0;
    struct hpm_chain_record based
        = { .parent = node->parent + 1,
            .module = node->module + HPM_SAMPLE_MODULE_BASE,
            .address
            = known ? (int64_t)(node->address - telling->bases[node->module])
                    : 0,
            .samples = node->samples,
            .inside = node->inside };
    unsigned char packed[HPM_PACKED_MOST];

#define HPM_X(type, field, unit, description)                                  \
    hpm_stream_buffer_append (                                                 \
        &telling->chains, packed,                                              \
        hpm_number_pack ((uint64_t)based.field, packed));
    HPM_CHAIN_FIELDS (HPM_X)
#undef HPM_X
}

static void
append_chains (struct telling *telling)
{
    const struct hpm_chains *chains = &telling->seen->chains;
    struct hpm_chain_node others = chains->others;

    for (int i = 0; i < chains->count; i++)
        append_node (telling, &chains->nodes[i]);
    others.parent = -1;
    others.module = HPM_SAMPLE_OTHERS;
    if (others.samples)
        append_node (telling, &others);
    telling->seen->record.broken = chains->broken;
    telling->seen->record.folded = others.samples;
}

static void
append_places (const struct telling *telling, struct hpm_stream_buffer *buffer,
               int rank)
{
    if (telling->modules.failed || telling->records.failed
        || telling->chains.failed)
        return;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLE_MODULES, rank,
                             telling->modules.data, telling->modules.bytes);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLES, rank,
                             telling->records.data, telling->records.bytes);
    if (telling->chains.bytes)
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLE_CHAINS, rank,
                                 telling->chains.data, telling->chains.bytes);
}

/* Parts of the caller's memory.  */
static void
divide (struct telling *telling, char *room)
{
    struct hpm_stream_buffer part
        = { .fixed = 1, .room = HPM_SAMPLED_ROOM / 8 };

    if (!room)
        return;
    part.data = room;
    telling->modules = part;
    part.data += part.room;
    telling->records = part;
    part.data += part.room;
    part.room = HPM_SAMPLED_ROOM - 2 * part.room;
    telling->chains = part;
}

static void
release (struct telling *telling, const char *room)
{
    if (room)
        return;
    hpm_stream_buffer_release (&telling->modules);
    hpm_stream_buffer_release (&telling->records);
    hpm_stream_buffer_release (&telling->chains);
}

void
hpm_sampled_tell (struct hpm_sampled *seen, char *room,
                  struct hpm_stream_buffer *buffer, int rank)
{
    static struct telling telling; /* one thread at a time */

    memset (&telling, 0, sizeof telling);
    telling.seen = seen;
    divide (&telling, room);
    if (seen->table.slots) {
        forget_modules (seen);
        dl_iterate_phdr (note_object, &telling);
        append_slots (&telling);
        append_chains (&telling);
    }
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLING, rank, &seen->record,
                             sizeof seen->record);
    append_places (&telling, buffer, rank);
    release (&telling, room);
}
