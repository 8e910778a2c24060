/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/wire/mpi_api.h"
#include "pmpi/wire/mpi_world.h"

#define TAG 31415 /* of the communicator's making */
#define TEXT_TAG "hpmmpi"
#define ALL "mpi://WORLD"

/* Of MPI 4: looked up where a session was seen.  */
#define FUNCTIONS(X)                                                           \
    X (Group_from_session_pset,                                                \
       (hpm_handle, const char *, union hpm_handle_slot *))                    \
    X (Group_rank, (hpm_handle, int *))                                        \
    X (Group_size, (hpm_handle, int *))                                        \
    X (Comm_create_from_group, (hpm_handle, const char *, hpm_handle,          \
                                hpm_handle, union hpm_handle_slot *))

/* As HPM_MPI_HANDLES.  */
#define HANDLES(X)                                                             \
    X (info_null, HPM_MPI_INFO_NULL)                                           \
    X (errors_return, HPM_MPI_ERRORS_RETURN)

static struct {
    int has_session;
    hpm_handle session;
#define HPM_X(name, parameters) int (*name) parameters;
    FUNCTIONS (HPM_X)
#undef HPM_X
#define HPM_X(field, ...) hpm_handle field;
    HANDLES (HPM_X)
#undef HPM_X
} world;

void
hpm_mpi_world_set_session (hpm_handle session)
{
    world.session = session;
    world.has_session = 1;
}

int
hpm_mpi_world_has_session (void)
{
    return world.has_session;
}

/* Returns NULL, or what is missing.  */
static const char *
find (const void *caller)
{
    const char *missing = NULL;

#define HPM_X(name, parameters)                                                \
    world.name = (int (*) parameters)hpm_mpi_next ("PMPI_" #name, caller);     \
    missing = world.name || missing ? missing : "PMPI_" #name;
    FUNCTIONS (HPM_X)
#undef HPM_X
#define HPM_X(field, ...)                                                      \
    world.field = hpm_mpi_handle ((struct hpm_mpi_constant){ __VA_ARGS__ },    \
                                  caller, &missing);
    HANDLES (HPM_X)
#undef HPM_X
    return missing;
}

int
hpm_mpi_world_meet (int *rank, int *ranks, const void *caller,
                    struct hpm_error *error)
{
    union hpm_handle_slot group = hpm_handle_slot (0);
    const char *missing;

    if (!world.has_session) {
        hpm_mpi.Comm_rank (hpm_mpi.comm_world, rank);
        hpm_mpi.Comm_size (hpm_mpi.comm_world, ranks);
        return 0;
    }
    missing = find (caller);
    if (missing)
        return hpm_error_set (error,
                              "the MPI library of this program has sessions, "
                              "and no %s",
                              missing);
    if (world.Group_from_session_pset (world.session, ALL, &group)
        != HPM_MPI_SUCCESS)
        return hpm_error_set (error, "the program's MPI session has no set of "
                                     "processes " ALL);
    world.Group_rank (hpm_handle_at (&group, 0), rank);
    world.Group_size (hpm_handle_at (&group, 0), ranks);
    hpm_mpi.Group_free (&group);
    return 0;
}

/* The group of all ranks.  */
static int
take_all (union hpm_handle_slot *group)
{
    return world.has_session
               ? world.Group_from_session_pset (world.session, ALL, group)
               : hpm_mpi.Comm_group (hpm_mpi.comm_world, group);
}

static int
make_comm (union hpm_handle_slot *group, union hpm_handle_slot *comm)
{
    return world.has_session
               ? world.Comm_create_from_group (hpm_handle_at (group, 0),
                                               TEXT_TAG, world.info_null,
                                               world.errors_return, comm)
               : hpm_mpi.Comm_create_group (
                   hpm_mpi.comm_world, hpm_handle_at (group, 0), TAG, comm);
}

int
hpm_mpi_world_comm (int count, int (*ranges)[3], hpm_handle *comm)
{
    union hpm_handle_slot all = hpm_handle_slot (0), part = all, made = all;
    int result;

    *comm = hpm_mpi.comm_world;
    if (!count && !world.has_session)
        return 0;
    if (take_all (&all) != HPM_MPI_SUCCESS)
        return -1;
    if (count) {
        hpm_mpi.Group_range_incl (hpm_handle_at (&all, 0), count, ranges,
                                  &part);
        result = make_comm (&part, &made);
        hpm_mpi.Group_free (&part);
    } else
        result = make_comm (&all, &made);
    hpm_mpi.Group_free (&all);
    if (result == HPM_MPI_SUCCESS)
        *comm = hpm_handle_at (&made, 0);
    return result == HPM_MPI_SUCCESS ? 0 : -1;
}

int
hpm_mpi_world_comm_from (hpm_handle comm, int first, hpm_handle *made)
{
    union hpm_handle_slot all = hpm_handle_slot (0), part = all, slot = all;
    int ranges[1][3] = { { first, 0, 1 } }, result;

    hpm_mpi.Comm_size (comm, &ranges[0][1]);
    ranges[0][1]--;
    if (hpm_mpi.Comm_group (comm, &all) != HPM_MPI_SUCCESS)
        return -1;
    hpm_mpi.Group_range_incl (hpm_handle_at (&all, 0), 1, ranges, &part);
    result = hpm_mpi.Comm_create_group (comm, hpm_handle_at (&part, 0), TAG,
                                        &slot);
    hpm_mpi.Group_free (&part);
    hpm_mpi.Group_free (&all);
    if (result == HPM_MPI_SUCCESS)
        *made = hpm_handle_at (&slot, 0);
    return result == HPM_MPI_SUCCESS ? 0 : -1;
}

void
hpm_mpi_world_free (hpm_handle comm)
{
    union hpm_handle_slot slot = hpm_handle_slot (comm);

    if (comm != hpm_mpi.comm_world)
        hpm_mpi.Comm_free (&slot);
}
