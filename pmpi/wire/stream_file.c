/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/folders.h"
#include "base/file/path.h"
#include "pmpi/guest/descriptor_room.h"
#include "base/signal_guard.h"
#include "pmpi/wire/stream_file.h"

static int
open_new (const char *path)
{
    return hpm_descriptor_raise (
        open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
              hpm_folders_file_mode (path)));
}

/* Create the file at the first place that can be written, from `place` on.
 * Returns a descriptor, or -1 and the errno of the last one.  */
static int
open_from (struct hpm_stream_file *file, int place)
{
    errno = ENAMETOOLONG;
    for (; place < HPM_STREAM_PLACES; place++) {
        int fd = *file->places[place] ? open_new (file->places[place]) : -1;

        if (fd < 0)
            continue;
        file->place = place;
        memcpy (file->path, file->places[place], sizeof file->path);
        return fd;
    }
    return -1;
}

/* Whether a place is one of those before it: the folder for temporary files is
 * often /tmp, and the result's, too.  */
static int
is_repeated (const struct hpm_stream_file *file, int place)
{
    for (int i = 0; i < place; i++)
        if (strcmp (file->places[i], file->places[place]) == 0)
            return 1;
    return 0;
}

static void
name_places (struct hpm_stream_file *file, const char *result)
{
    const char *slash = strrchr (result, '/');
    const char *base = slash ? slash + 1 : result;
    const char *folder = getenv ("TMPDIR");
    const char *folders[]
        = { NULL, folder && *folder ? folder : "/tmp", "/dev/shm", "/tmp" };
    char whole[2 * PATH_MAX], more[32];

    snprintf (more, sizeof more, ".stream-%d", (int)getpid ());
    for (int i = 0; i < HPM_STREAM_PLACES; i++) {
        snprintf (whole, sizeof whole, "%s%s%s", i ? folders[i] : "",
                  i ? "/" : "", i ? base : result);
        if (hpm_path_extend (file->places[i], PATH_MAX, whole, more, "") < 0
            || is_repeated (file, i))
            file->places[i][0] = '\0'; /* too long, or tried before */
    }
}

static int
tell_places (const struct hpm_stream_file *file, struct hpm_error *error)
{
    struct hpm_error list = { "" };

    for (int i = 0; i < HPM_STREAM_PLACES; i++)
        if (*file->places[i]) {
            size_t length = strlen (list.text);

            snprintf (list.text + length, sizeof list.text - length, "%s%s",
                      length ? " nor " : "", file->places[i]);
        }
    return hpm_error_set (error, "cannot write %s: %s", list.text,
                          strerror (file->problem));
}

int
hpm_stream_file_create (struct hpm_stream_file *file, const char *result,
                        struct hpm_error *error)
{
    name_places (file, result);
    file->problem = 0;
    file->fd = open_from (file, 0);
    if (file->fd >= 0)
        return 0;
    file->problem = errno;
    return tell_places (file, error);
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
        bytes -= (size_t)n;
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

        if (bytes - at < (off_t)most)
            most = (size_t)(bytes - at);
        n = pread (from, block, most, at);
        if (n <= 0 || write_all (to, block, (size_t)n) < 0)
            return -1;
        at += n;
    }
    return 0;
}

/* Take the `bytes` bytes written so far to a place behind this one, and what
 * did not fit with them.  */
static int
move (struct hpm_stream_file *file, off_t bytes, const char *data, size_t more)
{
    char before[PATH_MAX];
    int from = file->fd, fd;

    memcpy (before, file->path, sizeof before);
    while ((fd = open_from (file, file->place + 1)) >= 0) {
        if (copy (from, fd, bytes) == 0 && write_all (fd, data, more) == 0)
            break;
        close (fd);
        unlink (file->path);
    }
    if (fd < 0) {
        memcpy (file->path, before, sizeof before);
        return -1;
    }
    close (from);
    unlink (before);
    file->fd = fd;
    return 0;
}

int
hpm_stream_file_write (struct hpm_stream_file *file, const void *data,
                       size_t bytes, struct hpm_error *error)
{
    off_t before = lseek (file->fd, 0, SEEK_CUR);
    struct hpm_signal_guard guard;
    int failure = 0;

    hpm_signal_guard_begin (&guard);
    if (write_all (file->fd, data, bytes) < 0) {
        failure = errno;
        if (move (file, before, data, bytes) == 0)
            failure = 0;
    }
    hpm_signal_guard_end (&guard);
    file->problem = failure;
    return failure ? hpm_error_set (error, "cannot write %s, nor elsewhere: %s",
                                    file->path, strerror (failure))
                   : 0;
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
