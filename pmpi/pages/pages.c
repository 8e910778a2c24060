/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/pages.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/pages/page_look.h"

static struct {
    pid_t owner; /* the process that is looked at; 0: none */
    const char *sysfs;
    int64_t start, due;         /* CLOCK_MONOTONIC, ns */
    struct hpm_page_look *look; /* NULL: not yet */
    int done;
} all;

void
hpm_pages_start (const struct hpm_page_setting *setting, const char *sysfs)
{
    if (all.look && all.owner == getpid ())
        munmap (all.look, sizeof *all.look);
    memset (&all, 0, sizeof all);
    if (!setting->wanted)
        return;
    all.owner = getpid ();
    all.sysfs = sysfs;
    all.start = hpm_clock_monotonic ();
    all.due = setting->after ? all.start + setting->after : 0;
}

static int
is_on (void)
{
    return all.owner && all.owner == getpid ();
}

int64_t
hpm_pages_due (void)
{
    return is_on () && !all.done ? all.due : 0;
}

/* Shared memory is merged with none of the program's mappings: its own look as
 * they are.  */
void
hpm_pages_look (void)
{
    if (!is_on () || all.done)
        return;
    all.done = 1;
    all.look = mmap (NULL, sizeof *all.look, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all.look == MAP_FAILED) {
        all.look = NULL;
        hpm_message_once ("pages not looked at, because memory ran out");
        return;
    }
    hpm_page_look_take (all.look, all.sysfs);
    all.look->record.since = hpm_clock_monotonic () - all.start;
}

static void
append_place (struct hpm_stream_buffer *places, int rank, int mapping, int node,
              int64_t amount)
{
    const struct hpm_placement_record record = { rank, mapping, node, amount };

    if (amount)
        hpm_stream_buffer_append (places, &record, sizeof record);
}

struct telling {
    struct hpm_stream_buffer mappings, names, places;
};

static void
append_mapping (struct telling *telling, const struct hpm_mapping *mapping,
                int rank, int number)
{
    struct hpm_mapping_record record = mapping->record;

    record.rank = rank;
    hpm_stream_buffer_append (&telling->mappings, &record, sizeof record);
    hpm_stream_buffer_append (&telling->names, mapping->name,
                              strlen (mapping->name) + 1);
    for (int node = 0; node < HPM_MAPPING_NODES; node++)
        append_place (&telling->places, rank, number, node, mapping->on[node]);
}

static void
append_chunks (struct hpm_stream_buffer *buffer, const struct telling *telling,
               int rank)
{
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_LOOK, rank, &all.look->record,
                             sizeof all.look->record);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_MAPPINGS, rank,
                             telling->mappings.data, telling->mappings.bytes);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_MAPPING_NAMES, rank,
                             telling->names.data, telling->names.bytes);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_PLACEMENTS, rank,
                             telling->places.data, telling->places.bytes);
}

void
hpm_pages_append (struct hpm_stream_buffer *buffer, int rank)
{
    struct telling telling = { .names = { .data = NULL } };

    if (!is_on () || !all.look)
        return;
    all.look->record.rank = rank;
    for (int i = 0; i < all.look->mappings.count; i++)
        append_mapping (&telling, &all.look->mappings.list[i], rank, i);
    for (int node = 0; node < HPM_MAPPING_NODES; node++)
        append_place (&telling.places, rank, HPM_PLACEMENT_THREADS, node,
                      all.look->ran_on[node]);
    if (!telling.mappings.failed && !telling.names.failed
        && !telling.places.failed)
        append_chunks (buffer, &telling, rank);
    hpm_stream_buffer_release (&telling.mappings);
    hpm_stream_buffer_release (&telling.names);
    hpm_stream_buffer_release (&telling.places);
    munmap (all.look, sizeof *all.look);
    all.owner = 0;
    all.look = NULL;
}
