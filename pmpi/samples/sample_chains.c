/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/samples/sample_chains.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

#define NODES_BYTES (HPM_CHAIN_NODES * sizeof (struct hpm_chain_node))
#define BYTES (NODES_BYTES + HPM_CHAIN_SLOTS * sizeof (int32_t))

/* ---- where threads begin ------------------------------------------------ */

/* The function that calls main is not exported; it is in the same file of the C
 * library as the one that programs call, and next to it.  */
#define NEAR 2048

static uintptr_t program_start, thread_start;

void
hpm_chains_thread_begins (const void *address)
{
    __atomic_store_n (&thread_start, (uintptr_t)address, __ATOMIC_RELAXED);
}

static int
is_beginning (uint64_t address)
{
    return address == __atomic_load_n (&thread_start, __ATOMIC_RELAXED)
           || (program_start && address - program_start + NEAR < 2 * NEAR);
}

/* ---- the tree ----------------------------------------------------------- */

int
hpm_chains_open (struct hpm_chains *chains)
{
    void *memory = mmap (NULL, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    memset (chains, 0, sizeof *chains);
    if (memory == MAP_FAILED)
        return -1;
    chains->nodes = memory;
    chains->slots = (int32_t *)((char *)memory + NODES_BYTES);
    program_start = (uintptr_t)dlsym (RTLD_DEFAULT, "__libc_start_main");
    return 0;
}

void
hpm_chains_close (struct hpm_chains *chains)
{
    if (chains->nodes)
        munmap (chains->nodes, BYTES);
    memset (chains, 0, sizeof *chains);
}

static int
is_node (const struct hpm_chain_node *node, int32_t parent, uint64_t address)
{
    return node->parent == parent && node->address == address;
}

/* The number of a place behind its caller, a new one where there is none yet;
 * -1 where there is no room.  */
static int32_t
find (struct hpm_chains *chains, int32_t parent, uint64_t address)
{
    uint64_t key = (address + (uint64_t)(parent + 1) * 0xd6e8feb86659fd93u)
                   * 0x9e3779b97f4a7c15u;

    for (unsigned at = (unsigned)(key >> 32);; at++) {
        int32_t *slot = &chains->slots[at % HPM_CHAIN_SLOTS];

        if (*slot && is_node (&chains->nodes[*slot - 1], parent, address))
            return *slot - 1;
        if (*slot)
            continue;
        if (chains->count == HPM_CHAIN_NODES)
            return -1;
        chains->nodes[chains->count]
            = (struct hpm_chain_node){ parent, HPM_SAMPLE_UNKNOWN, address, 0,
                                       0 };
        *slot = ++chains->count;
        return chains->count - 1;
    }
}

/* Callers up to the one that the thread began with; all, and it is noted, where
 * that is not among them.  */
static int
depth_of (struct hpm_chains *chains, const struct hpm_sample *sample)
{
    for (int i = 0; i < sample->depth; i++)
        if (is_beginning (sample->callers[i]))
            return i;
    chains->broken++;
    return sample->depth;
}

void
hpm_chains_add (struct hpm_chains *chains, const struct hpm_sample *sample)
{
    struct hpm_chain_node *node;
    int32_t at = -1;
    int left = 1 + depth_of (chains, sample);

    do {
        left--;
        at = find (chains, at,
                   left ? sample->callers[left - 1] - 1 : sample->address);
    } while (left && at >= 0);
    node = at >= 0 ? &chains->nodes[at] : &chains->others;
    node->samples++;
    node->inside += sample->inside;
}
