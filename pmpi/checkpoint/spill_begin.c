/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the spill of this process begins: its file, and where it goes when the
 * process becomes another user's.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/launched.h"
#include "base/text.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/guest/signal_guard.h"
#include "pmpi/checkpoint/spill_end.h"
#include "pmpi/checkpoint/spill_private.h"

#define NO_SNAPSHOTS "no snapshots while it runs, because %s"
#define NEVER_NS (INT64_C (1) << 60)

struct hpm_spill hpm_spill;

/* ---- the file ----------------------------------------------------------- */

/* RUN is the same for all ranks, near enough: once a node, and rank 0's.  */
static int
write_head (void)
{
    const struct hpm_event_table *table = hpm_spill.setup.table;
    struct hpm_stream_buffer head = { .data = NULL };
    int result = -1;

    if (hpm_spill.file.index == 0 || hpm_spill.setup.rank == 0)
        hpm_run_texts_append (&head, &hpm_spill.setup.facts,
                              hpm_spill.setup.options, table);
    hpm_mpi_calls_append_run (
        &head, hpm_spill.setup.finish ? "off" : hpm_spill.setup.options->mpi);
    hpm_stream_buffer_chunk (&head, HPM_CHUNK_EVENTS, hpm_spill.setup.rank,
                             table->records,
                             (size_t)table->count * sizeof *table->records);
    if (!head.failed)
        result = hpm_spill_file_head (&hpm_spill.file, head.data, head.bytes);
    hpm_stream_buffer_release (&head);
    return result;
}

/* Take a slot, and the room that will be needed, as later there may be none. */
static int
use_file (int fd, struct hpm_error *error)
{
    if (hpm_spill_file_open (&hpm_spill.file, fd, hpm_spill.setup.rank, error)
        < 0)
        return -1;
    if (hpm_spill_file_reserve (&hpm_spill.file,
                                hpm_snapshot_usual_bytes (&hpm_spill.snapshot))
        == 0)
        return 0;
    hpm_spill_file_give_up (&hpm_spill.file);
    return hpm_error_set (error, "there is no room for them");
}

/* The first place that has room: in `folder`, or where that says nothing.  */
static int
open_file (const char *folder, struct hpm_error *error)
{
    const char *run = hpm_spill.setup.finish ? hpm_spill.token : NULL;
    int result = -1, place = 0, fd;

    hpm_spill.user = geteuid ();
    while (result < 0
           && (fd = hpm_spill_place_open (
                   &hpm_spill.file.path, folder,
                   hpm_spill.setup.facts.working_directory, run,
                   hpm_spill.record.host, &place, error))
                  >= 0) {
        result = use_file (fd, error);
        close (fd);
    }
    if (result == 0 && *hpm_spill.setup.copies)
        hpm_spill_copy_begin (&hpm_spill.copy, &hpm_spill.file.path,
                              hpm_spill.setup.copies, hpm_spill.period);
    return result;
}

void
hpm_spill_describe (void)
{
    struct hpm_signal_guard guard;

    if (!hpm_spill.file.header)
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
    if (hpm_snapshot_open (&hpm_spill.snapshot, hpm_spill.setup.table,
                           hpm_spill.setup.options->mpi)
            == 0
        && sem_init (&hpm_spill_end.wake, 0, 0) == 0)
        return 0;
    return hpm_error_set (error, "out of memory");
}

void
hpm_spill_give_up (const char *why)
{
    hpm_spill_file_release (&hpm_spill.file);
    hpm_snapshot_close (&hpm_spill.snapshot);
    hpm_message_once (NO_SNAPSHOTS, why);
}

/* A process by itself needs the thread for its result where it ends by _exit,
 * even if there are no snapshots.  */
static void
open_parts (int snapshots)
{
    struct hpm_error error = { "" };

    if (prepare_thread (&error) < 0) {
        hpm_spill_give_up (error.text);
        return;
    }
    if (snapshots && open_file (hpm_spill.setup.options->spill, &error) < 0) {
        hpm_message_once (NO_SNAPSHOTS, error.text);
        if (!hpm_spill.setup.finish)
            hpm_snapshot_close (&hpm_spill.snapshot);
    }
}

void
hpm_spill_open (const struct hpm_spill_setup *setup)
{
    struct hpm_signal_guard guard;
    double seconds = 0;

    hpm_text_number (setup->options->snapshot, &seconds);
    if (!(seconds > 0) && !setup->finish)
        return;
    hpm_spill.setup = *setup;
    hpm_spill.go = hpm_spill.moves = 0;
    snprintf (hpm_spill.token, sizeof hpm_spill.token, "%s",
              setup->finish ? hpm_launched_token () : "");
    memset (&hpm_spill.copy, 0, sizeof hpm_spill.copy);
    hpm_spill_end_begin (!!setup->finish);
    hpm_spill.period = seconds > 0 ? (int64_t)(seconds * 1e9) + 1 : NEVER_NS;
    hpm_spill.main = gettid ();
    hpm_rank_record_begin (&hpm_spill.record, setup->rank);
    hpm_signal_guard_begin (&guard);
    open_parts (seconds > 0);
    hpm_signal_guard_end (&guard);
}

/* ---- another user ------------------------------------------------------- */

void
hpm_spill_give_up_place (void)
{
    if (!hpm_spill.file.header || !hpm_spill.setup.finish)
        return;
    hpm_spill_place_remove (&hpm_spill.file.path);
    hpm_spill_copy_remove (&hpm_spill.copy);
    hpm_spill.moves = 1;
}

void
hpm_spill_leave (void)
{
    if (hpm_spill.file.header && hpm_spill.setup.finish)
        hpm_spill_place_remove (&hpm_spill.file.path);
}

/* Within a new namespace of users the same user has another number.  */
void
hpm_spill_leave_user (void)
{
    if (geteuid () != hpm_spill.user)
        hpm_spill_leave ();
}

/* The new file is below the same folder, and says what the old one did, which
 * is mapped still: the environment may be the program's to change just now.  */
void
hpm_spill_move (void)
{
    struct hpm_spill_file before = hpm_spill.file;
    struct hpm_error error = { "" };
    char place[PATH_MAX];

    memcpy (place, before.path.folder, sizeof place);
    *strrchr (place, '/') = '\0';
    memset (&hpm_spill.file, 0, sizeof hpm_spill.file);
    hpm_spill.moves = 0;
    if (open_file (place, &error) < 0
        || hpm_spill_file_head (&hpm_spill.file, before.head.data,
                                before.slot->head.bytes)
               < 0)
        hpm_message_once ("no more snapshots, because %s",
                          *error.text ? error.text
                                      : "there is no room for them");
    hpm_spill_file_close (&before);
}
