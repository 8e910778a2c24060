/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the files that make up a session (session.h): what it knows, and
 * its life.  Nobody else includes it.
 *
 *     session_job.c, session_process.c   begin it, and say how it is gathered
 *     session.c                          its life, from begin to finish
 *     session_begin.c, session_result.c  what a life begins and ends with
 *
 * Each calls those below it alone; session.c calls back through
 * struct hpm_gather_ops.
 */
#ifndef HPM_PMPI_SESSION_PRIVATE_H
#define HPM_PMPI_SESSION_PRIVATE_H

#include <limits.h>
#include <sys/types.h>
#include <time.h>

#include "base/option/option.h"
#include "include/hpm_launch.h"
#include "pmpi/count/event_table.h"
#include "pmpi/record/rank_record.h"
#include "pmpi/gather/gather.h"
#include "pmpi/session/session.h"
#include "pmpi/wire/stream_file.h"
#include "pmpi/session/writer_process.h"

enum hpm_session_state {
    HPM_SESSION_NONE,
    HPM_SESSION_OPEN,   /* begun, and nobody ends it yet */
    HPM_SESSION_CLAIMED /* somebody does */
};

struct hpm_session {
    const struct hpm_gather_ops *gather;
    int state;         /* enum hpm_session_state; atomic */
    pid_t owner;       /* whose it is: not its children's */
    int counting;      /* or it takes part in a gather without counts */
    int entered;       /* MPI_Init was called */
    const char *scope; /* what is counted, in words */
    int rank, ranks;
    int root; /* leads, as far as is known: the lowest rank that takes part */
    struct hpm_options options;
    struct hpm_event_table table;
    struct hpm_rank_times times;
    int64_t start;            /* monotonic, when counting began */
    char directory[PATH_MAX]; /* working directory when it started */
    int no_directory;         /* errno: that has no name, and this is another */
    dev_t root_device;        /* "/" when it started, which chroot changes */
    ino_t root_number;
    time_t located; /* when that was */
    char job_id[128];
    char result[PATH_MAX]; /* who writes: the file to be, absolute */
    int misplaced;         /* errno: it is not where it was to be, as ... */
    char copies[PATH_MAX]; /* folder for copies of the checkpoint, or "" */
    int unwritten;         /* errno: why there is no stream; or 0 */
    char stream[PATH_MAX]; /* the same: what the writer reads */
    struct hpm_writer_process writer;
};
extern struct hpm_session hpm_session;

/* ---- its life (session.c) */

/* Who begins one sets `gather`, `owner`, `scope`, `rank`, `ranks` and `root`
 * first.  From here on somebody may end it.  */
void hpm_session_open (void);

/* Whoever gets 1 ends it, or takes it over.  */
int hpm_session_claim (void);

/* The settings are read: prepare all, open it and count; MPI calls, too, where
 * there is a `caller` (hpm_session_start).  What has been done since `began`,
 * CLOCK_MONOTONIC in ns, is overhead of the start.  */
void hpm_session_count (const void *caller, int64_t began);

/* The last of these alone, where the process counts already.  */
void hpm_session_count_calls (const void *caller);

/* Name the result file, where this leads, and note when it started; nobody
 * writes yet.  */
void hpm_session_note_start (int64_t began);

/* Forget what was counted: there is no session.  */
void hpm_session_discard (void);

/* How MPI calls are recorded: a word of --mpi.  */
enum hpm_mpi_mode hpm_session_mpi_mode (void);

/* MPI_Init was called, in the process that was expected to do so, or in a child
 * of it (session_process.c).  */
void hpm_process_note_mpi (void);

/* ---- begin (session_begin.c) */

/* Where and when this is.  */
void hpm_session_locate (void);

/* Returns 0, or -1 and what is wrong with a setting.  */
int hpm_session_read_options (struct hpm_error *error);

/* Whether the process is to be counted as a whole (--scope).  */
int hpm_session_wants_process (void);

/* Everything but the counters of the calling thread.  */
void hpm_session_prepare (void);

/* From here on, what is counted survives the process; `start` is set later.  */
void hpm_session_open_checkpoint (void);

/* Say which events there is no room for and, with --verbose, what is counted.
 */
void hpm_session_tell (void);

/* ---- the file (session_result.c) */

/* Name the result file: as asked for, or PROGRAM.JOB.h5; relative to
 * --directory or to the working directory.  A rank that has a file for itself
 * stands in the name.  */
void hpm_session_name_result (void);

/* Where a result goes whose place is not to be had: $TMPDIR, else /tmp.  */
const char *hpm_session_second_folder (void);

/* Whether the launcher started several processes and this one has a file for
 * itself: it is counted by itself, or is an MPI job of one rank, as with the
 * launcher of another MPI library.  */
int hpm_session_is_one_of_many (void);

/* The folder of the result file, for copies of snapshots; made where its name
 * is a pattern.  */
void hpm_session_copies_folder (char folder[PATH_MAX]);

/* On who leads: gather into the stream.  Returns 0 when a complete stream is
 * there, else -1.  */
int hpm_session_write_stream (const struct hpm_gather_part *part,
                              struct hpm_error *error);

/* Whether this process counted what is worth a file (--shortest).  */
int hpm_session_is_worth (void);

/* Where hpmrun was typed: that a run was too short for a file.  */
void hpm_session_tell_too_short (void);

/* The stream is complete: whether it is larger than it may be (--largest). Then
 * it is removed.  */
int hpm_session_is_too_large (void);

/* There is no complete stream: tell why, and what is left.  */
void hpm_session_tell_no_stream (const char *why);

/* The counts are on disk: tell why no result file was made of them.  */
void hpm_session_tell_left_stream (const char *why);

/* The writer has more to do than anybody waits for.  */
void hpm_session_tell_late (const char *why);

/* Behind the summary that stands for all: the others may still run, and a
 * launcher that sees this one fail ends them: they have no file then.  */
void hpm_session_tell_others (void);

/* Make a result file of the stream, which is complete.  What fails is told.  */
void hpm_session_start_writer (void);
void hpm_session_wait_writer (void);

#endif /* HPM_PMPI_SESSION_PRIVATE_H */
