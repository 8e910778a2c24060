/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/stream_file.h"

static int
open_new (const char *path)
{
    return open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                 0666);
}

int
hpm_stream_file_create (struct hpm_stream_file *file, const char *result,
                        struct hpm_error *error)
{
    const char *slash = strrchr (result, '/');
    const char *folder = getenv ("TMPDIR");
    int first;

    snprintf (file->path, sizeof file->path, "%s.stream-%d", result,
              (int) getpid ());
    snprintf (file->second, sizeof file->second, "%s/%s.stream-%d",
              folder && *folder ? folder : "/tmp", slash ? slash + 1 : result,
              (int) getpid ());
    file->fd = open_new (file->path);
    if (file->fd >= 0)
        return 0;
    first = errno;
    file->fd = open_new (file->second);
    if (file->fd < 0)
        return hpm_error_set (error, "cannot write %s (%s) nor %s (%s)",
                              file->path, strerror (first), file->second,
                              strerror (errno));
    memcpy (file->path, file->second, sizeof file->path);
    file->second[0] = '\0';
    return 0;
}

/* Write all of it.  Returns 0, or -1 and errno.  */
static int
write_all (int fd, const char *data, size_t bytes)
{
    while (bytes > 0) {
        ssize_t n = write (fd, data, bytes);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        data += n;
        bytes -= (size_t) n;
    }
    return 0;
}

/* Copy the first `bytes` bytes of one file to another.  */
static int
copy (int from, int to, off_t bytes)
{
    char block[16384];

    for (off_t at = 0; at < bytes;) {
        size_t most = sizeof block;
        ssize_t n;

        if (bytes - at < (off_t) most)
            most = (size_t) (bytes - at);
        n = pread (from, block, most, at);
        if (n <= 0 || write_all (to, block, (size_t) n) < 0)
            return -1;
        at += n;
    }
    return 0;
}

/* Take the `bytes` bytes written so far to the second place.  */
static int
move (struct hpm_stream_file *file, off_t bytes)
{
    int fd = *file->second ? open_new (file->second) : -1;

    if (fd < 0)
        return -1;
    if (copy (file->fd, fd, bytes) < 0) {
        close (fd);
        unlink (file->second);
        return -1;
    }
    close (file->fd);
    unlink (file->path);
    file->fd = fd;
    memcpy (file->path, file->second, sizeof file->path);
    file->second[0] = '\0';
    return 0;
}

int
hpm_stream_file_write (struct hpm_stream_file *file, const void *data,
                       size_t bytes, struct hpm_error *error)
{
    off_t before = lseek (file->fd, 0, SEEK_CUR);
    int failure;

    if (write_all (file->fd, data, bytes) == 0)
        return 0;
    failure = errno;
    if (move (file, before) == 0
        && write_all (file->fd, data, bytes) == 0)
        return 0;
    return hpm_error_set (error, "cannot write %s: %s", file->path,
                          strerror (failure));
}

int
hpm_stream_file_close (struct hpm_stream_file *file, struct hpm_error *error)
{
    int result = close (file->fd);

    file->fd = -1;
    if (result < 0)
        return hpm_error_set (error, "cannot write %s: %s", file->path,
                              strerror (errno));
    return 0;
}
