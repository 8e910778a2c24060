/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/libc.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECOND_NS 1000000000
#define NUMBERS 65536 /* of descriptors, at most, that are tried */
#ifndef SYS_close_range
#define SYS_close_range 436 /* of all processors but Alpha */
#endif

pid_t
hpm_libc_gettid (void)
{
    return (pid_t)syscall (SYS_gettid);
}

const char *
hpm_libc_sigabbrev_np (int number)
{
    static const char *const names[] = {
        [SIGHUP] = "HUP",       [SIGINT] = "INT",       [SIGQUIT] = "QUIT",
        [SIGILL] = "ILL",       [SIGTRAP] = "TRAP",     [SIGABRT] = "ABRT",
        [SIGBUS] = "BUS",       [SIGFPE] = "FPE",       [SIGKILL] = "KILL",
        [SIGUSR1] = "USR1",     [SIGSEGV] = "SEGV",     [SIGUSR2] = "USR2",
        [SIGPIPE] = "PIPE",     [SIGALRM] = "ALRM",     [SIGTERM] = "TERM",
        [SIGCHLD] = "CHLD",     [SIGCONT] = "CONT",     [SIGSTOP] = "STOP",
        [SIGTSTP] = "TSTP",     [SIGTTIN] = "TTIN",     [SIGTTOU] = "TTOU",
        [SIGURG] = "URG",       [SIGXCPU] = "XCPU",     [SIGXFSZ] = "XFSZ",
        [SIGPROF] = "PROF",     [SIGVTALRM] = "VTALRM", [SIGWINCH] = "WINCH",
        [SIGPOLL] = "POLL",     [SIGPWR] = "PWR",       [SIGSYS] = "SYS",
#ifdef SIGSTKFLT
        [SIGSTKFLT] = "STKFLT",
#endif
    };

    return number > 0 && number < (int)(sizeof names / sizeof *names)
               ? names[number]
               : NULL;
}

static int64_t
nanoseconds (const struct timespec *time)
{
    return (int64_t)time->tv_sec * SECOND_NS + time->tv_nsec;
}

int
hpm_libc_sem_clockwait (sem_t *semaphore, clockid_t clock,
                        const struct timespec *until)
{
    struct timespec now, now_real, end;
    int64_t time;

    if (clock_gettime (clock, &now) < 0
        || clock_gettime (CLOCK_REALTIME, &now_real) < 0)
        return -1;
    time = nanoseconds (until) - nanoseconds (&now) + nanoseconds (&now_real);
    if (time < 0)
        time = 0;
    end.tv_sec = time / SECOND_NS;
    end.tv_nsec = time % SECOND_NS;
    return sem_timedwait (semaphore, &end);
}

int
hpm_libc_close_range (unsigned first, unsigned last, int flags)
{
    return (int)syscall (SYS_close_range, first, last, flags);
}

/* Where no descriptor is left to look by.  */
static int
close_numbers (posix_spawn_file_actions_t *actions, int first)
{
    long end = sysconf (_SC_OPEN_MAX);
    int error = 0;

    if (end < 0 || end > NUMBERS)
        end = NUMBERS;
    for (int fd = first; error == 0 && fd < end; fd++)
        if (fcntl (fd, F_GETFD) >= 0)
            error = posix_spawn_file_actions_addclose (actions, fd);
    return error;
}

int
hpm_libc_posix_spawn_file_actions_addclosefrom_np (
    posix_spawn_file_actions_t *actions, int first)
{
    DIR *folder = opendir ("/proc/self/fd");
    const struct dirent *entry;
    int error = 0;

    if (!folder)
        return close_numbers (actions, first);
    while (error == 0 && (entry = readdir (folder)) != NULL) {
        int descriptor = atoi (entry->d_name);

        if (*entry->d_name != '.' && descriptor >= first
            && descriptor != dirfd (folder))
            error = posix_spawn_file_actions_addclose (actions, descriptor);
    }
    closedir (folder);
    return error;
}
