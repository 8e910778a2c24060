/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* What Slurm tells a batch script, which it starts once, is about the whole
 * job, and its rank is 0: processes that srun starts are told of their step,
 * too.  */
#define SLURM_STEP_SIZE "SLURM_STEP_NUM_TASKS"

static int
is_of_no_step (const char *variable)
{
    return !strncmp (variable, "SLURM_", 6) && !getenv (SLURM_STEP_SIZE);
}

/* The number in the first of these variables that holds one.  */
static int
first_number (const char *const *variables, int none)
{
    for (; *variables; variables++) {
        const char *text = getenv (*variables);
        char *end;
        long number;

        if (!text || *text == '\0' || is_of_no_step (*variables))
            continue;
        number = strtol (text, &end, 10);
        if (*end == '\0' && number >= 0 && number <= 0x7fffffff)
            return (int)number;
    }
    return none;
}

int
hpm_launch_number (enum hpm_launch_number which, int none)
{
    static const char *const variables[][5] = {
        [HPM_LAUNCH_RANK]
        = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID" },
        [HPM_LAUNCH_RANKS]
        = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", SLURM_STEP_SIZE },
        [HPM_LAUNCH_LOCAL_RANK]
        = { "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID" },
        /* The last is a number where the step has one node: else "2(x3),1".  */
        [HPM_LAUNCH_LOCAL_RANKS]
        = { "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
            "SLURM_STEP_TASKS_PER_NODE" },
    };

    return first_number (variables[which], none);
}

/* ---- the job ------------------------------------------------------------ */

/* When a process began, in ticks since the system did: its number may be used
 * again.  0 where that is not told.  */
static unsigned long long
start_of (pid_t pid)
{
    char path[64], line[1024] = "", *field;
    FILE *file;

    snprintf (path, sizeof path, "/proc/%d/stat", (int)pid);
    file = fopen (path, "re");
    if (!file)
        return 0;
    field = fgets (line, sizeof line, file) ? strrchr (line, ')') : NULL;
    fclose (file);
    for (int i = 2; field && i < 22; i++) /* the name is field 2 */
        field = strchr (field + 1, ' ');
    return field ? strtoull (field, NULL, 10) : 0;
}

/* Who made the socket by which PMI's client, MPICH, talks to its server.  */
static void
find_pmi_server (char *text, size_t size)
{
    const char *number = getenv ("PMI_FD");
    struct ucred server = { .pid = 0 };
    socklen_t bytes = sizeof server;

    if (number && *number
        && getsockopt (atoi (number), SOL_SOCKET, SO_PEERCRED, &server, &bytes)
               == 0
        && server.pid > 0)
        snprintf (text, size, "pmi-%d-%llu", (int)server.pid,
                  start_of (server.pid));
}

int
hpm_launch_job (char *text, size_t size)
{
    static char found[HPM_LAUNCH_JOB_SIZE];
    const char *space = getenv ("PMIX_NAMESPACE");

    if (!*found && space && *space)
        snprintf (found, sizeof found, "%s", space);
    else if (!*found)
        find_pmi_server (found, sizeof found);
    snprintf (text, size, "%s", found);
    return *found ? 0 : -1;
}
