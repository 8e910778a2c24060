/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the files that make up a session (session.h): what it knows, and
 * how it is begun and brought to a file.  Nobody else includes it.
 */
#ifndef HPM_PMPI_SESSION_PRIVATE_H
#define HPM_PMPI_SESSION_PRIVATE_H

#include <limits.h>
#include <sys/types.h>

#include "base/option/option.h"
#include "include/hpm_launch.h"
#include "pmpi/job/app_contexts.h"
#include "pmpi/count/event_table.h"
#include "pmpi/record/rank_record.h"
#include "pmpi/session/session.h"
#include "pmpi/wire/stream_file.h"
#include "pmpi/session/writer_process.h"

struct hpm_session {
    int connected; /* hpm_mpi works: takes part at the end */
    int counting;
    int entered;       /* MPI_Init was called */
    pid_t alone;       /* the process that counts by itself, or 0 */
    const char *scope; /* what is counted, in words */
    int rank, ranks;
    struct hpm_app_contexts contexts; /* the ranks that take part */
    int root;                         /* the lowest rank that takes part */
    struct hpm_options options;
    struct hpm_event_table table;
    struct hpm_rank_times times;
    int64_t start;            /* monotonic, when counting began */
    char directory[PATH_MAX]; /* working directory when it started */
    char job_id[128];
    char result[PATH_MAX]; /* who writes: the file to be, absolute */
    char copies[PATH_MAX]; /* folder for copies of the checkpoint, or "" */
    char stream[PATH_MAX]; /* the same: what the writer reads */
    struct hpm_writer_process writer;
};
extern struct hpm_session hpm_session;

/* ---- begin (session_begin.c) */

/* Where and when this is.  */
void hpm_session_locate (void);

/* Returns 0, or -1 and what is wrong with a setting.  */
int hpm_session_read_options (struct hpm_error *error);

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
 * stands in the name; else NULL.  */
void hpm_session_name_result (const char *rank);

/* The folder of the result file, wherever it is written.  */
void hpm_session_result_folder (char folder[PATH_MAX]);

/* Header, RUN and REGIONS; and the end.  `mpi` is the mode of --mpi.  Return 0
 * or -1.  */
int hpm_session_write_head (struct hpm_stream_file *file, const char *mpi,
                            struct hpm_error *error);
int hpm_session_write_end (struct hpm_stream_file *file,
                           struct hpm_error *error);

/* There is no complete stream: tell why, and what is left.  */
void hpm_session_tell_no_stream (const char *why);

/* Make a result file of the stream, which is complete.  What fails is told.  */
void hpm_session_start_writer (void);
void hpm_session_wait_writer (void);

/* ---- a process by itself (session_process.c) */

/* MPI_Init was called.  Returns whether the process is counted as a whole, and
 * goes on being; otherwise, nothing was counted so far, or is no longer.  */
int hpm_process_goes_on (void);

#endif /* HPM_PMPI_SESSION_PRIVATE_H */
