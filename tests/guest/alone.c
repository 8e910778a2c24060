/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program without MPI, with a thread "w1" beside its first, that ends as its
 * argument says: by a signal of that name, or in one of the ways below.  It
 * says a line before.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../scope/snapshots.h"
#include "alone.h"

static pthread_barrier_t both_run;
static void (*of_thread) (void);

static void *
work (void *data)
{
    pthread_setname_np (pthread_self (), "w1");
    pthread_barrier_wait (&both_run);
    while (!of_thread)
        pause ();
    of_thread ();
    return data;
}

static void
pass_time (int ms)
{
    struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

    while (nanosleep (&time, &time) < 0 && errno == EINTR)
        continue;
}

/* ---- ways --------------------------------------------------------------- */

static void
leave_at_exit (void)
{
    _exit (7);
}

static void
end_in_handler (void)
{
    atexit (leave_at_exit);
    exit (3);
}

static void
exit_soon (void)
{
    pass_time (300);
    exit (4);
}

/* The first thread ends, and the process goes on without it.  */
static void
end_first_thread (void)
{
    pthread_exit (NULL);
}

static void
end_both_threads (void)
{
    pthread_exit (NULL);
}

static void
become_daemon (void)
{
    if (daemon (1, 1))
        _exit (99);
    printf ("the daemon\n");
    exit (0);
}

static void
lead_session (void)
{
    pid_t child = fork ();
    int status = 0;

    if (child == 0)
        _exit (setsid () == getpid () ? 6 : 99);
    waitpid (child, &status, 0);
    exit (WEXITSTATUS (status));
}

/* A child that goes on when its parent has ended.  */
static void
leave_child (void)
{
    if (fork () == 0) {
        pass_time (300);
        puts ("the child");
        exit (8);
    }
    exit (2);
}

/* A child is killed when the thread ends that has made it, and not before.  */
static void
tie_child (void)
{
    int ends[2], status = 0;
    pid_t child;
    char byte;

    if (pipe (ends))
        exit (99);
    child = fork ();
    if (child == 0) {
        prctl (PR_SET_PDEATHSIG, SIGKILL);
        if (write (ends[1], "", 1) == 1)
            pause ();
        _exit (99);
    }
    if (read (ends[0], &byte, 1) != 1)
        exit (99);
    pass_time (300);
    exit (waitpid (child, &status, WNOHANG) == 0 ? 5 : 99);
}

/* ---- limits ------------------------------------------------------------- */

static void
limit (int what, rlim_t most)
{
    struct rlimit limit = { most, RLIM_INFINITY };

    getrlimit (what, &limit);
    limit.rlim_cur = most;
    setrlimit (what, &limit);
}

static void
limit_memory (void)
{
    limit (RLIMIT_AS, 1);
    exit (malloc (100 << 20) ? 99 : 3);
}

static void
limit_memory_crash (void)
{
    wait_for_snapshot ();
    limit (RLIMIT_AS, 1);
    *(volatile char *)malloc (100 << 20) = 1;
}

static void
limit_files (void)
{
    limit (RLIMIT_NOFILE, 0);
    exit (3);
}

static void
limit_size (void)
{
    limit (RLIMIT_FSIZE, 0);
    exit (3);
}

static void
limit_time (void)
{
    wait_for_snapshot ();
    limit (RLIMIT_CPU, 1);
    for (volatile long i = 0;; i++)
        continue;
}

static void
limit_processes (void)
{
    limit (RLIMIT_NPROC, 0);
    exit (3);
}

/* Left behind on the stack, and run over there.  */
__attribute__ ((noinline)) static void
set_environment (void)
{
    char text[] = "A=1", *own[] = { text, NULL };
    char **volatile out = own;

    environ = out;
}

static void
lose_environment (void)
{
    set_environment ();
    pass_time (1);
    exit (3);
}

static void
wild_environment (void)
{
    environ = (char **)8;
    exit (3);
}

static void
change_root (void)
{
    char folder[] = "root-XXXXXX";

    if (!mkdtemp (folder) || chroot (folder))
        _exit (77);
    exit (3);
}

static void
change_user (void)
{
    if (setuid (65534))
        _exit (77);
    exit (3);
}

static void
change_both (void)
{
    char folder[] = "root-XXXXXX";

    wait_for_snapshot ();
    if (!mkdtemp (folder) || chroot (folder) || setuid (65534))
        _exit (77);
    exit (3);
}

