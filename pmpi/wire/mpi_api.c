/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/wire/mpi_api.h"

struct hpm_mpi_api hpm_mpi;

/* dl_iterate_phdr callback: the path of the loaded MPI library.  Nothing may be
 * opened in here, the linker's lock is held.  */
static int
find_mpi_object (struct dl_phdr_info *info, size_t size, void *data)
{
    const char *slash = strrchr (info->dlpi_name, '/');
    const char *base = slash ? slash + 1 : info->dlpi_name;

    (void)size;
    if (strncmp (base, "libmpi.so", strlen ("libmpi.so")))
        return 0;
    *(const char **)data = info->dlpi_name;
    return 1;
}

int
hpm_mpi_is_loaded (void)
{
    const char *path = NULL;

    return dl_iterate_phdr (find_mpi_object, &path);
}

/* A symbol of an object that is loaded already, seen from that object and what
 * it depends on.  */
static void *
symbol_of_object (const char *path, const char *name)
{
    void *handle
        = path && *path ? dlopen (path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void *symbol = NULL;

    if (handle) {
        symbol = hpm_dlsym_real () (handle, name);
        dlclose (handle); /* the object stays: somebody else holds it */
    }
    return symbol;
}

/* Whether an address lies in this library: found by looking in ourselves.  */
static int
is_ours (const void *symbol)
{
    Dl_info theirs, ours;

    return dladdr (symbol, &theirs) && dladdr (&hpm_mpi, &ours)
           && theirs.dli_fbase == ours.dli_fbase;
}

/* Where a symbol is that the global scope lacks: in what the caller was linked
 * to, or in the MPI library, wherever that was loaded from.  */
static void *
find_outside (const char *name, const void *caller)
{
    void *symbol = NULL;
    const char *mpi = NULL;
    Dl_info object;

    if (caller && dladdr (caller, &object)) {
        symbol = symbol_of_object (object.dli_fname, name);
        if (symbol && is_ours (symbol))
            symbol = NULL;
    }
    if (!symbol && dl_iterate_phdr (find_mpi_object, &mpi))
        symbol = symbol_of_object (mpi, name);
    return symbol;
}

void *
hpm_mpi_next (const char *name, const void *caller)
{
    void *symbol = hpm_dlsym_behind (name);

    return symbol ? symbol : find_outside (name, caller);
}

void *
hpm_mpi_wrapper_of (const char *name, const void *function)
{
    Dl_info self;
    void *ours = dladdr (&hpm_mpi, &self)
                     ? symbol_of_object (self.dli_fname, name)
                     : NULL;

    return ours && hpm_mpi_next (name, NULL) == function ? ours : NULL;
}

/* A predefined handle is the address of an object.  The linker may have copied
 * that object into the executable, and the copy is then the one in use: the
 * first definition counts, not the next.  */
void *
hpm_mpi_handle (const char *name, const void *caller)
{
    void *symbol = hpm_dlsym_first (name);

    return symbol ? symbol : find_outside (name, caller);
}

/* Open MPI's is 256 bytes long, MPICH's 8192.  */
#define VERSION_BYTES (16u << 10)

/* Why not: the first line of what the library says it is.  */
static int
not_ours (const char *missing, const void *caller, struct hpm_error *error)
{
    int (*version) (char *, int *) = (int (*) (char *, int *))hpm_mpi_next (
        "PMPI_Get_library_version", caller);
    char text[VERSION_BYTES] = "";
    int length;

    if (version && version (text, &length) == 0 && !strstr (text, "Open MPI")) {
        text[strcspn (text, "\n")] = '\0';
        return hpm_error_set (error,
                              "the MPI library of this program is "
                              "\"%.80s\", and hpmmpi was built for Open MPI",
                              text);
    }
    return hpm_error_set (error,
                          "the MPI library of this program has no %s: "
                          "hpmmpi was built for another Open MPI",
                          missing);
}

int
hpm_mpi_find (const void *caller, struct hpm_error *error)
{
    const char *missing = NULL;

#define HPM_X(name, parameters)                                                \
    hpm_mpi.name = (int (*) parameters)hpm_mpi_next ("PMPI_" #name, caller);   \
    missing = hpm_mpi.name || missing ? missing : "PMPI_" #name;
    HPM_MPI_FUNCTIONS (HPM_X)
#undef HPM_X
#define HPM_X(field, type, symbol)                                             \
    hpm_mpi.field = (type)hpm_mpi_handle (symbol, caller);                     \
    missing = hpm_mpi.field || missing ? missing : symbol;
    HPM_MPI_HANDLES (HPM_X)
#undef HPM_X
    if (!missing)
        return 0;
    memset (&hpm_mpi, 0, sizeof hpm_mpi);
    return not_ours (missing, caller, error);
}

int
hpm_mpi_was_initialized (void)
{
    int (*initialized) (int *)
        = hpm_mpi_is_loaded ()
              ? (int (*) (int *))hpm_mpi_next ("PMPI_Initialized", NULL)
              : NULL;
    int is = 0;

    return initialized && initialized (&is) == MPI_SUCCESS && is;
}
