/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/binding_private.h"
#include "aggregate/binding/mask.h"

void
hpm_binding_cores_release (struct hpm_binding_cores *cores)
{
    free (cores->list);
    free (cores->sets);
    memset (cores, 0, sizeof *cores);
}

const uint64_t *
hpm_binding_set (const struct hpm_binding_cores *cores, int processor)
{
    return cores->sets + (size_t)processor * cores->words;
}

int
hpm_binding_set_count (const struct hpm_binding_cores *cores,
                       const uint64_t *set)
{
    int count = 0;

    for (size_t i = 0; i < cores->words; i++)
        count += __builtin_popcountll (set[i]);
    return count;
}

int
hpm_binding_set_first (const struct hpm_binding_cores *cores,
                       const uint64_t *set)
{
    for (size_t i = 0; i < cores->words; i++)
        if (set[i])
            return (int)(64 * i) + __builtin_ctzll (set[i]);
    return -1;
}

int
hpm_binding_core_first (const struct hpm_binding_cores *cores,
                        const struct hpm_binding_core *core)
{
    int first = -1;

    for (int i = 0; first < 0 && i < core->count; i++)
        first = hpm_binding_set_first (
            cores, hpm_binding_set (cores, core->processors[i]));
    return first;
}

/* ---- cores -------------------------------------------------------------- */

static void
add_core (struct hpm_binding_cores *cores, int processor, int socket, int node)
{
    cores->list[cores->count]
        = (struct hpm_binding_core){ .number = cores->count,
                                     .socket = socket,
                                     .node = node,
                                     .count = 1,
                                     .processors = { processor } };
    cores->count++;
}

/* Processors ascend, so that the first of a core has made it.  */
static void
add_to_core (struct hpm_binding_cores *cores, int first, int processor)
{
    struct hpm_binding_core *core = cores->list;

    while (core->processors[0] != first)
        core++;
    if (core->count < HPM_CORE_THREADS)
        core->processors[core->count++] = processor;
}

static void
list_cores (struct hpm_binding_cores *cores, const struct hpm_topology *known)
{
    for (int i = 0; i < known->processors; i++) {
        if (known->core[i] < 0)
            continue;
        cores->online++;
        if (known->core[i] == i)
            add_core (cores, i, known->socket[i], known->node[i]);
        else
            add_to_core (cores, known->core[i], i);
    }
}

/* Whether every rank has a processor among the cores.  A list may name others:
 * the kernel has those that may come online, too, or the host has changed.  */
static int
have_all_ranks (const struct hpm_binding_cores *cores)
{
    for (size_t r = 0; r < cores->rank_count; r++)
        if (!hpm_binding_rank_cores (cores, (int)r))
            return 0;
    return 1;
}

/* Those that some rank may use are all that is known.  */
static void
list_processors (struct hpm_binding_cores *cores)
{
    cores->count = cores->online = 0;
    for (int i = 0; i < HPM_TOPOLOGY_PROCESSORS; i++)
        if (hpm_binding_set_first (cores, hpm_binding_set (cores, i)) >= 0)
            add_core (cores, i, -1, -1);
}

static int
compare_cores (const void *a, const void *b)
{
    const struct hpm_binding_core *first = a, *second = b;

    if (first->socket != second->socket)
        return first->socket < second->socket ? -1 : 1;
    if (first->node != second->node)
        return first->node < second->node ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

/* ---- who may run there -------------------------------------------------- */

static void
fill_sets (struct hpm_binding_cores *cores, const struct hpm_binding *binding)
{
    for (size_t r = 0; r < cores->rank_count; r++) {
        struct hpm_mask mask;

        hpm_mask_parse (&mask, binding->lists.texts[cores->ranks[r].mask]);
        for (int i = 0; i < 64 * mask.words; i++)
            if (mask.bits[i / 64] >> (i % 64) & 1)
                cores->sets[(size_t)i * cores->words + r / 64] |= UINT64_C (1)
                                                                  << (r % 64);
    }
}

int
hpm_binding_cores_make (struct hpm_binding_cores *cores,
                        const struct hpm_binding *binding,
                        const struct hpm_binding_picture *picture)
{
    struct hpm_topology *known = malloc (sizeof *known);
    size_t words = (picture->count + 63) / 64;

    *cores = (struct hpm_binding_cores){
        .ranks = binding->ranks + picture->first,
        .rank_count = picture->count,
        .words = words,
        .list = calloc (HPM_TOPOLOGY_PROCESSORS, sizeof *cores->list),
        .sets = calloc (HPM_TOPOLOGY_PROCESSORS * words, sizeof *cores->sets)
    };
    if (known && cores->list && cores->sets) {
        fill_sets (cores, binding);
        cores->known = picture->topology
                       && !hpm_topology_parse (known, picture->topology);
        if (cores->known)
            list_cores (cores, known);
        cores->known = cores->known && have_all_ranks (cores);
        if (!cores->known)
            list_processors (cores);
        qsort (cores->list, (size_t)cores->count, sizeof *cores->list,
               compare_cores);
    }
    free (known);
    return known && cores->list && cores->sets ? 0 : -1;
}
