/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI functions that a program takes out of its MPI library with dlsym, as
 * Julia's MPI.jl and ctypes do: where that finds the function that one of our
 * wrappers hands on to, the program gets the wrapper.
 *
 * What is found for RTLD_NEXT and RTLD_DEFAULT, and in the program itself, is
 * ours already, and functions with PMPI_ names are meant to be MPI's.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "pmpi/calls/mpi_calls.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/uninstrumented.h"
#include "pmpi/wire/mpi_api.h"

#ifdef HPM_DLSYM_ENTRY

#define PREFIX "MPI_"

/* Called before MPI_Init, to find out which library this is, which may then be
 * closed for another one: wrappers remember where they hand on to.  */
static const char *const early[] = {
    "MPI_Get_library_version",
    "MPI_Get_version",
    "MPI_Initialized",
    "MPI_Finalized",
};

/* The functions without which there is nothing to count.  */
static const char *const borders[] = {
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Finalize",
};

#define COUNT(array) (sizeof (array) / sizeof (array)[0])

static int
is_early (const char *name)
{
    for (size_t i = 0; i < COUNT (early); i++)
        if (!strcmp (name, early[i]))
            return 1;
    return 0;
}

/* Whether our wrappers of the borders hand on to the library that this function
 * is of.  Another tool may stand between: the program, which goes around it,
 * must not be led to it.  */
static int
is_behind_us (const void *function)
{
    Dl_info library, border;

    if (!dladdr (function, &library))
        return 0;
    for (size_t i = 0; i < COUNT (borders); i++) {
        const void *next = hpm_mpi_next (borders[i], NULL);

        if (!next || !dladdr (next, &border)
            || border.dli_fbase != library.dli_fbase)
            return 0;
    }
    return 1;
}

static void *
wrapper_of (const char *name, const void *found)
{
    void *ours;

    if (is_early (name) || !is_behind_us (found))
        return NULL;
    ours = hpm_mpi_wrapper_of (name, found);
    return ours ? ours : hpm_mpi_calls_wrapper_of (name, found);
}

/* The second search is for what it leaves to dlerror: nothing.  */
static void *
find (void *handle, const char *name)
{
    hpm_dlsym_fn *next = hpm_dlsym_next ();
    void *found = next (handle, name), *ours;
    int saved = errno;

    if (!found)
        return NULL;
    ours = wrapper_of (name, found);
    next (handle, name);
    errno = saved;
    return ours ? ours : found;
}

hpm_dlsym_fn *hpm_dlsym_choose (void *handle, const char *name);

HPM_UNINSTRUMENTED __attribute__ ((used)) hpm_dlsym_fn *
hpm_dlsym_choose (void *handle, const char *name)
{
    if (handle != RTLD_NEXT && handle != RTLD_DEFAULT && name[0] == PREFIX[0]
        && name[1] == PREFIX[1] && name[2] == PREFIX[2] && name[3] == PREFIX[3])
        return find;
    return hpm_dlsym_next ();
}

HPM_DLSYM_ENTRY ("hpm_dlsym_choose");

#endif
