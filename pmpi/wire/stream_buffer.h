/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chunks of the record stream (include/hpm_stream.h), put together in memory.
 */
#ifndef HPM_PMPI_STREAM_BUFFER_H
#define HPM_PMPI_STREAM_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "include/hpm_stream.h"

/* Grows as needed; `failed` stays set once memory ran out.  Where it is
 * `fixed`, data[room] is the caller's, and all there is.  */
struct hpm_stream_buffer {
    char *data;
    size_t bytes, room;
    int failed, fixed;
};

void hpm_stream_buffer_release (struct hpm_stream_buffer *buffer);

/* Append the stream's header, and a chunk with its padding.  */
void hpm_stream_buffer_header (struct hpm_stream_buffer *buffer);
void hpm_stream_buffer_chunk (struct hpm_stream_buffer *buffer,
                              enum hpm_chunk_type type, int rank,
                              const void *payload, size_t bytes);

/* Append plain bytes; the caller sees to alignment.  */
void hpm_stream_buffer_append (struct hpm_stream_buffer *buffer,
                               const void *data, size_t bytes);

#endif /* HPM_PMPI_STREAM_BUFFER_H */
