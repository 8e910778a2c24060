/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The session of the process that hpmrun started, counted by itself: from
 * before main until its exit handlers have run.  Where it turns out to be an
 * MPI program, its counts begin at MPI_Init, or go on beyond it (--scope).
 *
 * A program that is linked to MPI is taken at its word: nothing is counted
 * until it calls MPI_Init.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/launched.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/float_guard.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/readable.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/session/alike.h"
#include "pmpi/session/exit_hooks.h"
#include "pmpi/session/session_private.h"
#include "pmpi/session/site.h"
#include "pmpi/checkpoint/checkpoint.h"

static pid_t expects_mpi; /* the process that should call MPI_Init */
static int *did_call;     /* it or a child of fork did; shared with these */

/* ---- gather ------------------------------------------------------------- */

/* The ranks know nothing of each other, and each has a file.  */
static void
tell_unseen_mpi (void)
{
    if (!hpm_session.entered && hpm_mpi_was_initialized ())
        hpm_message_once (
            "MPI ran and was not seen, as a library that was "
            "loaded with RTLD_DEEPBIND calls it, or its functions "
            "were found by dlsym: each process is counted by "
            "itself, without MPI calls");
}

/* Where a child was an MPI program, the result is that one's.  */
static int
open_process (struct hpm_gather_part *part)
{
    (void)part;
    if (hpm_checkpoint_marked ())
        return -1;
    tell_unseen_mpi ();
    return 0;
}

static int
agree_process (struct hpm_gather_part *part)
{
    return part->worth ? 1 : -1;
}

static void
close_process (struct hpm_gather_part *part)
{
    (void)part;
}

static const struct hpm_gather_ops process = { .standalone = 1,
                                               .open = open_process,
                                               .agree = agree_process,
                                               .gather = hpm_gather_identity,
                                               .close = close_process };

/* ---- begin -------------------------------------------------------------- */

static void
start (int64_t began)
{
    hpm_session.gather = &process;
    hpm_session.owner = getpid ();
    hpm_session.scope = hpm_launched_outside () ? HPM_RUN_SCOPE_OUTSIDE
                                                : HPM_RUN_SCOPE_PROCESS;
    hpm_session.root = hpm_session.ranks = 1;
    hpm_alike_note ();
    hpm_descriptor_make_room ();
    hpm_stderr_dup_begin ();
    hpm_session_locate ();
    hpm_session_count (NULL, began);
}

int
hpm_process_expects_mpi (void)
{
    return expects_mpi == getpid () && !hpm_session.entered;
}

void
hpm_process_note_mpi (void)
{
    if (did_call)
        *did_call = 1;
}

static void
share_with_children (void)
{
    void *shared = mmap (NULL, sizeof *did_call, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    did_call = shared == MAP_FAILED ? NULL : shared;
}

static void
tell_not_entered (void)
{
    if (!hpm_is_confined () && hpm_process_expects_mpi ()
        && !(did_call && *did_call))
        hpm_message_once ("not counted, because the program did not call "
                          "MPI_Init; --scope=process counts all of it");
}

/* What was counted of a program that this process was before is nobody's.  */
static void
expect_mpi (void)
{
    hpm_session_locate ();
    hpm_checkpoint_forget (hpm_launched_token (),
                           hpm_session.options.checkpoint,
                           hpm_session.directory);
    expects_mpi = getpid ();
    share_with_children ();
    atexit (tell_not_entered);
}

static void
begin_or_leave (void)
{
    int64_t began = hpm_clock_monotonic ();
    struct hpm_error error = { "" };
    int saved = errno;

    if (!hpm_launched_token ())
        return;
    if (hpm_session_read_options (&error) < 0)
        hpm_message_once ("not counted, because %s", error.text);
    else if (hpm_site_leaves_alone (&hpm_session.options))
        ; /* with whatever it becomes */
    else if (hpm_session_wants_process () || !hpm_mpi_is_loaded ()) {
        start (began);
        errno = saved;
        return;
    } else {
        expect_mpi ();
    }
    hpm_options_release (&hpm_session.options);
    errno = saved;
}

__attribute__ ((constructor)) static void
begin (void)
{
    struct hpm_float_guard guard;

    hpm_float_begin (&guard);
    begin_or_leave ();
    hpm_float_end (&guard);
}

/* ---- end ---------------------------------------------------------------- */

HPM_EXPORT void
hpm_outside_finish (int status)
{
    hpm_exit_note_status (status);
    hpm_session_end ();
}

HPM_EXPORT void
hpm_launched_leave (void)
{
    if (hpm_session_claim ())
        hpm_session_discard ();
}
