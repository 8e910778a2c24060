/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parts on their way to rank 0 along a tree: where there are too many of them,
 * or they are too large, to be there at once.
 *
 * A rank leads a range of ranks, itself the first, and divides the others among
 * up to HPM_TREE_FAN ranks that do the same.  Each learns how many bytes its
 * range has, and, asked by who leads it, hands them on in the order of ranks:
 * its own, and then range by range.  What comes in small parts goes on in
 * pieces of HPM_TREE_PIECE bytes, so that rank 0 receives few messages, from
 * few ranks, and no rank needs memory that grows with their number.
 */
#ifndef HPM_PMPI_GATHER_TREE_H
#define HPM_PMPI_GATHER_TREE_H

#include "pmpi/gather/gather.h"

#define HPM_TREE_FAN 32
#define HPM_TREE_PIECE (64 << 10)

/* Ranks first ... end - 1; led by the first.  */
struct hpm_tree_range {
    int first, end;
};

/* Range `i` of those that a range is divided into, 0 <= i < HPM_TREE_FAN; may
 * be empty.  */
struct hpm_tree_range hpm_tree_child (struct hpm_tree_range range, int i);

/* The range that a rank leads.  *parent is the rank that leads it, or -1.  */
struct hpm_tree_range hpm_tree_find (int rank, int ranks, int *parent);

/* One rank's state; large, and not to be asked for when others wait.  */
struct hpm_tree {
    hpm_handle comm;
    int rank, parent;
    struct hpm_tree_range range;
    uint64_t total, bytes[HPM_TREE_FAN];
    struct hpm_stream_file *file; /* rank 0 */
    struct hpm_error *error;
    int result;
    size_t filled; /* of `out` */
    char out[HPM_TREE_PIECE], in[HPM_TREE_PIECE];
};

/* Hand on `lead` and `body` of all ranks.  Collective over `comm`, where nobody
 * else communicates; `file` and `error` as for hpm_gather.  What can't be
 * written is received all the same, and what a rank lacked the memory for is
 * missing.  Returns 0, or -1 on rank 0.  */
int hpm_gather_tree (struct hpm_tree *tree, hpm_handle comm,
                     const struct hpm_stream_buffer *lead,
                     const struct hpm_stream_buffer *body,
                     struct hpm_stream_file *file, struct hpm_error *error);

#endif /* HPM_PMPI_GATHER_TREE_H */
