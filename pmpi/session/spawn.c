/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs that MPI_Comm_spawn starts.  They get the environment of mpirun, not
 * that of the program that starts them, and so would run without this library.
 *
 * Open MPI hands them to PMIx, the run time below it: that is where this
 * library and its settings are added to what each of them gets, with a result
 * file of their own, named after that of the program.  What the program asked
 * for itself stays.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/path.h"
#include "base/preload.h"
#include "include/hpm_launch.h"
#include "pmpi/guest/export.h"
#include "pmpi/job/pmix_api.h"
#include "pmpi/record/run_texts.h"
#include "pmpi/session/session.h"

#define SUFFIX ".h5"
#define NAME_START "HPM_OUTPUT="
#define PRELOAD_START HPM_PRELOAD "="

/* ---- what PMIx is given ------------------------------------------------- */

struct pmix_app {
    char *command;
    char **arguments;
    char **environment;
    char *directory;
    int most;
    struct hpm_pmix_info *info;
    size_t infos;
};

typedef void pmix_done_fn (int, char *, void *);
typedef int pmix_spawn_fn (const struct hpm_pmix_info *, size_t,
                           const struct pmix_app *, size_t, char *);
typedef int pmix_spawn_nb_fn (const struct hpm_pmix_info *, size_t,
                              const struct pmix_app *, size_t, pmix_done_fn *,
                              void *);

int PMIx_Spawn (const struct hpm_pmix_info *, size_t, const struct pmix_app *,
                size_t, char *);
int PMIx_Spawn_nb (const struct hpm_pmix_info *, size_t,
                   const struct pmix_app *, size_t, pmix_done_fn *, void *);

/* ---- an environment ----------------------------------------------------- */

static const char *
find (char *const *environment, const char *start)
{
    for (; environment && *environment; environment++)
        if (!strncmp (*environment, start, strlen (start)))
            return *environment;
    return NULL;
}

static size_t
count (char *const *environment)
{
    size_t n = 0;

    while (environment && environment[n])
        n++;
    return n;
}

/* Whether an entry of LD_PRELOAD, or NULL, has a library of ours.  */
static int
has_us (const char *entry)
{
    return entry && hpm_preload_has_ours (entry + strlen (PRELOAD_START));
}

/* Our part of LD_PRELOAD, behind what is there already; NULL where we are not
 * in it.  The caller's.  */
static char *
make_preload (const char *there)
{
    const char *list = getenv (HPM_PRELOAD);
    size_t room = strlen (PRELOAD_START) + (there ? strlen (there) : 0)
                  + (list ? strlen (list) : 0) + 2;
    char *text = list ? malloc (room) : NULL;
    struct hpm_piece library;
    int ours = 0;

    if (!text)
        return NULL;
    strcpy (text, there ? there : PRELOAD_START);
    while (hpm_preload_next (&list, &library)) {
        size_t length = strlen (text);

        if (!hpm_preload_is (library, HPM_PRELOAD_OURS))
            continue;
        snprintf (text + length, room - length, "%s%.*s",
                  text[length - 1] == '=' ? "" : ":", (int)library.length,
                  library.start);
        ours++;
    }
    if (ours)
        return text;
    free (text);
    return NULL;
}

/* The result file of the programs started for the n-th time: absolute, unless
 * --directory says where it goes.  The caller's.  */
static char *
make_output (int n)
{
    const char *output = getenv ("HPM_OUTPUT");
    const char *directory = getenv ("HPM_DIRECTORY");
    char program[NAME_MAX], job[128], own[PATH_MAX], here[PATH_MAX] = "";
    char name[PATH_MAX], more[32];
    char *text;

    if (!output || !*output) {
        hpm_run_program_name (program, sizeof program);
        hpm_run_job_id (job, sizeof job);
        snprintf (own, sizeof own, "%s.%s" SUFFIX, program, job);
        output = own;
    }
    snprintf (more, sizeof more, ".spawn%d", n);
    if (hpm_path_extend (name, sizeof name, output, more, SUFFIX) < 0)
        return NULL;
    if (*output != '/' && !(directory && *directory && !strchr (output, '/'))
        && !getcwd (here, sizeof here))
        *here = '\0';
    if (asprintf (&text, NAME_START "%s%s%s", here, *here ? "/" : "", name) < 0)
        return NULL;
    return text;
}

