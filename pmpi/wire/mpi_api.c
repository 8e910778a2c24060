/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/wire/mpi_api.h"

struct hpm_mpi_api hpm_mpi;

/* ---- the loaded library -------------------------------------------------- */

/* How MPI libraries are called: Open MPI's libmpi.so.40, MPICH's libmpich.so.12
 * or libmpi.so.12, which Intel MPI's is, too; Cray's libmpi_gnu_123.so.12; that
 * of the standard ABI; and the libraries of Fortran's bindings, which need one
 * of these.  */
static const char *const names[] = { "libmpi.", "libmpich.", "libmpi_" };

#define MOST_OBJECTS 8

struct objects {
    const char *paths[MOST_OBJECTS];
    int count;
};

static const char *
base_name (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? slash + 1 : path;
}

static int
is_mpi_name (const char *path)
{
    const char *base = base_name (path);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp (base, names[i], strlen (names[i])))
            return 1;
    return 0;
}

/* The standard gives the library of its ABI this name.  Open MPI's is linked to
 * one that has the sign of Open MPI.  */
#define STANDARD_ABI "libmpi_abi"

static int
is_standard_abi (const char *path)
{
    return path
           && !strncmp (base_name (path), STANDARD_ABI, strlen (STANDARD_ABI));
}

/* dl_iterate_phdr callback: the paths of what is called so.  Nothing may be
 * opened in here, the linker's lock is held.  */
static int
find_mpi_object (struct dl_phdr_info *info, size_t size, void *data)
{
    struct objects *objects = data;

    (void)size;
    if (objects->count < MOST_OBJECTS && is_mpi_name (info->dlpi_name))
        objects->paths[objects->count++] = info->dlpi_name;
    return 0;
}

int
hpm_mpi_is_loaded (void)
{
    struct objects objects = { .count = 0 };

    dl_iterate_phdr (find_mpi_object, &objects);
    return objects.count > 0;
}

int
hpm_mpi_has_address (const void *address)
{
    Dl_info object;

    return dladdr (address, &object) && object.dli_fname
           && is_mpi_name (object.dli_fname);
}

/* ---- symbols ------------------------------------------------------------ */

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

/* As the object of that address sees it, but ours.  */
static void *
symbol_of_caller (const void *caller, const char *name)
{
    Dl_info object;
    void *symbol = caller && dladdr (caller, &object)
                       ? symbol_of_object (object.dli_fname, name)
                       : NULL;

    return symbol && is_ours (symbol) ? NULL : symbol;
}

/* Where a symbol is that the global scope lacks: in what the caller was linked
 * to, or in the MPI library, wherever that was loaded from.  */
static void *
find_outside (const char *name, const void *caller)
{
    void *symbol = symbol_of_caller (caller, name);
    struct objects objects = { .count = 0 };

    if (!symbol)
        dl_iterate_phdr (find_mpi_object, &objects);
    for (int i = 0; i < objects.count && !symbol; i++)
        symbol = symbol_of_object (objects.paths[i], name);
    return symbol;
}

/* Who has the standard ABI over another MPI library, as translators do, may get
 * that one into the global scope in MPI_Init, where it was in none before.  */
static int
is_below_standard (const void *symbol)
{
    Dl_info object;

    return hpm_mpi_abi.library == HPM_MPI_STANDARD && dladdr (symbol, &object)
           && is_mpi_name (object.dli_fname)
           && !is_standard_abi (object.dli_fname);
}

