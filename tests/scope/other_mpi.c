/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An MPI library that has next to nothing, and a program that calls it.
 */
#ifdef LIBRARY
int MPI_Init (int *argc, char ***argv);
int MPI_Finalize (void);

int
MPI_Init (int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

int
MPI_Finalize (void)
{
    return 0;
}
#else
#include <stdio.h>

int MPI_Init (int *argc, char ***argv);
int MPI_Finalize (void);

int
main (void)
{
    MPI_Init (NULL, NULL);
    puts ("between");
    return MPI_Finalize ();
}
#endif