/* Settings of ours, and what hpmrun asks of AddressSanitizer.  */
static int
is_passed_on (const char *text, char *const *given)
{
    char name[64];

    snprintf (name, sizeof name, "%.*s", (int)strcspn (text, "=") + 1, text);
    return (!strncmp (name, "HPM_", strlen ("HPM_"))
            || !strcmp (name, "ASAN_OPTIONS="))
           && strcmp (name, NAME_START) && !find (given, name);
}

/* The environment of a program, with ours; NULL where nothing is to be added,
 * or without memory.  Its last two texts are to be freed with it, by release.
 */
static char **
add (char *const *given, int n)
{
    static char again[] = HPM_SPAWNED_AGAIN_VARIABLE "=1";
    size_t room = count (given) + count (environ) + 4, at = 0;
    const char *there = find (given, PRELOAD_START);
    char *preload = has_us (there) ? NULL : make_preload (there);
    char *output = preload ? make_output (n) : NULL;
    char **all = output ? calloc (room, sizeof *all) : NULL;

    if (!all) {
        free (preload);
        free (output);
        return NULL;
    }
    for (size_t i = 0; given && given[i]; i++)
        if (given[i] != there)
            all[at++] = given[i];
    for (size_t i = 0; environ && environ[i]; i++)
        if (is_passed_on (environ[i], given))
            all[at++] = environ[i];
    if (n > 1)
        all[at++] = again;
    all[at++] = preload;
    all[at] = output;
    return all;
}

static void
release (char **environment)
{
    size_t n = count (environment);

    if (!environment)
        return;
    free (environment[n - 1]);
    free (environment[n - 2]);
    free (environment);
}

/* ---- the programs ------------------------------------------------------- */

/* Copies with our environment; NULL without memory, and where it is no rank
 * that spawns: mpirun of Open MPI 5, which a program that is counted may start,
 * spawns its job, too.  */
static struct pmix_app *
copy (const struct pmix_app *apps, size_t n)
{
    static int spawned;
    struct pmix_app *copies
        = hpm_session_is_job () ? calloc (n + 1, sizeof *copies) : NULL;
    int number = 0;

    for (size_t i = 0; copies && i < n; i++) {
        copies[i] = apps[i];
        if (has_us (find (apps[i].environment, PRELOAD_START)))
            continue; /* PMIx calls itself: we were here */
        if (!number)
            number = __atomic_add_fetch (&spawned, 1, __ATOMIC_RELAXED);
        copies[i].environment = add (apps[i].environment, number);
        if (!copies[i].environment)
            copies[i].environment = apps[i].environment;
    }
    return copies;
}

static void
release_copies (struct pmix_app *copies, const struct pmix_app *apps, size_t n)
{
    for (size_t i = 0; copies && i < n; i++)
        if (copies[i].environment != apps[i].environment)
            release (copies[i].environment);
    free (copies);
}

HPM_EXPORT int
PMIx_Spawn (const struct hpm_pmix_info *info, size_t infos,
            const struct pmix_app *apps, size_t n, char *space)
{
    pmix_spawn_fn *next = (pmix_spawn_fn *)hpm_pmix_next ("PMIx_Spawn");
    struct pmix_app *copies;
    int result;

    if (!next)
        return HPM_PMIX_NOT_SUPPORTED;
    copies = copy (apps, n);
    result = next (info, infos, copies ? copies : apps, n, space);
    release_copies (copies, apps, n);
    return result;
}

/* PMIx packs what it is given before it returns.  */
HPM_EXPORT int
PMIx_Spawn_nb (const struct hpm_pmix_info *info, size_t infos,
               const struct pmix_app *apps, size_t n, pmix_done_fn *done,
               void *data)
{
    pmix_spawn_nb_fn *next
        = (pmix_spawn_nb_fn *)hpm_pmix_next ("PMIx_Spawn_nb");
    struct pmix_app *copies;
    int result;

    if (!next)
        return HPM_PMIX_NOT_SUPPORTED;
    copies = copy (apps, n);
    result = next (info, infos, copies ? copies : apps, n, done, data);
    release_copies (copies, apps, n);
    return result;
}
