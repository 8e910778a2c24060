/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Streams of several nodes as one: the rows of one node after those of the one
 * before.
 */
#ifndef HPM_WRAPPER_STAT_MERGE_H
#define HPM_WRAPPER_STAT_MERGE_H

#include <stddef.h>

#include "base/error.h"
#include "pmpi/wire/stream_buffer.h"

/* What a node left.  */
struct hpm_stat_input {
    char *path; /* owned; NULL where the node did not come */
    char *rows; /* owned; what it was to count, "processors 0-3": NULL where it
                 * has not said so */
    int row_count;
    char *data; /* [bytes], owned: its stream, aligned as by malloc */
    size_t bytes;
};

void hpm_stat_inputs_release (struct hpm_stat_input *inputs, int count);

/* Append the streams of the inputs to an empty buffer.  What is said of the run
 * is that of the first which has one, but for the rows: those of a node that
 * did not come, or whose stream is damaged, are missing, where it has said
 * which.  Ranks in `data` are changed.  Returns how many were damaged, with one
 * of them in the error, or -1 with the error where nothing is left.  Pure.  */
int hpm_stat_merge (struct hpm_stream_buffer *stream,
                    struct hpm_stat_input *inputs, int count,
                    struct hpm_error *error);

/* The same of their files, into a new one; such as can't be read are damaged.
 */
int hpm_stat_merge_files (const char *path, struct hpm_stat_input *inputs,
                          int count, struct hpm_error *error);

#endif /* HPM_WRAPPER_STAT_MERGE_H */
