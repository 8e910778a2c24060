/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading a record stream (include/hpm_stream.h), chunk by chunk, in the memory
 * of the largest chunk.  A stream that was cut short is no error: what is
 * complete is given, and its records are not `complete`.  What is malformed
 * counts as cut off: the ranks before it are good.
 */
#ifndef HPM_AGGREGATE_STREAM_H
#define HPM_AGGREGATE_STREAM_H

#include <stdio.h>

#include "aggregate/input/records.h"

struct hpm_stream {
    struct hpm_records records; /* first: the stream gives them */
    FILE *file;
    char *path;      /* owned */
    uint64_t offset; /* of the next chunk */
    char *payload;   /* of the current chunk, owned */
    uint64_t capacity;
    char *buffer; /* of file, owned; NULL without memory */
};

/* Open a stream, of this user unless `any_owner`, and check its header. Returns
 * 0, or -1 with the error.  */
int hpm_stream_open (struct hpm_stream *stream, const char *path, int any_owner,
                     struct hpm_error *error);
void hpm_stream_close (struct hpm_stream *stream);

#endif /* HPM_AGGREGATE_STREAM_H */
