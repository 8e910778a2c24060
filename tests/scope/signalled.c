/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A static program that tells what it is sent, for tests/scope/signals.py.
 *
 *     signalled default | handled | ignored | blocked
 *
 * All signals that can be caught are treated so, but SIGQUIT or, where that is
 * sent, SIGTERM (a second word: its number), at which it says what is pending
 * and ends with 7.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t over;

static void
tell (int number, siginfo_t *info, void *context)
{
    char value[64] = "", line[128];
    int length;

    (void)context;
    if (info->si_code == SI_QUEUE)
        snprintf (value, sizeof value, " value %d from %d",
                  info->si_value.sival_int, (int)info->si_pid);
    length = snprintf (line, sizeof line, "signal %d code %d%s\n", number,
                       info->si_code, value);
    if (write (STDOUT_FILENO, line, (size_t)length) < 0)
        _exit (1);
}

static void
end (int number)
{
    (void)number;
    over = 1;
}

static void
treat (int number, const char *how)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_RESTART };
    sigset_t one;

    sigfillset (&action.sa_mask); /* one line at a time */
    action.sa_sigaction = tell;
    sigemptyset (&one);
    sigaddset (&one, number);
    if (!strcmp (how, "handled"))
        sigaction (number, &action, NULL);
    if (!strcmp (how, "ignored"))
        signal (number, SIG_IGN);
    if (!strcmp (how, "blocked"))
        sigprocmask (SIG_BLOCK, &one, NULL);
}

static void
tell_pending (void)
{
    sigset_t pending;

    sigpending (&pending);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (sigismember (&pending, number) == 1)
            printf ("pending %d\n", number);
}

int
main (int argc, char **argv)
{
    int last = argc > 2 ? (int)strtol (argv[2], NULL, 10) : SIGQUIT;
    sigset_t none, all;

    for (int number = 1; argc > 1 && number <= SIGRTMAX; number++)
        if (number != last)
            treat (number, argv[1]);
    signal (last, end);
    /* A handler must not print in the middle of what is printed here.  */
    sigfillset (&all);
    sigprocmask (SIG_BLOCK, &all, &none);
    printf ("ready\n");
    fflush (stdout);
    while (!over)
        sigsuspend (&none);
    tell_pending ();
    return 7;
}
