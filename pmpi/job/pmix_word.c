/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/guest/export.h"
#include "pmpi/job/pmix_api.h"
#include "pmpi/job/pmix_word.h"

#define KEY "hpmmpi"
#define KEY_NODE_RANKS "pmix.local.size"
#define KEY_HERE_ONLY "pmix.optional"  /* what this process has */
#define KEY_NODE_ONLY "pmix.immediate" /* or its server; waits for nobody */
#define KEY_LIMIT "pmix.timeout"
#define LIMIT 10 /* seconds, for what another node's server has at hand */

typedef void done_fn (int, void *);
typedef int get_fn (const struct hpm_pmix_proc *, const char *,
                    const struct hpm_pmix_info *, size_t,
                    struct hpm_pmix_value **);

/* What of it the threads of PMIx touch is atomic.  */
static struct {
    uint32_t waiting; /* to be left at the next commit; 0: no word */
    int open;         /* MPI_Init is under way */
    int left;         /* it is committed with what MPI has put */
    int met;          /* all ranks have committed theirs */
    char key[512];    /* of a value that MPI leaves for other nodes, too */
    get_fn *get;
    void (*destruct) (struct hpm_pmix_value *); /* NULL in PMIx 3 */
} word;

/* ---- leave it ----------------------------------------------------------- */

void
hpm_pmix_word_leave (uint32_t value)
{
    __atomic_store_n (&word.waiting, value, __ATOMIC_RELAXED);
    __atomic_store_n (&word.open, 1, __ATOMIC_RELEASE);
}

void
hpm_pmix_word_close (void)
{
    __atomic_store_n (&word.waiting, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&word.open, 0, __ATOMIC_RELEASE);
}

int PMIx_Put (uint8_t, const char *, struct hpm_pmix_value *);
int PMIx_Commit (void);

/* Whether every rank leaves a value of that name for ranks of other nodes: PMIx
 * knows some by itself, and what Open MPI's pml.base leaves is rank 0's.  */
static int
is_of_every_rank (uint8_t scope, const char *key)
{
    return (scope == HPM_PMIX_SCOPE_GLOBAL || scope == HPM_PMIX_SCOPE_REMOTE)
           && strncmp (key, "pmix.", strlen ("pmix.")) != 0
           && strncmp (key, "pml.base.", strlen ("pml.base.")) != 0;
}

/* MPI_Init is called by one thread.  */
HPM_EXPORT int
PMIx_Put (uint8_t scope, const char *key, struct hpm_pmix_value *value)
{
    int (*next) (uint8_t, const char *, struct hpm_pmix_value *);

    *(void **)&next = hpm_pmix_next ("PMIx_Put");
    if (!next)
        return HPM_PMIX_NOT_SUPPORTED;
    if (__atomic_load_n (&word.open, __ATOMIC_ACQUIRE) && !*word.key
        && is_of_every_rank (scope, key))
        snprintf (word.key, sizeof word.key, "%s", key);
    return next (scope, key, value);
}

/* The first commit that MPI_Init makes takes the word along.  */
static void
put (void)
{
    struct hpm_pmix_value value = { .type = HPM_PMIX_UINT32 };
    int (*next) (uint8_t, const char *, struct hpm_pmix_value *);

    value.data.number
        = __atomic_exchange_n (&word.waiting, 0, __ATOMIC_ACQ_REL);
    if (!value.data.number)
        return;
    *(void **)&next = hpm_pmix_next ("PMIx_Put");
    *(void **)&word.get = hpm_pmix_next ("PMIx_Get");
    *(void **)&word.destruct = hpm_pmix_next ("PMIx_Value_destruct");
    if (next && word.get
        && next (HPM_PMIX_SCOPE_GLOBAL, KEY, &value) == HPM_PMIX_OK)
        __atomic_store_n (&word.left, 1, __ATOMIC_RELEASE);
}

HPM_EXPORT int
PMIx_Commit (void)
{
    int (*next) (void);

    *(void **)&next = hpm_pmix_next ("PMIx_Commit");
    if (!next)
        return HPM_PMIX_NOT_SUPPORTED;
    put ();
    return next ();
}

/* ---- see whether all have left theirs ----------------------------------- */

static int
is_of_all (const struct hpm_pmix_proc *procs, size_t count)
{
    const char *space = getenv ("PMIX_NAMESPACE");

    if (!procs || !count)
        return 1;
    return count == 1 && procs->rank == HPM_PMIX_ALL_RANKS && space
           && !strcmp (procs->space, space);
}

/* A fence of all ranks has ended.  One that ends after MPI_Init does not count:
 * other ranks may not have seen it when they ask.  */
static void
note (void)
{
    if (__atomic_load_n (&word.open, __ATOMIC_ACQUIRE))
        __atomic_store_n (&word.met, 1, __ATOMIC_RELEASE);
}

/* Whether a fence is one that the word waits for.  */
static int
matters (const struct hpm_pmix_proc *procs, size_t count)
{
    return __atomic_load_n (&word.open, __ATOMIC_ACQUIRE)
           && __atomic_load_n (&word.left, __ATOMIC_ACQUIRE)
           && !__atomic_load_n (&word.met, __ATOMIC_ACQUIRE)
           && is_of_all (procs, count);
}

