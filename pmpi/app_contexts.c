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

#include "core/launch.h"
#include "include/hpm_launch.h"
#include "pmpi/app_contexts.h"
#include "pmpi/mpi_api.h"
#include "pmpi/pmix_word.h"
#include "pmpi/session.h"

#define TAG 31415 /* of the communicator's making */
#define LAUNCHER "hpmrun"

/* What a rank tells the others.  */
enum word {
    WORD_MINE = 1,   /* it has the library */
    WORD_PROGRAM = 2 /* all ranks of its program have it */
};

static int announced;

/* ---- what mpirun tells -------------------------------------------------- */

/* The sizes of the programs, if this is a job of several; else NULL.  */
static const char *
sizes_of_programs (void)
{
    const char *count = getenv ("OMPI_NUM_APP_CTX");

    return count && atoi (count) > 1 ? getenv ("OMPI_APP_CTX_NUM_PROCS") : NULL;
}

/* The next program's ranks, from a list of numbers of ranks; what the list does
 * not tell, or where there is none, is one program.  Returns 0 at the end.  */
static int
next_range (const char **list, int ranks, int range[2])
{
    int left = ranks - range[1] - 1;
    char *end = NULL;
    long count = *list ? strtol (*list, &end, 10) : 0;

    if (left <= 0)
        return 0;
    *list = end;
    if (count <= 0 || count > left)
        count = left;
    range[0] = range[1] + 1;
    range[1] = range[0] + (int)count - 1;
    return 1;
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
        return hpm_process_is_launched () && became && !strcmp (became, self);
    return !hpm_process_is_launched ()
           && !strcmp (base_name (command), base_name (self));
}

/* ---- announce and find -------------------------------------------------- */

void
hpm_app_contexts_announce (void)
{
    int alike = starts_alike ();

    if (alike && !sizes_of_programs ())
        return;
    announced = hpm_pmix_word_leave (alike ? WORD_PROGRAM : WORD_MINE) == 0;
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

/* The ranks of one program: its first one may speak for all.  */
static int
add_program (struct hpm_app_contexts *contexts, const int range[2])
{
    int result = 0;

    if (hpm_pmix_word_of (range[0]) == WORD_PROGRAM)
        return add_range (contexts, range[0], range[1]);
    for (int rank = range[0]; rank <= range[1] && result == 0; rank++)
        if (hpm_pmix_word_of (rank))
            result = add_range (contexts, rank, rank);
    return result;
}

static int
has_all (const struct hpm_app_contexts *contexts, int ranks)
{
    return contexts->count == 1 && contexts->ranges[0][0] == 0
           && contexts->ranges[0][1] == ranks - 1;
}

void
hpm_app_contexts_find (struct hpm_app_contexts *contexts, int ranks)
{
    const char *sizes = sizes_of_programs ();
    int range[2] = { 0, -1 }, result = 0;

    memset (contexts, 0, sizeof *contexts);
    if (!announced)
        return;
    while (result == 0 && next_range (&sizes, ranks, range))
        result = add_program (contexts, range);
    hpm_pmix_word_done ();
    if (result < 0 || has_all (contexts, ranks))
        hpm_app_contexts_release (contexts);
}

void
hpm_app_contexts_release (struct hpm_app_contexts *contexts)
{
    free (contexts->ranges);
    memset (contexts, 0, sizeof *contexts);
}

int
hpm_app_contexts_first (const struct hpm_app_contexts *contexts)
{
    return contexts->count ? contexts->ranges[0][0] : 0;
}

int
hpm_app_contexts_comm (const struct hpm_app_contexts *contexts, MPI_Comm *comm)
{
    MPI_Group world, group;
    int result;

    *comm = hpm_mpi.comm_world;
    if (!contexts->count)
        return 0;
    hpm_mpi.Comm_group (hpm_mpi.comm_world, &world);
    hpm_mpi.Group_range_incl (world, contexts->count, contexts->ranges, &group);
    result = hpm_mpi.Comm_create_group (hpm_mpi.comm_world, group, TAG, comm);
    hpm_mpi.Group_free (&group);
    hpm_mpi.Group_free (&world);
    return result == MPI_SUCCESS ? 0 : -1;
}
