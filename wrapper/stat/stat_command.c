/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/stat_command.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wrapper/launch/program.h"

#define NS_PER_SECOND INT64_C (1000000000)
#define OF_A_SIGNAL 128 /* as shells tell it */

static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

void
hpm_stat_signals_take (struct hpm_stat_process *process)
{
    sigemptyset (&process->waited);
    sigaddset (&process->waited, SIGCHLD);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct sigaction action;

        /* What is ignored, as by a shell's "&", would come nevertheless.  */
        if (sigaction (endings[i], NULL, &action) == 0
            && action.sa_handler != SIG_IGN)
            sigaddset (&process->waited, endings[i]);
    }
    sigprocmask (SIG_BLOCK, &process->waited, &process->before);
}

/* ---- start -------------------------------------------------------------- */

/* The parent learns by the pipe why there is no command; exec closes it.  */
static void
become (const struct hpm_stat_process *process, char **program, int pipe)
{
    sigprocmask (SIG_SETMASK, &process->before, NULL);
    setrlimit (RLIMIT_NOFILE, &process->files);
    execvp (program[0], program);
    if (write (pipe, &errno, sizeof errno) < 0)
        _exit (HPM_EXIT_CANNOT_RUN);
    _exit (HPM_EXIT_NOT_FOUND);
}

int
hpm_stat_process_start (struct hpm_stat_process *process, char **program,
                        struct hpm_error *error)
{
    int ends[2], failure = 0;

    if (pipe2 (ends, O_CLOEXEC) < 0 || (process->id = fork ()) < 0) {
        process->id = 0;
        hpm_error_set (error, "cannot run '%s': %s", program[0],
                       strerror (errno));
        return HPM_EXIT_CANNOT_RUN;
    }
    if (process->id == 0)
        become (process, program, ends[1]);
    close (ends[1]);
    if (read (ends[0], &failure, sizeof failure) != sizeof failure)
        failure = 0;
    close (ends[0]);
    if (!failure)
        return 0;
    waitpid (process->id, NULL, 0);
    process->id = 0;
    hpm_error_set (error, "cannot run '%s': %s", program[0],
                   strerror (failure));
    return failure == ENOENT ? HPM_EXIT_NOT_FOUND : HPM_EXIT_CANNOT_RUN;
}

/* ---- wait --------------------------------------------------------------- */

static int
has_ended (struct hpm_stat_process *process)
{
    if (!process->id
        || waitpid (process->id, &process->status, WNOHANG) != process->id)
        return 0;
    process->id = 0;
    return 1;
}

/* What a terminal sends, the command gets itself.  */
static int
is_end (struct hpm_stat_process *process, const siginfo_t *info)
{
    if (info->si_signo == SIGCHLD)
        return has_ended (process);
    if (!process->id || process->signals_seen++)
        return 1;
    if (info->si_code != SI_KERNEL)
        kill (process->id, info->si_signo);
    return 0;
}

static int64_t
monotonic (void)
{
    struct timespec now;

    clock_gettime (CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

/* Returns the number of a signal, or -1 when the time is over.  */
static int
wait_signal (const sigset_t *signals, siginfo_t *info, int64_t until)
{
    int64_t left = until - monotonic ();
    struct timespec most
        = { .tv_sec = left / NS_PER_SECOND, .tv_nsec = left % NS_PER_SECOND };

    if (until < 0)
        return sigwaitinfo (signals, info);
    if (left < 0)
        most = (struct timespec){ 0, 0 };
    return sigtimedwait (signals, info, &most);
}

int
hpm_stat_process_wait (struct hpm_stat_process *process, int64_t until)
{
    siginfo_t info;

    for (;;) {
        if (wait_signal (&process->waited, &info, until) > 0) {
            if (is_end (process, &info))
                return 1;
        } else if (errno == EAGAIN)
            return 0;
    }
}

int
hpm_stat_process_end (struct hpm_stat_process *process)
{
    if (process->id) {
        hpm_stat_process_wait (process, -1);
        if (process->id)
            return 0; /* somebody does not want to wait */
    }
    return WIFSIGNALED (process->status)
               ? OF_A_SIGNAL + WTERMSIG (process->status)
               : WEXITSTATUS (process->status);
}
