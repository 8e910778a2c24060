/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For a test program: to wait for a snapshot of its own.
 */
#ifndef HPM_TESTS_SCOPE_SNAPSHOTS_H
#define HPM_TESTS_SCOPE_SNAPSHOTS_H

#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hpm_checkpoint.h"

#define WAIT_US 10000
#define MOST_WAITS 3000

/* How many snapshots of this process the file holds.  */
static uint64_t
snapshots_in (const char *path)
{
    struct hpm_checkpoint_slot slot;
    uint64_t most = 0;
    off_t at = HPM_CHECKPOINT_TABLE;
    int fd = open (path, O_RDONLY | O_CLOEXEC);

    while (pread (fd, &slot, sizeof slot, at) == sizeof slot && slot.pid) {
        for (int i = 0; i < 2 && slot.pid == (uint32_t)getpid (); i++)
            if (slot.buffers[i].sequence > most)
                most = slot.buffers[i].sequence;
        at += (off_t)sizeof slot;
    }
    if (fd >= 0)
        close (fd);
    return most;
}

static uint64_t
snapshots (const char *folder)
{
    char pattern[4096];
    uint64_t most = 0;
    glob_t found;

    snprintf (pattern, sizeof pattern, "%s/*/*" HPM_CHECKPOINT_SUFFIX, folder);
    if (glob (pattern, 0, NULL, &found))
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (snapshots_in (found.gl_pathv[i]) > most)
            most = snapshots_in (found.gl_pathv[i]);
    globfree (&found);
    return most;
}

/* Go on when a snapshot was begun and taken from here on: two more than there
 * are.  */
static void
wait_for_snapshot (void)
{
    const char *folder = getenv ("HPM_CHECKPOINT");
    uint64_t now = folder ? snapshots (folder) : 0;

    for (int i = 0; folder && i < MOST_WAITS && snapshots (folder) < now + 2;
         i++)
        usleep (WAIT_US);
}

#endif /* HPM_TESTS_SCOPE_SNAPSHOTS_H */
