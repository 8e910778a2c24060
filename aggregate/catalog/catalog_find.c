/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/catalog/catalog_find.h"

#include <errno.h>
#include <fts.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "aggregate/catalog/catalog.h"
#include "base/text.h"
#include "include/hpm_checkpoint.h"

#define RESULT_FILES "*.h5"
#define STREAMS "*.h5.stream-*" /* as the library names them */
#define SNAPSHOT_FOLDERS HPM_CHECKPOINT_PREFIX "*"
#define SNAPSHOTS "*" HPM_CHECKPOINT_SUFFIX

static int
by_name (const FTSENT **a, const FTSENT **b)
{
    return strcmp ((*a)->fts_name, (*b)->fts_name);
}

/* Make room for one more.  */
static int
grow (struct hpm_catalog_files *files)
{
    size_t capacity = files->capacity ? 2 * files->capacity : 64;
    char **paths;
    char *states;

    if (files->count < files->capacity)
        return 0;
    paths = realloc (files->paths, capacity * sizeof *paths);
    if (paths)
        files->paths = paths;
    states = paths ? realloc (files->states, capacity) : NULL;
    if (!states)
        return -1;
    files->states = states;
    files->capacity = capacity;
    return 0;
}

/* The path has so many characters.  */
static int
add_path (struct hpm_catalog_files *files, const char *name, size_t length,
          enum hpm_catalog_state state, struct hpm_error *error)
{
    char *path = grow (files) ? NULL : strndup (name, length);

    if (!path)
        return hpm_error_set (error, "out of memory");
    files->paths[files->count] = path;
    files->states[files->count++] = (char)state;
    return 0;
}

static int
add (struct hpm_catalog_files *files, const FTSENT *found,
     enum hpm_catalog_state state, struct hpm_error *error)
{
    return add_path (files, found->fts_path, found->fts_pathlen, state, error);
}

/* The folder of a run's snapshots, once, however many nodes have a file in it.
 */
static int
add_snapshots (struct hpm_catalog_files *files, const FTSENT *found,
               struct hpm_error *error)
{
    FTSENT *folder = found->fts_parent;

    if (folder->fts_number
        || !hpm_text_match (SNAPSHOT_FOLDERS, folder->fts_name))
        return 0;
    folder->fts_number = 1;
    return add_path (files, found->fts_path, folder->fts_pathlen,
                     HPM_CATALOG_SNAPSHOTS, error);
}

/* A file, by whatever path it is found.  */
struct identity {
    dev_t device;
    ino_t number;
};

static int
compare (const void *a, const void *b)
{
    const struct identity *x = a, *y = b;

    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Whether a file is found for the first time.  Returns -1 without memory.  */
static int
is_new (void **seen, const struct stat *status)
{
    struct identity *file = malloc (sizeof *file), **node;
    int first;

    if (!file)
        return -1;
    *file = (struct identity){ status->st_dev, status->st_ino };
    node = tsearch (file, seen, compare);
    first = node ? *node == file : -1;
    if (first != 1)
        free (file);
    return first;
}

static int
take_file (struct hpm_catalog_files *files, const FTSENT *found,
           struct hpm_error *error)
{
    if (found->fts_level == FTS_ROOTLEVEL
        || hpm_text_match (RESULT_FILES, found->fts_name))
        return add (files, found, HPM_CATALOG_UNREAD, error);
    if (hpm_text_match (STREAMS, found->fts_name))
        return add (files, found, HPM_CATALOG_STREAM, error);
    return hpm_text_match (SNAPSHOTS, found->fts_name)
               ? add_snapshots (files, found, error)
               : 0;
}

static int
take (struct hpm_catalog_files *files, const FTSENT *found,
      struct hpm_error *error)
{
    int named = found->fts_level == FTS_ROOTLEVEL;

    switch (found->fts_info) {
    case FTS_F:
        return take_file (files, found, error);
    case FTS_DNR:
        return add (files, found, HPM_CATALOG_UNREADABLE, error);
    case FTS_NS:
    case FTS_ERR:
        if (!named)
            return 0; /* gone meanwhile, or not ours to look at */
        return hpm_error_set (error, "cannot read %s: %s", found->fts_path,
                              strerror (found->fts_errno));
    default:
        if (!named || found->fts_info == FTS_D || found->fts_info == FTS_DP)
            return 0;
        return hpm_error_set (error, "%s is neither a file nor a folder",
                              found->fts_path);
    }
}

int
hpm_catalog_find (struct hpm_catalog_files *files, char *const *paths,
                  struct hpm_error *error)
{
    FTS *tree
        = fts_open (paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
    FTSENT *found;
    void *seen = NULL;
    int failed = 0, first;

    memset (files, 0, sizeof *files);
    if (!tree)
        return hpm_error_set (error, "cannot read %s: %s", *paths,
                              strerror (errno));
    while (!failed && (found = fts_read (tree))) {
        first = found->fts_info == FTS_F ? is_new (&seen, found->fts_statp) : 1;
        if (first < 0)
            failed = hpm_error_set (error, "out of memory");
        else if (first)
            failed = take (files, found, error);
    }
    tdestroy (seen, free);
    fts_close (tree);
    return failed;
}

void
hpm_catalog_files_release (struct hpm_catalog_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free (files->paths[i]);
    free (files->paths);
    free (files->states);
    memset (files, 0, sizeof *files);
}
