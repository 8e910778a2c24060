/* SPDX-License-Identifier: BSD-3-Clause
 *
 * waits FILE: a job whose ranks sleep outside MPI until the file is there, but
 * rank 0, which then waits in MPI_Recv for the last of them.  Alone it waits as
 * the others.  After ten minutes, or when its working directory was removed, it
 * ends in any case.  FILE.pid has the number of rank 0's process.
 */
#include <mpi.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TRIES 60000

static void
wait_for (const char *file)
{
    const struct timespec pause = { 0, 10000000 };
    struct stat here;

    for (int i = 0; i < TRIES && access (file, F_OK) && stat (".", &here) == 0
                    && here.st_nlink;
         i++)
        nanosleep (&pause, NULL);
}

static void
tell_process (const char *file)
{
    char name[512];
    FILE *out;

    snprintf (name, sizeof name, "%s.pid", file);
    out = fopen (name, "w");
    if (out) {
        fprintf (out, "%ld\n", (long)getpid ());
        fclose (out);
    }
}

int
main (int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : "/";
    int rank, size, word = 0;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    if (rank == 0)
        tell_process (file);
    if (rank == 0 && size > 1)
        MPI_Recv (&word, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
    else
        wait_for (file);
    if (rank && rank == size - 1)
        MPI_Send (&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize ();
    return 0;
}
