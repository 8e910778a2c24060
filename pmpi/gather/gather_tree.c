/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "pmpi/gather/gather_tree.h"
#include "pmpi/gather/gather_write.h"
#include "pmpi/wire/mpi_api.h"

#define TAG_BYTES 1
#define TAG_GO 2
#define TAG_PIECE 3

/* Ranges that are asked before it is their turn: enough to hide the way there
 * and back, and few enough for what MPI may keep of them unasked.  */
#define AHEAD 4

/* ---- who leads whom ----------------------------------------------------- */

struct hpm_tree_range
hpm_tree_child (struct hpm_tree_range range, int i)
{
    int64_t others = range.end - range.first - 1;
    int first = range.first + 1;

    return (struct hpm_tree_range){
        first + (int)(others * i / HPM_TREE_FAN),
        first + (int)(others * (i + 1) / HPM_TREE_FAN)
    };
}

struct hpm_tree_range
hpm_tree_find (int rank, int ranks, int *parent)
{
    struct hpm_tree_range range = { 0, ranks };

    *parent = -1;
    while (range.first != rank) {
        struct hpm_tree_range child = { 0, 0 };

        for (int i = 0; rank >= child.end; i++)
            child = hpm_tree_child (range, i);
        *parent = range.first;
        range = child;
    }
    return range;
}

/* Child `i` of this rank; 0 where there is none.  */
static int
child_of (const struct hpm_tree *tree, int i)
{
    struct hpm_tree_range child = i < HPM_TREE_FAN
                                      ? hpm_tree_child (tree->range, i)
                                      : (struct hpm_tree_range){ 0, 0 };

    return child.first < child.end ? child.first : 0;
}

/* ---- messages ----------------------------------------------------------- */

static void
send_to (const struct hpm_tree *tree, int rank, int tag, const void *data,
         size_t bytes)
{
    hpm_mpi.Send (data, (int)bytes, hpm_mpi.byte, rank, tag, tree->comm);
}

static void
receive_from (const struct hpm_tree *tree, int rank, int tag, void *data,
              size_t bytes)
{
    hpm_mpi.Recv (data, (int)bytes, hpm_mpi.byte, rank, tag, tree->comm,
                  (void *)hpm_mpi_abi.status_ignore);
}

/* ---- where the bytes go ------------------------------------------------- */

static void
flush (struct hpm_tree *tree)
{
    if (tree->filled)
        send_to (tree, tree->parent, TAG_PIECE, tree->out, tree->filled);
    tree->filled = 0;
}

/* To who leads this rank go whole pieces, but for the last.  */
static void
hand_on (struct hpm_tree *tree, const char *data, uint64_t bytes)
{
    while (bytes) {
        size_t room = HPM_TREE_PIECE - tree->filled;
        size_t n = bytes < room ? (size_t)bytes : room;

        memcpy (tree->out + tree->filled, data, n);
        tree->filled += n;
        data += n;
        bytes -= n;
        if (tree->filled == HPM_TREE_PIECE)
            flush (tree);
    }
}

static void
put (struct hpm_tree *tree, const char *data, uint64_t bytes)
{
    if (tree->rank)
        hand_on (tree, data, bytes);
    else if (tree->result == 0)
        tree->result
            = hpm_gather_write_bytes (tree->file, data, bytes, tree->error);
}

/* ---- the way there ------------------------------------------------------ */

/* From the leaves on: how many bytes come of each range.  */
static void
learn_bytes (struct hpm_tree *tree, uint64_t own)
{
    tree->total = own;
    for (int i = 0; i < HPM_TREE_FAN; i++) {
        int child = child_of (tree, i);

        tree->bytes[i] = 0;
        if (child)
            receive_from (tree, child, TAG_BYTES, &tree->bytes[i],
                          sizeof tree->bytes[i]);
        tree->total += tree->bytes[i];
    }
    if (tree->rank)
        send_to (tree, tree->parent, TAG_BYTES, &tree->total,
                 sizeof tree->total);
}

/* Ask child `i` for its bytes, if it is there and has any.  */
static void
ask (const struct hpm_tree *tree, int i)
{
    int child = child_of (tree, i);

    if (child && tree->bytes[i])
        send_to (tree, child, TAG_GO, NULL, 0);
}

static void
receive_range (struct hpm_tree *tree, int i)
{
    for (uint64_t left = tree->bytes[i]; left;) {
        size_t n = left < HPM_TREE_PIECE ? (size_t)left : HPM_TREE_PIECE;

        receive_from (tree, child_of (tree, i), TAG_PIECE, tree->in, n);
        put (tree, tree->in, n);
        left -= n;
    }
}

static void
receive_ranges (struct hpm_tree *tree)
{
    for (int i = 0; i < AHEAD; i++)
        ask (tree, i);
    for (int i = 0; i < HPM_TREE_FAN; i++) {
        receive_range (tree, i);
        ask (tree, i + AHEAD);
    }
}

static void
begin (struct hpm_tree *tree, hpm_handle comm, struct hpm_stream_file *file,
       struct hpm_error *error)
{
    int ranks;

    tree->comm = comm;
    tree->file = file;
    tree->error = error;
    tree->result = 0;
    tree->filled = 0;
    hpm_mpi.Comm_rank (comm, &tree->rank);
    hpm_mpi.Comm_size (comm, &ranks);
    tree->range = hpm_tree_find (tree->rank, ranks, &tree->parent);
}

int
hpm_gather_tree (struct hpm_tree *tree, hpm_handle comm,
                 const struct hpm_stream_buffer *lead,
                 const struct hpm_stream_buffer *body,
                 struct hpm_stream_file *file, struct hpm_error *error)
{
    int failed = lead->failed || body->failed;

    begin (tree, comm, file, error);
    learn_bytes (tree, failed ? 0 : lead->bytes + body->bytes);
    if (tree->rank && tree->total)
        receive_from (tree, tree->parent, TAG_GO, NULL, 0);
    if (!failed) {
        put (tree, lead->data, lead->bytes);
        put (tree, body->data, body->bytes);
    }
    receive_ranges (tree);
    flush (tree);
    return tree->result;
}
