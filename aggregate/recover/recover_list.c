/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/recover/recover_list.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hpm_stream.h"
#include "aggregate/input/own_file.h"
#include "aggregate/input/rank_reader.h"
#include "aggregate/console/say.h"

#define HEADS_COMPARED 8

static int
is_folder (const char *path)
{
    struct stat status;

    return stat (path, &status) == 0 && S_ISDIR (status.st_mode);
}

int
hpm_recovery_is_checkpoint (const char *path)
{
    size_t length = strlen (path), suffix = strlen (HPM_CHECKPOINT_SUFFIX);

    return is_folder (path)
           || (length > suffix
               && !strcmp (path + length - suffix, HPM_CHECKPOINT_SUFFIX));
}

/* ---- one file ----------------------------------------------------------- */

/* Keep the RUN of the lowest rank.  */
static int
take_run (struct hpm_recovery *recovery,
          const struct hpm_checkpoint_data *saved)
{
    size_t bytes;
    const char *run = hpm_checkpoint_data_chunk (saved->head, saved->head_bytes,
                                                 HPM_CHUNK_RUN, &bytes);
    char *copy;

    if (!run || (recovery->run && recovery->run_rank < (int32_t)saved->rank))
        return 0;
    copy = malloc (bytes + 1);
    if (!copy)
        return -1;
    memcpy (copy, run, bytes);
    copy[bytes] = '\0';
    free (recovery->run);
    recovery->run = copy;
    recovery->run_bytes = bytes;
    recovery->run_rank = (int32_t)saved->rank;
    return 0;
}

/* The part of a head behind RUN, which comes first where it is there.  */
static struct hpm_recovered_head
behind_run (const struct hpm_checkpoint_data *saved)
{
    size_t bytes, skip = 0;
    const char *run = hpm_checkpoint_data_chunk (saved->head, saved->head_bytes,
                                                 HPM_CHUNK_RUN, &bytes);

    if (run == saved->head + sizeof (struct hpm_chunk_header))
        skip = sizeof (struct hpm_chunk_header) + bytes + (8 - bytes % 8) % 8;
    if (skip > saved->head_bytes)
        skip = saved->head_bytes;
    return (struct hpm_recovered_head){ saved->head + skip,
                                        saved->head_bytes - skip };
}

/* Heads of a job are mostly those of the ranks before.  Returns the number of
 * the head, or -1 without memory.  */
static int
take_head (struct hpm_recovery *recovery,
           const struct hpm_checkpoint_data *saved)
{
    struct hpm_recovered_head head = behind_run (saved), *heads;
    int count = recovery->head_count;
    char *copy;

    for (int i = count - 1; i >= 0 && i >= count - HEADS_COMPARED; i--)
        if (recovery->heads[i].bytes == head.bytes
            && !memcmp (recovery->heads[i].data, head.data, head.bytes))
            return i;
    copy = malloc (head.bytes + 1);
    heads = realloc (recovery->heads, ((size_t)count + 1) * sizeof *heads);
    if (heads)
        recovery->heads = heads;
    if (!copy || !heads) {
        free (copy);
        return -1;
    }
    memcpy (copy, head.data, head.bytes);
    heads[count] = (struct hpm_recovered_head){ copy, head.bytes };
    return recovery->head_count++;
}

/* The buffer becomes the rank's.  */
static int
take_rank (struct hpm_recovery *recovery, struct hpm_checkpoint_data *saved)
{
    struct hpm_recovered_rank *ranks, *rank;
    int head;

    if (!saved->buffer || saved->record.rank < 0
        || saved->record.rank >= HPM_RANKS_MAX)
        return 0;
    head = take_head (recovery, saved);
    ranks = realloc (recovery->ranks,
                     ((size_t)recovery->rank_count + 1) * sizeof *ranks);
    if (ranks)
        recovery->ranks = ranks;
    if (!ranks || head < 0)
        return -1;
    rank = &ranks[recovery->rank_count++];
    *rank = (struct hpm_recovered_rank){ .head = head,
                                         .buffer = saved->buffer,
                                         .bytes = saved->bytes,
                                         .rank = saved->record.rank,
                                         .status = saved->record.status,
                                         .until = saved->record.end_time,
                                         .pid = saved->pid,
                                         .space = saved->space };
    hpm_recovered_inside_read (&rank->inside, saved);
    saved->buffer = NULL;
    if (rank->until > recovery->until)
        recovery->until = rank->until;
    return 0;
}

