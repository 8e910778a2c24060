/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text on its way to a file, by one thread: what CSV and JSON put there piece
 * by piece is mostly some bytes long.
 */
#ifndef HPM_AGGREGATE_BUFFER_H
#define HPM_AGGREGATE_BUFFER_H

#include <stdio.h>
#include <string.h>

/* Zeros but for `out` are an empty one.  */
struct hpm_buffer {
    FILE *out;
    size_t used;
    char text[8192];
};

static inline void
hpm_buffer_flush (struct hpm_buffer *buffer)
{
    fwrite_unlocked (buffer->text, 1, buffer->used, buffer->out);
    buffer->used = 0;
}

/* Room for so many bytes, no more than the buffer has, to be counted in `used`
 * by who fills it.  */
static inline char *
hpm_buffer_room (struct hpm_buffer *buffer, size_t bytes)
{
    if (bytes > sizeof buffer->text - buffer->used)
        hpm_buffer_flush (buffer);
    return buffer->text + buffer->used;
}

static inline void
hpm_buffer_put (struct hpm_buffer *buffer, const char *text, size_t length)
{
    if (length > sizeof buffer->text) {
        hpm_buffer_flush (buffer);
        fwrite_unlocked (text, 1, length, buffer->out);
        return;
    }
    memcpy (hpm_buffer_room (buffer, length), text, length);
    buffer->used += length;
}

static inline void
hpm_buffer_put_char (struct hpm_buffer *buffer, char c)
{
    *hpm_buffer_room (buffer, 1) = c;
    buffer->used++;
}

#endif /* HPM_AGGREGATE_BUFFER_H */
