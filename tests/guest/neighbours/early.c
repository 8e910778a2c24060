/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tool between hpmmpi and MPI, which says on stderr when the process is a
 * client of PMIx before MPI_Init makes it one: Open MPI 5 would not learn its
 * own name then.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

static int
is_initialized (void)
{
    void *library = dlopen ("libpmix.so.2", RTLD_LAZY | RTLD_NOLOAD);
    int (*initialized) (void);

    if (!library)
        return 0;
    *(void **)&initialized = dlsym (library, "PMIx_Initialized");
    return initialized && initialized ();
}

static void
look (void)
{
    fputs (is_initialized () ? "early: yes\n" : "early: no\n", stderr);
}

int
MPI_Init_thread (int *argc, char ***argv, int required, int *provided)
{
    look ();
    return PMPI_Init_thread (argc, argv, required, provided);
}