int PMIx_Fence (const struct hpm_pmix_proc *, size_t,
                const struct hpm_pmix_info *, size_t);
int PMIx_Fence_nb (const struct hpm_pmix_proc *, size_t,
                   const struct hpm_pmix_info *, size_t, done_fn *, void *);

HPM_EXPORT int
PMIx_Fence (const struct hpm_pmix_proc *procs, size_t count,
            const struct hpm_pmix_info *info, size_t infos)
{
    int (*next) (const struct hpm_pmix_proc *, size_t,
                 const struct hpm_pmix_info *, size_t);
    int result, watched = matters (procs, count);

    *(void **)&next = hpm_pmix_next ("PMIx_Fence");
    if (!next)
        return HPM_PMIX_NOT_SUPPORTED;
    result = next (procs, count, info, infos);
    if (watched && result == HPM_PMIX_OK)
        note ();
    return result;
}

/* A fence under way.  */
struct fence {
    done_fn *done;
    void *data;
};

static void
end_fence (int status, void *data)
{
    struct fence fence = *(struct fence *)data;

    free (data);
    if (status == HPM_PMIX_OK)
        note ();
    fence.done (status, fence.data);
}

/* NULL where the fence does not matter, or without memory: then nobody looks
 * at it.  */
static struct fence *
make_fence (int watched, done_fn *done, void *data)
{
    struct fence *fence = watched && done ? malloc (sizeof *fence) : NULL;

    if (fence)
        *fence = (struct fence){ done, data };
    return fence;
}

HPM_EXPORT int
PMIx_Fence_nb (const struct hpm_pmix_proc *procs, size_t count,
               const struct hpm_pmix_info *info, size_t infos, done_fn *done,
               void *data)
{
    int (*next) (const struct hpm_pmix_proc *, size_t,
                 const struct hpm_pmix_info *, size_t, done_fn *, void *);
    struct fence *fence;
    int result;

    *(void **)&next = hpm_pmix_next ("PMIx_Fence_nb");
    if (!next)
        return HPM_PMIX_NOT_SUPPORTED;
    fence = make_fence (matters (procs, count), done, data);
    if (!fence)
        return next (procs, count, info, infos, done, data);
    result = next (procs, count, info, infos, end_fence, fence);
    if (result == HPM_PMIX_OK)
        return result; /* end_fence has it */
    free (fence);
    if (result == HPM_PMIX_DONE_ALREADY)
        note ();
    return result;
}

/* ---- look --------------------------------------------------------------- */

static int
get (uint32_t rank, const char *key, const struct hpm_pmix_info *how,
     struct hpm_pmix_value **value)
{
    struct hpm_pmix_proc proc = { .rank = rank };
    const char *space = getenv ("PMIX_NAMESPACE");

    snprintf (proc.space, sizeof proc.space, "%s", space ? space : "");
    return word.get (&proc, key, how, 1, value);
}

/* A number; 0 where there is none, and -1 where PMIx can't tell.  */
static int64_t
look (uint32_t rank, const char *key, const char *where)
{
    struct hpm_pmix_info how
        = { .value = { .type = HPM_PMIX_BOOL, .data.flag = 1 } };
    struct hpm_pmix_value *value = NULL;
    int64_t number = 0;
    int result;

    snprintf (how.key, sizeof how.key, "%s", where);
    result = get (rank, key, &how, &value);
    if (result != HPM_PMIX_OK || !value)
        return result == HPM_PMIX_NOT_FOUND ? 0 : -1;
    if (value->type == HPM_PMIX_UINT32)
        number = value->data.number;
    free (value);
    return number;
}

/* Have all that a rank has left brought to this node, by asking for what MPI
 * has left with it: to ask for a word that was not left would be to wait for
 * it.  Who waited in vain once does not ask again.  Returns whether it is here.
 */
static int
fetch (uint32_t rank)
{
    const struct hpm_pmix_info limit
        = { .key = KEY_LIMIT,
            .value = { .type = HPM_PMIX_INT, .data.number = LIMIT } };
    struct hpm_pmix_value *value = NULL;

    if (!*word.key || get (rank, word.key, &limit, &value) != HPM_PMIX_OK) {
        *word.key = '\0';
        return 0;
    }
    if (value && word.destruct)
        word.destruct (value);
    free (value);
    return 1;
}

/* Whether all ranks are of this node, whose server has what they left.  */
static int
is_one_node (int ranks)
{
    return look (HPM_PMIX_ALL_RANKS, KEY_NODE_RANKS, KEY_HERE_ONLY) == ranks;
}

int64_t
hpm_pmix_word_of (int rank, int ranks)
{
    uint32_t number = (uint32_t)rank;
    int64_t found;

    if (!__atomic_load_n (&word.left, __ATOMIC_ACQUIRE))
        return -1;
    found = look (number, KEY, KEY_HERE_ONLY);
    if (found > 0)
        return found;
    if (!__atomic_load_n (&word.met, __ATOMIC_ACQUIRE)
        || !(is_one_node (ranks) || fetch (number)))
        return -1;
    return look (number, KEY, KEY_NODE_ONLY);
}
