/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How often each way was seen that led to a sample: a tree of places, the
 * outermost caller at its root; of fixed size.
 */
#ifndef HPM_PMPI_SAMPLE_CHAINS_H
#define HPM_PMPI_SAMPLE_CHAINS_H

#include "pmpi/samples/sample_ring.h"

#define HPM_CHAIN_SLOTS 65536 /* so that it is never searched for long ... */
#define HPM_CHAIN_NODES 49152 /* ... no more are in it */

/* Its caller has a smaller number.  */
struct hpm_chain_node {
    int32_t parent; /* number of its caller, -1: none */
    int32_t module; /* for who tells them; HPM_SAMPLE_UNKNOWN so far */
    uint64_t address;
    int64_t samples, inside; /* taken there, and of these in a call of MPI */
};

struct hpm_chains {
    struct hpm_chain_node *nodes; /* [HPM_CHAIN_NODES], owned */
    int32_t *slots;               /* 1 + number of a node, 0: free */
    int count;
    int64_t broken;               /* samples that led to no beginning */
    struct hpm_chain_node others; /* samples that there was no room for */
};

/* Returns 0, or -1 without memory.  */
int hpm_chains_open (struct hpm_chains *chains);
void hpm_chains_close (struct hpm_chains *chains);

void hpm_chains_add (struct hpm_chains *chains,
                     const struct hpm_sample *sample);

/* The address that a thread's first function returns to: callers of that are of
 * no interest.  Of all threads it is the same; that of main is found.  */
void hpm_chains_thread_begins (const void *address);

#endif /* HPM_PMPI_SAMPLE_CHAINS_H */
