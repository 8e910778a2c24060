/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/stderr_dup.h"

static struct {
    int descriptor; /* 0: none */
    dev_t device;
    ino_t number;
} kept;

/* The program may have closed the copy, and opened something else.  */
static int
still_ours (void)
{
    struct stat status;

    return kept.descriptor > 0 && fstat (kept.descriptor, &status) == 0
           && status.st_dev == kept.device && status.st_ino == kept.number;
}

void
hpm_stderr_dup_begin (void)
{
    struct stat status;
    int copy = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, hpm_descriptor_floor ());

    if (copy < 0)
        return;
    if (fstat (copy, &status) < 0) {
        close (copy);
        return;
    }
    kept.device = status.st_dev;
    kept.number = status.st_ino;
    kept.descriptor = copy;
}

void
hpm_stderr_dup_restore (void)
{
    int saved = errno;

    if (still_ours () && fcntl (STDERR_FILENO, F_GETFD) < 0)
        dup2 (kept.descriptor, STDERR_FILENO);
    errno = saved;
}

void
hpm_stderr_dup_drop (void)
{
    int saved = errno;

    if (still_ours ())
        close (kept.descriptor);
    kept.descriptor = 0;
    errno = saved;
}
