/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI functions that a program takes out of its MPI library with dlsym, as
 * Julia's MPI.jl and ctypes do: where that finds the function that one of our
 * wrappers hands on to, the program gets the wrapper.
 *
 * What is found for RTLD_NEXT and RTLD_DEFAULT, and in the program itself, is
 * ours already, and functions with PMPI_ names are meant to be MPI's.  Where no
 * MPI library is loaded nothing is found, as without us: some ask so whether
 * there is one.
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

/* Whether a function is of one of our two libraries.  */
static int
is_ours (const void *function)
{
    const void *const inside[]
        = { &hpm_mpi, hpm_dlsym_first ("hpm_mpi_calls") };
    Dl_info library, ours;

    if (!function || !dladdr (function, &library))
        return 0;
    for (size_t i = 0; i < COUNT (inside); i++)
        if (inside[i] && dladdr (inside[i], &ours)
            && ours.dli_fbase == library.dli_fbase)
            return 1;
    return 0;
}

/* A wrapper, with nothing behind it.  */
static int
wraps_nothing (const char *name, const void *found)
{
    return is_ours (found) && !hpm_mpi_next (name, NULL);
}

/* dlerror then says that there is no such symbol.  */
static void *
find_nothing (void *handle, const char *name)
{
    (void)handle;
    return hpm_dlsym_behind (name);
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
    if (wraps_nothing (name, found))
        return find_nothing (handle, name);
    ours = *name == 'M' ? wrapper_of (name, found) : NULL;
    next (handle, name);
    errno = saved;
    return ours ? ours : found;
}

/* For RTLD_NEXT and RTLD_DEFAULT, where it matters who asks.  */
static int
is_nowhere (const char *name)
{
    int saved = errno;
    int nowhere = wraps_nothing (name, hpm_dlsym_first (name));

    errno = saved;
    return nowhere;
}

hpm_dlsym_fn *hpm_dlsym_choose (void *handle, const char *name);

HPM_UNINSTRUMENTED __attribute__ ((used)) hpm_dlsym_fn *
hpm_dlsym_choose (void *handle, const char *name)
{
    const char *rest = name[0] == 'P' ? name + 1 : name;

    if (rest[0] != 'M' || rest[1] != 'P' || rest[2] != 'I' || rest[3] != '_')
        return hpm_dlsym_next ();
    if (handle != RTLD_NEXT && handle != RTLD_DEFAULT)
        return find;
    return is_nowhere (name) ? find_nothing : hpm_dlsym_next ();
}

HPM_DLSYM_ENTRY ("hpm_dlsym_choose");

#endif
