/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/patience.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static void
give_up (int number)
{
    int saved = errno, nothing = open ("/dev/null", O_WRONLY | O_CLOEXEC);

    (void)number;
    if (nothing >= 0)
        dup2 (nothing, STDERR_FILENO);
    errno = saved;
}

/* Without SA_RESTART: the write that waits returns.  */
void
hpm_patience_begin (unsigned seconds)
{
    const struct sigaction action = { .sa_handler = give_up };
    sigset_t alarms;

    sigaction (SIGALRM, &action, NULL);
    sigemptyset (&alarms);
    sigaddset (&alarms, SIGALRM);
    sigprocmask (SIG_UNBLOCK, &alarms, NULL);
    alarm (seconds);
}

void
hpm_patience_end (void)
{
    alarm (0);
}
