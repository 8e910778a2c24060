/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/calls/mpi_arrivals.h"
#include "pmpi/calls/mpi_pause.h"
#include "pmpi/perf/cell.h"

#define MOST_CALLS 512 /* less than HPM_ARRIVAL_COMMS */
#define FEW_RANKS                                                              \
    128 /* of more, whose records are larger than what they agree              \
         * with, each has ... */
#define CALLS_OF_MANY 64
#define MOST_RANKS 1024 /* the writer has memory for so many */

static struct {
    const struct hpm_calls_link *link;
    const struct hpm_calls_table *table; /* whose they are */
    int clock;
    int thread; /* of that table; -1: not in the record */
    int64_t ticks[HPM_ARRIVAL_CLASSES];
} arrivals = { .thread = -1 };

void
hpm_mpi_arrivals_start (const struct hpm_calls_link *link, int clock)
{
    memset (&arrivals, 0, sizeof arrivals);
    arrivals.link = link;
    arrivals.table = link->arrivals_table ();
    arrivals.clock = clock;
    arrivals.thread = -1;
}

/* ---- time in collectives ------------------------------------------------ */

/* Of calls that are not classed by themselves, the rest.  */
static void
add_row (int64_t *ticks, const struct hpm_call_row *row)
{
    const struct hpm_call_sample *own
        = __atomic_load_n (&row->sample, __ATOMIC_ACQUIRE);
    int64_t rest = hpm_calls_load (&row->ticks);
    struct hpm_call_sample sample;

    if (own && hpm_sample_copy (&sample, own) == 0)
        for (int c = 1; c < HPM_ARRIVAL_CLASSES; c++) {
            ticks[c] += sample.classes[c].ticks;
            rest -= sample.classes[c].ticks;
        }
    ticks[0] += rest > 0 ? rest : 0;
}

static int64_t
ticks_in_collectives (const struct hpm_calls_table *table, int64_t *ticks)
{
    const struct hpm_call_row *rows = hpm_mpi_pause_counted (table);
    int64_t all = 0;
    int functions;

    arrivals.link->functions (&functions);
    for (int f = 0; f < functions; f++)
        if (arrivals.link->arrives (f))
            add_row (ticks, &rows[f]);
    for (int c = 0; c < HPM_ARRIVAL_CLASSES; c++)
        all += ticks[c];
    return all;
}

void
hpm_mpi_arrivals_row (const struct hpm_calls_table *table, int thread,
                      struct hpm_cell *cells)
{
    int64_t ticks[HPM_ARRIVAL_CLASSES] = { 0 };
    int64_t all = ticks_in_collectives (table, ticks);

    if (!all) {
        hpm_cell_mark (&cells[HPM_MPI_EVENT_ARRIVAL_TIME], HPM_QUALITY_EXACT,
                       HPM_REASON_NONE);
        hpm_cell_mark (&cells[HPM_MPI_EVENT_AWAITED_TIME], HPM_QUALITY_EXACT,
                       HPM_REASON_NONE);
    } else if (table == arrivals.table) {
        arrivals.thread = thread;
        memcpy (arrivals.ticks, ticks, sizeof ticks);
    }
}

/* ---- the chunk ---------------------------------------------------------- */

/* FNV-1a, never negative, of what one start of one kernel has alone; and of the
 * clock.  */
