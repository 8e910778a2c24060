/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the checkpoint of this process begins: its file, and where it goes when
 * the process becomes another user's.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/launched.h"
#include "base/text.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/calls/mpi_calls.h"
#include "base/signal_guard.h"
#include "pmpi/pages/pages.h"
#include "pmpi/samples/samples.h"
#include "pmpi/checkpoint/checkpoint_end.h"
#include "pmpi/checkpoint/checkpoint_private.h"

#define NO_SNAPSHOTS "no snapshots while it runs, because %s"
#define NEVER_NS (INT64_C (1) << 60)

struct hpm_checkpoint hpm_checkpoint;

/* ---- the file ----------------------------------------------------------- */

/* A process by itself has no calls to split by, whatever is asked for.  */
static enum hpm_mpi_mode
mpi_mode (void)
{
    return hpm_checkpoint.setup.finish ? HPM_MPI_OFF
                                       : hpm_checkpoint.setup.options->mpi;
}

/* RUN is the same for all ranks, near enough: once a node, and rank 0's.  The
 * rest is the same byte for byte, where they count the same.  */
static int
write_head (void)
{
    const struct hpm_event_table *table = hpm_checkpoint.setup.table;
    struct hpm_stream_buffer head = { .data = NULL };
    int result = -1;

    if (hpm_checkpoint.file.index == 0 || hpm_checkpoint.setup.rank == 0)
        hpm_run_texts_append (&head, &hpm_checkpoint.setup.facts,
                              hpm_checkpoint.setup.options, table);
    hpm_mpi_calls_append_run (&head, mpi_mode ());
    hpm_stream_buffer_chunk (&head, HPM_CHUNK_EVENTS, 0, table->records,
                             (size_t)table->width * sizeof *table->records);
    if (!head.failed)
        result = hpm_checkpoint_file_head (&hpm_checkpoint.file, head.data,
                                           head.bytes);
    hpm_stream_buffer_release (&head);
    return result;
}

static void
name_run (void)
{
    char program[256];

    hpm_run_program_name (program, sizeof program);
    hpm_checkpoint_file_name (&hpm_checkpoint.file,
                              hpm_checkpoint.setup.facts.working_directory,
                              program);
}

/* Take a slot, and the room that will be needed, as later there may be none. */
static int
use_file (int fd, struct hpm_error *error)
{
    if (hpm_checkpoint_file_open (&hpm_checkpoint.file, fd,
                                  hpm_checkpoint.setup.rank, error)
        < 0)
        return -1;
    if (hpm_checkpoint_file_reserve (
            &hpm_checkpoint.file,
            hpm_snapshot_usual_bytes (&hpm_checkpoint.snapshot))
        == 0) {
        name_run ();
        return 0;
    }
    hpm_checkpoint_file_give_up (&hpm_checkpoint.file);
    return hpm_error_set (error, "there is no room for them");
}

/* The first place that has room: in `folder`, or where that says nothing.  */
static int
open_file (const char *folder, struct hpm_error *error)
{
    const char *run = hpm_checkpoint.setup.finish ? hpm_checkpoint.token : NULL;
    int result = -1, place = 0, fd;

    hpm_checkpoint.user = geteuid ();
    while (result < 0
           && (fd = hpm_checkpoint_place_open (
                   &hpm_checkpoint.file.path, folder,
                   hpm_checkpoint.setup.facts.working_directory, run,
                   hpm_checkpoint.record.host, &place, error))
                  >= 0) {
        result = use_file (fd, error);
        close (fd);
    }
    if (result == 0 && *hpm_checkpoint.setup.copies)
        hpm_checkpoint_copy_begin (
            &hpm_checkpoint.copy, &hpm_checkpoint.file.path,
            hpm_checkpoint.setup.copies, hpm_checkpoint.period);
    return result;
}

void
hpm_checkpoint_describe (void)
{
    struct hpm_signal_guard guard;

    hpm_checkpoint_open_line ();
    if (!hpm_checkpoint.file.header)
        return;
    hpm_signal_guard_begin (&guard);
    if (write_head () < 0)
        hpm_message_once (NO_SNAPSHOTS, "there is no room for them");
    hpm_signal_guard_end (&guard);
}

/* ---- start -------------------------------------------------------------- */

static int
prepare_thread (struct hpm_error *error)
{
    if (hpm_snapshot_open (&hpm_checkpoint.snapshot, hpm_checkpoint.setup.table,
                           mpi_mode ())
            == 0
        && sem_init (&hpm_checkpoint_end.wake, 0, 0) == 0)
        return 0;
    return hpm_error_set (error, "out of memory");
}

