/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/session/exit_hooks.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/float_guard.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/stack_room.h"
#include "pmpi/wire/mpi_api.h"

typedef void exit_fn (int);

int MPI_Abort (hpm_handle, int);
int PMPI_Abort (hpm_handle, int);

/* The next definitions: another library's, or the C library's.  Looked up
 * early, as _exit may be called in a signal handler.  */
static exit_fn *next__exit, *next__Exit;

/* Whom to tell; NULL: nobody wants to know.  */
static void (*when_exits) (void);
static void (*when_ends) (void);
static void (*when_confined) (void);

__attribute__ ((constructor)) static void
resolve (void)
{
    next__exit = (exit_fn *)hpm_dlsym_behind ("_exit");
    next__Exit = (exit_fn *)hpm_dlsym_behind ("_Exit");
}

/* The thread that has called _exit last; 0: none.  It may be of a child, by
 * vfork.  */
static pid_t leaver; /* atomic */

/* _exit ends the process at once, whatever another thread does in exit: that
 * one must not be first, while what was counted is brought to a file.  A child
 * of fork has other threads.  */
static void
wait_for_leaver (void)
{
    const struct timespec pause = { 0, 10000000 };
    pid_t who;

    while ((who = __atomic_load_n (&leaver, __ATOMIC_ACQUIRE)) != 0
           && who != gettid () && syscall (SYS_tgkill, getpid (), who, 0) == 0)
        nanosleep (&pause, NULL);
}

void
hpm_process_leaves (void)
{
    void (*ends) (void) = __atomic_load_n (&when_ends, __ATOMIC_ACQUIRE);

    if (ends && !hpm_is_confined ())
        ends ();
}

/* On a small stack, of a signal handler, say, the thread of snapshots finishes
 * what there is no room for here, as it does for _exit.  */
static void
end_here (void)
{
    if (hpm_is_confined_child ())
        return;
    if (hpm_is_confined ()) {
        when_confined ();
        return;
    }
    if (!hpm_stack_is_small ())
        when_exits ();
    hpm_process_leaves ();
    wait_for_leaver ();
}

static void
at_exit (void)
{
    struct hpm_float_guard guard;

    hpm_float_begin (&guard);
    end_here ();
    hpm_float_end (&guard);
}

/* Handlers run last registered first: those that the program registered after
 * MPI_Init have run, and one that calls MPI_Finalize may still come.  */
void
hpm_exit_hooks_watch (void (*exits) (void), void (*ends) (void),
                      void (*confined) (void))
{
    if (when_exits)
        return;
    when_exits = exits;
    when_confined = confined;
    __atomic_store_n (&when_ends, ends, __ATOMIC_RELEASE);
    atexit (at_exit);
    at_quick_exit (hpm_process_leaves);
}

__attribute__ ((noreturn)) static void
leave (exit_fn *next, int status)
{
    if (!hpm_is_confined ())
        __atomic_store_n (&leaver, gettid (), __ATOMIC_RELEASE);
    hpm_process_leaves ();
    if (next)
        next (status);
    for (;;)
        syscall (SYS_exit_group, status);
}

HPM_EXPORT void
_exit (int status)
{
    leave (next__exit, status);
}

HPM_EXPORT void
_Exit (int status)
{
    leave (next__Exit, status);
}

static int
abort_run (const char *name, hpm_handle comm, int code, const void *caller)
{
    int (*next) (hpm_handle, int)
        = (int (*) (hpm_handle, int))hpm_mpi_next (name, caller);

    hpm_process_leaves ();
    if (next)
        return next (comm, code);
    hpm_message ("%s was called and no MPI library was found that has it",
                 name);
    return HPM_MPI_ERROR;
}

HPM_EXPORT int
MPI_Abort (hpm_handle comm, int code)
{
    return abort_run ("MPI_Abort", comm, code, __builtin_return_address (0));
}

HPM_EXPORT int
PMPI_Abort (hpm_handle comm, int code)
{
    return abort_run ("PMPI_Abort", comm, code, __builtin_return_address (0));
}
