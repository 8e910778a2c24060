/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program with a handler of its own for SIGUSR1, and a child that gets
 * SIGUSR2, which nobody handles.  Prints whether the one was called and whether
 * the other died of it.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void
handle (int number)
{
    got = number;
}

/* How a child ends that gets SIGUSR2 where nobody handles it.  */
static int
end_of_child (void)
{
    int status = 0;
    pid_t child = fork ();

    if (child == 0) {
        raise (SIGUSR2);
        _exit (3);
    }
    waitpid (child, &status, 0);
    return WIFSIGNALED (status) ? WTERMSIG (status) : -1;
}

int
main (void)
{
    struct sigaction action = { .sa_handler = handle };

    sigaction (SIGUSR1, &action, NULL);
    raise (SIGUSR1);
    printf ("handler %d child %d\n", got == SIGUSR1,
            end_of_child () == SIGUSR2);
    return 0;
}
