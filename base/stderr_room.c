/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/stderr_room.h"

#include <poll.h>
#include <unistd.h>

int
hpm_stderr_has_room (int *patience)
{
    struct pollfd output = { .fd = STDERR_FILENO, .events = POLLOUT };
    int ready = poll (&output, 1, __atomic_load_n (patience, __ATOMIC_RELAXED));

    if (ready == 0)
        __atomic_store_n (patience, 0, __ATOMIC_RELAXED);
    return ready > 0;
}
