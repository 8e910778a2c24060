/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/pass_on.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIGNALLED 128 /* and the number, as a shell has it */

static const int passed[] = { SIGTERM, SIGINT, SIGHUP };

#define PASSED (sizeof passed / sizeof *passed)

static volatile sig_atomic_t came, child;

/* What the terminal sends, it sends to the child, too: mpirun takes a second
 * one for an order to leave its ranks alone.  */
static void
pass_on (int number, siginfo_t *info, void *context)
{
    int kept = errno;

    (void)context;
    if (!came)
        came = number;
    if (child > 0 && info->si_code != SI_KERNEL)
        kill ((pid_t)child, number);
    errno = kept;
}

void
hpm_pass_on_begin (void)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO }, old;

    action.sa_sigaction = pass_on;
    sigfillset (&action.sa_mask);
    for (size_t i = 0; i < PASSED; i++)
        if (!sigaction (passed[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction (passed[i], &action, NULL);
}

static void
take_none (void)
{
    struct sigaction old;

    for (size_t i = 0; i < PASSED; i++)
        if (!sigaction (passed[i], NULL, &old) && old.sa_handler != SIG_IGN)
            signal (passed[i], SIG_DFL);
}

/* Its number stays its own until it was waited for, and no signal is sent to it
 * then.  */
static int
wait_for (pid_t number, const sigset_t *all, int *status)
{
    siginfo_t info;
    int failed;

    do
        failed = waitid (P_PID, (id_t)number, &info, WEXITED | WNOWAIT);
    while (failed && errno == EINTR);
    sigprocmask (SIG_BLOCK, all, NULL);
    child = 0;
    return failed || waitpid (number, status, 0) != number ? -1 : 0;
}

int
hpm_pass_on_run (void (*become) (const void *data), const void *data)
{
    sigset_t all, before;
    int status, failed;
    pid_t number;

    sigfillset (&all);
    fflush (NULL);
    sigprocmask (SIG_BLOCK, &all, &before);
    number = came ? -1 : fork ();
    if (number == 0) {
        take_none ();
        sigprocmask (SIG_SETMASK, &before, NULL);
        become (data);
        _exit (SIGNALLED - 1);
    }
    child = number;
    sigprocmask (SIG_SETMASK, &before, NULL);
    failed = number < 0 || wait_for (number, &all, &status);
    sigprocmask (SIG_SETMASK, &before, NULL);
    if (failed)
        return -1;
    return WIFEXITED (status) ? WEXITSTATUS (status)
                              : SIGNALLED + WTERMSIG (status);
}

int
hpm_pass_on_signal (void)
{
    return came;
}
