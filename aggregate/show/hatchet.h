/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Trees as Hatchet reads them (GraphFrame.from_caliper): the JSON of Caliper
 * that is called json-split.  "columns" names what a row of "data" has, and
 * "column_metadata" says of each whether it is a number; of a column that is
 * none a row has a place in "nodes", and these are the tree.  The reader puts 0
 * where a node has no row, or none of a rank: each node has all of its rows,
 * and null where something is not known.
 *
 * What a node has without those inside it has a name of its own, and with them
 * that name and "(inc)", since it is by these names that Hatchet adds up the
 * former when it leaves nodes out.
 *
 * The first column, "Node order", tells in which order nodes that are in the
 * same one come.  Some releases want it, and take that of the n-th node out of
 * the n-th row, so that the first rows are those of all nodes; some take it for
 * a measure where it is called a number, and it is neither.  It is the order of
 * labels, that of releases that do without it: only so are trees of two runs
 * merged well.
 */
#ifndef HPM_AGGREGATE_HATCHET_H
#define HPM_AGGREGATE_HATCHET_H

#include "aggregate/show/emit/json.h"
#include "aggregate/show/rows/output.h"

/* The columns that nodes stand in.  Hatchet takes nodes of the first for
 * regions, those of the second for functions.  */
#define HPM_HATCHET_REGION "path"
#define HPM_HATCHET_FUNCTION "source.function#callpath.address"

struct hpm_hatchet_tree {
    const char *column; /* that they stand in */
    int count;
    const char **labels; /* [node], the array is owned, like those below */
    int *parents;        /* places of those around them, which are there
                            before them, -1: none */
    int64_t *order;      /* from 1 on */
};

/* Room for so many nodes, whose labels and parents are to be filled in. Returns
 * 0, or -1 without memory.  Release in either case.  */
int hpm_hatchet_tree_init (struct hpm_hatchet_tree *tree, const char *column,
                           int count);
void hpm_hatchet_tree_release (struct hpm_hatchet_tree *tree);

/* Find the order.  */
void hpm_hatchet_tree_sort (struct hpm_hatchet_tree *tree);

struct hpm_hatchet_column {
    const char *name;
    const char *unit; /* NULL or "1": none */
};

/* Put the columns and the nodes as members of the object that is open: before
 * these columns, which are numbers, each row has the order of its node and its
 * place.  */
void hpm_hatchet_put_head (struct hpm_json *json,
                           const struct hpm_hatchet_tree *tree,
                           const struct hpm_hatchet_column *columns, int count);

/* Columns, nodes and data, as members of the object that is open: of the
 * regions, on all ranks or each, and of samples in functions, lines or whole
 * stacks.  Return 0, or -1 with the error.  */
int hpm_hatchet_put_regions (struct hpm_json *json,
                             const struct hpm_output *output,
                             struct hpm_error *error);
int hpm_hatchet_put_samples (struct hpm_json *json,
                             const struct hpm_output *output,
                             struct hpm_error *error);

#endif /* HPM_AGGREGATE_HATCHET_H */
