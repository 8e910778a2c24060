/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <string.h>

int
main (int argc, char **argv)
{
    char made[] = "made";

    MPI_Init (&argc, &argv);
    for (int i = 0; i < 3; i++) {
        MPI_Pcontrol (1, "outer");
        for (int k = 0; k < 2; k++) {
            MPI_Pcontrol (1, "inner");
            MPI_Barrier (MPI_COMM_WORLD);
            MPI_Pcontrol (-1, "inner");
        }
        MPI_Pcontrol (-1, "outer");
        MPI_Pcontrol (1, made); /* not a literal: not seen */
        MPI_Pcontrol (-1, made);
        MPI_Pcontrol (7, "of another tool");
    }
    MPI_Finalize ();
    return 0;
}
