/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/samples/sample_objects.h"

#include <string.h>
#include <sys/mman.h>

#include "pmpi/wire/objects.h"

/* An address that is in no object so far.  */
struct hpm_sample_pending {
    uint64_t address;
    int32_t *module;
};

#define LIST_BYTES (HPM_SAMPLE_OBJECTS * sizeof (struct hpm_sample_object))
#define PENDING_BYTES                                                          \
    ((HPM_SAMPLE_SLOTS + HPM_CHAIN_NODES) * sizeof (struct hpm_sample_pending))
#define TEXT_BYTES ((size_t)1 << 19)
#define TEXT_MOST 8192 /* of an object */
#define BYTES (LIST_BYTES + PENDING_BYTES + TEXT_BYTES)

int
hpm_sample_objects_open (struct hpm_sample_objects *objects)
{
    char *memory = mmap (NULL, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    memset (objects, 0, sizeof *objects);
    if (memory == MAP_FAILED)
        return -1;
    objects->list = (struct hpm_sample_object *)memory;
    memory += LIST_BYTES;
    objects->pending = (struct hpm_sample_pending *)memory;
    memory += PENDING_BYTES;
    objects->texts = (struct hpm_stream_buffer){ .data = memory,
                                                 .room = TEXT_BYTES,
                                                 .fixed = 1 };
    return 0;
}

void
hpm_sample_objects_close (struct hpm_sample_objects *objects)
{
    if (objects->list)
        munmap (objects->list, BYTES);
    memset (objects, 0, sizeof *objects);
}

/* ---- place -------------------------------------------------------------- */

/* The program itself has no name there.  */
static int
is_object (const struct hpm_sample_objects *objects, int number,
           const struct dl_phdr_info *info)
{
    const struct hpm_sample_object *object = &objects->list[number];

    return !object->gone && object->base == info->dlpi_addr
           && (!*info->dlpi_name
               || !strcmp (objects->texts.data + object->path,
                           info->dlpi_name));
}

/* Returns its number; -1 where it has none so far.  */
static int
find (const struct hpm_sample_objects *objects, const struct dl_phdr_info *info)
{
    for (int i = 0; i < objects->count; i++)
        if (is_object (objects, i, info))
            return i;
    return -1;
}

/* The same with a new one; -1 without room.  */
static int
find_or_add (struct hpm_sample_objects *objects,
             const struct dl_phdr_info *info)
{
    int number = find (objects, info);

    if (number >= 0)
        return number;
    if (objects->count == HPM_SAMPLE_OBJECTS
        || objects->texts.bytes + TEXT_MOST > objects->texts.room)
        return -1;
    objects->list[objects->count]
        = (struct hpm_sample_object){ .base = info->dlpi_addr,
                                      .path = (uint32_t)objects->texts.bytes };
    hpm_object_append (&objects->texts, info);
    return objects->count++;
}

/* dl_iterate_phdr callback.  */
static int
place (struct dl_phdr_info *info, size_t size, void *data)
{
    struct hpm_sample_objects *objects = data;
    int number = -1, left = 0;

    (void)size;
    for (int i = 0; i < objects->pending_count; i++) {
        const struct hpm_sample_pending *one = &objects->pending[i];

        if (hpm_object_has (info, (uintptr_t)one->address)
            && (number >= 0 || (number = find_or_add (objects, info)) >= 0))
            *one->module = number;
        else
            objects->pending[left++] = *one;
    }
    objects->pending_count = left;
    return !left;
}

static void
wait_for (struct hpm_sample_objects *objects, uint64_t address, int32_t *module)
{
    if (*module == HPM_SAMPLE_UNKNOWN)
        objects->pending[objects->pending_count++]
            = (struct hpm_sample_pending){ address, module };
}

void
hpm_sample_objects_place (struct hpm_sample_objects *objects,
                          struct hpm_sample_table *table,
                          struct hpm_chains *chains)
{
    objects->pending_count = 0;
    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++)
        if (table->slots[i].address)
            wait_for (objects, table->slots[i].address,
                      &table->slots[i].module);
    for (int i = 0; i < chains->count; i++)
        wait_for (objects, chains->nodes[i].address, &chains->nodes[i].module);
    if (objects->pending_count)
        dl_iterate_phdr (place, objects);
}

/* ---- retire ------------------------------------------------------------- */

/* dl_iterate_phdr callback.  */
static int
see (struct dl_phdr_info *info, size_t size, void *data)
{
    struct hpm_sample_objects *objects = data;
    int number = find (objects, info);

    (void)size;
    if (number >= 0)
        objects->list[number].seen = 1;
    return 0;
}

/* Returns whether any has gone since it was asked last.  */
static int
note_gone (struct hpm_sample_objects *objects)
{
    int any = 0;

    for (int i = 0; i < objects->count; i++)
        objects->list[i].seen = 0;
    dl_iterate_phdr (see, objects);
    for (int i = 0; i < objects->count; i++)
        if (!objects->list[i].seen && !objects->list[i].gone)
            objects->list[i].gone = any = 1;
    return any;
}

static void
retire (const struct hpm_sample_objects *objects, int32_t module,
        uint64_t *address)
{
    if (module >= 0 && objects->list[module].gone)
        *address |= HPM_SAMPLE_GONE;
}

void
hpm_sample_objects_retire (struct hpm_sample_objects *objects,
                           struct hpm_sample_table *table,
                           struct hpm_chains *chains)
{
    if (!note_gone (objects))
        return;
    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++)
        if (table->slots[i].address)
            retire (objects, table->slots[i].module, &table->slots[i].address);
    for (int i = 0; i < chains->count; i++)
        retire (objects, chains->nodes[i].module, &chains->nodes[i].address);
}
