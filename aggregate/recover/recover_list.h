/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a run left behind in its checkpoints: which ranks, in which files.
 */
#ifndef HPM_AGGREGATE_RECOVER_LIST_H
#define HPM_AGGREGATE_RECOVER_LIST_H

#include <glob.h>

#include "aggregate/recover/recover_inside.h"

/* Chunks of a head without RUN: mostly the same for all ranks.  */
struct hpm_recovered_head {
    char *data; /* owned */
    size_t bytes;
};

/* One rank that left a snapshot.  */
struct hpm_recovered_rank {
    int head;     /* number of its head */
    char *buffer; /* chunks of the rank, owned */
    size_t bytes;
    int32_t rank, status;
    int64_t until;       /* ns since 1970 */
    uint32_t pid, space; /* as in struct hpm_checkpoint_data */
    struct hpm_recovered_inside inside;
};

/* A slot is read once: the job may be running still.  */
struct hpm_recovery {
    struct hpm_recovered_head *heads; /* owned */
    int head_count;
    struct hpm_recovered_rank *ranks; /* ascending, each once; owned */
    int rank_count;
    char *run; /* payload of RUN, of the lowest rank; owned */
    size_t run_bytes;
    int32_t run_rank;
    int64_t until; /* latest of all */
    int any_owner; /* read what is not this user's, too */
    int quiet;     /* say nothing of files that can't be used */
    int left_out;  /* how many they are */
    int in_use;    /* files that a job writes to, as they say */
};

/* Whether a path is to be recovered from checkpoints: a folder, or a
 * checkpoint.  */
int hpm_recovery_is_checkpoint (const char *path);

/* Paths below a folder that match a pattern; the folder's own name is taken
 * literally.  Release them with globfree.  */
void hpm_recovery_glob (const char *folder, const char *pattern, glob_t *found);

/* Read the ranks of a run.  `path` is its folder, one of its files, or a folder
 * with the folder of one run: with more than one they are listed in the error.
 * Folders and files of others are left out unless `any_owner`.  A file that
 * can't be used is told on stderr, if another one can.  Returns 0, or -1.
 * Release it in either case.  */
int hpm_recovery_find (struct hpm_recovery *recovery, const char *path,
                       int any_owner, struct hpm_error *error);

/* The same of one run that goes on, again and again; `folder` is its own.  It
 * says nothing, and what has no snapshot yet has no ranks.  Returns 1, 0 where
 * no file is there (any more), or -1 with the error.  */
int hpm_recovery_look (struct hpm_recovery *recovery, const char *folder,
                       int any_owner, struct hpm_error *error);
void hpm_recovery_release (struct hpm_recovery *recovery);

#endif /* HPM_AGGREGATE_RECOVER_LIST_H */
