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
    hpm_sample_objects_close (&seen->objects);
    memset (seen, 0, sizeof *seen);
}

struct telling {
    const struct hpm_sampled *seen;
    struct hpm_stream_buffer records, chains;
};

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

/* Where it is in the object of that number, which may be gone.  */
static int64_t
offset_of (const struct telling *telling, uint64_t address, int32_t module)
{
    return (int64_t)((address & ~HPM_SAMPLE_GONE)
                     - telling->seen->objects.list[module].base);
}

static void
append_slots (struct telling *telling)
{
    const struct hpm_sample_table *table = &telling->seen->table;
    struct hpm_sample_record gone = { .module = HPM_SAMPLE_UNKNOWN };

    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++) {
        const struct hpm_sample_slot *slot = &table->slots[i];

        if (slot->samples && slot->module >= 0) {
            append_record (&telling->records,
                           &(struct hpm_sample_record){
                               slot->module,
                               offset_of (telling, slot->address, slot->module),
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
            = known ? offset_of (telling, node->address, node->module) : 0,
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
}

static void
append_places (const struct telling *telling, struct hpm_stream_buffer *buffer,
               int rank)
{
    const struct hpm_stream_buffer *texts = &telling->seen->objects.texts;

    if (telling->records.failed || telling->chains.failed)
        return;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLE_MODULES, rank,
                             texts->data, texts->bytes);
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
    telling->records = part;
    part.data += part.room;
    part.room = HPM_SAMPLED_ROOM - part.room;
    telling->chains = part;
}

static void
release (struct telling *telling, const char *room)
{
    if (room)
        return;
    hpm_stream_buffer_release (&telling->records);
    hpm_stream_buffer_release (&telling->chains);
}

void
hpm_sampled_place (struct hpm_sampled *seen)
{
    hpm_sample_objects_retire (&seen->objects, &seen->table, &seen->chains);
    hpm_sample_objects_place (&seen->objects, &seen->table, &seen->chains);
}

void
hpm_sampled_tell (struct hpm_sampled *seen, char *room,
                  struct hpm_stream_buffer *buffer, int rank)
{
    struct telling telling = { .seen = seen };

    divide (&telling, room);
    if (seen->table.slots) {
        hpm_sampled_place (seen);
        append_slots (&telling);
        append_chains (&telling);
        seen->record.broken = seen->chains.broken;
        seen->record.folded = seen->chains.others.samples;
    }
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLING, rank, &seen->record,
                             sizeof seen->record);
    append_places (&telling, buffer, rank);
    release (&telling, room);
}
