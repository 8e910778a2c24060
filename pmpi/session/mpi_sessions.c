/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sessions may be made and ended by any thread, several at a time.  Whoever
 * makes the first one begins to count, and who ends the last one stops.  What a
 * program does with sessions after that is not counted.
 */
#include "config.h"

#include <pthread.h>

#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/stack_room.h"
#include "pmpi/session/mpi_sessions.h"
#include "pmpi/session/entry.h"
#include "pmpi/session/session.h"
#include "pmpi/threads/thread.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/wire/mpi_world.h"

int MPI_Session_init (hpm_handle, hpm_handle, void *);
int PMPI_Session_init (hpm_handle, hpm_handle, void *);
int MPI_Session_finalize (void *);
int PMPI_Session_finalize (void *);

static int open_sessions; /* atomic */
static int counted;       /* one of them began to count; atomic */

/* Both names lead here, and one may call the other.  */
static _Thread_local __attribute__ ((tls_model ("initial-exec"))) int depth;

int
hpm_mpi_sessions_count (void)
{
    return __atomic_load_n (&counted, __ATOMIC_ACQUIRE);
}

void
hpm_mpi_sessions_tell (void)
{
    if (__atomic_load_n (&open_sessions, __ATOMIC_ACQUIRE) == 0)
        hpm_message_once ("what comes after MPI_Init is not counted, because "
                          "counting ended with the last MPI session");
}

/* There is a session more.  The first one begins to count, where MPI_Init has
 * not.  */
static void
began (const void *session, const void *caller)
{
    if (__atomic_fetch_add (&open_sessions, 1, __ATOMIC_ACQ_REL) > 0
        || hpm_mpi_sessions_count () || hpm_mpi_was_initialized ()
        || hpm_mpi_abi_choose (caller) < 0)
        return;
    hpm_mpi_world_set_session (hpm_handle_at (session, 0));
    __atomic_store_n (&counted, 1, __ATOMIC_RELEASE);
    hpm_session_start (caller);
}

/* At the outer entry point, before the MPI library starts threads.  Of several
 * threads one announces, and the others wait until it has.  */
static void
announce (void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int announced; /* under the lock */

    hpm_descriptor_make_room ();
    pthread_mutex_lock (&lock);
    if (!announced && !hpm_mpi_sessions_count () && !hpm_mpi_was_initialized ())
        hpm_stack_call (hpm_session_announce);
    announced = 1;
    pthread_mutex_unlock (&lock);
}

static int
init (const char *name, hpm_handle info, hpm_handle handler, void *session,
      const void *caller)
{
    int (*next) (hpm_handle, hpm_handle, void *)
        = (int (*) (hpm_handle, hpm_handle, void *))hpm_mpi_next (name, caller);
    int result;

    if (!next)
        return hpm_entry_no_mpi (name);
    if (depth == 0)
        announce ();
    hpm_entry_enter (&depth);
    result = next (info, handler, session);
    if (hpm_entry_leave (&depth) && result == HPM_MPI_SUCCESS)
        began (session, caller);
    return result;
}

/* There is a session less.  Returns whether it was the last of those that are
 * counted: then the gather is over it.  */
static int
ends (const void *session)
{
    if (__atomic_sub_fetch (&open_sessions, 1, __ATOMIC_ACQ_REL) > 0
        || !hpm_mpi_sessions_count ())
        return 0;
    hpm_mpi_world_set_session (hpm_handle_at (session, 0));
    hpm_stack_call (hpm_session_stop);
    return 1;
}

static int
finalize (const char *name, void *session, const void *caller)
{
    int (*next) (void *) = (int (*) (void *))hpm_mpi_next (name, caller);
    int result, is_last;

    if (!next)
        return hpm_entry_no_mpi (name);
    is_last = depth == 0 && ends (session);
    hpm_entry_enter (&depth);
    result = next (session);
    if (hpm_entry_leave (&depth) && is_last)
        hpm_stack_call (hpm_session_finish);
    return result;
}

HPM_EXPORT int
MPI_Session_init (hpm_handle info, hpm_handle handler, void *session)
{
    return init ("MPI_Session_init", info, handler, session,
                 __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Session_init (hpm_handle info, hpm_handle handler, void *session)
{
    return init ("PMPI_Session_init", info, handler, session,
                 __builtin_return_address (0));
}

HPM_EXPORT int
MPI_Session_finalize (void *session)
{
    return finalize ("MPI_Session_finalize", session,
                     __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Session_finalize (void *session)
{
    return finalize ("PMPI_Session_finalize", session,
                     __builtin_return_address (0));
}
