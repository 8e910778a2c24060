/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/guest/stderr_file.h"

static struct {
    int known; /* it was open */
    dev_t device;
    ino_t number;
} first;

/* Before anything of ours, or the program's main, can open a file that gets its
 * number, but not before fstat is the C library's (pmpi/guest/own_libc.h).  */
__attribute__ ((constructor (102))) static void
note_first (void)
{
    struct stat status;
    int saved = errno;

    first.known = fstat (STDERR_FILENO, &status) == 0;
    if (first.known) {
        first.device = status.st_dev;
        first.number = status.st_ino;
    }
    errno = saved;
}

int
hpm_stderr_is (int descriptor)
{
    struct stat status;
    int saved = errno;
    int is = first.known && fstat (descriptor, &status) == 0
             && status.st_dev == first.device && status.st_ino == first.number;

    errno = saved;
    return is;
}
