/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a process with one thread may do and others may not, or do otherwise:
 *
 *     lone KIND
 *
 * Prints what became of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define STACK_LEFT ((size_t)64 << 10)
#endif

#include "snapshots.h"

#define OTHER 1
#define TIMES 60

static void
tell (const char *what, int result)
{
    printf ("%s: %s\n", what, result == 0 ? "done" : strerror (errno));
    fflush (stdout);
}

static void
tell_identity (void)
{
    uid_t u[3];
    gid_t g[3];

    getresuid (&u[0], &u[1], &u[2]);
    getresgid (&g[0], &g[1], &g[2]);
    printf ("users %d %d %d, groups %d %d %d, %d more\n", (int)u[0], (int)u[1],
            (int)u[2], (int)g[0], (int)g[1], (int)g[2], getgroups (0, NULL));
    fflush (stdout);
}

static int
enter (const char *name)
{
    int fd = open (name, O_RDONLY | O_CLOEXEC);
    int result = setns (fd, 0);

    close (fd);
    return result;
}

static void
become_other (void)
{
    tell ("setresuid", setresuid (OTHER, OTHER, OTHER));
}

static void
die (void)
{
    wait_for_snapshot ();
    raise (SIGKILL);
}

/* ---- what one thread may do --------------------------------------------- */

static void
do_unshare (void)
{
    tell ("unshare", unshare (CLONE_NEWUSER));
}

static void
do_unshare_again (void)
{
    tell ("unshare of two", unshare (CLONE_NEWUSER | CLONE_NEWNS));
    tell ("unshare of the rest", unshare (CLONE_NEWUTS | CLONE_NEWIPC));
}

static void
do_setns (void)
{
    tell ("setns of its files", enter ("/proc/self/ns/mnt"));
    tell ("setns of its network", enter ("/proc/self/ns/net"));
    tell ("setns of nothing", enter ("/proc/self/ns/none"));
}