static int
read_slots (struct hpm_recovery *recovery, struct hpm_checkpoint_reader *reader,
            struct hpm_error *error)
{
    for (int slot = 0; slot < reader->slots; slot++) {
        struct hpm_checkpoint_data saved;
        int got = hpm_checkpoint_reader_slot (reader, slot, &saved, error);

        if (got == 1
            && (take_run (recovery, &saved) < 0
                || take_rank (recovery, &saved) < 0))
            got = hpm_error_set (error, "out of memory");
        hpm_checkpoint_data_release (&saved);
        if (got < 0)
            return -1;
    }
    return 0;
}

/* One damaged file is no reason to lose the others; without a file the last
 * error says why there is none.  */
static int
read_files (struct hpm_recovery *recovery, char **paths, size_t count,
            struct hpm_error *error)
{
    int failed = 0, sound = 0;

    for (size_t i = 0; !failed && i < count; i++) {
        struct hpm_checkpoint_reader reader;

        if (!hpm_checkpoint_reader_open (&reader, paths[i], recovery->any_owner,
                                         error)) {
            failed = read_slots (recovery, &reader, error);
            recovery->in_use += reader.fate == HPM_CHECKPOINT_IN_USE;
            hpm_checkpoint_reader_close (&reader);
            sound++;
        } else if (recovery->quiet)
            recovery->left_out++;
        else if (count > 1)
            hpm_say ("%s; left out", error->text);
    }
    return failed || !sound ? -1 : 0;
}

/* ---- the files of a run ------------------------------------------------- */

void
hpm_recovery_glob (const char *folder, const char *pattern, glob_t *found)
{
    char whole[2 * PATH_MAX];
    size_t n = 0;

    for (; *folder && n < sizeof whole - PATH_MAX / 2; folder++) {
        if (strchr ("*?[\\", *folder))
            whole[n++] = '\\';
        whole[n++] = *folder;
    }
    snprintf (whole + n, sizeof whole - n, "/%s", pattern);
    memset (found, 0, sizeof *found);
    if (glob (whole, 0, NULL, found))
        found->gl_pathc = 0;
}

/* Runs in one folder: name them all.  */
static int
too_many (const char *folder, const glob_t *runs, size_t count,
          struct hpm_error *error)
{
    size_t n;

    hpm_error_set (error, "%s holds several runs; name one of:", folder);
    for (size_t i = 0; i < count; i++) {
        const char *slash = strrchr (runs->gl_pathv[i], '/');

        n = strlen (error->text);
        snprintf (error->text + n, sizeof error->text - n, " %s", slash + 1);
    }
    return -1;
}

/* Forget folders of others; how many they were.  */
static size_t
drop_foreign (const struct hpm_recovery *recovery, glob_t *runs)
{
    size_t all = runs->gl_pathc, kept = 0;
    struct hpm_error error;

    for (size_t i = 0; i < all; i++) {
        char *path = runs->gl_pathv[i];

        if (hpm_own_folder_check (path, recovery->any_owner, &error))
            continue;
        /* All stay in the list, for globfree.  */
        runs->gl_pathv[i] = runs->gl_pathv[kept];
        runs->gl_pathv[kept++] = path;
    }
    return kept;
}

static int
open_run (struct hpm_recovery *recovery, const char *folder,
          struct hpm_error *error)
{
    glob_t found;
    int result;

