/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/nodes/stat_nodes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/pattern.h"
#include "base/launch.h"
#include "base/text.h"
#include "wrapper/stat/nodes/stat_meeting.h"

/* ---- what the launcher tells -------------------------------------------- */

/* One process on each node.  Slurm says "1(x2)" where there are several.  */
static int
is_one_a_node (void)
{
    const char *tasks = getenv ("SLURM_STEP_TASKS_PER_NODE");
    int local = hpm_launch_number (HPM_LAUNCH_LOCAL_RANKS, -1);

    return local >= 0
               ? local == 1
               : tasks && !strncmp (tasks, "1(x", 3) && !strchr (tasks, ',');
}

void
hpm_stat_nodes_read (struct hpm_stat_nodes *nodes)
{
    *nodes = (struct hpm_stat_nodes){ .rank = 0, .count = 1 };
    gethostname (nodes->host, sizeof nodes->host - 1);
    if (hpm_launch_number (HPM_LAUNCH_RANKS, 1) < 2 || !is_one_a_node ())
        return;
    nodes->rank = hpm_launch_number (HPM_LAUNCH_RANK, 0);
    nodes->count = hpm_launch_number (HPM_LAUNCH_RANKS, 1);
    if (nodes->rank >= nodes->count)
        nodes->count = 1;
}

/* What names the launch on all of its nodes; a job that is put in the queue
 * again has the names of before.  Returns 0, or -1 where nothing does.  */
static int
read_job (char *text, size_t size)
{
    const char *space = getenv ("PMIX_NAMESPACE");
    const char *job = getenv ("SLURM_JOB_ID"), *step = getenv ("SLURM_STEP_ID");
    const char *again = getenv ("SLURM_RESTART_COUNT");

    again = again ? again : "";
    if (space && *space)
        snprintf (text, size, "%s%s%s", space, *again ? "." : "", again);
    else if (job && step)
        snprintf (text, size, "%s.%s%s%s", job, step, *again ? "." : "", again);
    else
        return -1;
    for (; *text; text++)
        if (!hpm_text_is_letter (*text) && !hpm_text_is_digit (*text)
            && *text != '.' && *text != '-')
            *text = '_';
    return 0;
}

#define ATTEMPTS 100 /* to use a folder that others remove */

/* ---- the folder --------------------------------------------------------- */

/* Beside the result file, as far as its name is known by now.  */
static int
name_folder (struct hpm_stat_nodes *nodes, const char *output)
{
    char job[128];
    size_t fixed = hpm_pattern_is (output) ? hpm_pattern_fixed (output)
                                           : strlen (output);

    while (fixed && output[fixed - 1] != '/')
        fixed--;
    if (read_job (job, sizeof job))
        return -1;
    return snprintf (nodes->folder, sizeof nodes->folder, "%.*shpmstat-%s",
                     (int)fixed, output, job)
                   < (int)sizeof nodes->folder
               ? 0
               : -1;
}

/* Whether what stands in the way of this node is its own count of before, which
 * rank 0 has not taken yet: a rank may run hpmstat several times, and is done
 * with one of them sooner than others.  Rank 0 lives as long as `sign` changes,
 * and `until` is when it has not for too long: its sign goes before what it has
 * taken does.  */
static int
is_to_be_taken (const struct hpm_stat_nodes *nodes, struct timespec *sign,
                int64_t *until)
{
    char stream[PATH_MAX], first[PATH_MAX];
    struct stat status;

    hpm_meeting_refresh (nodes);
    hpm_meeting_path (nodes, nodes->rank, HPM_MEETING_STREAM, stream);
    hpm_meeting_path (nodes, 0, HPM_MEETING_HERE, first);
    if (nodes->rank == 0)
        return 0;
    /* The stream goes last: the next attempt to announce this node tells.  */
    if (access (stream, F_OK))
        return access (nodes->announced, F_OK) != 0;
    if (stat (first, &status))
        status.st_mtim = (struct timespec){ 0 };
    if (!*until || memcmp (&status.st_mtim, sign, sizeof *sign)) {
        *sign = status.st_mtim;
        *until = hpm_stat_now () + nodes->patience;
    }
    return hpm_stat_now () < *until;
}

/* Returns 0, or -1 with errno: EEXIST where there is this node already.  The
 * last of a count before may remove the folder when it has just been found.  */
static int
announce (const struct hpm_stat_nodes *nodes, const char *output,
          const struct hpm_targets *targets, struct hpm_stat_process *process)
{
    struct timespec sign = { 0 };
    int64_t until = 0;
    int vanished = 0;

    for (;;) {
        if (mkdir (nodes->folder, 0700) && errno != EEXIST)
            return -1;
        if (!hpm_meeting_announce (nodes, output, targets))
            return 0;
        if (errno == ENOENT && vanished++ < ATTEMPTS)
            continue;
        if (errno != EEXIST)
            return -1;
        if (!is_to_be_taken (nodes, &sign, &until)
            || hpm_stat_process_pause (process, HPM_STAT_LOOK)) {
            errno = EEXIST;
            return -1;
        }
    }
}

