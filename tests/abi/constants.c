/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether pmpi/wire/mpi_abi.h says of an ABI what this program's mpi.h does;
 * what differs is told, and the exit status is 1.
 *
 *   constants COLUMN     of the table: 0 is Open MPI's
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "pmpi/wire/mpi_abi.h"

#define VALUES(X)                                                              \
    X (narrow_handles, sizeof (MPI_Comm) == sizeof (int))                      \
    X (proc_null, MPI_PROC_NULL)                                               \
    X (any_source, MPI_ANY_SOURCE)                                             \
    X (root, MPI_ROOT)                                                         \
    X (cart, MPI_CART)                                                         \
    X (graph, MPI_GRAPH)                                                       \
    X (dist_graph, MPI_DIST_GRAPH)                                             \
    X (appnum, MPI_APPNUM)                                                     \
    X (funneled, MPI_THREAD_FUNNELED)                                          \
    X (serialized, MPI_THREAD_SERIALIZED)                                      \
    X (multiple, MPI_THREAD_MULTIPLE)                                          \
    X (in_place, MPI_IN_PLACE)                                                 \
    X (status_ignore, MPI_STATUS_IGNORE)

#define HANDLES(X)                                                             \
    X (MPI_COMM_WORLD)                                                         \
    X (MPI_INFO_NULL)                                                          \
    X (MPI_ERRORS_RETURN)                                                      \
    X (MPI_BYTE)                                                               \
    X (MPI_INT64_T)                                                            \
    X (MPI_MAX)                                                                \
    X (MPI_NO_OP)

static const struct hpm_mpi_abi columns[] = {
    {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = open_mpi,
        HPM_MPI_ABI (HPM_X)
#undef HPM_X
    },
    {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = mpich,
        HPM_MPI_ABI (HPM_X)
#undef HPM_X
    },
    {
#define HPM_X(type, name, open_mpi, mpich, standard) .name = standard,
        HPM_MPI_ABI (HPM_X)
#undef HPM_X
    },
};

static int wrong;

static void
compare (const char *name, intptr_t said, intptr_t here)
{
    if (said != here)
        printf ("%s: %#lx, in mpi.h %#lx\n", name, (long)said, (long)here);
    wrong |= said != here;
}

static void
compare_handle (const char *name, enum hpm_mpi_library library,
                struct hpm_mpi_constant said, intptr_t here)
{
    if (library == HPM_MPI_OPEN_MPI)
        compare (name, (intptr_t)dlsym (RTLD_DEFAULT, said.object), here);
    else
        compare (
            name,
            (intptr_t)(library == HPM_MPI_MPICH ? said.mpich : said.standard),
            here);
}

/* What there is room for.  */
static void
at_most (const char *name, size_t room, size_t here)
{
    if (here > room)
        printf ("%s: room for %zu, in mpi.h %zu\n", name, room, here);
    wrong |= here > room;
}

int
main (int count, char **arguments)
{
    const struct hpm_mpi_abi *abi
        = &columns[count > 1 ? atoi (arguments[1]) % 3 : 0];

#define HPM_X(field, value)                                                    \
    compare (#field, (intptr_t)abi->field, (intptr_t)value);
    VALUES (HPM_X)
#undef HPM_X
#define HPM_X(name)                                                            \
    compare_handle (#name, abi->library,                                       \
                    (struct hpm_mpi_constant){ HPM_##name }, (intptr_t)name);
    HANDLES (HPM_X)
#undef HPM_X
    at_most ("status", HPM_MPI_STATUS_WORDS * sizeof (int64_t),
             sizeof (MPI_Status));
    at_most ("processor name", HPM_MPI_MAX_PROCESSOR_NAME,
             MPI_MAX_PROCESSOR_NAME);
    at_most ("library version", HPM_MPI_MAX_LIBRARY_VERSION,
             MPI_MAX_LIBRARY_VERSION_STRING);
    return wrong;
}
