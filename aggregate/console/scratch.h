/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What has to be kept for a while: in memory, and in a temporary file without a
 * name, which goes away with its last descriptor, where it is much.
 */
#ifndef HPM_AGGREGATE_SCRATCH_H
#define HPM_AGGREGATE_SCRATCH_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"

/* A file to write and read, in $TMPDIR or else /tmp; in memory where no file
 * can be made.  NULL with the error.  */
FILE *hpm_scratch_open (struct hpm_error *error);

/* Say, by errno, that it could not be written or read.  Returns -1.  */
int hpm_scratch_failed (struct hpm_error *error);

/* Bytes in the order they came: those of the file, then those of memory.  Zeros
 * are an empty one.  */
struct hpm_spool {
    FILE *file; /* NULL until it is needed */
    char *text;
    size_t used, room;
};

/* Return 0, or -1 with the error.  What is added at once stays in one piece in
 * the file or in memory.  */
int hpm_spool_add (struct hpm_spool *spool, const void *data, size_t bytes,
                   struct hpm_error *error);
/* Add some of what is in a pipe, without a copy of it, once there is a file.
 * Returns bytes, 0 at the end, or -1 where that is not possible, which says
 * nothing of the pipe.  */
ssize_t hpm_spool_splice (struct hpm_spool *spool, int pipe);
/* Go to the start of the file, if there is one.  */
int hpm_spool_rewind (struct hpm_spool *spool, struct hpm_error *error);
/* Write all of it; that `out` failed is -1 without an error.  */
int hpm_spool_copy (struct hpm_spool *spool, FILE *out,
                    struct hpm_error *error);
void hpm_spool_release (struct hpm_spool *spool);

#endif /* HPM_AGGREGATE_SCRATCH_H */
