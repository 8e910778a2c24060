/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "pmpi/pmix_word.h"

#define KEY "hpmmpi"

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
} pmix;

static int
load (void)
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

int
hpm_pmix_word_leave (uint32_t word)
{
    struct pmix_value value = { .type = PMIX_TYPE_UINT32, .data.number = word };

    if (load () < 0 || pmix.Init (&pmix.self, NULL, 0) != PMIX_OK)
        return -1;
    if (pmix.Put (PMIX_SCOPE_GLOBAL, KEY, &value) == PMIX_OK
        && pmix.Commit () == PMIX_OK)
        return 0;
    hpm_pmix_word_done ();
    return -1;
}

uint32_t
hpm_pmix_word_of (int rank)
{
    struct pmix_info here_only
        = { .key = "pmix.optional",
            .value = { .type = PMIX_TYPE_BOOL, .data.flag = 1 } };
    struct pmix_proc proc = pmix.self;
    struct pmix_value *value = NULL;
    uint32_t word = 0;

    proc.rank = (uint32_t)rank;
    if (pmix.Get (&proc, KEY, &here_only, 1, &value) == PMIX_OK && value) {
        if (value->type == PMIX_TYPE_UINT32)
            word = value->data.number;
        free (value);
    }
    return word;
}

/* Our reference; MPI holds its own.  */
void
hpm_pmix_word_done (void)
{
    pmix.Finalize (NULL, 0);
}
