/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which rank may run on which processor of its host: a picture for each way
 * that a host is filled, since hosts are mostly alike.
 */
#ifndef HPM_AGGREGATE_BINDING_H
#define HPM_AGGREGATE_BINDING_H

#include <stddef.h>
#include <stdint.h>

#include "aggregate/places/text_table.h"
#include "aggregate/binding/topology.h"

/* A rank: texts of `lists`.  */
struct hpm_bound {
    int64_t rank;
    int host;
    int mask;    /* all that its threads may use, "0-3" */
    int threads; /* their lists, "0;1;2;3", where they differ; else "" */
    int words;   /* "4 threads, 1 each"; else "" */
};

/* Hosts whose ranks, by order, have the same processors of the same topology;
 * the ranks are those of the first one.  */
struct hpm_binding_picture {
    int host, hosts;      /* the first of them, and how many */
    const char *topology; /* the result's; NULL: not known */
    size_t first, count;  /* of `ranks` */
};

struct hpm_binding {
    struct hpm_text_table lists;
    struct hpm_bound *ranks; /* owned */
    size_t count, room;
    struct hpm_binding_picture *pictures; /* owned */
    size_t picture_count;
};

void hpm_binding_init (struct hpm_binding *binding);
void hpm_binding_release (struct hpm_binding *binding);

/* Add a rank on a host, with the lists of its first thread and of `count`
 * threads of the program, as the kernel has them; what is not known is empty or
 * ends in "~".  A rank whose processors are not known is left out.  Returns 0,
 * or -1 without memory.  */
int hpm_binding_add (struct hpm_binding *binding, int64_t rank, int host,
                     const char *mask, const char *const *threads, int count);

/* After the last: make the pictures, in the order of hosts; the ranks of each
 * follow each other.  Returns 0, or -1 without memory.  */
int hpm_binding_finish (struct hpm_binding *binding,
                        const struct hpm_topologies *topologies);

/* Cores of a picture, in their order, whose ranks are alike; texts are owned.
 */
struct hpm_binding_row {
    size_t picture;
    int socket, node; /* -1: not known */
    char *cores;      /* by order, from 0 on; NULL: not known */
    char *processors;
    char *ranks; /* NULL: none may run there */
    char *how;   /* "4 cores each" */
};

struct hpm_binding_rows {
    struct hpm_binding_row *list; /* owned */
    size_t count, room;
};

/* The rows of all pictures.  Returns 0, or -1 without memory; release in either
 * case.  */
int hpm_binding_rows_make (struct hpm_binding_rows *rows,
                           const struct hpm_binding *binding);
void hpm_binding_rows_release (struct hpm_binding_rows *rows);

#endif /* HPM_AGGREGATE_BINDING_H */
