/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/pages/page_look.h"

static struct {
    pid_t owner; /* the process that is looked at; 0: none */
    const char *sysfs;
    int64_t start, due;     /* CLOCK_MONOTONIC, ns; 0: at the end */
    int64_t clear, cleared; /* the same of marks of use; 0: never, not yet */
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
    all.clear = setting->used ? all.start + setting->used : 0;
}

static int
is_on (void)
{
    return all.owner && all.owner == getpid ();
}

int64_t
hpm_pages_due (void)
{
    return !is_on () || all.done ? 0 : all.clear ? all.clear : all.due;
}

/* The kernel forgets which pages were used (proc_pid_clear_refs(5)), and
 * whoever uses one again is marked by the processor.  */
static void
clear_marks (void)
{
    int fd = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);

    all.clear = 0;
    if (fd >= 0 && write (fd, "1", 1) == 1)
        all.cleared = hpm_clock_monotonic ();
    else
        hpm_message_once ("what is used of pages not told, because "
                          "/proc/self/clear_refs can't be written: %s",
                          strerror (errno));
    if (fd >= 0)
        close (fd);
}

void
hpm_pages_step (void)
{
    if (is_on () && !all.done && all.clear)
        clear_marks ();
    else
        hpm_pages_look ();
}

/* Shared memory is merged with none of the program's mappings: its own look as
 * they are.  */
void
hpm_pages_look (void)
{
    if (!is_on () || all.done)
        return;
    all.done = 1;
    if (all.clear)
        hpm_message_once ("what is used of pages not told, because the program "
                          "ended before --pages-used");
    all.look = mmap (NULL, sizeof *all.look, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (all.look == MAP_FAILED) {
        all.look = NULL;
        hpm_message_once ("pages not looked at, because memory ran out");
        return;
    }
    all.look->record.used_for
        = all.cleared ? hpm_clock_monotonic () - all.cleared : 0;
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
    if (!all.look->record.used_for || record.kind == HPM_MAPPING_HUGE)
        record.used = -1; /* smaps leaves pages of MAP_HUGETLB out */
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
