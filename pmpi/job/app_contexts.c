/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Open MPI's mpirun tells its command (OMPI_COMMAND), how many programs there
 * are and how many ranks each has; other launchers tell less.
 */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launch.h"
#include "base/launched.h"
#include "include/hpm_launch.h"
#include "pmpi/job/app_contexts.h"
#include "pmpi/job/node_marks.h"
#include "pmpi/wire/mpi_world.h"

#define LAUNCHER "hpmrun"

static int announced; /* who takes part is to be found out */

/* ---- what mpirun tells -------------------------------------------------- */

static int
has_several_programs (void)
{
    const char *count = getenv ("OMPI_NUM_APP_CTX");

    return count && atoi (count) > 1;
}

static const char *
base_name (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? slash + 1 : path;
}

/* Whether all ranks of this program were started in the same way: mpirun's
 * command is hpmrun, and this is what it became, with no script in between; or
 * the command is this program, which then has the library from the environment,
 * as all ranks have.  What makes the answer yes is common to them all.  */
static int
starts_alike (void)
{
    const char *command = getenv ("OMPI_COMMAND");
    const char *became = getenv (HPM_LAUNCHED_PROGRAM_VARIABLE);
    char self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

    if (hpm_launch_number (HPM_LAUNCH_RANKS, 1) == 1)
        return 1;
    if (!command || length < 0)
        return 0;
    self[length] = '\0';
    if (!strcmp (base_name (command), LAUNCHER))
        return hpm_launched_token () && became && !strcmp (became, self);
    return !hpm_launched_token ()
           && !strcmp (base_name (command), base_name (self));
}

/* ---- announce and find -------------------------------------------------- */

void
hpm_app_contexts_announce (void)
{
    announced = !starts_alike () || has_several_programs ();
    if (announced)
        hpm_participants_announce ();
    else
        hpm_node_marks_return (hpm_launch_number (HPM_LAUNCH_RANK, -1));
}

void
hpm_app_contexts_leave (void)
{
    hpm_node_marks_leave (hpm_launch_number (HPM_LAUNCH_RANK, -1));
}

/* Whether there may be ranks that take no part.  */
static int
is_to_be_found_out (const struct hpm_app_contexts *contexts)
{
    return announced || contexts->participants.marks;
}

void
hpm_app_contexts_meet (struct hpm_app_contexts *contexts, int rank, int ranks)
{
    memset (contexts, 0, sizeof *contexts);
    if (announced)
        hpm_participants_meet (&contexts->participants, rank, ranks);
    else
        hpm_participants_meet_but_left (&contexts->participants, ranks);
    if (!is_to_be_found_out (contexts))
        return;
    while (contexts->first < rank
           && !hpm_participants_has (&contexts->participants, contexts->first))
        contexts->first++;
}

/* Returns 0, or -1 without memory.  */
static int
add_range (struct hpm_app_contexts *contexts, int first, int last)
{
    int *before
        = contexts->count ? contexts->ranges[contexts->count - 1] : NULL;

    if (before && before[1] == first - 1) {
        before[1] = last;
        return 0;
    }
    if (contexts->count == contexts->room) {
        int room = 2 * contexts->room + 4;
        int (*more)[3] = realloc (contexts->ranges,
                                  (size_t)room * sizeof *contexts->ranges);

        if (!more)
            return -1;
        contexts->ranges = more;
        contexts->room = room;
    }
    memcpy (contexts->ranges[contexts->count++], (int[3]){ first, last, 1 },
            sizeof *contexts->ranges);
    return 0;
}

/* All ranks.  */
static void
take_all (struct hpm_app_contexts *contexts)
{
    free (contexts->ranges);
    contexts->ranges = NULL;
    contexts->count = contexts->room = contexts->first = 0;
}

void
hpm_app_contexts_settle (struct hpm_app_contexts *contexts)
{
    struct hpm_participants *participants = &contexts->participants;
    int has = 0, without = 0;

    if (!is_to_be_found_out (contexts))
        return;
    hpm_participants_learn (participants);
    for (int rank = 0; has >= 0 && rank < participants->ranks; rank++) {
        has = hpm_participants_has (participants, rank);
        without += has == 0;
        if (has > 0)
            has = add_range (contexts, rank, rank);
    }
    contexts->unknown = has < 0;
    if (contexts->unknown || !without || !contexts->count)
        take_all (contexts);
    else
        contexts->first = contexts->ranges[0][0];
}

void
hpm_app_contexts_release (struct hpm_app_contexts *contexts)
{
    hpm_participants_release (&contexts->participants);
    free (contexts->ranges);
    memset (contexts, 0, sizeof *contexts);
}

int
hpm_app_contexts_comm (const struct hpm_app_contexts *contexts,
                       hpm_handle *comm)
{
    return hpm_mpi_world_comm (contexts->count, contexts->ranges, comm);
}
