/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plain read(2) without stdio: this runs inside other people's programs.
 */
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Read until the end or until `size` bytes are there; -1 on failure.  */
static ssize_t
read_fully (int fd, char *buffer, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t got = read (fd, buffer + done, size - done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* Some editors begin UTF-8 with a mark of the order of bytes, which has none.
 */
static void
drop_mark (char *text, size_t length)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t bytes = sizeof mark - 1;

    if (length >= bytes && !memcmp (text, mark, bytes))
        memmove (text, text + bytes, length - bytes + 1);
}

/* The text of an open file; one byte more than `most` is tried for, since the
 * size that fstat tells may change, and is 0 for files of /proc.  */
static char *
read_text (int fd, const char *path, size_t most, struct hpm_error *error)
{
    struct stat status;
    size_t size;
    ssize_t length;
    char *text;

    if (fstat (fd, &status) != 0) {
        hpm_error_set (error, "cannot read %s: %m", path);
        return NULL;
    }
    if (!S_ISREG (status.st_mode)) {
        hpm_error_set (error, "cannot read %s: not a regular file", path);
        return NULL;
    }
    size = most;
    if (status.st_size > 0 && (uintmax_t)status.st_size < most)
        size = (size_t)status.st_size;
    text = malloc (size + 2);
    if (!text) {
        hpm_error_set (error, "cannot read %s: out of memory", path);
        return NULL;
    }
    length = read_fully (fd, text, size + 1);
    if (length < 0)
        hpm_error_set (error, "cannot read %s: %m", path);
    else if ((size_t)length > most)
        hpm_error_set (error, "cannot read %s: longer than %zu bytes", path,
                       most);
    else if (memchr (text, '\0', (size_t)length))
        hpm_error_set (error, "cannot read %s: not a text", path);
    else {
        text[length] = '\0';
        drop_mark (text, (size_t)length);
        return text;
    }
    free (text);
    return NULL;
}

char *
hpm_text_read_file (const char *path, size_t most, struct hpm_error *error)
{
    /* Without O_NONBLOCK a FIFO would hang us.  */
    int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    char *text;

    if (fd < 0) {
        hpm_error_set (error, "cannot read %s: %m", path);
        return NULL;
    }
    text = read_text (fd, path, most, error);
    close (fd);
    return text;
}
