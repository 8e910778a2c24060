/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "pmpi/checkpoint/line.h"

static int64_t
slot_of (const struct hpm_line *line, int64_t time)
{
    return (time + line->step / 2) / line->step;
}

/* Pages that nobody writes to cost nothing.  A forked child does not get them,
 * and a core file does not hold them.  */
static void *
get_memory (size_t bytes)
{
    void *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    madvise (memory, bytes, MADV_DONTFORK);
    madvise (memory, bytes, MADV_DONTDUMP);
    return memory;
}

int
hpm_line_open (struct hpm_line *line, int64_t step, int room, int events)
{
    size_t edge = sizeof (int64_t) * ((size_t)events + 2);

    memset (line, 0, sizeof *line);
    line->bytes
        = (size_t)room * edge + (size_t)events * (sizeof *line->sample + 1);
    line->memory = get_memory (line->bytes);
    if (!line->memory)
        return -1;
    line->slots = line->memory;
    line->times = line->slots + room;
    line->counts = line->times + room;
    line->sample = line->counts + (size_t)room * (size_t)events;
    line->counted = (unsigned char *)(line->sample + events);
    line->step = step;
    line->multiple = 1;
    line->events = events;
    line->room = room;
    return 0;
}

void
hpm_line_begin (struct hpm_line *line, int64_t start)
{
    if (!line->step || line->last)
        return;
    line->start = start;
    line->last = slot_of (line, start);
}

void
hpm_line_close (struct hpm_line *line)
{
    if (line->memory)
        munmap (line->memory, line->bytes);
    memset (line, 0, sizeof *line);
}

int
hpm_line_wants (const struct hpm_line *line, int64_t time)
{
    return line->step && time - line->start >= line->step / 2
           && slot_of (line, time) > line->last
           && slot_of (line, time) % line->multiple == 0;
}

static int64_t *
counts_of (const struct hpm_line *line, int edge)
{
    return line->counts + (size_t)edge * (size_t)line->events;
}

int
hpm_line_falls (const struct hpm_line *line, int event, const int64_t *counts)
{
    return event >= 0 && line->count
           && counts[event] < counts_of (line, line->count - 1)[event];
}

/* What remains has the counts up to it, so that nothing is lost.  */
static void
halve (struct hpm_line *line)
{
    int kept = 0;

    line->multiple *= 2;
    for (int i = 0; i < line->count; i++) {
        if (line->slots[i] % line->multiple)
            continue;
        line->slots[kept] = line->slots[i];
        line->times[kept] = line->times[i];
        memmove (counts_of (line, kept), counts_of (line, i),
                 (size_t)line->events * sizeof *line->counts);
        kept++;
    }
    line->count = kept;
}

/* A sample leaves out a thread that is about to end, which the next one has: of
 * events that it had little of, the count falls by that.  */
static void
take_counts (struct hpm_line *line, const int64_t *counts)
{
    const int64_t *before
        = line->count ? counts_of (line, line->count - 1) : NULL;
    int64_t *edge = counts_of (line, line->count);

    for (int e = 0; e < line->events; e++) {
        edge[e] = before ? before[e] : 0;
        if (counts[e] > edge[e])
            edge[e] = counts[e];
        line->counted[e] |= counts[e] >= 0;
    }
}

void
hpm_line_add (struct hpm_line *line, int64_t time, const int64_t *counts)
{
    hpm_line_add_due (line, time, time, counts);
}

void
hpm_line_add_due (struct hpm_line *line, int64_t due, int64_t time,
                  const int64_t *counts)
{
    if (!hpm_line_wants (line, due))
        return;
    line->last = slot_of (line, due);
    while (line->count == line->room)
        halve (line);
    if (line->last % line->multiple)
        return;
    line->slots[line->count] = line->last;
    line->times[line->count] = time;
    take_counts (line, counts);
    line->count++;
}

/* ---- the chunk ---------------------------------------------------------- */

static unsigned char *
put_times (const struct hpm_line *line, unsigned char *to)
{
    for (int i = 0; i < line->count; i++)
        to = hpm_line_put (
            to, (uint64_t)(line->slots[i] - (i ? line->slots[i - 1] : 0)));
    for (int i = 0; i < line->count; i++)
        to = hpm_line_put (
            to, hpm_line_fold (line->times[i] - line->slots[i] * line->step));
    return to;
}

static unsigned char *
put_counts (const struct hpm_line *line, int event, unsigned char *to)
{
    int64_t before = 0;

    for (int i = 0; i < line->count; i++) {
        int64_t count = counts_of (line, i)[event];

        to = hpm_line_put (to, (uint64_t)(count - before));
        before = count;
    }
    return to;
}

static size_t
most_bytes (const struct hpm_line *line)
{
    return sizeof (struct hpm_line_head) + (size_t)line->events
           + HPM_LINE_NUMBER * (size_t)line->count * ((size_t)line->events + 2);
}

void
hpm_line_append (const struct hpm_line *line, int rank,
                 struct hpm_stream_buffer *buffer)
{
    const struct hpm_line_head head = { .step = line->step,
                                        .multiple = line->multiple,
                                        .edges = line->count,
                                        .events = line->events };
    unsigned char *chunk = line->count ? malloc (most_bytes (line)) : NULL;
    unsigned char *end;

    if (!chunk)
        return;
    memcpy (chunk, &head, sizeof head);
    memcpy (chunk + sizeof head, line->counted, (size_t)line->events);
    end = put_times (line, chunk + sizeof head + line->events);
    for (int e = 0; e < line->events; e++)
        if (line->counted[e])
            end = put_counts (line, e, end);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_LINE, rank, chunk,
                             (size_t)(end - chunk));
    free (chunk);
}
