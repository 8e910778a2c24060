/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An MPI program that ends in many ways.
 *
 *     ends KIND
 *
 * Every rank has a thread named "w1" beside its main thread, so that the stub
 * backend knows what they count.  All ranks meet, rank 0 says a line, and after
 * a while the ranks end as KIND says; those that have no part in it wait in
 * MPI_Barrier.  The last rank is "the one".
 */
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CODE 3

static int rank, ranks;
static pthread_t thread_of_worker;

static sem_t worker_is_named, worker_ends;
static void at_the_end (void);

static void
wait_for (sem_t *semaphore)
{
    while (sem_wait (semaphore) < 0)
        continue;
}

static void *
worker (void *data)
{
    pthread_setname_np (pthread_self (), "w1");
    sem_post (&worker_is_named);
    wait_for (&worker_ends);
    at_the_end ();
    return data;
}

/* Its stack has so many kB, or as many as usual.  On a busy machine it might
 * not have run before this one ends, and count nothing.  */
static pthread_t
start_worker (size_t stack)
{
    pthread_attr_t attributes;
    pthread_t thread;

    sem_init (&worker_is_named, 0, 0);
    sem_init (&worker_ends, 0, 0);
    pthread_attr_init (&attributes);
    if (stack && pthread_attr_setstacksize (&attributes, stack << 10))
        exit (99);
    if (pthread_create (&thread, &attributes, worker, NULL))
        exit (99);
    pthread_attr_destroy (&attributes);
    wait_for (&worker_is_named);
    return thread;
}

/* Long enough for a first snapshot, on a full machine, too.  */
static void
pass_time (void)
{
    usleep (900000);
}

static void
hang (void)
{
    for (;;)
        pause ();
}

static int
is_the_one (void)
{
    return rank == ranks - 1;
}

static void
meet (void)
{
    MPI_Barrier (MPI_COMM_WORLD);
}

/* ---- endings ------------------------------------------------------------ */

static void
end_exit (void)
{
    exit (CODE);
}
static void
end__exit (void)
{
    _exit (CODE);
}
static void
end__Exit (void)
{
    _Exit (CODE);
}
static void
end_quick (void)
{
    quick_exit (CODE);
}
static void
end_return (void)
{
}
static void
end_mpi_abort (void)
{
    MPI_Abort (MPI_COMM_WORLD, 7);
}
static void
end_term (void)
{
    raise (SIGTERM);
}
static void
end_kill (void)
{
    raise (SIGKILL);
}
static void
end_become (void)
{
    execle ("/bin/true", "true", (char *)NULL, (char *[]){ NULL });
}
static void
end_abort (void)
{
    abort ();
}
static void
end_exit_0 (void)
{
    exit (0);
}

/* The mistakes of these two are what the program is to die of, and not what a
 * sanitizer is to find.  */
#define MISTAKEN __attribute__ ((no_sanitize ("undefined")))

MISTAKEN static void
end_segv (void)
{
    volatile char *volatile nowhere = NULL;

    *nowhere = 1;
}

MISTAKEN static void
end_fpe (void)
{
    volatile int zero = 0;

    zero = 1 / zero;
    raise (SIGFPE); /* where a division by zero gives a number */
}

static void
on_segv (int signal)
{
    (void)signal;
    _exit (CODE);
}

/* A handler of the program's own, which leaves by _exit.  */
static void
end_handler (void)
{
    signal (SIGSEGV, on_segv);
    end_segv ();
}

static void
at_the_end (void)
{
    meet ();
    MPI_Finalize ();
}

/* Whoever finalizes has a small stack.  */
static void
end_by_worker (void)
{
    sem_post (&worker_ends);
    pthread_join (thread_of_worker, NULL);
}

/* ---- what a program may do before it finalizes -------------------------- */

static void
do_fork (void)
{
    pid_t child = fork ();

    if (child == 0)
        exit (0);
    waitpid (child, NULL, 0);
    child = fork ();
    if (child == 0)
        _exit (0);
    waitpid (child, NULL, 0);
}

static void
do_exec (void)
{
    pid_t child = fork ();

    if (child == 0) {
        execl ("/bin/sh", "sh", "-c", "exit 4", (char *)NULL);
        _exit (127);
    }
    waitpid (child, NULL, 0);
    child = vfork ();
    if (child == 0)
        _exit (5);
    waitpid (child, NULL, 0);
}

static void
do_system (void)
{
    char line[64] = "";
    FILE *pipe;

    if (system ("exit 0"))
        exit (99);
    pipe = popen ("echo from a child", "r");
    if (!pipe || !fgets (line, sizeof line, pipe) || pclose (pipe))
        exit (99);
    if (rank == 0)
        fputs (line, stdout);
}

