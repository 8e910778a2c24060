/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts what is known, in C.  `exact thread` starts by MPI_Init_thread,
 * `exact null` by MPI_Init without arguments.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "known.h"

int
main (int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int rank, size, provided;

    known_register ();
    if (!strcmp (how, "thread"))
        MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    else if (!strcmp (how, "null"))
        MPI_Init (NULL, NULL);
    else
        MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    known_count (rank);
    if (rank == 0)
        printf ("%d ranks\n", size);
    MPI_Finalize ();
    known_after ();
    return 0;
}
