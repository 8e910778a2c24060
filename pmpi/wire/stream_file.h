/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record stream on disk.  It stands beside the result file to be, or, when
 * that place is full or not writable, in the folder for temporary files, in
 * /dev/shm, or in /tmp.  No call raises SIGXFSZ.
 */
#ifndef HPM_PMPI_STREAM_FILE_H
#define HPM_PMPI_STREAM_FILE_H

#include <limits.h>
#include <stddef.h>

#include "base/error.h"

#define HPM_STREAM_PLACES 4

struct hpm_stream_file {
    int fd;
    int problem;         /* errno of what could not be made or written; or 0 */
    int place;           /* where it is */
    char path[PATH_MAX]; /* the same */
    char places[HPM_STREAM_PLACES][PATH_MAX]; /* each once; "": none */
};

/* Create the stream of a result file.  Returns 0, or -1 when no place can
 * be written.  */
int hpm_stream_file_create (struct hpm_stream_file *file, const char *result,
                            struct hpm_error *error);

/* Append.  When the disk is full, what was written moves to the next place
 * first.  Returns 0, or -1 when that fails too: then the file has what fitted.
 */
int hpm_stream_file_write (struct hpm_stream_file *file, const void *data,
                           size_t bytes, struct hpm_error *error);

/* Close; the file stays.  Returns 0, or -1 when the last bytes got lost.  */
int hpm_stream_file_close (struct hpm_stream_file *file,
                           struct hpm_error *error);

#endif /* HPM_PMPI_STREAM_FILE_H */