/* The same by their numbers, one refused, and with a file that is none.  */
static void
do_by_number (void)
{
    int fd = open ("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);

    tell ("unshare", (int)syscall (SYS_unshare, CLONE_NEWUSER | CLONE_NEWNS));
    tell ("setns", (int)syscall (SYS_setns, fd, CLONE_NEWNS));
    printf ("returns %ld, %ld\n", syscall (SYS_setns, -1, CLONE_NEWNS),
            syscall (SYS_unshare, 1));
    close (fd);
}

/* The right to change groups, for the calling thread.  */
static int
take_right (void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct data[2] = { { 0, 0, 0 }, { 0, 0, 0 } };

    data[0].effective = data[0].permitted = 1u << CAP_SETGID;
    return (int)syscall (SYS_capset, &header, data);
}

/* The C library repeats the last call in all threads, and aborts where one may
 * not.  */
static void
do_keepcaps (void)
{
    tell ("prctl", prctl (PR_SET_KEEPCAPS, 1));
    tell ("setresgid", setresgid (OTHER, OTHER, OTHER));
    become_other ();
    tell ("capset", take_right ());
    tell ("setgroups", setgroups (0, NULL));
    tell_identity ();
}

static void
do_all (void)
{
    uid_t u = geteuid ();
    gid_t g = getegid ();
    gid_t groups[256];
    int count = getgroups (256, groups);

    tell ("setgid", setgid (g));
    tell ("setegid", setegid (g));
    tell ("setregid", setregid (g, g));
    tell ("setresgid", setresgid (g, g, g));
    tell ("setgroups", setgroups (count > 0 ? (size_t)count : 0, groups));
    tell ("initgroups", initgroups ("daemon", g));
    tell ("setuid", setuid (u));
    tell ("seteuid", seteuid (u));
    tell ("setreuid", setreuid (u, u));
    tell ("setresuid", setresuid (u, u, u));
    tell_identity ();
}

static void
do_back (void)
{
    tell ("seteuid", seteuid (OTHER));
    tell_identity ();
    tell ("seteuid back", seteuid (getuid ()));
    tell ("setreuid", setreuid ((uid_t)-1, OTHER));
    tell ("setreuid back", setreuid ((uid_t)-1, getuid ()));
    tell_identity ();
}

/* ---- what else may happen at the same time ------------------------------ */

static void
call_often (void)
{
    for (int i = 0; i < TIMES; i++)
        if (setegid (getegid ()))
            tell ("setegid", -1);
}

static void *
work (void *data)
{
    call_often ();
    return data;
}

static void
do_threads (void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create (&threads[i], NULL, work, NULL);
    call_often ();
    for (int i = 0; i < 3; i++)
        pthread_join (threads[i], NULL);
    puts ("threads");
}

static volatile sig_atomic_t handled;

/* The next one comes when this one is over, or it would be all that runs.  */
static void
come_again (void)
{
    const struct itimerval soon = { { 0, 0 }, { 0, 300 } };

    if (handled < TIMES)
        setitimer (ITIMER_REAL, &soon, NULL);
}

/* Not setegid: the C library takes a lock for that, and would wait here for
 * what it has interrupted.  */
static void
handle (int number)
{
    (void)number;
    handled += unshare (CLONE_SIGHAND) == 0;
    come_again ();
}

static void
do_handler (void)
{
    signal (SIGALRM, handle);
    come_again ();
    while (handled < TIMES)
        call_often ();
    puts ("handler");
}

static sigjmp_buf before;

static void
jump (int number)
{
    (void)number;
    siglongjmp (before, 1);
}

/* These functions may be left by a jump out of a signal handler: with one
 * thread each is a system call and nothing else.  */
static void
do_jump (void)
{
    struct itimerval soon = { { 0, 0 }, { 0, 0 } };

    signal (SIGALRM, jump);
    for (volatile int i = 0; i < TIMES; i++)
        if (!sigsetjmp (before, 1)) {
            soon.it_value.tv_usec = 20 + 5 * i;
            setitimer (ITIMER_REAL, &soon, NULL);
            while (!setegid (getegid ()))
                ;
        }
    tell ("jump", setegid (getegid ()));
}

/* A child that is forked in the middle of it is no less able.  */
static void
do_fork (void)
{
    pthread_t thread;

    pthread_create (&thread, NULL, work, NULL);
    for (int i = 0; i < TIMES; i++) {
        pid_t child = fork ();
        int status = -1;

        if (child == 0)
            _exit (setegid (getegid ()) ? 1 : 0);
        waitpid (child, &status, 0);
        if (status)
            printf ("a child: %d\n", status);
    }
    pthread_join (thread, NULL);
    puts ("fork");
}

/* AddressSanitizer does not see that functions are left where a thread is
 * cancelled, and takes their variables on the stack for those of whoever comes
 * next.  */
static void
forget_stack (void *data)
{
#ifdef __SANITIZE_ADDRESS__
    char *here = __builtin_frame_address (0);

    __asan_unpoison_memory_region (here - STACK_LEFT, STACK_LEFT);
#endif
    (void)data;
}

/* The thread is cancelled where initgroups opens a file, and nothing is left
 * locked.  */
static void *
be_cancelled (void *data)
{
    pthread_cleanup_push (forget_stack, NULL);
    pthread_cancel (pthread_self ());
    initgroups ("daemon", 1);
    puts ("not cancelled");
    pthread_cleanup_pop (0);
    return data;
}

static void
do_cancel (void)
{
    pthread_t thread;
    void *end = NULL;

    pthread_create (&thread, NULL, be_cancelled, NULL);
    pthread_join (thread, &end);
    printf ("cancelled: %d\n", end == PTHREAD_CANCELED);
    tell ("setegid", setegid (getegid ()));
}

static void *
leave (void *data)
{
    usleep (1000);
    _exit (3);
    return data;
}

static void
do_exit (void)
{
    pthread_t thread;

    pthread_create (&thread, NULL, leave, NULL);
    for (;;)
        call_often ();
}

/* ---- the ends of it ----------------------------------------------------- */

static void
do_unshare_kill (void)
{
    do_unshare ();
    die ();
}

static void
do_user_kill (void)
{
    become_other ();
    die ();
}

static void
do_unshare__exit (void)
{
    do_unshare ();
    _exit (3);
}

/* From its user, and from itself: root may look at all, but as another user. */
static void
do_hide (void)
{
    if (getuid () == 0)
        tell ("setresuid", setresuid (OTHER, OTHER, OTHER));
    tell ("prctl", prctl (PR_SET_DUMPABLE, 0, 0, 0, 0));
}

static const struct kind {
    const char *name;
    void (*act) (void);
} kinds[] = {
    { "unshare", do_unshare },
    { "unshare-again", do_unshare_again },
    { "setns", do_setns },
    { "by-number", do_by_number },
    { "keepcaps", do_keepcaps },
    { "hide", do_hide },
    { "all", do_all },
    { "back", do_back },
    { "threads", do_threads },
    { "handler", do_handler },
    { "jump", do_jump },
    { "fork", do_fork },
    { "cancel", do_cancel },
    { "exit", do_exit },
    { "unshare-kill", do_unshare_kill },
    { "unshare-_exit", do_unshare__exit },
    { "user-kill", do_user_kill },
};

int
main (int argc, char **argv)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (argc > 1 && !strcmp (argv[1], kinds[i].name)) {
            kinds[i].act ();
            return 0;
        }
    return 99;
}
