/* SPDX-License-Identifier: BSD-3-Clause
 *
 * manners KIND [NUMBER]: a program without MPI, of one thread unless it says
 * so, that does what few do, and tells how it went by its status and output.
 */
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int number; /* of the command line */

/* ---- descriptor 2 is the program's own file ----------------------------- */

static int
write_own_file (void)
{
    int file;

    close (STDERR_FILENO);
    file = open ("own-file", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    return file == STDERR_FILENO && write (file, "own\n", 4) == 4 ? 5 : 99;
}

/* Started without one: it is the program's first file.  */
static int
use_number (void)
{
    return fcntl (STDERR_FILENO, F_GETFD) < 0 ? write_own_file () : 98;
}

/* ---- floating-point arithmetic ------------------------------------------ */

static int
was_exact (void)
{
    return fetestexcept (FE_ALL_EXCEPT) ? 1 : 0;
}

static void *
work_exactly (void *data)
{
    *(int *)data = was_exact ();
    return NULL;
}

/* With a thread that has what its parent has, and with time for a snapshot.  */
static int
be_exact (void)
{
    int at_start = was_exact (), in_thread = 0;
    pthread_t thread;

    feenableexcept (number);
    if (pthread_create (&thread, NULL, work_exactly, &in_thread)
        || pthread_join (thread, NULL))
        return 99;
    usleep (300000);
    printf ("inexact: at the start %d, in a thread %d, at the end %d\n",
            at_start, in_thread, was_exact ());
    return 5;
}

/* ---- ends --------------------------------------------------------------- */

/* The one thread is killed for a system call, and the process with it.  */
static int
break_filter (void)
{
    struct sock_filter filter[] = {
        BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
        BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_THREAD),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { 4, filter };
    struct rlimit no_core = { 0, 0 };

    setrlimit (RLIMIT_CORE, &no_core);
    if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return 77;
    getppid ();
    return 0;
}

static int in_handler, leaves; /* atomic */

/* It ends when the process should be gone.  */
static void
take_time (void)
{
    __atomic_store_n (&in_handler, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n (&leaves, __ATOMIC_ACQUIRE))
        usleep (1000);
    usleep (30000);
}

static void *
exit_slowly (void *data)
{
    atexit (take_time);
    exit (5);
    return data;
}

/* Another thread is in a handler of exit, and would be through before ours has
 * written what was counted.  */
static int
leave_meanwhile (void)
{
    pthread_t thread;

    if (pthread_create (&thread, NULL, exit_slowly, NULL))
        return 99;
    while (!__atomic_load_n (&in_handler, __ATOMIC_ACQUIRE))
        usleep (1000);
    __atomic_store_n (&leaves, 1, __ATOMIC_RELEASE);
    _exit (51);
}

/* ---- the list ----------------------------------------------------------- */

static const struct kind {
    const char *name;
    int (*run) (void);
} kinds[] = {
    { "own-file", write_own_file },
    { "own-file-first", use_number },
    { "exact", be_exact },
    { "filter", break_filter },
    { "_exit-meanwhile", leave_meanwhile },
};

int
main (int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    number = argc > 2 ? (int)strtol (argv[2], NULL, 0) : 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp (kinds[i].name, name))
            return kinds[i].run ();
    fprintf (stderr, "manners: no such kind: %s (%d)\n", name, number);
    return 97;
}
