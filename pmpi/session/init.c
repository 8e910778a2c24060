/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The MPI functions that this library interposes.
 *
 * C programs call MPI_X.  Fortran's bindings, of whatever kind, end in PMPI_X,
 * and so do other tools.  Both names are exported here, and passed on to the
 * next definition of the same name.  One call may therefore come through both
 * entry points: the depth says which is the outer one, and only that one
 * counts.
 */
#include "config.h"

#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/stack_room.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/session/mpi_sessions.h"
#include "pmpi/session/entry.h"
#include "pmpi/session/session.h"
#include "pmpi/threads/thread.h"

int MPI_Init (int *, char ***);
int PMPI_Init (int *, char ***);
int MPI_Init_thread (int *, char ***, int, int *);
int PMPI_Init_thread (int *, char ***, int, int *);
int MPI_Finalize (void);
int PMPI_Finalize (void);

/* MPI_Init and MPI_Finalize are called once, by one thread.  */
static int depth;

/* At the outer entry point, before the MPI library starts threads.  */
static void
announce (void)
{
    if (depth == 0)
        hpm_descriptor_make_room ();
    if (depth == 0 && !hpm_mpi_sessions_count ())
        hpm_stack_call (hpm_session_announce);
}

static void
start (const void *caller)
{
    if (hpm_mpi_sessions_count ())
        hpm_mpi_sessions_tell ();
    else
        hpm_session_start (caller);
}

static int
init (const char *name, int *argc, char ***argv, const void *caller)
{
    int (*next) (int *, char ***)
        = (int (*) (int *, char ***))hpm_mpi_next (name, caller);
    int result;

    if (!next)
        return hpm_entry_no_mpi (name);
    announce ();
    hpm_entry_enter (&depth);
    result = next (argc, argv);
    if (hpm_entry_leave (&depth) && result == HPM_MPI_SUCCESS)
        start (caller);
    return result;
}

static int
init_thread (const char *name, int *argc, char ***argv, int required,
             int *provided, const void *caller)
{
    int (*next) (int *, char ***, int, int *)
        = (int (*) (int *, char ***, int, int *))hpm_mpi_next (name, caller);
    int result;

    if (!next)
        return hpm_entry_no_mpi (name);
    announce ();
    hpm_entry_enter (&depth);
    result = next (argc, argv, required, provided);
    if (hpm_entry_leave (&depth) && result == HPM_MPI_SUCCESS)
        start (caller);
    return result;
}

static int
finalize (const char *name, const void *caller)
{
    int (*next) (void);
    int result, ends = !hpm_mpi_sessions_count ();

    if (depth == 0 && ends)
        hpm_stack_call (hpm_session_stop); /* before more of ours is counted */
    next = (int (*) (void))hpm_mpi_next (name, caller);
    if (!next)
        return hpm_entry_no_mpi (name);
    hpm_entry_enter (&depth);
    result = next ();
    if (hpm_entry_leave (&depth) && ends)
        hpm_stack_call (hpm_session_finish);
    return result;
}

HPM_EXPORT int
MPI_Init (int *argc, char ***argv)
{
    return init ("MPI_Init", argc, argv, __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Init (int *argc, char ***argv)
{
    return init ("PMPI_Init", argc, argv, __builtin_return_address (0));
}

HPM_EXPORT int
MPI_Init_thread (int *argc, char ***argv, int required, int *provided)
{
    return init_thread ("MPI_Init_thread", argc, argv, required, provided,
                        __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Init_thread (int *argc, char ***argv, int required, int *provided)
{
    return init_thread ("PMPI_Init_thread", argc, argv, required, provided,
                        __builtin_return_address (0));
}

HPM_EXPORT int
MPI_Finalize (void)
{
    return finalize ("MPI_Finalize", __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Finalize (void)
{
    return finalize ("PMPI_Finalize", __builtin_return_address (0));
}
