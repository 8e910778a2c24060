/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The session of an MPI job: begun by MPI_Init, and gathered over its ranks.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/stack_room.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/wire/mpi_world.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_objects.h"
#include "pmpi/count/os_counters.h"
#include "pmpi/job/app_contexts.h"
#include "pmpi/session/alike.h"
#include "pmpi/session/session_private.h"
#include "pmpi/session/site.h"
#include "pmpi/checkpoint/checkpoint.h"

static struct hpm_app_contexts contexts; /* the ranks that take part */

/* ---- gather ------------------------------------------------------------- */

/* Who comes to the gather.  */
static void
settle (void)
{
    int was_root = hpm_session.root;

    hpm_app_contexts_settle (&contexts);
    hpm_session.root = hpm_session.rank == contexts.first;
    if (hpm_session.root && !was_root)
        hpm_session_name_result ();
    if (contexts.unknown && hpm_session.root && hpm_session.counting
        && hpm_session.options.verbose)
        hpm_message (
            "the run time does not tell which of the %d ranks run with "
            "hpmmpi: all are waited for",
            hpm_session.ranks);
}

static int
open_job (struct hpm_gather_part *part)
{
    settle ();
    part->functions = hpm_mpi_calls_functions (&part->function_count);
    part->output = hpm_session.options.output;
    part->tells_output = !hpm_alike_is_another ();
    part->window = (size_t)hpm_session.options.buffer << 20;
    if (hpm_app_contexts_comm (&contexts, &part->comm) == 0)
        return 0;
    part->comm = hpm_mpi.comm_world; /* nothing to free */
    hpm_message (
        "no result file, because MPI makes no communicator of the ranks");
    return -1;
}

/* The first rank that has counted, not one that was left alone, leads: the
 * result has the name, the settings and the words of its program.  */
static int
hand_over (struct hpm_gather_part *part, int first)
{
    hpm_handle comm;
    int rank;

    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_session.root = rank == first;
    if (rank < first || hpm_mpi_world_comm_from (part->comm, first, &comm))
        return -1;
    hpm_mpi_world_free (part->comm);
    part->comm = comm;
    if (hpm_session.root) {
        hpm_message_set_speaker (1);
        hpm_session_name_result ();
    }
    return 0;
}

static int
agree_job (struct hpm_gather_part *part)
{
    int first;

    if (!hpm_gather_agree (part, &first))
        return -1;
    if (first && (hand_over (part, first) || !hpm_gather_agree (part, &first)))
        return -1;
    return hpm_session.root;
}

static void
close_job (struct hpm_gather_part *part)
{
    hpm_mpi_world_free (part->comm);
    hpm_app_contexts_release (&contexts);
}

static const struct hpm_gather_ops job = { .open = open_job,
                                           .agree = agree_job,
                                           .gather = hpm_gather,
                                           .close = close_job };

/* ---- begin -------------------------------------------------------------- */

static int64_t before_mpi; /* as in the record */

/* The kernel's time of the start is that of fork, so that a script or hpmrun
 * before the program is part of what comes before MPI.  */
void
hpm_session_announce (void)
{
    int64_t start = hpm_os_thread_start (getpid ());
    int64_t time = hpm_clock_real () - start;

    before_mpi = start && time > 0 ? time : 0;
    hpm_app_contexts_announce ();
}

/* Take part in the job.  Returns 0, or -1 and why not.  */
static int
connect_job (const void *caller, struct hpm_error *error)
{
    if (hpm_mpi_world_meet (&hpm_session.rank, &hpm_session.ranks, caller,
                            error)
        < 0)
        return -1;
    hpm_session.gather = &job;
    hpm_session.owner = getpid ();
    hpm_alike_note ();
    hpm_app_contexts_meet (&contexts, hpm_session.rank, hpm_session.ranks);
    hpm_session.root = hpm_session.rank == contexts.first;
    hpm_message_set_speaker (hpm_session.root);
    hpm_mpi_objects_note ();
    return 0;
}

/* A rank that can't count takes part all the same: others wait for it.  */
static void
start_counting (const void *caller, int64_t began)
{
    struct hpm_error error = { "" };

    hpm_session.scope = hpm_mpi_world_has_session () ? HPM_RUN_SCOPE_SESSIONS
                                                     : HPM_RUN_SCOPE_MPI;
    hpm_session.times.before_mpi = before_mpi;
    hpm_session_locate ();
    if (hpm_session_read_options (&error) < 0) {
        hpm_message_once ("not counted, because %s", error.text);
    } else if (!hpm_site_leaves_alone (&hpm_session.options)) {
        hpm_session_count (caller, began);
        return;
    }
    hpm_session_note_start (began);
    hpm_session_open ();
}

/* The process counts already, and is a rank from here on: its snapshots move to
 * those of the node.  They have the times of the process, which change while
 * there are none.  */
static void
continue_counting (const void *caller, int64_t began)
{
    hpm_session.scope = HPM_RUN_SCOPE_BEFORE_MPI;
    hpm_stderr_dup_drop ();
    hpm_checkpoint_stop ();
    hpm_checkpoint_release ();
    hpm_session.times.before_mpi = before_mpi;
    hpm_session_open_checkpoint ();
    hpm_checkpoint_start ();
    hpm_session_count_calls (caller);
    if (hpm_session.root)
        hpm_session_name_result ();
    hpm_session.times.overhead_start += hpm_clock_monotonic () - began;
    hpm_session_open ();
    hpm_checkpoint_go ();
}

/* A process that is counted by itself is counted as a whole, and goes on being,
 * or what was counted so far is forgotten.  Returns whether it goes on.  */
static int
claim_process (void)
{
    if (!hpm_session_is_standalone () || !hpm_session_claim ())
        return 0;
    if (hpm_session_wants_process ())
        return 1;
    hpm_session_discard ();
    return 0;
}

static void
tell_jobs_of_one (void)
{
    if (hpm_session.counting && hpm_session_is_one_of_many ()
        && !hpm_alike_is_another ())
        hpm_message (
            "the launcher started %d processes, and each is an MPI job "
            "of one rank, with a file of its own: the launcher may be "
            "another MPI library's than the program's",
            hpm_alike_ranks ());
}

static const void *start_caller; /* one thread starts at a time */

static void
start (void)
{
    const void *caller = start_caller;
    int64_t began = hpm_clock_monotonic ();
    struct hpm_error error = { "" };
    int goes_on = claim_process ();

    hpm_session.entered = 1;
    hpm_process_note_mpi ();
    if (hpm_mpi_find (caller, &error) < 0 || connect_job (caller, &error) < 0) {
        hpm_message_once ("%s, because %s",
                          goes_on ? "counted without MPI" : "not counted",
                          error.text);
        if (goes_on)
            hpm_session_open ();
        return;
    }
    if (goes_on)
        continue_counting (caller, began);
    else
        start_counting (caller, began);
    tell_jobs_of_one ();
}

void
hpm_session_start (const void *caller)
{
    start_caller = caller;
    hpm_stack_call (start);
}
