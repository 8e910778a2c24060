/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program without MPI, which loads what needs it, and keeps it to itself.
 *
 *     load LIBRARY        calls its function ring
 *     load --deep LIBRARY the same, which prefers its own libraries
 *     load --direct MPI   takes MPI_Init and MPI_Finalize out of the MPI
 * library
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *
open_library (const char *path, int how)
{
    void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL | how);

    if (!library)
        fprintf (stderr, "load: %s\n", dlerror ());
    return library;
}

static int
go_around (const char *path, int how, int argc, char **argv)
{
    void *library = open_library (path, how);
    int (*ring) (int, char **)
        = library ? (int (*) (int, char **))dlsym (library, "ring") : NULL;

    return ring ? ring (argc, argv) : 99;
}

static int
go_directly (const char *path, int argc, char **argv)
{
    void *library = open_library (path, 0);
    int (*init) (int *, char ***)
        = library ? (int (*) (int *, char ***))dlsym (library, "MPI_Init")
                  : NULL;
    int (*finalize) (void)
        = library ? (int (*) (void))dlsym (library, "MPI_Finalize") : NULL;

    if (!init || !finalize || init (&argc, &argv))
        return 99;
    printf ("directly\n");
    return finalize () ? 99 : 0;
}

int
main (int argc, char **argv)
{
    if (argc > 2 && !strcmp (argv[1], "--direct"))
        return go_directly (argv[2], argc, argv);
    if (argc > 2 && !strcmp (argv[1], "--deep"))
        return go_around (argv[2], RTLD_DEEPBIND, argc, argv);
    return argc > 1 ? go_around (argv[1], 0, argc, argv) : 99;
}