    if (hpm_own_folder_check (folder, recovery->any_owner, error))
        return -1;
    hpm_recovery_glob (folder, "*" HPM_CHECKPOINT_SUFFIX, &found);
    result = found.gl_pathc
                 ? read_files (recovery, found.gl_pathv, found.gl_pathc, error)
                 : hpm_error_set (error, "no snapshots of a run in %s", folder);
    globfree (&found);
    return result;
}

/* A folder that has folders of runs may be anybody's.  */
static int
open_below (struct hpm_recovery *recovery, const char *folder,
            struct hpm_error *error)
{
    glob_t found;
    size_t all, own;
    int result;

    hpm_recovery_glob (folder, HPM_CHECKPOINT_PREFIX "*", &found);
    all = found.gl_pathc;
    own = drop_foreign (recovery, &found);
    if (!all)
        result = open_run (recovery, folder, error);
    else if (!own)
        result = hpm_error_set (error,
                                "no snapshots of a run of yours in %s: "
                                "--any-owner reads others'",
                                folder);
    else if (own > 1)
        result = too_many (folder, &found, own, error);
    else
        result = open_run (recovery, found.gl_pathv[0], error);
    globfree (&found);
    return result;
}

static int
has_checkpoints (const char *folder)
{
    glob_t found;
    size_t count;

    hpm_recovery_glob (folder, "*" HPM_CHECKPOINT_SUFFIX, &found);
    count = found.gl_pathc;
    globfree (&found);
    return count > 0;
}

static int
open_folder (struct hpm_recovery *recovery, const char *folder,
             struct hpm_error *error)
{
    return has_checkpoints (folder) ? open_run (recovery, folder, error)
                                    : open_below (recovery, folder, error);
}

/* By rank; of two records of one rank, the later first.  */
static int
by_rank (const void *a, const void *b)
{
    const struct hpm_recovered_rank *left = a, *right = b;

    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return left->until > right->until ? -1 : left->until < right->until;
}

static void
sort_ranks (struct hpm_recovery *recovery)
{
    struct hpm_recovered_rank *ranks = recovery->ranks;
    int kept = 0;

    if (recovery->rank_count)
        qsort (ranks, (size_t)recovery->rank_count, sizeof *ranks, by_rank);
    for (int i = 0; i < recovery->rank_count; i++)
        if (!kept || ranks[kept - 1].rank != ranks[i].rank)
            ranks[kept++] = ranks[i];
        else
            free (ranks[i].buffer);
    recovery->rank_count = kept;
}

int
hpm_recovery_find (struct hpm_recovery *recovery, const char *path,
                   int any_owner, struct hpm_error *error)
{
    char *one[] = { (char *)(uintptr_t)path };
    int failed;

    memset (recovery, 0, sizeof *recovery);
    recovery->any_owner = any_owner;
    failed = is_folder (path) ? open_folder (recovery, path, error)
                              : read_files (recovery, one, 1, error);
    if (failed)
        return -1;
    sort_ranks (recovery);
    if (!recovery->rank_count || !recovery->run)
        return hpm_error_set (error, "%s: no rank left a snapshot", path);
    return 0;
}

/* What goes away while it is read is gone, and no error.  */
int
hpm_recovery_look (struct hpm_recovery *recovery, const char *folder,
                   int any_owner, struct hpm_error *error)
{
    memset (recovery, 0, sizeof *recovery);
    recovery->any_owner = any_owner;
    recovery->quiet = 1;
    if (open_run (recovery, folder, error))
        return has_checkpoints (folder) ? -1 : 0;
    sort_ranks (recovery);
    return 1;
}

void
hpm_recovery_release (struct hpm_recovery *recovery)
{
    for (int i = 0; i < recovery->head_count; i++)
        free (recovery->heads[i].data);
    for (int i = 0; i < recovery->rank_count; i++)
        free (recovery->ranks[i].buffer);
    free (recovery->heads);
    free (recovery->ranks);
    free (recovery->run);
    memset (recovery, 0, sizeof *recovery);
}
