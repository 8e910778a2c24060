/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/wire/stream_buffer.h"

#define FIRST_ROOM 4096u

void
hpm_stream_buffer_release (struct hpm_stream_buffer *buffer)
{
    free (buffer->data);
    memset (buffer, 0, sizeof *buffer);
}

/* Make room for so many bytes more.  Returns 0 or -1.  */
static int
reserve (struct hpm_stream_buffer *buffer, size_t bytes)
{
    size_t room = buffer->room ? buffer->room : FIRST_ROOM;
    char *data;

    if (buffer->failed)
        return -1;
    while (room - buffer->bytes < bytes)
        room *= 2;
    if (room == buffer->room)
        return 0;
    if (buffer->fixed) {
        buffer->failed = 1;
        return -1;
    }
    data = realloc (buffer->data, room);
    if (!data) {
        buffer->failed = 1;
        return -1;
    }
    buffer->data = data;
    buffer->room = room;
    return 0;
}

void
hpm_stream_buffer_append (struct hpm_stream_buffer *buffer, const void *data,
                          size_t bytes)
{
    if (bytes == 0 || reserve (buffer, bytes) < 0)
        return;
    memcpy (buffer->data + buffer->bytes, data, bytes);
    buffer->bytes += bytes;
}

void
hpm_stream_buffer_header (struct hpm_stream_buffer *buffer)
{
    struct hpm_stream_header header = { .magic = HPM_STREAM_MAGIC,
                                        .version = HPM_STREAM_VERSION,
                                        .byte_order = HPM_STREAM_BYTE_ORDER };

    hpm_stream_buffer_append (buffer, &header, sizeof header);
}

void
hpm_stream_buffer_chunk (struct hpm_stream_buffer *buffer,
                         enum hpm_chunk_type type, int rank,
                         const void *payload, size_t bytes)
{
    static const char zeros[8];
    struct hpm_chunk_header header
        = { .type = (uint32_t)type, .rank = (uint32_t)rank, .bytes = bytes };

    hpm_stream_buffer_append (buffer, &header, sizeof header);
    hpm_stream_buffer_append (buffer, payload, bytes);
    hpm_stream_buffer_append (buffer, zeros, (8 - bytes % 8) % 8);
}
