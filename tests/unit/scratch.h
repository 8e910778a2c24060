/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Small files for a test to read.
 */
#ifndef HPM_TESTS_UNIT_SCRATCH_H
#define HPM_TESTS_UNIT_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Write `length` bytes into a new file; its name replaces the XXXXXX of `path`.
 * Ends the test program where that fails: nothing can be tested then.  */
static inline void
scratch_file (char *path, const void *bytes, size_t length)
{
    int fd = mkstemp (path);

    if (fd < 0 || write (fd, bytes, length) != (ssize_t)length) {
        printf ("Bail out! cannot write %s\n", path);
        exit (99);
    }
    close (fd);
}

#endif /* HPM_TESTS_UNIT_SCRATCH_H */
