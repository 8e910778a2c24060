/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading a record stream (include/hpm_stream.h), chunk by chunk, in the memory
 * of the largest chunk.  A stream that was cut short is no error: what is
 * complete is given, then it ends with `complete` 0.
 */
#ifndef HPM_AGGREGATE_STREAM_H
#define HPM_AGGREGATE_STREAM_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "hpm_stream.h"

struct hpm_stream {
    FILE *file;
    char *path;      /* owned */
    uint64_t size;   /* of the file */
    uint64_t offset; /* of the next chunk */
    char *payload;   /* of the current chunk, owned */
    uint64_t capacity;
    int complete; /* the END chunk was met */
};

struct hpm_chunk {
    uint32_t type;
    uint32_t rank;
    uint64_t bytes;
    const char *payload; /* valid until the next call; 8-byte aligned */
};

/* Open a stream, of this user unless `any_owner`, and check its header. Returns
 * 0, or -1 with the error.  */
int hpm_stream_open (struct hpm_stream *stream, const char *path, int any_owner,
                     struct hpm_error *error);
void hpm_stream_close (struct hpm_stream *stream);

/* Go back to the first chunk.  Returns 0 or -1.  */
int hpm_stream_rewind (struct hpm_stream *stream, struct hpm_error *error);

/* The next chunk.  Returns 1, 0 at the end (or where the stream was cut), -1 on
 * a read error or without memory.  */
int hpm_stream_next (struct hpm_stream *stream, struct hpm_chunk *chunk,
                     struct hpm_error *error);

#endif /* HPM_AGGREGATE_STREAM_H */
