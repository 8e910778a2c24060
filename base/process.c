/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char
hpm_process_state (pid_t process)
{
    char path[64], text[128] = "";
    const char *state;
    int fd;

    if (process <= 0 || (kill (process, 0) && errno != EPERM))
        return 0;
    snprintf (path, sizeof path, "/proc/%ld/stat", (long)process);
    fd = open (path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || read (fd, text, sizeof text - 1) < 0)
        text[0] = '\0';
    if (fd >= 0)
        close (fd);
    state = strrchr (text, ')');
    return state && state[1] == ' ' && state[2] ? state[2] : '?';
}

int
hpm_process_is_alive (pid_t process)
{
    char state = hpm_process_state (process);

    return state && state != 'Z' && state != 'X';
}
