/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "pmpi/wrap/calls_arrivals.h"
#include "pmpi/wrap/calls_real.h"

uint64_t
hpm_mix (uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

static uint64_t
hash_of_ranks (const int *ranks, int count)
{
    uint64_t hash = hpm_mix ((uint64_t)count);

    for (int i = 0; i < count; i++)
        hash = hpm_mix (hash ^ (uint32_t)ranks[i]);
    return hash;
}

/* 0 without memory.  */
static uint64_t
hash_of_groups (hpm_handle group, hpm_handle world, int size)
{
    int *ranks = calloc (2 * (size_t)size + 1, sizeof *ranks);
    uint64_t hash = 0;

    for (int i = 0; ranks && i < size; i++)
        ranks[i] = i;
    if (ranks
        && hpm_calls_real.Group_translate_ranks (group, size, ranks, world,
                                                 ranks + size)
               == HPM_MPI_SUCCESS)
        hash = hash_of_ranks (ranks + size, size);
    free (ranks);
    return hash;
}

uint64_t
hpm_comm_members (hpm_handle comm, int size, hpm_handle of)
{
    union hpm_handle_slot group = hpm_handle_slot (0), world = group;
    uint64_t hash = 0;

    if (!of || hpm_calls_real.Comm_group (comm, &group) != HPM_MPI_SUCCESS)
        return 0;
    if (hpm_calls_real.Comm_group (of, &world) == HPM_MPI_SUCCESS) {
        hash = hash_of_groups (hpm_handle_at (&group, 0),
                               hpm_handle_at (&world, 0), size);
        hpm_calls_real.Group_free (&world);
    }
    hpm_calls_real.Group_free (&group);
    return hash;
}
