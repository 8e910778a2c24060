/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aggregate/input/own_file.h"

/* Bytes a read fetches: a record of a rank takes some 1,300, and by the C
 * library's own 4,096 a tenth of the time of writing 10^6 ranks was system
 * calls.  */
enum { READ_BYTES = 1 << 17 };

/* A regular file only: it is read twice.  */
static int
open_regular (struct hpm_stream *stream, int any_owner, struct hpm_error *error)
{
    struct stat status;
    int fd = hpm_own_file_open (stream->path, "is no record stream", any_owner,
                                error);

    if (fd < 0)
        return -1;
    stream->file = fdopen (fd, "rb");
    if (!stream->file || fstat (fd, &status)) {
        hpm_error_set (error, "cannot open record stream %s: %s", stream->path,
                       strerror (errno));
        if (!stream->file)
            close (fd);
        return -1;
    }
    stream->buffer = malloc (READ_BYTES);
    if (stream->buffer)
        setvbuf (stream->file, stream->buffer, _IOFBF, READ_BYTES);
    stream->records.bytes = (uint64_t)status.st_size;
    return 0;
}

static int
check_header (struct hpm_stream *stream, struct hpm_error *error)
{
    struct hpm_stream_header header;

    if (fread (&header, sizeof header, 1, stream->file) != 1
        || memcmp (header.magic, HPM_STREAM_MAGIC, sizeof header.magic))
        return hpm_error_set (error, "%s is no record stream", stream->path);
    if (header.byte_order != HPM_STREAM_BYTE_ORDER)
        return hpm_error_set (
            error,
            "record stream %s comes from a machine of another "
            "byte order; read it there",
            stream->path);
    if (header.version != HPM_STREAM_VERSION)
        return hpm_error_set (error,
                              "record stream %s has version %u, this hpmagg "
                              "reads version %d",
                              stream->path, header.version, HPM_STREAM_VERSION);
    stream->offset = sizeof header;
    return 0;
}

static int
rewind_stream (struct hpm_records *records, struct hpm_error *error)
{
    struct hpm_stream *stream = (struct hpm_stream *)records;

    stream->offset = sizeof (struct hpm_stream_header);
    records->complete = 0;
    if (fseeko (stream->file, (off_t)stream->offset, SEEK_SET))
        return hpm_error_set (error, "cannot reread record stream %s: %s",
                              stream->path, strerror (errno));
    return 0;
}

static int
reserve (struct hpm_stream *stream, uint64_t bytes, struct hpm_error *error)
{
    char *payload;

    if (bytes <= stream->capacity)
        return 0;
    payload = realloc (stream->payload, bytes);
    if (!payload)
        return hpm_error_set (error, "out of memory for a record of %llu bytes",
                              (unsigned long long)bytes);
    stream->payload = payload;
    stream->capacity = bytes;
    return 0;
}

/* 1 if `bytes` more bytes are in the file.  */
static int
is_there (const struct hpm_stream *stream, uint64_t bytes)
{
    return bytes <= stream->records.bytes
           && stream->offset <= stream->records.bytes - bytes;
}

/* The next chunk, until the one after it is asked for.  Returns 1, 0 at the end
 * (or where the stream was cut), -1 on a read error or without memory.  */
static int
next_chunk (struct hpm_stream *stream, struct hpm_chunk *chunk,
            struct hpm_error *error)
{
    struct hpm_chunk_header header;
    uint64_t padded;

    if (stream->records.complete || !is_there (stream, sizeof header)
        || fread (&header, sizeof header, 1, stream->file) != 1)
        return 0;
    stream->offset += sizeof header;
    if (!is_there (stream, header.bytes))
        return 0;
    padded = (header.bytes + 7) & ~(uint64_t)7;
    if (!is_there (stream, padded))
        padded = header.bytes;
    if (reserve (stream, padded ? padded : 8, error))
        return -1;
    if (padded && fread (stream->payload, padded, 1, stream->file) != 1)
        return hpm_error_set (error, "cannot read record stream %s: %s",
                              stream->path, strerror (errno));
    stream->offset += padded;
    stream->records.complete = header.type == HPM_CHUNK_END;
    *chunk = (struct hpm_chunk){ header.type, header.rank, header.bytes,
                                 stream->payload };
    return 1;
}

static int
next_rank (struct hpm_records *records, struct hpm_rank_reader *reader,
           struct hpm_error *error)
{
    struct hpm_stream *stream = (struct hpm_stream *)records;
    struct hpm_chunk chunk;
    int got, taken;

    while ((got = next_chunk (stream, &chunk, error)) == 1) {
        taken = hpm_rank_reader_take (reader, &chunk);
        if (taken == 1)
            return 1;
        if (taken < 0) {
            records->complete = 0;
            return 0;
        }
    }
    return got;
}

int
hpm_stream_open (struct hpm_stream *stream, const char *path, int any_owner,
                 struct hpm_error *error)
{
    memset (stream, 0, sizeof *stream);
    stream->path = strdup (path);
    if (!stream->path)
        return hpm_error_set (error, "out of memory");
    stream->records = (struct hpm_records){ .kind = "record stream",
                                            .name = stream->path,
                                            .rewind = rewind_stream,
                                            .next = next_rank };
    if (open_regular (stream, any_owner, error)
        || check_header (stream, error)) {
        hpm_stream_close (stream);
        return -1;
    }
    return 0;
}

void
hpm_stream_close (struct hpm_stream *stream)
{
    if (stream->file)
        fclose (stream->file);
    free (stream->path);
    free (stream->payload);
    free (stream->buffer);
    memset (stream, 0, sizeof *stream);
}
