/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What takes the place of functions that the C library lacks does what these
 * do.
 */
#include "config.h"

#include "base/libc.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tap.h"

#define KEPT 30
#define CLOSED 40

static void *
ask (void *tid)
{
    *(pid_t *)tid = hpm_libc_gettid ();
    return NULL;
}

static void
threads (void)
{
    pthread_t thread;
    pid_t tid = 0;

    tap_ok (hpm_libc_gettid () == getpid (),
            "the first thread has the number of the process");
    if (pthread_create (&thread, NULL, ask, &tid) == 0)
        pthread_join (thread, NULL);
    tap_ok (tid > 0 && tid != getpid (), "another thread has another number");
}

static void
signals (void)
{
    static const int nameless[] = { -1, 0, NSIG, 1000 };
    size_t wrong = 0;

    tap_text (hpm_libc_sigabbrev_np (SIGHUP), "HUP", "SIGHUP has its name");
    tap_text (hpm_libc_sigabbrev_np (SIGUSR2), "USR2", "SIGUSR2 has its name");
    for (size_t i = 0; i < sizeof nameless / sizeof *nameless; i++)
        wrong += hpm_libc_sigabbrev_np (nameless[i]) != NULL;
    tap_ok (!wrong, "what is no signal has no name");
    wrong = 0;
    for (int number = -1; number < 100; number++) {
        const char *ours = hpm_libc_sigabbrev_np (number);
        const char *theirs = sigabbrev_np (number);

        wrong += !ours != !theirs || (ours && strcmp (ours, theirs));
    }
    tap_ok (!wrong, "all signals have the names that the C library gives them");
}

static int64_t
monotonic (void)
{
    struct timespec now;

    clock_gettime (CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int
wait_until (sem_t *semaphore, int64_t end)
{
    struct timespec until = { end / 1000000000, end % 1000000000 };

    return hpm_libc_sem_clockwait (semaphore, CLOCK_MONOTONIC, &until);
}

static void
semaphores (void)
{
    const int64_t wait_ns = 20000000, slew_ns = 1000000;
    int64_t end = monotonic () + wait_ns;
    sem_t semaphore;
    int result;

    sem_init (&semaphore, 0, 0);
    result = wait_until (&semaphore, end);
    tap_ok (result < 0 && errno == ETIMEDOUT, "nobody posts: the time ends it");
    tap_ok (monotonic () >= end - slew_ns, "it does not end before its time");
    result = wait_until (&semaphore, 0);
    tap_ok (result < 0 && errno == ETIMEDOUT, "a time of the past has come");
    sem_post (&semaphore);
    tap_ok (wait_until (&semaphore, 0) == 0,
            "what was posted is taken, whatever the time");
    sem_destroy (&semaphore);
}

static int
is_open (int descriptor)
{
    return fcntl (descriptor, F_GETFD) >= 0;
}

static void
ranges (void)
{
    int result;

    dup2 (STDERR_FILENO, KEPT);
    dup2 (STDERR_FILENO, CLOSED);
    result = hpm_libc_close_range (CLOSED, ~0u, 0);
    tap_ok (result == 0 ? !is_open (CLOSED) : errno == ENOSYS,
            "the range is closed, or the kernel does not know how");
    tap_ok (is_open (KEPT), "what is not in the range stays open");
}

/* Exit status of a shell that looks at its descriptors; without CLOSED.  */
static int
look (void)
{
    char *arguments[] = { (char *)"sh", (char *)"-c",
                          (char *)"test -e /proc/self/fd/30 || exit 3\n"
                                  "test ! -e /proc/self/fd/40 || exit 4",
                          NULL };
    char *environment[] = { NULL };
    posix_spawn_file_actions_t actions;
    int status = -1;
    pid_t child;

    posix_spawn_file_actions_init (&actions);
    if (hpm_libc_posix_spawn_file_actions_addclosefrom_np (&actions, KEPT + 1)
            == 0
        && posix_spawn (&child, "/bin/sh", &actions, NULL, arguments,
                        environment)
               == 0)
        waitpid (child, &status, 0);
    posix_spawn_file_actions_destroy (&actions);
    return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static void
spawned (void)
{
    struct rlimit limit;

    dup2 (STDERR_FILENO, KEPT);
    dup2 (STDERR_FILENO, CLOSED);
    tap_ok (look () == 0, "a new program has the lower descriptors alone");
    tap_ok (is_open (CLOSED), "they stay open in the program that starts it");
    getrlimit (RLIMIT_NOFILE, &limit);
    limit.rlim_cur = CLOSED + 1;
    setrlimit (RLIMIT_NOFILE, &limit);
    while (dup (STDERR_FILENO) >= 0)
        continue;
    tap_ok (look () == 0, "a new program has the lower ones alone where no "
                          "descriptor is left to look by");
    for (int descriptor = STDERR_FILENO + 1; descriptor <= CLOSED; descriptor++)
        close (descriptor);
}

int
main (void)
{
    threads ();
    signals ();
    semaphores ();
    ranges ();
    spawned ();
    return tap_done ();
}
