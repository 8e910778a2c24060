/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The session of an MPI job: begun by MPI_Init, and gathered over its ranks.
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/wire/mpi_world.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_objects.h"
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
        return hpm_session.root;
    part->comm = hpm_mpi.comm_world; /* nothing to free */
    hpm_message (
        "no result file, because MPI makes no communicator of the ranks");
    return -1;
}

static void
close_job (struct hpm_gather_part *part)
{
    hpm_mpi_world_free (part->comm);
    hpm_app_contexts_release (&contexts);
}

static const struct hpm_gather_ops job = { .open = open_job,
                                           .agree = hpm_gather_agree,
                                           .gather = hpm_gather,
                                           .close = close_job };

/* ---- begin -------------------------------------------------------------- */

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
    hpm_session_locate ();
    if (hpm_session_read_options (&error) < 0) {
        hpm_message_once ("not counted, because %s", error.text);
    } else if (hpm_site_leaves_alone (&hpm_session.options)) {
        hpm_session.left_alone = 1;
    } else {
        hpm_session_count (caller, began);
        return;
    }
    hpm_session_note_start (began);
    hpm_session_open ();
}

/* The process counts already, and is a rank from here on: its snapshots move to
 * those of the node.  */
static void
continue_counting (const void *caller, int64_t began)
{
    hpm_session.scope = HPM_RUN_SCOPE_BEFORE_MPI;
    hpm_stderr_dup_drop ();
    hpm_checkpoint_stop ();
    hpm_checkpoint_release ();
    hpm_session_open_checkpoint ();
    hpm_checkpoint_start ();
    hpm_session_count_calls (caller);
    hpm_checkpoint_go ();
    if (hpm_session.root)
        hpm_session_name_result ();
    hpm_session.times.overhead_start += hpm_clock_monotonic () - began;
    hpm_session_open ();
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

void
hpm_session_start (const void *caller)
{
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
}
