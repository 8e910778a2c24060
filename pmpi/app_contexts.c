/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Open MPI's mpirun tells how many programs there are and how many ranks each
 * has.  The word goes through PMIx, the run time's exchange of small values:
 * what is put before MPI_Init is with everybody after it.
 */
#include "config.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/app_contexts.h"
#include "pmpi/mpi_api.h"

#define KEY "hpmmpi"
#define TAG 31415 /* of the communicator's making */
#define MOST_CONTEXTS 4096

/* ---- PMIx, as far as it is needed here (its ABI is stable) -------------- */

#define PMIX_OK 0
#define PMIX_TYPE_BOOL 1
#define PMIX_TYPE_UINT32 14
#define PMIX_SCOPE_GLOBAL 3

struct pmix_proc {
    char space[256];
    uint32_t rank;
};

struct pmix_value {
    uint16_t type;
    union {
        uint32_t number;
        char flag;      /* a bool */
        char *words[3]; /* the largest member */
    } data;
};

struct pmix_info {
    char key[512];
    uint32_t flags;
    struct pmix_value value;
};

static struct {
    void *library;
    int (*Init) (struct pmix_proc *, struct pmix_info *, size_t);
    int (*Finalize) (const struct pmix_info *, size_t);
    int (*Put) (uint8_t, const char *, struct pmix_value *);
    int (*Commit) (void);
    int (*Get) (const struct pmix_proc *, const char *,
                const struct pmix_info *, size_t, struct pmix_value **);
    struct pmix_proc self;
    int ready;
} pmix;

static int
load_pmix (void)
{
    pmix.library = dlopen ("libpmix.so.2", RTLD_LAZY | RTLD_LOCAL);
    if (!pmix.library)
        return -1;
    *(void **)&pmix.Init = dlsym (pmix.library, "PMIx_Init");
    *(void **)&pmix.Finalize = dlsym (pmix.library, "PMIx_Finalize");
    *(void **)&pmix.Put = dlsym (pmix.library, "PMIx_Put");
    *(void **)&pmix.Commit = dlsym (pmix.library, "PMIx_Commit");
    *(void **)&pmix.Get = dlsym (pmix.library, "PMIx_Get");
    return pmix.Init && pmix.Finalize && pmix.Put && pmix.Commit && pmix.Get
               ? 0
               : -1;
}

/* ---- what mpirun tells -------------------------------------------------- */

static int
number_of (const char *variable)
{
    const char *text = getenv (variable);

    return text ? atoi (text) : -1;
}

/* The next program's ranks, from a list of numbers of ranks.  Returns 0 at its
 * end.  */
static int
next_range (const char **list, int range[3])
{
    char *end;
    long ranks = strtol (*list, &end, 10);

    if (end == *list || ranks <= 0)
        return 0;
    *list = end;
    range[0] = range[1] + 1;
    range[1] = range[0] + (int)ranks - 1;
    range[2] = 1;
    return 1;
}

/* The sizes of the programs, if this is a job of several; else NULL.  */
static const char *
sizes_of_programs (void)
{
    int count = number_of ("OMPI_NUM_APP_CTX");

    return count > 1 && count <= MOST_CONTEXTS
               ? getenv ("OMPI_APP_CTX_NUM_PROCS")
               : NULL;
}

/* ---- announce and find -------------------------------------------------- */

void
hpm_app_contexts_announce (void)
{
    struct pmix_value here = { .type = PMIX_TYPE_UINT32, .data.number = 1 };

    if (!sizes_of_programs () || load_pmix () < 0
        || pmix.Init (&pmix.self, NULL, 0) != PMIX_OK)
        return;
    pmix.ready = pmix.Put (PMIX_SCOPE_GLOBAL, KEY, &here) == PMIX_OK
                 && pmix.Commit () == PMIX_OK;
}

/* Whether a rank has left its word; looks at what is here already, and asks
 * nobody.  */
static int
has_announced (int rank)
{
    struct pmix_info here_only
        = { .key = "pmix.optional",
            .value = { .type = PMIX_TYPE_BOOL, .data.flag = 1 } };
    struct pmix_proc proc = pmix.self;
    struct pmix_value *value = NULL;
    int found;

    proc.rank = (uint32_t)rank;
    found = pmix.Get (&proc, KEY, &here_only, 1, &value) == PMIX_OK;
    if (found)
        free (value);
    return found;
}

void
hpm_app_contexts_find (struct hpm_app_contexts *contexts)
{
    const char *sizes = sizes_of_programs ();
    int range[3] = { 0, -1, 1 };

    memset (contexts, 0, sizeof *contexts);
    if (!sizes || !pmix.ready)
        return;
    contexts->ranges = calloc (MOST_CONTEXTS, sizeof *contexts->ranges);
    while (contexts->ranges && contexts->total < MOST_CONTEXTS
           && next_range (&sizes, range)) {
        contexts->total++;
        if (has_announced (range[0]))
            memcpy (contexts->ranges[contexts->count++], range, sizeof range);
    }
    pmix.Finalize (NULL, 0); /* our reference; MPI holds its own */
    if (contexts->count == contexts->total)
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
