/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/list/check_job.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file/program_file.h"
#include "base/launch.h"
#include "wrapper/launch/left.h"

#define ROWS(table) (sizeof (table) / sizeof *(table))
#define VERSION_BYTES 8192 /* the most that an MPI library tells of itself */

/* Appends to a text of so many bytes, behind a separator.  */
static void
append (char *text, size_t size, const char *separator, const char *more)
{
    if (*text)
        strncat (text, separator, size - strlen (text) - 1);
    strncat (text, more, size - strlen (text) - 1);
}

/* ---- launchers ---------------------------------------------------------- */

/* "mpirun (/usr/bin/orterun)": the name often leads to another one.  */
static void
add_launcher (char *text, size_t size, const char *name)
{
    struct hpm_program program;
    char path[PATH_MAX], real[PATH_MAX], found[2 * PATH_MAX];

    if (hpm_program_search (&program, name, path, sizeof path))
        return;
    snprintf (found, sizeof found, "%s (%s)", name,
              realpath (path, real) ? real : path);
    append (text, size, ", ", found);
}

static void
tell_launchers (hpm_check_line_fn *say)
{
    static const char *const names[]
        = { "mpirun", "mpiexec.hydra", "srun", "jsrun", "aprun", "flux" };
    char text[2048] = "";

    for (size_t i = 0; i < ROWS (names); i++)
        add_launcher (text, sizeof text, names[i]);
    say ("Launchers", *text ? text : "none is in PATH");
}

/* Who started this process, by what it has in its environment.  */
static void
tell_started (hpm_check_line_fn *say)
{
    static const struct {
        const char *variable, *name;
    } starters[] = {
        { "OMPI_COMM_WORLD_RANK", "mpirun of Open MPI" },
        { "SLURM_STEP_NUM_TASKS", "srun" },
        { "PMI_RANK", "a launcher with PMI (hydra, Slurm)" },
        { "PMIX_RANK", "a launcher with PMIx" },
    };
    int rank = hpm_launch_number (HPM_LAUNCH_RANK, -1);
    const char *name = NULL;
    char text[256];

    for (size_t i = 0; i < ROWS (starters) && !name; i++)
        if (getenv (starters[i].variable))
            name = starters[i].name;
    if (!name || rank < 0) {
        say ("Started by", "no launcher; mpirun -np 1 hpmrun --check tells of "
                           "the nodes of a job");
        return;
    }
    snprintf (text, sizeof text, "%s, as rank %d of %d", name, rank,
              hpm_launch_number (HPM_LAUNCH_RANKS, 1));
    say ("Started by", text);
}

/* ---- MPI ---------------------------------------------------------------- */

/* The first line of what the library says of itself, "" if it can't be asked.
 */
static void
ask_version (const char *name, char version[VERSION_BYTES + 1])
{
    void *library = dlopen (name, RTLD_LAZY | RTLD_LOCAL);
    int (*ask) (char *, int *) = NULL, length = 0;

    version[0] = '\0';
    if (!library)
        return;
    *(void **)&ask = dlsym (library, "MPI_Get_library_version");
    if (ask && ask (version, &length) == 0)
        version[VERSION_BYTES] = '\0';
    if (!*version)
        snprintf (version, VERSION_BYTES, "it does not tell its version");
    version[strcspn (version, "\n,")] = '\0';
    for (char *tab = version; (tab = strchr (tab, '\t'));)
        *tab = ' ';
}

static void
tell_mpi (hpm_check_line_fn *say)
{
    static const char *const names[] = { "libmpi.so.40", "libmpich.so.12",
                                         "libmpi.so.12", "libmpi_abi.so.1" };
    static char version[VERSION_BYTES + 1];
    char text[2048] = "", one[512];

    for (size_t i = 0; i < ROWS (names); i++) {
        ask_version (names[i], version);
        if (!*version)
            continue;
        snprintf (one, sizeof one, "%s (%.400s)", names[i], version);
        append (text, sizeof text, ", ", one);
    }
    say ("MPI libraries",
         *text ? text
               : "none where the loader looks; a program may bring its own");
}

/* ---- batch system, snapshots -------------------------------------------- */

static void
tell_scheduler (hpm_check_line_fn *say)
{
    static const struct {
        const char *variable, *name;
    } systems[] = {
        { "SLURM_JOB_ID", "Slurm" },  { "PBS_JOBID", "PBS" },
        { "LSB_JOBID", "LSF" },       { "FLUX_JOB_ID", "Flux" },
        { "COBALT_JOBID", "Cobalt" }, { "JOB_ID", "Grid Engine" },
        { "OAR_JOB_ID", "OAR" },
    };
    char text[256];

    for (size_t i = 0; i < ROWS (systems); i++) {
        const char *id = getenv (systems[i].variable);

        if (!id || !*id)
            continue;
        snprintf (text, sizeof text,
                  "%s, job %.100s: snapshots are copied beside the result",
                  systems[i].name, id);
        say ("Batch system", text);
        return;
    }
    say ("Batch system", "none: this is no job of one");
}

static void
tell_left (const struct hpm_options *options, hpm_check_line_fn *say)
{
    struct hpm_left left;
    char text[2048];

    hpm_left_look (&left, options);
    if (!left.runs)
        return;
    snprintf (text, sizeof text,
              "snapshots of %d run%s that ended early, %.1f MB, for seven days"
              "%s%s",
              left.runs, left.runs == 1 ? "" : "s", (double)left.bytes * 1e-6,
              left.untold ? "; here: hpmagg --recover " : "", left.folder);
    say ("Left", text);
}

void
hpm_check_job (const struct hpm_options *options, hpm_check_line_fn *say)
{
    tell_launchers (say);
    tell_started (say);
    tell_mpi (say);
    tell_scheduler (say);
    tell_left (options, say);
}
