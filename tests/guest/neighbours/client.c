/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that uses PMIx itself, in or without MPI:
 *
 *     client mpi|alone
 *
 * Each rank leaves a number, and rank 0 prints those of all.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct proc {
    char space[256];
    uint32_t rank;
};

struct value {
    uint16_t type;
    union {
        uint32_t number;
        char flag;
        char *words[3];
    } data;
};

struct info {
    char key[512];
    uint32_t flags;
    struct value value;
};

static struct {
    int (*Init) (struct proc *, struct info *, size_t);
    int (*Finalize) (const struct info *, size_t);
    int (*Put) (uint8_t, const char *, struct value *);
    int (*Commit) (void);
    int (*Fence) (const struct proc *, size_t, const struct info *, size_t);
    int (*Get) (const struct proc *, const char *, const struct info *, size_t,
                struct value **);
} pmix;

/* As the linker would find them for a program that is linked to PMIx.  */
static void *
find (const char *name)
{
    void *symbol = dlsym (RTLD_DEFAULT, name);

    if (symbol)
        return symbol;
    symbol = dlsym (dlopen ("libpmix.so.2", RTLD_LAZY), name);
    if (!symbol)
        exit (77);
    return symbol;
}

static void
load (void)
{
    dlopen ("libpmix.so.2", RTLD_LAZY | RTLD_GLOBAL);
    *(void **)&pmix.Init = find ("PMIx_Init");
    *(void **)&pmix.Finalize = find ("PMIx_Finalize");
    *(void **)&pmix.Put = find ("PMIx_Put");
    *(void **)&pmix.Commit = find ("PMIx_Commit");
    *(void **)&pmix.Fence = find ("PMIx_Fence");
    *(void **)&pmix.Get = find ("PMIx_Get");
}

/* Returns 0 if all went well.  */
static int
exchange (struct proc self, int ranks)
{
    struct value mine = { .type = 14, .data.number = 100 + self.rank };
    struct info collect
        = { .key = "pmix.collect", .value = { .type = 1, .data.flag = 1 } };
    struct proc proc = self;
    int failed = pmix.Put (3, "client", &mine) || pmix.Commit ()
                 || pmix.Fence (NULL, 0, &collect, 1);

    for (int rank = 0; rank < ranks && !failed; rank++) {
        struct value *value = NULL;

        proc.rank = (uint32_t)rank;
        failed = pmix.Get (&proc, "client", NULL, 0, &value) || !value;
        if (!failed && self.rank == 0)
            printf ("%u%c", value->data.number, rank + 1 < ranks ? ' ' : '\n');
    }
    return failed;
}

int
main (int argc, char **argv)
{
    int mpi = argc > 1 && !strcmp (argv[1], "mpi"), failed;
    int ranks = atoi (getenv ("OMPI_COMM_WORLD_SIZE"));
    struct proc self;

    if (mpi)
        MPI_Init (&argc, &argv);
    load ();
    failed = pmix.Init (&self, NULL, 0) || exchange (self, ranks)
             || pmix.Finalize (NULL, 0);
    fflush (stdout);
    if (mpi)
        MPI_Finalize ();
    return failed;
}
