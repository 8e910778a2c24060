/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program without MPI that asks whether there is MPI, as libraries do that
 * work with and without it.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>

extern int MPI_Initialized (int *) __attribute__ ((weak));
extern int MPI_Finalized (int *) __attribute__ ((weak));

static void
ask (const char *where, void *handle, const char *name)
{
    void *found = dlsym (handle, name);

    printf ("%s of %s: %s, %s\n", name, where, found ? "there" : "not there",
            dlerror () ? "an error" : "no error");
}

int
main (void)
{
    static const char *const names[] = { "MPI_Init",  "PMPI_Init", "MPI_Send",
                                         "PMPI_Send", "MPI_Abort", "MPI_None" };
    int initialized = 0, finalized = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ask ("all", RTLD_DEFAULT, names[i]);
        ask ("the next", RTLD_NEXT, names[i]);
        ask ("the program", dlopen (NULL, RTLD_NOW), names[i]);
    }
    if (MPI_Initialized && MPI_Initialized (&initialized))
        puts ("MPI_Initialized failed");
    if (MPI_Finalized && MPI_Finalized (&finalized))
        puts ("MPI_Finalized failed");
    printf ("initialized: %d, finalized: %d\n", initialized, finalized);
    return 0;
}
