/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/recover/recover_checkpoint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hpm_stream.h"
#include "aggregate/input/own_file.h"
#include "aggregate/input/rank_reader.h"

#define TRIES 100 /* a live writer changes the buffers once a second */

static int
check_header (struct hpm_checkpoint_reader *reader, struct hpm_error *error)
{
    struct hpm_checkpoint_header header;

    if (pread (reader->fd, &header, sizeof header, 0) != sizeof header
        || memcmp (header.magic, HPM_CHECKPOINT_MAGIC, sizeof header.magic))
        return hpm_error_set (error, "%s holds no snapshots", reader->path);
    if (header.byte_order != HPM_STREAM_BYTE_ORDER
        || header.version != HPM_CHECKPOINT_VERSION)
        return hpm_error_set (error,
                              "%s comes from another version of hpmmpi or "
                              "another kind of machine",
                              reader->path);
    reader->slots = header.claimed < HPM_CHECKPOINT_SLOTS
                        ? (int)header.claimed
                        : (int)HPM_CHECKPOINT_SLOTS;
    reader->space = header.space;
    reader->fate = header.fate;
    return 0;
}

/* The file of a running job grows.  */
static void
look_at_size (struct hpm_checkpoint_reader *reader)
{
    struct stat status;

    if (fstat (reader->fd, &status) == 0)
        reader->bytes = (uint64_t)status.st_size;
}

static int
read_slot (const struct hpm_checkpoint_reader *reader, int number,
           struct hpm_checkpoint_slot *slot)
{
    off_t at
        = (off_t)HPM_CHECKPOINT_TABLE + (off_t)number * (off_t)sizeof *slot;

    return pread (reader->fd, slot, sizeof *slot, at) == sizeof *slot ? 0 : -1;
}

/* Bytes of a complete extent; more than any file has for one that makes no
 * sense, so that sums do not wrap.  */
static uint64_t
extent_bytes (const struct hpm_checkpoint_extent *extent)
{
    if (!extent->sequence)
        return 0;
    return extent->bytes < (uint64_t)INT64_MAX ? extent->bytes
                                               : (uint64_t)INT64_MAX;
}

/* Every process has room of its own: what all slots refer to, taken together,
 * is in the file.  Were it not so, a small file could make endless work.  */
static int
check_sizes (struct hpm_checkpoint_reader *reader, struct hpm_error *error)
{
    uint64_t sum = 0;
    int fits = 1;

    for (int number = 0; fits && number < reader->slots; number++) {
        struct hpm_checkpoint_slot slot;

        if (read_slot (reader, number, &slot) < 0)
            break;
        sum += extent_bytes (&slot.head);
        look_at_size (reader);
        for (int i = 0; i < 2; i++) {
            fits &= sum <= reader->bytes;
            sum += fits ? extent_bytes (&slot.buffers[i]) : 0;
        }
        fits &= sum <= reader->bytes;
    }
    return fits ? 0
                : hpm_error_set (error,
                                 "%s is damaged: it refers to more than it has",
                                 reader->path);
}

int
hpm_checkpoint_reader_open (struct hpm_checkpoint_reader *reader,
                            const char *path, int any_owner,
                            struct hpm_error *error)
{
    memset (reader, 0, sizeof *reader);
    reader->path = strdup (path);
    reader->fd = reader->path ? hpm_own_file_open (path, "holds no snapshots",
                                                   any_owner, error)
                              : hpm_error_set (error, "out of memory");
    if (reader->fd >= 0 && check_header (reader, error) == 0
        && check_sizes (reader, error) == 0)
        return 0;
    hpm_checkpoint_reader_close (reader);
    return -1;
}

void
hpm_checkpoint_reader_close (struct hpm_checkpoint_reader *reader)
{
    if (reader->fd >= 0)
        close (reader->fd);
    free (reader->path);
    memset (reader, 0, sizeof *reader);
    reader->fd = -1;
}

/* A copy of an extent, or NULL.  */
static char *
read_extent (struct hpm_checkpoint_reader *reader,
             const struct hpm_checkpoint_extent *extent)
{
    char *data;

    look_at_size (reader);
    if (!extent->sequence || extent->bytes > extent->room
        || extent->offset > reader->bytes
        || extent->bytes > reader->bytes - extent->offset)
        return NULL;
    data = malloc (extent->bytes + 1);
    if (data
        && pread (reader->fd, data, extent->bytes, (off_t)extent->offset)
               != (ssize_t)extent->bytes) {
        free (data);
        data = NULL;
    }
    return data;
}

/* The newer buffer, as it stood at one moment: one that was overwritten while
 * it was copied is tried again.  Returns 0 where there is none.  */