void
hpm_checkpoint_give_up (const char *why)
{
    hpm_checkpoint_file_release (&hpm_checkpoint.file);
    hpm_snapshot_close (&hpm_checkpoint.snapshot);
    hpm_message_once (NO_SNAPSHOTS, why);
}

/* A process by itself needs the thread for its result where it ends by _exit,
 * even if there are no snapshots.  */
static void
open_parts (int snapshots)
{
    struct hpm_error error = { "" };

    if (prepare_thread (&error) < 0) {
        hpm_checkpoint_give_up (error.text);
        return;
    }
    if (snapshots
        && open_file (hpm_checkpoint.setup.options->checkpoint, &error) < 0) {
        hpm_message_once (NO_SNAPSHOTS, error.text);
        if (!hpm_checkpoint.setup.finish && !hpm_checkpoint.interval
            && !hpm_samples_due () && !hpm_pages_due ())
            hpm_snapshot_close (&hpm_checkpoint.snapshot);
    }
}

void
hpm_checkpoint_open (const struct hpm_checkpoint_setup *setup)
{
    struct hpm_signal_guard guard;
    double seconds = setup->options->snapshot;
    double interval = setup->options->interval;

    if (!(seconds > 0) && !(interval > 0) && !setup->finish
        && !hpm_samples_due () && !hpm_pages_due ())
        return;
    hpm_checkpoint.setup = *setup;
    hpm_checkpoint.go = hpm_checkpoint.moves = 0;
    hpm_checkpoint.due = 0;
    hpm_checkpoint.interval = hpm_checkpoint_interval (interval);
    snprintf (hpm_checkpoint.token, sizeof hpm_checkpoint.token, "%s",
              setup->finish ? hpm_launched_token () : "");
    memset (&hpm_checkpoint.copy, 0, sizeof hpm_checkpoint.copy);
    hpm_checkpoint_end_begin (!!setup->finish);
    hpm_checkpoint.period
        = seconds > 0 ? (int64_t)(seconds * 1e9) + 1 : NEVER_NS;
    hpm_checkpoint.main = gettid ();
    hpm_rank_record_begin (&hpm_checkpoint.record, setup->rank);
    hpm_signal_guard_begin (&guard);
    open_parts (seconds > 0);
    hpm_signal_guard_end (&guard);
}

/* ---- another user ------------------------------------------------------- */

void
hpm_checkpoint_give_up_place (void)
{
    if (!hpm_checkpoint.file.header || !hpm_checkpoint.setup.finish)
        return;
    hpm_checkpoint_place_remove (&hpm_checkpoint.file.path);
    hpm_checkpoint_copy_remove (&hpm_checkpoint.copy);
    hpm_checkpoint.moves = 1;
}

void
hpm_checkpoint_hand_over (uid_t user)
{
    int saved = errno;

    /* That of a process by itself may be moving just now.  */
    if (!hpm_checkpoint.setup.finish && hpm_checkpoint.file.header)
        hpm_checkpoint_place_give (&hpm_checkpoint.file.path, user);
    errno = saved;
}

/* Within a new namespace of users the same user has another number; and hpmrun
 * below hpmrun gives a new token.  */
void
hpm_checkpoint_leave_unfound (const char *token)
{
    if (hpm_checkpoint.file.header && hpm_checkpoint.setup.finish
        && (geteuid () != hpm_checkpoint.user
            || (token && strcmp (token, hpm_checkpoint.token) != 0)))
        hpm_checkpoint_place_remove (&hpm_checkpoint.file.path);
}

/* The new file is below the same folder, and says what the old one did, which
 * is mapped still: the environment may be the program's to change just now.  */
void
hpm_checkpoint_move (void)
{
    struct hpm_checkpoint_file before = hpm_checkpoint.file;
    struct hpm_error error = { "" };
    char place[PATH_MAX];

    memcpy (place, before.path.folder, sizeof place);
    *strrchr (place, '/') = '\0';
    memset (&hpm_checkpoint.file, 0, sizeof hpm_checkpoint.file);
    hpm_checkpoint.moves = 0;
    if (open_file (place, &error) < 0
        || hpm_checkpoint_file_head (&hpm_checkpoint.file, before.head.data,
                                     before.slot->head.bytes)
               < 0)
        hpm_message_once ("no more snapshots, because %s",
                          *error.text ? error.text
                                      : "there is no room for them");
    hpm_checkpoint_file_close (&before);
}
