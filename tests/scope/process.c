/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program without MPI, with three threads "w1" to "w3": w1 has ended when it
 * ends itself, in the way that its argument says; the others are waiting.
 * Statuses are different, and one line says that all of it ran.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "snapshots.h"

#define THREADS 3

static const char *kind;
static pthread_barrier_t all_run;

static int
is (const char *name)
{
    return !strcmp (kind, name);
}

static void *
work (void *data)
{
    long number = (long)data;
    char name[16];

    snprintf (name, sizeof name, "w%ld", number);
    pthread_setname_np (pthread_self (), name);
    pthread_barrier_wait (&all_run);
    if (number == 2 && is ("thread"))
        exit (5);
    while (number > 1)
        pause ();
    return NULL;
}

static void
leave (int signal)
{
    (void)signal;
    _exit (9);
}

/* What happens before a normal end.  */
static void
disturb (void)
{
    pid_t child = -1;

    if (is ("fork") && (child = fork ()) == 0)
        exit (8);
    if (is ("fork-_exit") && (child = fork ()) == 0)
        _exit (8);
    if (is ("vfork") && (child = vfork ()) == 0)
        _exit (8);
    if (is ("vfork-raw") && (child = vfork ()) == 0)
        _exit (8);
    if (child > 0)
        waitpid (child, NULL, 0);
    if (is ("system") && system ("cat /proc/self/maps; exit 7"))
        puts ("system");
    if (is ("chdir") && chdir ("/"))
        puts ("chdir");
    if (is ("closed"))
        fclose (stderr);
    if (is ("close-all"))
        for (int i = 3; i < 2048; i++)
            close (i);
    if (is ("clearenv"))
        clearenv ();
    if (is ("environ"))
        environ = NULL;
    for (int i = 0; i < 2 && is ("in-out"); i++)
        close (i);
    for (int i = 0; i < 3 && is ("standard"); i++)
        close (i);
    if (is ("exec"))
        execlp ("true", "true", (char *)NULL);
}

static void
end (void)
{
    if (is ("exit"))
        exit (3);
    if (is ("_exit"))
        _exit (4);
    if (is ("_Exit"))
        _Exit (4);
    if (is ("quick_exit"))
        quick_exit (6);
    if (is ("vfork-raw"))
        syscall (SYS_exit_group, 12);
    if (is ("abort") || is ("SIGSEGV") || is ("SIGKILL"))
        wait_for_snapshot ();
    if (is ("abort"))
        abort ();
    if (is ("SIGSEGV"))
        raise (SIGSEGV);
    if (is ("SIGKILL"))
        raise (SIGKILL);
    signal (SIGTERM, leave);
    if (is ("handler"))
        raise (SIGTERM);
    while (is ("thread"))
        pause ();
}

int
main (int argc, char **argv)
{
    pthread_t threads[THREADS];

    kind = argc > 1 ? argv[1] : "return";
    printf ("%s\n", kind);
    fflush (stdout);
    pthread_barrier_init (&all_run, NULL, THREADS + 1);
    for (long i = 0; i < THREADS; i++)
        pthread_create (&threads[i], NULL, work, (void *)(i + 1));
    pthread_barrier_wait (&all_run);
    pthread_join (threads[0], NULL);
    disturb ();
    end ();
    return 2;
}
