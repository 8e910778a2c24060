/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/command/stat_command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wrapper/launch/program.h"

#define NS_PER_SECOND INT64_C (1000000000)
#define OF_A_SIGNAL 128 /* as shells tell it */

#define ROWS(table) (sizeof (table) / sizeof *(table))

static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

/* Of others that would end hpmstat the command alone knows what they mean:
 * batch systems send them for it to write a checkpoint.  Real-time signals are
 * like them.  */
static const int messages[] = { SIGUSR1, SIGUSR2, SIGALRM,   SIGVTALRM, SIGPROF,
                                SIGPOLL, SIGXCPU, SIGSTKFLT, SIGPWR };

/* What is ignored, as by a shell's "&", would come nevertheless.  */
static void
wait_for (struct hpm_stat_process *process, int number)
{
    struct sigaction action;

    if (sigaction (number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset (&process->waited, number);
}

/* A file that may not grow any more is an error where it is written.  */
static void
take_signals (struct hpm_stat_process *process)
{
    sigset_t blocked;

    sigemptyset (&process->waited);
    sigaddset (&process->waited, SIGCHLD);
    for (size_t i = 0; i < ROWS (endings); i++)
        wait_for (process, endings[i]);
    for (size_t i = 0; i < ROWS (messages); i++)
        wait_for (process, messages[i]);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        wait_for (process, number);
    blocked = process->waited;
    sigaddset (&blocked, SIGXFSZ);
    sigprocmask (SIG_BLOCK, &blocked, &process->before);
}

static int
watch (struct hpm_stat_process *process, int descriptor)
{
    process->watched[process->watched_count++]
        = (struct pollfd){ .fd = descriptor, .events = POLLIN };
    return descriptor < 0 ? -1 : 0;
}

/* Where the kernel has no such descriptors, a process is not watched.  */
static int
watch_process (struct hpm_stat_process *process, int number,
               struct hpm_error *error)
{
    int descriptor = (int)syscall (SYS_pidfd_open, number, 0);

    if (watch (process, descriptor) && errno != ENOSYS)
        return hpm_error_set (error, "cannot count process %d: %s", number,
                              strerror (errno));
    process->left++;
    return 0;
}

int
hpm_stat_process_init (struct hpm_stat_process *process, const int *processes,
                       int n, struct hpm_error *error)
{
    take_signals (process);
    process->watched = calloc ((size_t)n + 1, sizeof *process->watched);
    if (!process->watched)
        return hpm_error_set (error, "out of memory");
    if (watch (process, signalfd (-1, &process->waited, SFD_CLOEXEC)))
        return hpm_error_set (error, "cannot wait for signals: %s",
                              strerror (errno));
    for (int i = 0; i < n; i++)
        if (watch_process (process, processes[i], error))
            return -1;
    return 0;
}

/* Only signals count from here on.  */
static void
forget_processes (struct hpm_stat_process *process)
{
    for (int i = 1; i < process->watched_count; i++)
        if (process->watched[i].fd >= 0)
            close (process->watched[i].fd);
    process->watched_count = process->watched_count > 0;
}

void
hpm_stat_process_release (struct hpm_stat_process *process)
{
    forget_processes (process);
    if (process->watched_count && process->watched[0].fd >= 0)
        close (process->watched[0].fd);
    free (process->watched);
    process->watched = NULL;
    process->watched_count = 0;
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

static int
is_message (int number)
{
    for (size_t i = 0; i < ROWS (endings); i++)
        if (endings[i] == number)
            return 0;
    return 1;
}

/* What a terminal sends, the command gets itself.  */
static int
is_end (struct hpm_stat_process *process, const struct signalfd_siginfo *info)
{
    if (info->ssi_signo == SIGCHLD)
        return has_ended (process);
    if (process->id && is_message ((int)info->ssi_signo)) {
        kill (process->id, (int)info->ssi_signo);
        return 0;
    }
    process->asked = (int)info->ssi_signo;
    if (process->signals_seen++ || !process->id)
        return 1;
    if (info->ssi_code != SI_KERNEL)
        kill (process->id, (int)info->ssi_signo);
    return 0;
}

int64_t
hpm_stat_now (void)
{
    struct timespec now;

    clock_gettime (CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

/* Returns what poll does.  */
static int
wait_descriptors (const struct hpm_stat_process *process, int64_t until)
{
    int64_t left = until - hpm_stat_now ();
    struct timespec most
        = { .tv_sec = left / NS_PER_SECOND, .tv_nsec = left % NS_PER_SECOND };

    if (left < 0)
        most = (struct timespec){ 0, 0 };
    return ppoll (process->watched, (nfds_t)process->watched_count,
                  until < 0 ? NULL : &most, NULL);
}

/* Whether the last of the processes has ended.  */
static int
take_ends (struct hpm_stat_process *process)
{
    int before = process->left;

    for (int i = 1; i < process->watched_count; i++) {
        struct pollfd *watched = &process->watched[i];

        if (watched->fd < 0 || !watched->revents)
            continue;
        close (watched->fd);
        watched->fd = -1;
        process->left--;
    }
    return before && !process->left;
}

int
hpm_stat_process_wait (struct hpm_stat_process *process, int64_t until)
{
    struct signalfd_siginfo info;

    for (;;) {
        int ready = wait_descriptors (process, until);

        if (!ready)
            return 0;
        if (ready < 0)
            continue;
        if (process->watched[0].revents
            && read (process->watched[0].fd, &info, sizeof info)
                   == (ssize_t)sizeof info
            && is_end (process, &info))
            return 1;
        if (take_ends (process))
            return 1;
    }
}

int
hpm_stat_process_pause (struct hpm_stat_process *process, int64_t ns)
{
    int64_t until = hpm_stat_now () + ns;
    int seen = process->signals_seen;

    /* An end of a process cuts the wait short, and is none of the asked.  */
    while (hpm_stat_now () < until && process->signals_seen == seen)
        hpm_stat_process_wait (process, until);
    return process->signals_seen > seen;
}

int
hpm_stat_process_end (struct hpm_stat_process *process)
{
    forget_processes (process);
    if (process->id && process->signals_seen < 2)
        hpm_stat_process_wait (process, -1);
    if (process->id && !has_ended (process))
        return OF_A_SIGNAL + process->asked;
    return WIFSIGNALED (process->status)
               ? OF_A_SIGNAL + WTERMSIG (process->status)
               : WEXITSTATUS (process->status);
}
