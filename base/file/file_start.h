/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file that is looked at: its start, read at once, has all that is asked of
 * most programs, and each exec of a program that is counted pays for it.
 */
#ifndef HPM_BASE_FILE_START_H
#define HPM_BASE_FILE_START_H

#include <stddef.h>
#include <sys/types.h>

struct hpm_file_start {
    int file;
    ssize_t known; /* bytes of `bytes`; -1 where none can be read */
    char bytes[1024];
};

/* Open it.  Returns 0, to be closed, or -1 (errno).  */
int hpm_file_start_open (struct hpm_file_start *start, const char *path);

/* `size` bytes of the file from `offset` on.  Returns 0, or -1 where it has not
 * so many.  */
int hpm_file_start_read (const struct hpm_file_start *start, off_t offset,
                         void *to, size_t size);

void hpm_file_start_close (struct hpm_file_start *start);

#endif /* HPM_BASE_FILE_START_H */
