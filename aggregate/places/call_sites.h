/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where in the program MPI was called from: calls of one function from one
 * place, over the ranks.
 */
#ifndef HPM_AGGREGATE_CALL_SITES_H
#define HPM_AGGREGATE_CALL_SITES_H

#include <stdint.h>

#include "aggregate/places/text_table.h"
#include "hpm_mpi_record.h"

/* More different places than this are told as others.  */
#define HPM_SITES_ALL_MOST 65536

/* Texts are owned, NULL where unknown.  */
struct hpm_site {
    char *place;      /* for people: "cg.f90:120 (solve)" */
    char *file;       /* source file of the call */
    char *routine;    /* function that it stands in */
    char *module;     /* path of the object */
    char *build_id;   /* of that, hex digits */
    int32_t function; /* place among the functions of the result */
    int32_t line;     /* of the file; 0: unknown */
    int32_t where;    /* place among the modules, or enum hpm_site_where */
    int64_t address;  /* that the call returns to, in the object */
    int64_t calls, time, sent, received; /* of all ranks; ns, bytes */
    int64_t ranks;                       /* that called from there */
    int64_t min_time, max_time;          /* of one of these ranks, ns ... */
    int64_t max_rank;                    /* ... the lowest with the latter */
};

struct hpm_sites {
    struct hpm_site *list; /* owned */
    int count;
    int capacity; /* a power of 2 */
    int *place;   /* 1 + the number of a site, 0: none; twice as many, owned */
    struct hpm_text_table modules; /* "build id\npath" */
    int indexed; /* `place` has the numbers of those that are finished */
    int exact;   /* addresses are those of instructions, not behind a call */
};

void hpm_sites_release (struct hpm_sites *sites);

/* Add what a rank's records say, of modules "path\0build id\0..." in so many
 * bytes; both were checked.  Places are the same on all ranks where build id,
 * or without one path, function and address are.  Returns 0, or -1 without
 * memory.
 */
int hpm_sites_add_rank (struct hpm_sites *sites, int64_t rank,
                        const struct hpm_site_record *records, int64_t count,
                        const char *modules, int64_t bytes);

/* No rank is added any more: give functions their places among those of the
 * result, and sort by time, most first.  */
void hpm_sites_finish (struct hpm_sites *sites, const int *function_places);

/* The numbers of the places of a rank's records, -1 where they are not there;
 * malloc'ed, NULL without memory.  After hpm_sites_finish.  */
int *hpm_sites_locate (struct hpm_sites *sites,
                       const struct hpm_site_record *records, int64_t count,
                       const char *modules, int64_t bytes);

/* A site of the line that has more than half of the time of a function, or NULL
 * where none has.  */
const struct hpm_site *hpm_sites_main (const struct hpm_sites *sites,
                                       int function);

#endif /* HPM_AGGREGATE_CALL_SITES_H */
