/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/session/exit_hooks.h"
#include "pmpi/guest/cancel_guard.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/exit_turn.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/float_guard.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/signal_state.h"
#include "pmpi/guest/stack_room.h"
#include "pmpi/wire/mpi_api.h"

typedef void exit_fn (int);

int MPI_Abort (hpm_handle, int);
int PMPI_Abort (hpm_handle, int);

/* The next definitions: another library's, or the C library's.  Looked up
 * early, as _exit may be called in a signal handler.  */
static exit_fn *next__exit, *next__Exit, *next_exit, *next_quick_exit;

/* Whom to tell; NULL: nobody wants to know.  */
static void (*when_exits) (void);
static int (*when_ends) (void);
static void (*when_confined) (void);

__attribute__ ((constructor)) static void
resolve (void)
{
    next__exit = (exit_fn *)hpm_dlsym_behind ("_exit");
    next__Exit = (exit_fn *)hpm_dlsym_behind ("_Exit");
    next_exit = (exit_fn *)hpm_dlsym_behind ("exit");
    next_quick_exit = (exit_fn *)hpm_dlsym_behind ("quick_exit");
}

/* Which process ends, and below 8 bits with which status; 0 before it is known.
 * A child of vfork, which ends by _exit where its exec fails, writes here, too.
 */
static uint64_t end_status; /* atomic */

int
hpm_exit_status (void)
{
    uint64_t end = __atomic_load_n (&end_status, __ATOMIC_RELAXED);

    return end >> 8 == (uint64_t)getpid () ? (int)(end & 0xff) : -1;
}

void
hpm_exit_note_status (int status)
{
    uint64_t end = (uint64_t)getpid () << 8 | (uint64_t)(status & 0xff);

    __atomic_store_n (&end_status, end, __ATOMIC_RELAXED);
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

static int
tell_end (void)
{
    int (*ends) (void) = __atomic_load_n (&when_ends, __ATOMIC_ACQUIRE);

    return ends && !hpm_is_confined () && ends ();
}

void
hpm_process_leaves (void)
{
    tell_end ();
}

void
hpm_process_leaves_with (int status)
{
    if (!hpm_is_confined ())
        hpm_exit_note_status (status);
    tell_end ();
}

/* In a signal handler the thread may hold a lock, malloc's above all, which
 * exit itself does not need; and on a small stack there is no room.  There the
 * thread of snapshots finishes, as it does for _exit.  */
static void
end_here (void)
{
    if (hpm_signal_may_be_handled () && tell_end ())
        return;
    if (!hpm_stack_is_small ())
        when_exits ();
    tell_end ();
}

/* A thread that was cancelled goes on to its end in exit, which may have no
 * point of cancellation; what we do has many.  */
static void
end_in_turn (void)
{
    struct hpm_cancel_guard cancel;

    hpm_cancel_hold (&cancel);
    hpm_exit_turn_begin ();
    end_here ();
    hpm_exit_turn_end ();
    wait_for_leaver ();
    hpm_cancel_release (&cancel);
}

/* That of return from main, too, which calls no exit that others define.  */
static void
at_exit (int status, void *unused)
{
    struct hpm_float_guard guard;

    (void)unused;
    hpm_float_begin (&guard);
    if (!hpm_is_confined ()) {
        hpm_exit_note_status (status);
        end_in_turn ();
    } else if (!hpm_is_confined_child ())
        when_confined ();
    hpm_float_end (&guard);
}

static void
at_end_quickly (void)
{
    if (hpm_is_confined ())
        return;
    hpm_exit_turn_begin ();
    hpm_process_leaves ();
    hpm_exit_turn_end ();
}

/* Handlers run last registered first: those that the program registered after
 * MPI_Init have run, and one that calls MPI_Finalize may still come.  */
void
hpm_exit_hooks_watch (void (*exits) (void), int (*ends) (void),
                      void (*confined) (void))
{
    if (when_exits)
        return;
    when_exits = exits;
    when_confined = confined;
    __atomic_store_n (&when_ends, ends, __ATOMIC_RELEASE);
    on_exit (at_exit, NULL);
    at_quick_exit (at_end_quickly);
}

__attribute__ ((noreturn)) static void
leave (exit_fn *next, int status)
{
    if (!hpm_is_confined ()) {
        __atomic_store_n (&leaver, gettid (), __ATOMIC_RELEASE);
        hpm_exit_note_status (status);
        tell_end ();
        hpm_exit_turn_let_end ();
    }
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

/* Where a library that is initialised before us calls it, nobody counts yet.
 * Handlers of quick_exit are not told the status.  */
__attribute__ ((noreturn)) static void
end_after_others (exit_fn *next, const char *name, int status)
{
    if (__atomic_load_n (&when_ends, __ATOMIC_ACQUIRE) && !hpm_is_confined ()) {
        hpm_exit_turn_wait ();
        hpm_exit_note_status (status);
    }
    if (!next)
        next = (exit_fn *)hpm_dlsym_behind (name);
    if (next)
        next (status);
    leave (next__exit, status);
}

HPM_EXPORT void
exit (int status)
{
    end_after_others (next_exit, "exit", status);
}

HPM_EXPORT void
quick_exit (int status)
{
    end_after_others (next_quick_exit, "quick_exit", status);
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