void *
hpm_mpi_next (const char *name, const void *caller)
{
    void *symbol = hpm_dlsym_behind (name);

    return symbol && !is_below_standard (symbol) ? symbol
                                                 : find_outside (name, caller);
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

/* ---- whose ABI ---------------------------------------------------------- */

static const struct hpm_mpi_abi open_mpi = {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = open_mpi,
    HPM_MPI_ABI (HPM_X)
#undef HPM_X
};

static const struct hpm_mpi_abi mpich = {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = mpich,
    HPM_MPI_ABI (HPM_X)
#undef HPM_X
};

static const struct hpm_mpi_abi standard = {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = standard,
    HPM_MPI_ABI (HPM_X)
#undef HPM_X
};

struct hpm_mpi_abi hpm_mpi_abi = {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = open_mpi,
    HPM_MPI_ABI (HPM_X)
#undef HPM_X
};

/* An object that only libraries of one ABI have.  */
static const struct {
    const struct hpm_mpi_abi *abi;
    const char *symbol;
} signs[] = {
    { &open_mpi, "ompi_mpi_comm_world" },
    { &mpich, "MPIR_Dup_fn" },
};

/* The first definition, not the next: see hpm_mpi_handle.  */
static void *
first_definition (const char *name, const void *caller)
{
    void *symbol = hpm_dlsym_first (name);

    return symbol ? symbol : find_outside (name, caller);
}

/* The ABI that has its sign in the object that the functions are in, or
 * anywhere; NULL where none has.  */
static const struct hpm_mpi_abi *
find_sign (const char *path, int anywhere, const void *caller)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (anywhere ? first_definition (signs[i].symbol, caller)
                     : symbol_of_object (path, signs[i].symbol))
            return signs[i].abi;
    return NULL;
}

/* Looked for beside the functions that the caller calls, since a process may
 * have libraries of both, and only then anywhere.  MPI_Wtime has no wrapper of
 * ours, and may be called at any time.  What is known already is not written
 * again: other threads may call MPI, or look a function up.  */
int
hpm_mpi_abi_choose (const void *caller)
{
    const void *function = symbol_of_caller (caller, "PMPI_Wtime");
    const struct hpm_mpi_abi *abi = NULL;
    Dl_info object = { .dli_fname = NULL };

    if (!function)
        function = hpm_mpi_next ("PMPI_Wtime", caller);
    if (function)
        dladdr (function, &object);
    if (is_standard_abi (object.dli_fname))
        abi = &standard;
    for (int anywhere = 0; anywhere < 2 && !abi; anywhere++)
        abi = find_sign (object.dli_fname, anywhere, caller);
    if (!abi)
        return -1;
    if (hpm_mpi_abi.library != abi->library)
        hpm_mpi_abi = *abi;
    return 0;
}

/* The linker may have copied the object of a handle into the executable, and
 * the copy is then the one in use.  */
hpm_handle
hpm_mpi_handle (struct hpm_mpi_constant constant, const void *caller,
                const char **missing)
{
    void *object;

    if (hpm_mpi_abi.library == HPM_MPI_MPICH)
        return constant.mpich;
    if (hpm_mpi_abi.library == HPM_MPI_STANDARD)
        return constant.standard;
    object = first_definition (constant.object, caller);
    if (!object && missing && !*missing)
        *missing = constant.object;
    return (hpm_handle)object;
}

/* ---- all of it ---------------------------------------------------------- */

#define KNOWN                                                                  \
    "Open MPI 4 and 5, and what has the ABI of MPICH or the standard one of "  \
    "MPI 5"

/* Why not: the first line of what the library says it is.  */
static int
not_ours (const char *missing, const void *caller, struct hpm_error *error)
{
    int (*version) (char *, int *) = (int (*) (char *, int *))hpm_mpi_next (
        "PMPI_Get_library_version", caller);
    char text[HPM_MPI_MAX_LIBRARY_VERSION] = "";
    int length;

    if (version && version (text, &length) == HPM_MPI_SUCCESS && *text) {
        text[strcspn (text, "\n")] = '\0';
        return hpm_error_set (error,
                              "the MPI library of this program, \"%.80s\", has "
                              "no %s: hpmmpi knows " KNOWN,
                              text, missing);
    }
    return hpm_error_set (error,
                          "the MPI library of this program has no %s: hpmmpi "
                          "knows " KNOWN,
                          missing);
}

int
hpm_mpi_find (const void *caller, struct hpm_error *error)
{
    const char *missing
        = hpm_mpi_abi_choose (caller) < 0 ? "ABI that is known" : NULL;

#define HPM_X(name, parameters)                                                \
    hpm_mpi.name = (int (*) parameters)hpm_mpi_next ("PMPI_" #name, caller);   \
    missing = hpm_mpi.name || missing ? missing : "PMPI_" #name;
    HPM_MPI_FUNCTIONS (HPM_X)
#undef HPM_X
#define HPM_X(field, ...)                                                      \
    hpm_mpi.field = hpm_mpi_handle ((struct hpm_mpi_constant){ __VA_ARGS__ },  \
                                    caller, &missing);
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

    return initialized && initialized (&is) == HPM_MPI_SUCCESS && is;
}
