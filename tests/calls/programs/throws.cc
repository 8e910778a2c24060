/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves 3 calls of MPI_Send by an exception out of an error handler, and makes
 * 5 that return.
 */
#include <mpi.h>

#include <cstdio>

static void
leave (MPI_Comm *, int *code, ...)
{
    throw *code;
}

int
main (int argc, char **argv)
{
    MPI_Errhandler handler;
    int caught = 0, size;

    MPI_Init (&argc, &argv);
    MPI_Comm_create_errhandler (leave, &handler);
    MPI_Comm_set_errhandler (MPI_COMM_WORLD, handler);
    for (int i = 0; i < 3; i++)
        try {
            MPI_Send (&caught, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
        } catch (int code) {
            caught++;
        }
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++)
        MPI_Send (&size, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Errhandler_free (&handler);
    std::printf ("caught %d\n", caught);
    MPI_Finalize ();
    return 0;
}