/* ---- the list ----------------------------------------------------------- */

static const struct way {
    const char *name;
    void (*end) (void);
    void (*thread) (void); /* what the other thread does, or NULL */
} ways[] = {
    { "atexit", end_in_handler, NULL },
    { "pthread_exit", end_first_thread, exit_soon },
    { "pthread_exit-both", end_both_threads, end_both_threads },
    { "SYS_exit", alone_end_thread_later, alone_return },
    { "SYS_exit-both", alone_end_thread, alone_end_thread_later },
    { "SYS_exit-unseen", alone_end_thread_unseen, alone_return },
    { "daemon", become_daemon, NULL },
    { "setsid", lead_session, NULL },
    { "child", leave_child, NULL },
    { "PDEATHSIG", tie_child, NULL },
    { "altstack", alone_exit_elsewhere, NULL },
    { "altstack-_exit", alone_leave_elsewhere, NULL },
    { "small-stack", alone_exit_small, NULL },
    { "in-malloc", alone_exit_in_malloc, alone_return },
    { "in-malloc-thread", alone_wait, alone_exit_in_malloc },
    { "cancelled", alone_exit_cancelled, NULL },
    { "exit-all", alone_exit_at_once, alone_return },
    { "quick_exit-all", alone_exit_quickly_at_once, alone_return },
    { "_exit-all", alone_leave_at_once, alone_return },
    { "exit-_exit", alone_exit_and_leave, alone_return },
    { "seccomp", alone_confine, NULL },
    { "seccomp-call", alone_confine_by_call, NULL },
    { "seccomp-unseen", alone_confine_unseen, NULL },
    { "seccomp-_exit", alone_confine_and_leave, NULL },
    { "seccomp-all", alone_confine_all, NULL },
    { "AS", limit_memory, NULL },
    { "AS-SIGSEGV", limit_memory_crash, NULL },
    { "NOFILE", limit_files, NULL },
    { "FSIZE", limit_size, NULL },
    { "CPU", limit_time, NULL },
    { "NPROC", limit_processes, NULL },
    { "environ-stack", lose_environment, NULL },
    { "environ-wild", wild_environment, NULL },
    { "chroot", change_root, NULL },
    { "setuid", change_user, NULL },
    { "chroot-setuid", change_both, NULL },
};

static const struct way *
find_way (const char *name)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp (ways[i].name, name))
            return &ways[i];
    return NULL;
}

#define SIGNAL(name)                                                           \
    {                                                                          \
#name, name                                                            \
    }
static const struct {
    const char *name;
    int number;
} signals[] = {
    SIGNAL (SIGHUP),    SIGNAL (SIGINT),  SIGNAL (SIGQUIT), SIGNAL (SIGILL),
    SIGNAL (SIGTRAP),   SIGNAL (SIGABRT), SIGNAL (SIGBUS),  SIGNAL (SIGFPE),
    SIGNAL (SIGKILL),   SIGNAL (SIGUSR1), SIGNAL (SIGSEGV), SIGNAL (SIGUSR2),
    SIGNAL (SIGPIPE),   SIGNAL (SIGALRM), SIGNAL (SIGTERM), SIGNAL (SIGSTKFLT),
    SIGNAL (SIGXCPU),   SIGNAL (SIGXFSZ), SIGNAL (SIGPROF), SIGNAL (SIGPOLL),
    SIGNAL (SIGVTALRM), SIGNAL (SIGPWR),  SIGNAL (SIGSYS),
};

/* A signal by its name or its number.  */
static int
find_signal (const char *name)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (!strcmp (signals[i].name, name))
            return signals[i].number;
    return atoi (name);
}

static void
end_by_signal (int number)
{
    sigset_t all;

    wait_for_snapshot ();
    sigfillset (&all);
    signal (number, SIG_DFL);
    sigprocmask (SIG_UNBLOCK, &all, NULL);
    raise (number);
}

int
main (int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "";
    const struct way *way = find_way (kind);
    struct rlimit no_core = { 0, 0 };
    pthread_t thread;

    setrlimit (RLIMIT_CORE, &no_core);
    printf ("%s\n", kind);
    fflush (stdout);
    pthread_barrier_init (&both_run, NULL, 2);
    if (way)
        of_thread = way->thread;
    pthread_create (&thread, NULL, work, NULL);
    pthread_barrier_wait (&both_run);
    if (way)
        way->end ();
    else
        end_by_signal (find_signal (kind));
    return 0;
}