static int
read_buffer (struct hpm_checkpoint_reader *reader, int number,
             struct hpm_checkpoint_data *saved)
{
    for (int i = 0; i < TRIES; i++) {
        struct hpm_checkpoint_slot slot, after;
        int newer;

        if (read_slot (reader, number, &slot) < 0)
            return 0;
        newer = slot.buffers[1].sequence > slot.buffers[0].sequence;
        saved->buffer = read_extent (reader, &slot.buffers[newer]);
        saved->bytes = slot.buffers[newer].bytes;
        if (!saved->buffer)
            return 0;
        if (read_slot (reader, number, &after) == 0
            && !memcmp (&after.buffers[newer], &slot.buffers[newer],
                        sizeof slot.buffers[newer]))
            return 1;
        free (saved->buffer);
        saved->buffer = NULL;
    }
    return 0;
}

void
hpm_checkpoint_data_each (const char *data, size_t bytes,
                          void (*each) (uint32_t type, const char *payload,
                                        size_t bytes, void *to),
                          void *to)
{
    struct hpm_chunk_header header;
    size_t at = 0;

    while (data && at <= bytes && bytes - at >= sizeof header) {
        memcpy (&header, data + at, sizeof header);
        at += sizeof header;
        if (header.bytes > bytes - at)
            break;
        each (header.type, data + at, header.bytes, to);
        at += header.bytes + (8 - header.bytes % 8) % 8;
    }
}

struct sought {
    uint32_t type;
    const char *payload;
    size_t bytes;
};

static void
compare (uint32_t type, const char *payload, size_t bytes, void *to)
{
    struct sought *sought = to;

    if (type != sought->type || sought->payload)
        return;
    sought->payload = payload;
    sought->bytes = bytes;
}

const char *
hpm_checkpoint_data_chunk (const char *data, size_t bytes, uint32_t type,
                           size_t *payload)
{
    struct sought sought = { .type = type };

    hpm_checkpoint_data_each (data, bytes, compare, &sought);
    *payload = sought.bytes;
    return sought.payload;
}

/* The number of records of a chunk; -1 where there is no such chunk, or no
 * whole number of them.  */
static int64_t
count_records (const char *data, size_t bytes, uint32_t type, size_t size)
{
    size_t payload;

    if (!hpm_checkpoint_data_chunk (data, bytes, type, &payload)
        || payload % size)
        return -1;
    return (int64_t)(payload / size);
}

/* Whether so many cells are those of these threads and events: what is made of
 * them is as large as they are, times the regions at most.  */
static int
cells_fit (int64_t cells, int64_t threads, int64_t events)
{
    int64_t row = threads * events;

    if (events > HPM_EVENTS_MAX || !row)
        return cells == 0 && events <= HPM_EVENTS_MAX;
    return cells && cells % row == 0 && cells / row <= HPM_REGIONS_MAX;
}

/* Whether the chunks of a buffer fit each other and the events of the head.  */
static int
makes_sense (struct hpm_checkpoint_data *saved)
{
    const char *buffer = saved->buffer;
    size_t bytes = saved->bytes, rank;
    const char *record
        = hpm_checkpoint_data_chunk (buffer, bytes, HPM_CHUNK_RANK, &rank);
    int64_t events
        = count_records (saved->head, saved->head_bytes, HPM_CHUNK_EVENTS,
                         sizeof (struct hpm_event_record));
    int64_t threads = count_records (buffer, bytes, HPM_CHUNK_THREADS,
                                     sizeof (struct hpm_thread_record));
    int64_t cells = count_records (buffer, bytes, HPM_CHUNK_CELLS,
                                   sizeof (struct hpm_cell));

    if (!record || rank != sizeof saved->record || events < 0 || threads < 0
        || cells < 0)
        return 0;
    memcpy (&saved->record, record, sizeof saved->record);
    return cells_fit (cells, threads, events)
           && saved->record.rank == (int32_t)saved->rank;
}

int
hpm_checkpoint_reader_slot (struct hpm_checkpoint_reader *reader, int number,
                            struct hpm_checkpoint_data *saved,
                            struct hpm_error *error)
{
    struct hpm_checkpoint_slot slot;

    memset (saved, 0, sizeof *saved);
    if (read_slot (reader, number, &slot) < 0)
        return hpm_error_set (error, "cannot read %s", reader->path);
    saved->rank = slot.rank;
    saved->pid = slot.pid;
    saved->space = reader->space;
    saved->head = read_extent (reader, &slot.head);
    saved->head_bytes = slot.head.bytes;
    if (!saved->head)
        return 0;
    if (read_buffer (reader, number, saved) && makes_sense (saved))
        return 1;
    free (saved->buffer);
    saved->buffer = NULL;
    return 1;
}

void
hpm_checkpoint_data_release (struct hpm_checkpoint_data *saved)
{
    free (saved->head);
    free (saved->buffer);
    memset (saved, 0, sizeof *saved);
}
