/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/select.h>
#include <unistd.h>

#include "pmpi/guest/descriptor_room.h"

#define NEEDED 16 /* stream, pipe, files of /proc */
#define FEW 256   /* of which the program may want every one */

void
hpm_descriptor_room_begin (struct hpm_descriptor_room *room)
{
    struct rlimit more;
    int saved = errno;

    room->raised = 0;
    if (getrlimit (RLIMIT_NOFILE, &room->before) == 0
        && room->before.rlim_cur != RLIM_INFINITY) {
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

int
hpm_descriptor_floor (void)
{
    struct rlimit limit;

    if (getrlimit (RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur < 2)
        return INT_MAX;
    return limit.rlim_cur >= 2 * FD_SETSIZE ? FD_SETSIZE
                                            : (int)limit.rlim_cur / 2;
}

int
hpm_descriptor_copy_away (int fd)
{
    struct rlimit limit, more;
    int saved = errno, copy = -1;

    if (getrlimit (RLIMIT_NOFILE, &limit) < 0)
        return -1;
    if (limit.rlim_cur >= 2 * FD_SETSIZE)
        return fcntl (fd, F_DUPFD_CLOEXEC, FD_SETSIZE);
    more = limit;
    more.rlim_cur++;
    if (limit.rlim_cur < limit.rlim_max
        && setrlimit (RLIMIT_NOFILE, &more) == 0) {
        copy = fcntl (fd, F_DUPFD_CLOEXEC, (int)limit.rlim_cur);
        setrlimit (RLIMIT_NOFILE, &limit);
    } else if (limit.rlim_cur >= FEW) {
        copy = fcntl (fd, F_DUPFD_CLOEXEC, hpm_descriptor_floor ());
    }
    errno = saved;
    return copy;
}

void
hpm_descriptor_make_room (void)
{
    static int made;
    int saved = errno, fd, high;

    if (__atomic_exchange_n (&made, 1, __ATOMIC_RELAXED))
        return;
    fd = open ("/", O_PATH | O_CLOEXEC);
    high = fd < 0 ? -1 : fcntl (fd, F_DUPFD_CLOEXEC, hpm_descriptor_floor ());
    if (high >= 0)
        close (high);
    if (fd >= 0)
        close (fd);
    errno = saved;
}

int
hpm_descriptor_move_up (int fd, int floor)
{
    int saved = errno, moved;

    if (fd < 0 || fd >= floor)
        return fd;
    moved = fcntl (fd, F_DUPFD_CLOEXEC, floor);
    if (moved >= 0)
        close (fd);
    errno = saved;
    return moved < 0 ? fd : moved;
}

int
hpm_descriptor_raise (int fd)
{
    int raised, saved;

    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    raised = fcntl (fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    saved = errno;
    close (fd);
    errno = saved;
    return raised;
}
