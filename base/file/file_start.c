/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/file_start.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int
hpm_file_start_open (struct hpm_file_start *start, const char *path)
{
    start->file = open (path, O_RDONLY | O_CLOEXEC);
    if (start->file < 0)
        return -1;
    start->known = pread (start->file, start->bytes, sizeof start->bytes, 0);
    return 0;
}

int
hpm_file_start_read (const struct hpm_file_start *start, off_t offset, void *to,
                     size_t size)
{
    if (offset >= 0 && offset <= start->known
        && size <= (size_t)(start->known - offset)) {
        memcpy (to, start->bytes + offset, size);
        return 0;
    }
    return pread (start->file, to, size, offset) == (ssize_t)size ? 0 : -1;
}

void
hpm_file_start_close (struct hpm_file_start *start)
{
    close (start->file);
}
