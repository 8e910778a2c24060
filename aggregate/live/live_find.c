/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/live/live_find.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hpm_checkpoint.h"
#include "aggregate/input/own_file.h"
#include "aggregate/live/live_peek.h"
#include "aggregate/recover/recover_list.h"

#define MOST_PLACES 3

/* What is looked for, and what was found of it.  */
struct search {
    const char *places[MOST_PLACES];
    int place_count;
    uint32_t pid; /* 0: any job that runs */
    int any_owner;
    int count;   /* found */
    int foreign; /* folders of others */
    char folder[PATH_MAX];
    char *names; /* of those found, in a line; owned */
};

static int
is_folder (const char *path)
{
    struct stat status;

    return stat (path, &status) == 0 && S_ISDIR (status.st_mode);
}

static void
add_place (struct search *search, const char *place)
{
    if (!place || !*place)
        return;
    for (int i = 0; i < search->place_count; i++)
        if (!strcmp (search->places[i], place))
            return;
    search->places[search->place_count++] = place;
}

/* Where the library puts them (pmpi/checkpoint/checkpoint_place.h).  */
static void
add_places (struct search *search)
{
    const char *wanted = getenv ("HPM_CHECKPOINT");

    if (wanted && *wanted) {
        add_place (search, wanted);
        return;
    }
    add_place (search, "/dev/shm");
    add_place (search, getenv ("TMPDIR"));
    add_place (search, "/tmp");
}

/* ---- all jobs of a place ------------------------------------------------ */

static void
note (struct search *search, const char *folder, const char *program)
{
    const char *slash = strrchr (folder, '/');
    char *names = NULL;

    if (asprintf (&names, "%s%s%s (%s)", search->names ? search->names : "",
                  search->names ? ", " : "", slash ? slash + 1 : folder,
                  program)
        < 0)
        return;
    free (search->names);
    search->names = names;
    search->count++;
    snprintf (search->folder, sizeof search->folder, "%s", folder);
}

static void
consider (struct search *search, const char *folder)
{
    struct hpm_live_peek peek;
    struct hpm_error error;

    if (!is_folder (folder))
        return;
    if (hpm_own_folder_check (folder, search->any_owner, &error)) {
        search->foreign++;
        return;
    }
    hpm_live_peek (&peek, folder, search->pid, search->any_owner);
    if (search->pid ? peek.has : peek.running)
        note (search, folder, peek.program);
}

static void
search_places (struct search *search)
{
    for (int i = 0; i < search->place_count; i++) {
        glob_t found;

        hpm_recovery_glob (search->places[i], HPM_CHECKPOINT_PREFIX "*",
                           &found);
        for (size_t k = 0; k < found.gl_pathc; k++)
            consider (search, found.gl_pathv[k]);
        globfree (&found);
    }
}

static int
tell_none (const struct search *search, struct hpm_error *error)
{
    char where[2 * PATH_MAX] = "";

    for (int i = 0; i < search->place_count; i++)
        snprintf (where + strlen (where), sizeof where - strlen (where), "%s%s",
                  i ? ", " : "", search->places[i]);
    if (search->pid)
        return hpm_error_set (error,
                              "no job of yours with process %u has snapshots "
                              "in %.700s%s",
                              search->pid, where,
                              search->foreign ? " (others' are left out)" : "");
    return hpm_error_set (error,
                          "no job of yours runs with snapshots in %.700s: name "
                          "the folder of one (hpmrun --checkpoint)",
                          where);
}

/* The one job that the search finds.  */
static int
find_one (struct search *search, struct hpm_error *error)
{
    search_places (search);
    if (!search->count)
        return tell_none (search, error);
    if (search->count > 1)
        return hpm_error_set (error, "%d jobs run; name one of: %s",
                              search->count, search->names);
    return 0;
}

/* ---- a job by its name -------------------------------------------------- */

/* A folder of snapshots, or one that has folders of jobs.  */
static int
find_folder (struct search *search, const char *path, struct hpm_error *error)
{
    glob_t found;
    size_t count;

    if (!is_folder (path))
        return hpm_error_set (error, "no folder of a job: %s", path);
    hpm_recovery_glob (path, HPM_CHECKPOINT_PREFIX "*", &found);
    count = found.gl_pathc;
    globfree (&found);
    if (count) {
        search->place_count = 0;
        add_place (search, path);
        return find_one (search, error);
    }
    snprintf (search->folder, sizeof search->folder, "%s", path);
    return hpm_own_folder_check (path, search->any_owner, error);
}

static int
find_name (struct search *search, const char *name, struct hpm_error *error)
{
    char path[PATH_MAX];

    for (int i = 0; i < search->place_count; i++) {
        if (snprintf (path, sizeof path, "%s/%s", search->places[i], name)
            >= (int)sizeof path)
            continue;
        if (is_folder (path))
            return find_folder (search, path, error);
    }
    return hpm_error_set (error,
                          "no job is called %s: give the name of the folder of "
                          "its snapshots, or the number of one of its "
                          "processes",
                          name);
}

static uint32_t
process_number (const char *job)
{
    unsigned long number;
    char *end;

    if (!job || *job < '1' || *job > '9')
        return 0;
    errno = 0;
    number = strtoul (job, &end, 10);
    return *end || errno || number > INT_MAX ? 0 : (uint32_t)number;
}

static int
find (struct search *search, const char *job, struct hpm_error *error)
{
    search->pid = process_number (job);
    if (!job || search->pid)
        return find_one (search, error);
    if (!*job)
        return hpm_error_set (error, "the name of the job is empty");
    return strchr (job, '/') || is_folder (job)
               ? find_folder (search, job, error)
               : find_name (search, job, error);
}

int
hpm_live_find (char folder[PATH_MAX], const char *job, int any_owner,
               struct hpm_error *error)
{
    struct search search = { .any_owner = any_owner };
    int result;

    add_places (&search);
    result = find (&search, job, error);
    if (result == 0)
        memcpy (folder, search.folder, sizeof search.folder);
    free (search.names);
    return result;
}
