/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/gather/gather_write.h"

void
hpm_gather_append_events (struct hpm_stream_buffer *buffer,
                          const struct hpm_event_table *table, int rank)
{
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_EVENTS, rank, table->records,
                             (size_t)table->width * sizeof *table->records);
}

int
hpm_gather_write_bytes (struct hpm_stream_file *file, const void *data,
                        size_t bytes, struct hpm_error *error)
{
    if (!file)
        return -1;
    return bytes ? hpm_stream_file_write (file, data, bytes, error) : 0;
}

int
hpm_gather_write_events (struct hpm_stream_file *file,
                         const struct hpm_event_table *table,
                         struct hpm_error *error)
{
    struct hpm_stream_buffer events = { .data = NULL };
    int result;

    hpm_gather_append_events (&events, table, 0);
    result = events.failed ? hpm_error_set (error, "out of memory")
                           : hpm_gather_write_bytes (file, events.data,
                                                     events.bytes, error);
    hpm_stream_buffer_release (&events);
    return result;
}

int
hpm_gather_identity (const struct hpm_gather_part *part,
                     struct hpm_stream_file *file, struct hpm_error *error)
{
    if (!file)
        return -1;
    if (part->body->failed || !part->body->bytes)
        return hpm_error_set (error, "out of memory");
    return hpm_gather_write_events (file, part->table, error)
                   || hpm_gather_write_bytes (file, part->body->data,
                                              part->body->bytes, error)
               ? -1
               : 0;
}