static int64_t
host_number (void)
{
    char text[64] = "";
    int fd = open ("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)arrivals.clock;

    if (fd < 0 || read (fd, text, sizeof text - 1) <= 0)
        gethostname (text, sizeof text - 1);
    if (fd >= 0)
        close (fd);
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    return (int64_t)(hash >> 1);
}

/* What it takes besides the calls.  */
#define CHUNK_BYTES                                                            \
    (sizeof (struct hpm_chunk_header) + sizeof (struct hpm_arrivals_head)      \
     + sizeof (struct hpm_arrival_comm) + 4)

/* How many calls may be told, with so many bytes of room; -1: nothing. */
static int
calls_of (int ranks, size_t bytes)
{
    size_t calls
        = bytes < CHUNK_BYTES
              ? 0
              : (bytes - CHUNK_BYTES) / sizeof (struct hpm_arrival_record);

    if (ranks > FEW_RANKS)
        return ranks > MOST_RANKS ? -1 : CALLS_OF_MANY;
    if (bytes == 0)
        return MOST_CALLS;
    return bytes < CHUNK_BYTES  ? -1
           : calls < MOST_CALLS ? (int)calls
                                : MOST_CALLS;
}

/* Give calls the places of their communicators, of which there is a list;
 * returns its length.  */
static int
list_comms (struct hpm_arrival_told *told, int count,
            struct hpm_arrival_comm *comms)
{
    int n = 0;

    for (int i = 0; i < count; i++) {
        int place = 0;

        while (place < n && comms[place].id != told[i].comm.id)
            place++;
        if (place == n)
            comms[n++] = told[i].comm;
        told[i].call.comm = place;
    }
    return n;
}

/* A rank that is alone in its job has no collectives to compare.  */
static void
start_head (struct hpm_arrivals_head *head,
            const struct hpm_arrivals_beside *beside, int is_alone)
{
    *head = (struct hpm_arrivals_head){
        .host = host_number (),
        .tick_ns = (double)arrivals.link->nanoseconds (1000000000) / 1e9,
        .thread = arrivals.thread,
        .limit = beside->limit,
        .unknown = beside->unknown
    };
    for (int c = 0; c < HPM_ARRIVAL_CLASSES && !is_alone; c++)
        head->ticks[c] = arrivals.ticks[c] > beside->ticks[c]
                             ? arrivals.ticks[c] - beside->ticks[c]
                             : 0;
}

static void
count_from (struct hpm_arrivals_head *head, const struct hpm_arrival_told *told,
            int count)
{
    int64_t last = count ? told[0].call.start : 0;

    head->count = count;
    head->first = last;
    for (int i = 1; i < count; i++) {
        int64_t start = told[i].call.start;

        head->first = start < head->first ? start : head->first;
        last = start > last ? start : last;
    }
    head->unit = hpm_arrival_unit (last - head->first);
}

/* The payload of told[count] in a buffer; comms[MOST_CALLS].  */
static void
put (struct hpm_stream_buffer *chunk, const struct hpm_arrivals_beside *beside,
     struct hpm_arrival_told *told, int count, struct hpm_arrival_comm *comms,
     int ranks)
{
    struct hpm_arrivals_head head;

    start_head (&head, beside, ranks == 1 && count == 0);
    head.comms = list_comms (told, count, comms);
    count_from (&head, told, count);
    hpm_stream_buffer_append (chunk, &head, sizeof head);
    hpm_stream_buffer_append (chunk, comms, (size_t)head.comms * sizeof *comms);
    for (int i = 0; i < count; i++) {
        struct hpm_arrival_record record
            = hpm_arrival_pack (&head, &told[i].call);

        hpm_stream_buffer_append (chunk, &record, sizeof record);
    }
}

/* Take fewer until they fit, with their communicators.  */
static void
fill (struct hpm_stream_buffer *chunk, int ranks, int most, size_t bytes)
{
    struct hpm_arrival_comm comms[MOST_CALLS];
    struct hpm_arrivals_beside beside;
    struct hpm_arrival_told *told;

    do {
        int count = arrivals.link->arrivals (most, &told, &beside);

        hpm_stream_buffer_release (chunk);
        put (chunk, &beside, told, count, comms, ranks);
        free (told);
        most = most * 7 / 8;
    } while (most && bytes && !chunk->failed
             && chunk->bytes + sizeof (struct hpm_chunk_header) + 4 > bytes);
}

/* Without memory the record stays as it was.  */
void
hpm_mpi_arrivals_append (struct hpm_stream_buffer *record, int rank, int ranks,
                         size_t bytes)
{
    struct hpm_stream_buffer chunk = { .data = NULL };
    int most = calls_of (ranks, bytes);
    size_t before = record->bytes;

    if (arrivals.thread < 0 || most < 0 || record->failed)
        return;
    fill (&chunk, ranks, most, ranks > FEW_RANKS ? 0 : bytes);
    if (!chunk.failed)
        hpm_stream_buffer_chunk (record, HPM_CHUNK_ARRIVALS, rank, chunk.data,
                                 chunk.bytes);
    if (record->failed) {
        record->bytes = before;
        record->failed = 0;
    }
    hpm_stream_buffer_release (&chunk);
}
