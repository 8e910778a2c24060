/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Some pages of each mapping: the kernel is asked where each of them is.
 */
#include "config.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/pages/page_look.h"

#define ASKED_MOST 4096                  /* pages of a mapping */
#define ASKED_IN_ALL (INT64_C (1) << 18) /* 0.1 s */
#define TIME_MOST INT64_C (200000000)    /* of a processor */

/* Somewhere in each stride: what is laid out by turns, as of two nodes, would
 * look as if it were all on one otherwise.  */
static uint64_t
draw (uint64_t *state, uint64_t below)
{
    *state = *state * UINT64_C (6364136223846793005)
             + UINT64_C (1442695040888963407);
    return (*state >> 33) % below;
}

/* Returns 0, or -1 where the kernel does not say.  */
static int
ask (struct hpm_page_look *look, struct hpm_mapping *mapping, long count,
     int64_t bytes)
{
    if (syscall (SYS_move_pages, 0, count, look->pages, NULL, look->places, 0)
        < 0)
        return -1;
    for (long i = 0; i < count; i++)
        if (look->places[i] >= 0) {
            mapping->record.touched += bytes;
            hpm_mapping_place (mapping, look->places[i], bytes);
        }
    return 0;
}

static uint64_t
pages_of (const struct hpm_maps_line *line)
{
    return (line->to - line->from) / (uint64_t)sysconf (_SC_PAGESIZE);
}

static uint64_t
asked_of (const struct hpm_maps_line *line)
{
    uint64_t pages = pages_of (line);

    return pages < ASKED_MOST ? pages : ASKED_MOST;
}

void
hpm_page_sample_expect (struct hpm_page_look *look,
                        const struct hpm_maps_line *line)
{
    if (line->access[0] == 'r')
        look->drawn += (int64_t)asked_of (line);
}

/* One page in so many: of a thousand mappings fewer each.  */
static uint64_t
stride_of (const struct hpm_page_look *look, const struct hpm_maps_line *line)
{
    uint64_t shares
        = (uint64_t)((look->drawn + ASKED_IN_ALL - 1) / ASKED_IN_ALL);
    uint64_t asked = asked_of (line) / (shares ? shares : 1);
    uint64_t pages = pages_of (line);

    return asked ? (pages + asked - 1) / asked : pages ? pages : 1;
}

static int
sample (struct hpm_page_look *look, struct hpm_mapping *mapping,
        const struct hpm_maps_line *line)
{
    uint64_t page = (uint64_t)sysconf (_SC_PAGESIZE), state = line->from;
    uint64_t pages = pages_of (line);
    uint64_t every = stride_of (look, line);
    long count = 0;
    int failed = 0;

    for (uint64_t i = 0; i < pages && !failed; i += every) {
        uint64_t left = pages - i < every ? pages - i : every;

        look->pages[count++]
            = (void *)(uintptr_t)(line->from
                                  + (i + draw (&state, left)) * page);
        if (count < HPM_LOOK_BATCH && i + every < pages)
            continue;
        failed = ask (look, mapping, count, (int64_t)(every * page));
        count = 0;
    }
    if (look->record.every < (int64_t)every)
        look->record.every = (int64_t)every;
    return failed;
}

/* What was asked of it stands for the whole, which is no multiple of it.  */
static void
settle (struct hpm_mapping *mapping)
{
    struct hpm_mapping_record *record = &mapping->record;
    int64_t over = record->touched - record->size;

    for (int i = 0; i < HPM_MAPPING_NODES && over > 0; i++) {
        int64_t taken = mapping->on[i] < over ? mapping->on[i] : over;

        mapping->on[i] -= taken;
        record->touched -= taken;
        over -= taken;
    }
    record->swapped = record->used = -1;
    record->huge = record->kind == HPM_MAPPING_HUGE ? record->touched : -1;
}

void
hpm_page_sample_take (struct hpm_page_look *look)
{
    int64_t most = hpm_clock_read (CLOCK_THREAD_CPUTIME_ID) + TIME_MOST;
    struct hpm_maps_line line;
    const char *text;

    hpm_mappings_begin (&look->mappings);
    hpm_page_touches_forget (look);
    look->record.mappings = look->record.unseen = 0;
    if (hpm_line_reader_open (&look->reader, "/proc/self/maps"))
        return;
    while ((text = hpm_line_reader_next (&look->reader))) {
        struct hpm_mapping *mapping = hpm_maps_line_read (&line, text)
                                          ? hpm_page_look_begin (look, &line)
                                          : NULL;

        if (mapping
            && (hpm_clock_read (CLOCK_THREAD_CPUTIME_ID) > most
                || sample (look, mapping, &line)))
            look->record.unseen += (int64_t)(line.to - line.from);
    }
    hpm_line_reader_close (&look->reader);
    for (int i = 0; i < look->mappings.count; i++)
        settle (&look->mappings.list[i]);
}
