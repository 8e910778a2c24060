/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/watch.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

/* One that is ignored would be seen, too, while it is blocked.  */
void
hpm_watch_begin (struct hpm_watch *watch)
{
    struct sigaction now;

    watch->told = 0;
    signal (SIGCHLD, SIG_DFL);
    sigemptyset (&watch->awaited);
    sigaddset (&watch->awaited, SIGCHLD);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (!sigaction (endings[i], NULL, &now) && now.sa_handler != SIG_IGN)
            sigaddset (&watch->awaited, endings[i]);
    sigprocmask (SIG_BLOCK, &watch->awaited, &watch->before);
}

void
hpm_watch_end (struct hpm_watch *watch)
{
    sigprocmask (SIG_SETMASK, &watch->before, NULL);
    if (watch->told)
        raise (watch->told);
}

/* Not outliving its parent.  A group in the background may write to the
 * terminal.  */
static int
run_child (const struct hpm_watch *watch, int (*work) (void *data), void *data)
{
    setpgid (0, 0);
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    signal (SIGTTOU, SIG_IGN);
    sigprocmask (SIG_SETMASK, &watch->before, NULL);
    return work (data);
}

static double
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int
has_ended (pid_t child)
{
    siginfo_t info = { .si_pid = 0 };

    /* It stays to be waited for: so the number of its group stays its own.  */
    return waitid (P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT)
           || info.si_pid == child;
}

/* Until the next signal: its number, or 0 when there was none in time.  */
static int
next_signal (const struct hpm_watch *watch, double until)
{
    double left = fmax (0, until - now ());
    struct timespec time
        = { (time_t)left, (long)(1e9 * (left - floor (left))) };
    int got = until > 0 ? sigtimedwait (&watch->awaited, NULL, &time)
                        : sigwaitinfo (&watch->awaited, NULL);

    return got > 0 ? got : errno == EAGAIN ? 0 : SIGCHLD;
}

static enum hpm_watched
wait_for (struct hpm_watch *watch, pid_t child, double until)
{
    while (!has_ended (child)) {
        int got = next_signal (watch, until);

        if (!got)
            return HPM_WATCHED_LATE;
        if (got == SIGCHLD)
            continue;
        watch->told = got;
        return HPM_WATCHED_TOLD;
    }
    return HPM_WATCHED_ENDED;
}

enum hpm_watched
hpm_watch_run (struct hpm_watch *watch, int (*work) (void *data), void *data,
               double seconds, int *status, struct hpm_error *error)
{
    double until = seconds > 0 ? now () + seconds : 0;
    enum hpm_watched how;
    pid_t child;

    fflush (NULL);
    child = fork ();
    if (child == 0)
        _exit (run_child (watch, work, data));
    if (child < 0)
        return hpm_error_set (error, "cannot start a process: %s",
                              strerror (errno));
    setpgid (child, child);
    how = wait_for (watch, child, until);
    kill (-child, SIGKILL);
    while (waitpid (child, status, 0) < 0 && errno == EINTR)
        continue;
    return how;
}