int
hpm_stat_nodes_join (struct hpm_stat_nodes *nodes, const char *output,
                     int64_t patience, const struct hpm_targets *targets,
                     struct hpm_stat_process *process, struct hpm_error *error)
{
    if (nodes->count == 1)
        return 0;
    if (name_folder (nodes, output)) {
        hpm_error_set (error,
                       "%s is of this node alone: the launcher does not name "
                       "its job to all nodes (mpirun of Open MPI and srun do)",
                       output);
        return 1;
    }
    nodes->patience = patience;
    hpm_meeting_path (nodes, nodes->rank, HPM_MEETING_HERE, nodes->announced);
    if (announce (nodes, output, targets, process)) {
        int failure = errno;

        *nodes->announced = '\0';
        rmdir (nodes->folder); /* where nobody else is in it */
        if (failure == EEXIST)
            return hpm_error_set (error,
                                  "%s has rank %d already: of another hpmstat "
                                  "that it runs, or of one that was killed "
                                  "(then remove the folder)",
                                  nodes->folder, nodes->rank);
        return hpm_error_set (error,
                              "cannot announce this node to the others in "
                              "%s: %s",
                              nodes->folder, strerror (failure));
    }
    nodes->joined = 1;
    return 0;
}

void
hpm_stat_nodes_beat (const struct hpm_stat_nodes *nodes)
{
    if (nodes->joined)
        utimensat (AT_FDCWD, nodes->announced, NULL, 0);
}

/* ---- the end of the folder ---------------------------------------------- */

/* Whether somebody is there, or was, for another file than this one.  */
static int
has_strangers (const struct hpm_stat_nodes *nodes)
{
    struct hpm_meeting_announced announced;

    for (int rank = 1; rank < nodes->count; rank++)
        if (!hpm_meeting_read (nodes, rank, &announced)
            && !hpm_meeting_is_ours (nodes, &announced))
            return 1;
    return 0;
}

/* What is left of those that rank 0 has taken, or has waited for.  Who comes
 * too late finds nothing of its own.  A node whose files are gone may come
 * again, for the next file, and must not find what rank 0 was here for: where
 * nobody else needs that, it goes first.  */
static void
clear_taken (const struct hpm_stat_nodes *nodes)
{
    struct hpm_meeting_announced announced;

    if (!has_strangers (nodes)) {
        for (int rank = 0; rank < nodes->count; rank++)
            hpm_meeting_clear (nodes, rank);
        return;
    }
    for (int rank = 1; rank < nodes->count; rank++)
        if (hpm_meeting_read (nodes, rank, &announced)
            || hpm_meeting_is_ours (nodes, &announced))
            hpm_meeting_clear (nodes, rank);
}

/* Whether one of them may still need what the others announced: rank 0 until it
 * has gone, and who is there.  */
static int
is_needed (const struct hpm_stat_nodes *nodes)
{
    char path[PATH_MAX];

    hpm_meeting_path (nodes, 0, HPM_MEETING_GONE, path);
    if (access (path, F_OK))
        return 1;
    for (int rank = 0; rank < nodes->count; rank++) {
        hpm_meeting_path (nodes, rank, HPM_MEETING_HERE, path);
        if (access (path, F_OK) == 0)
            return 1;
    }
    return 0;
}

/* Others, each with a file of its own, may count still, and have to find what
 * this one has announced: the last clears all.  */
void
hpm_stat_nodes_release (struct hpm_stat_nodes *nodes)
{
    char gone[PATH_MAX];

    if (!*nodes->announced)
        return;
    if (nodes->rank == 0)
        clear_taken (nodes);
    hpm_meeting_path (nodes, nodes->rank, HPM_MEETING_GONE, gone);
    rename (nodes->announced, gone);
    if (!is_needed (nodes))
        for (int rank = 0; rank < nodes->count; rank++)
            hpm_meeting_clear (nodes, rank);
    rmdir (nodes->folder);
    *nodes->announced = '\0';
    nodes->joined = 0;
}

/* ---- ranks but 0 -------------------------------------------------------- */

int
hpm_stat_nodes_follow (struct hpm_stat_nodes *nodes,
                       struct hpm_stat_process *process,
                       struct hpm_error *error)
{
    int64_t end = hpm_stat_now () + nodes->patience;
    struct hpm_meeting_announced first;
    int told, asked = 0;

    if (!nodes->joined || nodes->rank == 0)
        return 0;
    for (;;) {
        hpm_meeting_refresh (nodes);
        told = !hpm_meeting_read (nodes, 0, &first);
        if (told || asked || hpm_stat_now () >= end
            || access (nodes->announced, F_OK))
            break;
        asked = hpm_stat_process_pause (process, HPM_STAT_LOOK);
    }
    if (told && hpm_meeting_is_ours (nodes, &first))
        return 1;
    if (access (nodes->announced, F_OK))
        return hpm_error_set (error,
                              "rank 0 has written the result without this "
                              "node: what it counted is lost (--wait gives "
                              "more time)");
    hpm_stat_nodes_release (nodes);
    if (!told)
        hpm_meeting_clear (nodes, nodes->rank);
    rmdir (nodes->folder);
    return 0;
}

void
hpm_stat_nodes_stream (const struct hpm_stat_nodes *nodes, char path[PATH_MAX])
{
    hpm_meeting_path (nodes, nodes->rank, HPM_MEETING_GROWING, path);
}

int
hpm_stat_nodes_leave (struct hpm_stat_nodes *nodes, struct hpm_error *error)
{
    char from[PATH_MAX], to[PATH_MAX];

    hpm_meeting_path (nodes, nodes->rank, HPM_MEETING_GROWING, from);
    hpm_meeting_path (nodes, nodes->rank, HPM_MEETING_STREAM, to);
    if (rename (from, to))
        return hpm_error_set (error, "cannot write %s: %s", to,
                              strerror (errno));
    if (nodes->rank)
        *nodes->announced = '\0'; /* rank 0's to remove from here on */
    return 0;
}