static void
do_chdir (void)
{
    if (chdir ("/"))
        exit (99);
}

static void
be_nobody (void)
{
    if (setuid (65534))
        exit (77);
}

static void
close_all (void)
{
    for (int fd = 3; fd < 1024; fd++)
        close (fd);
}

static void
close_in_out (void)
{
    close (STDIN_FILENO);
    close (STDOUT_FILENO);
}

static void
close_standard (void)
{
    close_in_out ();
    close (STDERR_FILENO);
}

static void
have_no_environment (void)
{
    environ = NULL;
}

static void
use_all (void)
{
    struct rlimit limit = { 200, 1000 };

    setrlimit (RLIMIT_NOFILE, &limit);
    while (open ("/dev/null", O_RDONLY) >= 0)
        continue;
}

/* No file may grow: who tries gets SIGXFSZ.  */
static void
limit_files (void)
{
    struct rlimit limit = { 512, 512 };

    setrlimit (RLIMIT_FSIZE, &limit);
}

/* ---- the list ----------------------------------------------------------- */

static const struct kind {
    const char *name;
    void (*before) (void); /* done by every rank before time passes */
    void (*end) (void);    /* done by ... */
    int one;               /* ... the last rank alone, or by all */
    int finalize;          /* the others do not wait, but finalize */
} kinds[] = {
    { "finalize", NULL, at_the_end, 0, 0 },
    { "exit", NULL, end_exit, 0, 0 },
    { "_exit", NULL, end__exit, 0, 0 },
    { "_Exit", NULL, end__Exit, 0, 0 },
    { "quick_exit", NULL, end_quick, 0, 0 },
    { "return", NULL, end_return, 0, 0 },
    { "exit-one", NULL, end_exit, 1, 0 },
    { "exec-itself", NULL, end_become, 0, 0 },
    { "MPI_Abort", NULL, end_mpi_abort, 1, 0 },
    { "abort", NULL, end_abort, 1, 0 },
    { "SIGSEGV", NULL, end_segv, 1, 0 },
    { "SIGFPE", NULL, end_fpe, 1, 0 },
    { "SIGTERM", NULL, end_term, 1, 0 },
    { "SIGKILL-one", NULL, end_kill, 1, 0 },
    { "SIGKILL-all", NULL, end_kill, 0, 0 },
    { "handler", NULL, end_handler, 1, 0 },
    { "hang", NULL, hang, 1, 0 },
    { "some-finalize", NULL, end_exit_0, 1, 1 },
    { "fork", do_fork, at_the_end, 0, 0 },
    { "exec", do_exec, at_the_end, 0, 0 },
    { "system", do_system, at_the_end, 0, 0 },
    { "chdir", do_chdir, at_the_end, 0, 0 },
    { "setuid", be_nobody, at_the_end, 0, 0 },
    { "limit", limit_files, at_the_end, 0, 0 },
    { "use-up", use_all, at_the_end, 0, 0 },
    { "in-out", close_in_out, at_the_end, 0, 0 },
    { "standard", close_standard, at_the_end, 0, 0 },
    { "environ", have_no_environment, at_the_end, 0, 0 },
    { "small-stack", NULL, end_by_worker, 0, 0 },
    { "close-all", close_all, end_kill, 0, 0 },
    { "use-all", use_all, end_kill, 0, 0 },
};

static const struct kind *
find (const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp (kinds[i].name, name))
            return &kinds[i];
    fprintf (stderr, "ends: no such kind: %s\n", name);
    exit (99);
}

int
main (int argc, char **argv)
{
    const struct kind *kind = find (argc > 1 ? argv[1] : "");
    int wanted = argc > 2 ? atoi (argv[2]) : MPI_THREAD_FUNNELED, level;
    struct rlimit no_core = { 0, 0 };

    setrlimit (RLIMIT_CORE, &no_core);
    MPI_Init_thread (&argc, &argv, wanted, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    thread_of_worker = start_worker (kind->end == end_by_worker ? 32 : 0);
    meet ();
    if (rank == 0) {
        printf ("%d ranks: %s\n", ranks, kind->name);
        fflush (stdout);
    }
    if (kind->before)
        kind->before ();
    pass_time ();
    if (!kind->one || is_the_one ())
        kind->end ();
    else if (kind->finalize)
        MPI_Finalize ();
    else
        meet ();
    return !strcmp (kind->name, "return") ? CODE : 0;
}
