/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the memory of ranks was, when they were looked at.
 */
#ifndef HPM_AGGREGATE_MEMORY_H
#define HPM_AGGREGATE_MEMORY_H

#include "aggregate/memory/rank_pages.h"

/* Texts are owned.  */
struct hpm_memory_mapping {
    struct hpm_mapping_record record;
    char *kind; /* its word */
    char *name; /* of a file; "" or NULL: none */
    /* Made by hpm_memory_settle; NULL without memory for them.  */
    char *title;  /* of the file the last part of the path, or else the kind */
    char *label;  /* for people: the end of that where it is long */
    char *nodes;  /* "0:BYTES 1:BYTES" */
    char *bar;    /* the number of a node for each part of it that is there */
    double local; /* share on the nodes that threads ran on; NAN: unknown */
};

/* A rank, and which of the lists below are its own.  */
struct hpm_memory_look {
    struct hpm_look_record record;
    int64_t first_mapping, mappings, first_placement, placements;
};

/* By rank; of a rank the mappings with most touched first, and placements as
 * the mappings are, those of threads last.  Owned.  */
struct hpm_memory {
    struct hpm_memory_look *looks;
    struct hpm_memory_mapping *mappings;
    /* Whose `mapping` is a place among all mappings.  */
    struct hpm_placement_record *placements;
    int64_t look_count, mapping_count, placement_count;
};

void hpm_memory_release (struct hpm_memory *memory);

/* Add a rank, where it was looked at.  Returns 0, or -1 without memory.  */
int hpm_memory_take (struct hpm_memory *memory, int64_t rank,
                     const struct hpm_rank_pages *pages);

/* After the last rank, or after the lists came from a file, where what does not
 * fit together is left out.  Returns 0, or -1 without memory.  */
int hpm_memory_settle (struct hpm_memory *memory);

/* A rank's own memory, without files, and where its threads ran.  */
struct hpm_memory_rank {
    double touched;             /* in bytes */
    double on[HPM_NODES_MOST];  /* of these */
    double ran[HPM_NODES_MOST]; /* share of the processor time of threads */
    double local;               /* share of what is touched; NAN: unknown */
};
void hpm_memory_of_rank (const struct hpm_memory *memory,
                         const struct hpm_memory_look *look,
                         struct hpm_memory_rank *rank);

/* Nodes that some rank's host has, at most.  */
int hpm_memory_nodes (const struct hpm_memory *memory);

#endif /* HPM_AGGREGATE_MEMORY_H */
