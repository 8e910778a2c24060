/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stacks KIND KB: a thread with a stack of so many kB does it; then the program
 * prints it, and ends with 0, or with 3 by itself.  It is killed by SIGSEGV
 * where the stack does not suffice, as nothing is below it.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD ((size_t)64 << 10)

static void
do_init (void)
{
    MPI_Init (NULL, NULL);
}
static void
do_finalize (void)
{
    MPI_Finalize ();
}
static void
do_nothing (void)
{
}
static void
do_barrier (void)
{
    MPI_Barrier (MPI_COMM_WORLD);
}
static void
do_allgatherv (void)
{
    int mine = 1, counts[64], places[64], all[64], size;

    MPI_Comm_size (MPI_COMM_WORLD, &size);
    for (int i = 0; i < size && i < 64; i++) {
        counts[i] = 1;
        places[i] = i;
    }
    MPI_Allgatherv (&mine, 1, MPI_INT, all, counts, places, MPI_INT,
                    MPI_COMM_WORLD);
}
static void
do_fork (void)
{
    pid_t child = fork ();

    if (child == 0)
        _exit (0);
    waitpid (child, NULL, 0);
}
static void
do_exec (void)
{
    if (fork () == 0)
        execl ("/bin/true", "true", (char *)NULL);
    wait (NULL);
}
static void
do_exec_itself (void)
{
    execle ("/bin/sh", "sh", "-c", "exit 3", (char *)NULL, (char *[]){ NULL });
}
static void
do_dlopen (void)
{
    dlopen ("libm.so.6", RTLD_NOW);
    dlsym (RTLD_DEFAULT, "MPI_Wtime");
}
static void
do_exit (void)
{
    exit (3);
}
static void
do__exit (void)
{
    _exit (3);
}
static void *
run_nothing (void *data)
{
    return data;
}
static void
do_create (void)
{
    pthread_t thread;

    pthread_create (&thread, NULL, run_nothing, NULL);
    pthread_join (thread, NULL);
}

static const struct kind {
    const char *name;
    void (*run) (void);
    int before, after; /* MPI_Init, MPI_Finalize */
} kinds[] = {
    { "nothing", do_nothing, 1, 1 },
    { "MPI_Init", do_init, 0, 1 },
    { "MPI_Finalize", do_finalize, 1, 0 },
    { "MPI_Barrier", do_barrier, 1, 1 },
    { "MPI_Allgatherv", do_allgatherv, 1, 1 },
    { "fork", do_fork, 1, 1 },
    { "exec", do_exec, 1, 1 },
    { "exec-itself", do_exec_itself, 0, 0 },
    { "dlopen", do_dlopen, 1, 1 },
    { "pthread_create", do_create, 1, 1 },
    { "exit", do_exit, 0, 0 },
    { "_exit", do__exit, 0, 0 },
};

static void *
run (void *data)
{
    ((const struct kind *)data)->run ();
    return NULL;
}

static int
run_on_stack (const struct kind *kind, size_t bytes)
{
    char *memory = mmap (NULL, GUARD + bytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init (&attributes);
    if (memory == MAP_FAILED
        || mprotect (memory + GUARD, bytes, PROT_READ | PROT_WRITE)
        || pthread_attr_setstack (&attributes, memory + GUARD, bytes)
        || pthread_create (&thread, &attributes, run, (void *)kind))
        return -1;
    return pthread_join (thread, NULL);
}

int
main (int argc, char **argv)
{
    const struct kind *kind = kinds;
    const struct kind *end = kinds + sizeof kinds / sizeof *kinds;

    if (argc != 3)
        return 99;
    while (kind < end && strcmp (kind->name, argv[1]))
        kind++;
    if (kind == end)
        return 99;
    if (kind->before)
        MPI_Init (&argc, &argv);
    if (run_on_stack (kind, (size_t)atoi (argv[2]) << 10))
        return 98;
    if (kind->after)
        MPI_Finalize ();
    puts (kind->name);
    return 0;
}
