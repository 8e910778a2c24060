/* SPDX-License-Identifier: BSD-3-Clause
 *
 * become WHEN RANK: that rank executes this program again without LD_PRELOAD,
 * before it calls MPI_Init; or all ranks execute true without an environment,
 * after it.  `tries` tries that with a file that is no program, and goes on.
 * In the end every rank prints the sum of all ranks.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
leave (char **words, const char *file)
{
    unsetenv ("LD_PRELOAD");
    execv (file, words);
}

static int
is_this_rank (const char *rank)
{
    const char *mine = getenv ("OMPI_COMM_WORLD_RANK");

    return mine && strcmp (mine, rank) == 0;
}

int
main (int argc, char **argv)
{
    int rank, sum;

    (void)argc;
    if (getenv ("LD_PRELOAD") && is_this_rank (argv[2])) {
        if (strcmp (argv[1], "before") == 0)
            leave (argv, "/proc/self/exe");
        if (strcmp (argv[1], "tries") == 0)
            leave (argv, "text");
    }
    MPI_Init (NULL, NULL);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (strcmp (argv[1], "after") == 0) {
        execle ("text", "text", (char *)NULL, (char *[]){ NULL });
        execle ("/nowhere/true", "true", (char *)NULL, (char *[]){ NULL });
        execle ("/bin/true", "true", (char *)NULL, (char *[]){ NULL });
    }
    printf ("the sum is %d\n", sum);
    MPI_Finalize ();
    return 0;
}
