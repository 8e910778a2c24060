/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/wrap/calls_known.h"
#include "pmpi/wrap/calls_real.h"

uint32_t hpm_known_epoch = 1;

struct hpm_known *
hpm_known_create (void)
{
    return calloc (1, sizeof (struct hpm_known));
}

void
hpm_known_forget (void)
{
    __atomic_add_fetch (&hpm_known_epoch, 1, __ATOMIC_SEQ_CST);
}

int64_t
hpm_known_ask_type (struct hpm_known_type *known, hpm_handle type)
{
    uint32_t epoch = __atomic_load_n (&hpm_known_epoch, __ATOMIC_RELAXED);
    int64_t size = 0;

    if (hpm_calls_real.Type_size_x (type, &size) != HPM_MPI_SUCCESS || size < 0)
        size = 0;
    known->type = type;
    known->epoch = epoch;
    known->size = size;
    return size;
}

/* ---- communicators ------------------------------------------------------ */

static void
forget_neighbours (struct hpm_known_comm *known)
{
    free (known->sources);
    free (known->targets);
    known->sources = known->targets = NULL;
    known->source_count = known->target_count = 0;
    known->has_neighbours = 0;
}

static void
ask_comm (struct hpm_known_comm *known, hpm_handle comm)
{
    forget_neighbours (known);
    known->comm = comm;
    hpm_calls_real.Comm_rank (comm, &known->rank);
    hpm_calls_real.Comm_size (comm, &known->size);
    hpm_calls_real.Comm_test_inter (comm, &known->between);
    known->peers = known->size;
    if (known->between)
        hpm_calls_real.Comm_remote_size (comm, &known->peers);
}

/* Room for the ranks of the neighbours; without memory there are none.  */
static int
make_room (struct hpm_known_comm *known, int sources, int targets)
{
    known->sources = calloc ((size_t)sources + 1, sizeof (int));
    known->targets = calloc ((size_t)targets + 1, sizeof (int));
    if (!known->sources || !known->targets) {
        forget_neighbours (known);
        return -1;
    }
    known->source_count = sources;
    known->target_count = targets;
    return 0;
}

/* Both ways along each dimension, in the order of the standard.  */
static void
ask_cart (struct hpm_known_comm *known)
{
    int dimensions = 0;

    hpm_calls_real.Cartdim_get (known->comm, &dimensions);
    if (make_room (known, 2 * dimensions, 2 * dimensions) < 0)
        return;
    for (int d = 0; d < dimensions; d++)
        hpm_calls_real.Cart_shift (known->comm, d, 1, &known->sources[2 * d],
                                   &known->sources[2 * d + 1]);
    memcpy (known->targets, known->sources,
            2 * (size_t)dimensions * sizeof (int));
}

static void
ask_graph (struct hpm_known_comm *known)
{
    int count = 0;

    hpm_calls_real.Graph_neighbors_count (known->comm, known->rank, &count);
    if (make_room (known, count, count) < 0)
        return;
    hpm_calls_real.Graph_neighbors (known->comm, known->rank, count,
                                    known->sources);
    memcpy (known->targets, known->sources, (size_t)count * sizeof (int));
}

static void
ask_dist_graph (struct hpm_known_comm *known)
{
    int sources = 0, targets = 0, weighted = 0, *weights;

    hpm_calls_real.Dist_graph_neighbors_count (known->comm, &sources, &targets,
                                               &weighted);
    weights = calloc ((size_t)(sources + targets) + 2, sizeof *weights);
    if (weights && make_room (known, sources, targets) == 0)
        hpm_calls_real.Dist_graph_neighbors (
            known->comm, sources, known->sources, weights, targets,
            known->targets, weights + sources + 1);
    free (weights);
}

static void
ask_neighbours (struct hpm_known_comm *known)
{
    int topology = 0;

    hpm_calls_real.Topo_test (known->comm, &topology);
    if (topology == hpm_mpi_abi.cart)
        ask_cart (known);
    else if (topology == hpm_mpi_abi.graph)
        ask_graph (known);
    else if (topology == hpm_mpi_abi.dist_graph)
        ask_dist_graph (known);
    known->has_neighbours = 1;
}

const struct hpm_known_comm *
hpm_comm_known (hpm_handle comm, int neighbours)
{
    struct hpm_known_comm *known
        = &hpm_calls_self.known
               ->comms[hpm_handle_hash (comm) % HPM_KNOWN_COMMS];
    uint32_t epoch = __atomic_load_n (&hpm_known_epoch, __ATOMIC_RELAXED);

    if (known->comm != comm || known->epoch != epoch) {
        ask_comm (known, comm);
        known->epoch = epoch;
    }
    if (neighbours && !known->has_neighbours)
        ask_neighbours (known);
    return known;
}

void
hpm_known_release (void)
{
    struct hpm_known *known = hpm_calls_self.known;

    for (int i = 0; known && i < HPM_KNOWN_COMMS; i++)
        forget_neighbours (&known->comms[i]);
    free (known);
    hpm_calls_self.known = NULL;
}
