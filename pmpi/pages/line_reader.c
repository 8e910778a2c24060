/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/line_reader.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int
hpm_line_reader_open (struct hpm_line_reader *reader, const char *path)
{
    reader->at = reader->end = 0;
    reader->fd = open (path, O_RDONLY | O_CLOEXEC);
    return reader->fd < 0 ? -1 : 0;
}

void
hpm_line_reader_close (struct hpm_line_reader *reader)
{
    close (reader->fd);
}

/* Returns whether there is more.  */
static int
fill (struct hpm_line_reader *reader)
{
    ssize_t got;

    memmove (reader->text, reader->text + reader->at, reader->end - reader->at);
    reader->end -= reader->at;
    reader->at = 0;
    got = read (reader->fd, reader->text + reader->end,
                HPM_LINE_ROOM - reader->end);
    if (got <= 0)
        return 0;
    reader->end += (size_t)got;
    return 1;
}

char *
hpm_line_reader_next (struct hpm_line_reader *reader)
{
    char *line, *end;

    do {
        line = reader->text + reader->at;
        end = memchr (line, '\n', reader->end - reader->at);
    } while (!end && fill (reader));
    if (!end)
        return NULL;
    *end = '\0';
    reader->at = (size_t)(end + 1 - reader->text);
    return line;
}
