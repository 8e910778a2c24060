/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "pmpi/descriptor_room.h"

#define NEEDED 16 /* stream, pipe, files of /proc */

/* One that the thread of snapshots gives back just now is not enough.  */
static int
few_left (void)
{
    int taken[NEEDED], count = 0, few;

    while (count < NEEDED
           && (taken[count] = open ("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    few = count < NEEDED && errno == EMFILE;
    while (count > 0)
        close (taken[--count]);
    return few;
}

void
hpm_descriptor_room_begin (struct hpm_descriptor_room *room)
{
    struct rlimit more;
    int saved = errno;

    room->raised = 0;
    if (few_left () && getrlimit (RLIMIT_NOFILE, &room->before) == 0) {
        more = room->before;
        more.rlim_cur += NEEDED;
        if (more.rlim_cur > more.rlim_max)
            more.rlim_cur = more.rlim_max;
        room->raised = setrlimit (RLIMIT_NOFILE, &more) == 0;
    }
    errno = saved;
}

void
hpm_descriptor_room_end (const struct hpm_descriptor_room *room)
{
    int saved = errno;

    if (room->raised)
        setrlimit (RLIMIT_NOFILE, &room->before);
    errno = saved;
}
