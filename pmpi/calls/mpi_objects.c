/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "pmpi/calls/mpi_objects.h"

#define MOST_OBJECTS 256

/* MPI libraries, the run time below them, and the transports they use.  */
static const char *const prefixes[] = {
    "libmpi.",     "libmpich.", "libmpi_", "libpmi",   "libopen-rte",
    "libopen-pal", "libprrte",  "mca_",    "libucp.",  "libucs.",
    "libuct",      "libfabric", "libpsm",  "libevent",
};

static struct {
    uintptr_t begin, end;
} objects[MOST_OBJECTS];

/* Written once, after the ranges: who sees the number sees the ranges.  */
static atomic_int object_count;

static int
is_mpi (const char *path)
{
    const char *slash = strrchr (path, '/');
    const char *base = slash ? slash + 1 : path;

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp (base, prefixes[i], strlen (prefixes[i])))
            return 1;
    return 0;
}

static int
note (struct dl_phdr_info *info, size_t size, void *data)
{
    int *n = data;

    (void)size;
    if (!is_mpi (info->dlpi_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum && *n < MOST_OBJECTS; i++) {
        const ElfW (Phdr) *header = &info->dlpi_phdr[i];

        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X))
            continue;
        objects[*n].begin = info->dlpi_addr + header->p_vaddr;
        objects[*n].end = objects[*n].begin + header->p_memsz;
        ++*n;
    }
    return 0;
}

void
hpm_mpi_objects_note (void)
{
    int n = 0;

    dl_iterate_phdr (note, &n);
    atomic_store_explicit (&object_count, n, memory_order_release);
}

int
hpm_mpi_object_contains (const void *address)
{
    int n = atomic_load_explicit (&object_count, memory_order_acquire);
    uintptr_t at = (uintptr_t)address;

    for (int i = 0; i < n; i++)
        if (at >= objects[i].begin && at < objects[i].end)
            return 1;
    return 0;
}
