/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A picture by cores: who may run on each of their hyper-threads.
 */
#ifndef HPM_AGGREGATE_BINDING_PRIVATE_H
#define HPM_AGGREGATE_BINDING_PRIVATE_H

#include "aggregate/binding/binding.h"

#define HPM_CORE_THREADS 16 /* of a core, at most */

/* A core; where cores are not known, a processor by itself.  */
struct hpm_binding_core {
    int number;
    int socket, node;
    int count, processors[HPM_CORE_THREADS];
};

/* A picture.  A set of ranks has a bit for each, by their order.  */
struct hpm_binding_cores {
    const struct hpm_bound *ranks;
    size_t rank_count, words;      /* of a set */
    struct hpm_binding_core *list; /* by socket, node and number; owned */
    int count;
    int known;      /* that they are cores */
    int online;     /* processors in all */
    uint64_t *sets; /* [processor][words], owned */
};

/* Returns 0, or -1 without memory; release in either case.  */
int hpm_binding_cores_make (struct hpm_binding_cores *cores,
                            const struct hpm_binding *binding,
                            const struct hpm_binding_picture *picture);
void hpm_binding_cores_release (struct hpm_binding_cores *cores);

/* Who may run on a processor.  */
const uint64_t *hpm_binding_set (const struct hpm_binding_cores *cores,
                                 int processor);
int hpm_binding_set_count (const struct hpm_binding_cores *cores,
                           const uint64_t *set);
/* The first rank of a set, by order; -1: none.  */
int hpm_binding_set_first (const struct hpm_binding_cores *cores,
                           const uint64_t *set);

/* The first rank of a core, by its processors in their order; -1: none.  */
int hpm_binding_core_first (const struct hpm_binding_cores *cores,
                            const struct hpm_binding_core *core);

/* Cores that a rank, by order, has in all.  */
int hpm_binding_rank_cores (const struct hpm_binding_cores *cores, int rank);

/* Cores [first, end) of a picture, in blocks of so many cores that have the
 * same ranks; from one block to the next, these are `step` further on.  */
struct hpm_binding_span {
    int first, end, block, step;
};

/* "4 threads, 1 each": processors, of their lists.  */
void hpm_binding_thread_words (char *text, size_t size, const char *threads);

/* What a row says of how they are bound, "4 cores each"; malloc'ed.  */
char *hpm_binding_words (const struct hpm_binding_cores *cores,
                         const struct hpm_binding *binding,
                         const struct hpm_binding_span *span);

#endif /* HPM_AGGREGATE_BINDING_PRIVATE_H */
