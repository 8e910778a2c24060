/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether the first call of MPI has the kernel make a larger table of
 * descriptors: with several threads that takes some 10 ms.
 *
 *     table AFTER_INIT AFTER_FIRST_CALL
 */
#include <mpi.h>
#include <stdio.h>

/* The size of the table, -1 where the system does not tell.  */
static int
table_size (void)
{
    FILE *status = fopen ("/proc/self/status", "r");
    char line[256];
    int size = -1;

    while (status && fgets (line, sizeof line, status))
        sscanf (line, "FDSize: %d", &size);
    if (status)
        fclose (status);
    return size;
}

int
main (int argc, char **argv)
{
    int before, rank;

    MPI_Init (&argc, &argv);
    before = table_size ();
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Barrier (MPI_COMM_WORLD);
    printf ("table %d %d\n", before, table_size ());
    MPI_Finalize ();
    return 0;
}
