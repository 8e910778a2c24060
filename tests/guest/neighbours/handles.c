/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program without MPI, which takes every function of MPI that it calls out of
 * the library with dlsym.
 *
 *     handles local|deep|global MPI [TOOL]
 *
 * Each rank's main thread and a second one send CALLS messages each to their
 * own rank, and receive them.  What dlsym and dlerror tell is checked
 * beside; rank 0 prints what it saw.
 */
#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALLS 100

static char what_was_told[200];
static void *mpi;
static struct {
    void *world, *integer;
    int (*init) (int *, char ***, int, int *);
    int (*rank) (MPI_Comm, int *);
    int (*sendrecv) (const void *, int, MPI_Datatype, int, int, void *, int,
                     MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
    int (*barrier) (MPI_Comm);
    int (*native_barrier) (MPI_Comm);
    int (*finalize) (void);
} found;

static int
fail (const char *what)
{
    printf ("handles: %s\n", what);
    exit (99);
}

/* A search that succeeds takes away the error of the one before.  */
static void *
find (const char *name)
{
    void *function;

    if (dlsym (mpi, "MPI_None"))
        fail ("there is an MPI_None");
    errno = 4711;
    function = dlsym (mpi, name);
    if (!function || errno != 4711)
        fail (name);
    if (dlerror ())
        fail ("an error of a search that succeeded");
    return function;
}

static void
find_all (void)
{
    found.world = find ("ompi_mpi_comm_world");
    found.integer = find ("ompi_mpi_int");
    *(void **)&found.init = find ("MPI_Init_thread");
    *(void **)&found.rank = find ("MPI_Comm_rank");
    *(void **)&found.sendrecv = find ("MPI_Sendrecv");
    *(void **)&found.barrier = find ("MPI_Barrier");
    *(void **)&found.native_barrier = find ("PMPI_Barrier");
    *(void **)&found.finalize = find ("MPI_Finalize");
}

/* What is not found is told as ever; the words are left in what_was_told.  */
static void
check_errors (void)
{
    const char *told;

    dlerror ();
    if (dlsym (mpi, "MPI_None"))
        fail ("there is an MPI_None");
    told = dlerror ();
    if (!told || !strstr (told, "undefined symbol: MPI_None"))
        fail ("no error, or another one");
    snprintf (what_was_told, sizeof what_was_told, "%s",
              strstr (told, "undefined"));
    if (dlerror ())
        fail ("an error that is told twice");
}

static void *
send_to_self (void *data)
{
    int *rank = data, from = 1, to = 0;

    for (int i = 0; i < CALLS; i++)
        if (found.sendrecv (&from, 1, found.integer, *rank, 0, &to, 1,
                            found.integer, *rank, 0, found.world,
                            MPI_STATUS_IGNORE))
            fail ("MPI_Sendrecv");
    return NULL;
}

static void
open_library (const char *how, const char *path)
{
    int mode = !strcmp (how, "deep")     ? RTLD_LOCAL | RTLD_DEEPBIND
               : !strcmp (how, "global") ? RTLD_GLOBAL
                                         : RTLD_LOCAL;

    mpi = dlopen (path, RTLD_NOW | mode);
    if (!mpi)
        fail (dlerror ());
}

/* Look at the library, close it, and open it again.  */
static void
probe (const char *how, const char *path)
{
    int (*version) (char *, int *);
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    open_library (how, path);
    *(void **)&version = find ("MPI_Get_library_version");
    if (version (text, &length) || !strstr (text, "Open MPI"))
        fail ("MPI_Get_library_version");
    dlclose (mpi);
    open_library (how, path);
}

int
main (int argc, char **argv)
{
    pthread_t thread;
    int level, rank;

    if (argc < 3)
        return 99;
    probe (argv[1], argv[2]);
    find_all ();
    check_errors ();
    if (found.init (&argc, &argv, MPI_THREAD_MULTIPLE, &level)
        || found.rank (found.world, &rank))
        return 99;
    pthread_create (&thread, NULL, send_to_self, &rank);
    if (level == MPI_THREAD_MULTIPLE)
        send_to_self (&rank);
    pthread_join (thread, NULL);
    found.barrier (found.world);
    found.native_barrier (found.world);
    if (rank == 0) /* mpirun promises no order of lines of several ranks */
        printf ("%s\ndone, %s\n", what_was_told,
                level == MPI_THREAD_MULTIPLE ? "both" : "one");
    return found.finalize () ? 99 : 0;
}
