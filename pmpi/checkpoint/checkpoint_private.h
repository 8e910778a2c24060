/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the files that make up the checkpoint of this process
 * (checkpoint.h): its beginning, its thread, and what is kept
 * of it.  Nobody else includes it.
 */
#ifndef HPM_PMPI_CHECKPOINT_PRIVATE_H
#define HPM_PMPI_CHECKPOINT_PRIVATE_H

#include <sys/types.h>

#include "pmpi/checkpoint/line.h"
#include "pmpi/checkpoint/snapshot.h"
#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/checkpoint/checkpoint_copy.h"
#include "pmpi/checkpoint/checkpoint_file.h"

/* While the thread runs, it is the thread's, but for `go`.  */
struct hpm_checkpoint {
    struct hpm_checkpoint_setup setup;
    struct hpm_checkpoint_file file;
    struct hpm_checkpoint_copy copy;
    struct hpm_rank_record record;
    struct hpm_snapshot snapshot;
    struct hpm_line line;
    int64_t interval; /* ns between samples for the line; 0: with snapshots */
    int64_t due;      /* the next snapshot, CLOCK_MONOTONIC, ns */
    pid_t main;       /* thread that called MPI_Init */
    int64_t period;   /* ns */
    int go;           /* everything counts */
    int moves;        /* the file is gone; another user has a new one */
    char token[64];   /* of a process by itself */
    uid_t user;       /* whose the file is */
};
extern struct hpm_checkpoint hpm_checkpoint;

/* No thread, and no file: say why.  */
void hpm_checkpoint_give_up (const char *why);

/* In the thread, before anything else: make a new file where `moves` asks for
 * it.  */
void hpm_checkpoint_move (void);

/* What --interval asks for, in ns; 0: nothing.  */
int64_t hpm_checkpoint_interval (double seconds);

/* Begin the line; when it is known what is counted.  */
void hpm_checkpoint_open_line (void);

/* In the thread: look at all threads of the process, which may be an edge of
 * the line; `brief`: for that alone.  Returns 0, or -1 without memory.  */
int hpm_checkpoint_sample (int brief);

/* When it is to do so next, or to take a snapshot; CLOCK_MONOTONIC, ns.  */
int64_t hpm_checkpoint_next_due (void);

#endif /* HPM_PMPI_CHECKPOINT_PRIVATE_H */
