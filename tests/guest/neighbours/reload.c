/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that loads MPI, uses it, unloads it, and does so once more.
 *
 *     reload local|global MPI
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *mpi;

static void *
find (const char *name)
{
    void *found = dlsym (mpi, name);

    if (found)
        return found;
    printf ("no %s\n", name);
    exit (99);
}

/* What may be asked when MPI is not in use.  */
static int
is (const char *name)
{
    int (*ask) (int *) = (int (*) (int *))find (name), flag = -1;

    ask (&flag);
    return flag;
}

static void
use (void)
{
    int (*init) (int *, char ***)
        = (int (*) (int *, char ***))find ("MPI_Init");
    int (*finalize) (void) = (int (*) (void))find ("MPI_Finalize");
    int (*barrier) (void *) = (int (*) (void *))find ("MPI_Barrier");
    int before = is ("MPI_Initialized");

    init (NULL, NULL);
    for (int i = 0; i < 3; i++)
        barrier (find ("ompi_mpi_comm_world"));
    finalize ();
    printf ("%d %d\n", before, is ("MPI_Finalized"));
}

int
main (int argc, char **argv)
{
    int how
        = argc > 1 && !strcmp (argv[1], "global") ? RTLD_GLOBAL : RTLD_LOCAL;

    for (int i = 0; argc > 2 && i < 2; i++) {
        mpi = dlopen (argv[2], RTLD_NOW | how);
        if (!mpi)
            return 99;
        use ();
        dlclose (mpi);
        mpi = dlopen (argv[2], RTLD_NOW | RTLD_NOLOAD);
        printf ("it is %s\n", mpi ? "still there" : "gone");
        fflush (stdout);
        if (mpi)
            dlclose (mpi);
    }
    return 0;
}
