/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where in the program samples were taken: by function and by line, over the
 * ranks.
 */
#ifndef HPM_AGGREGATE_SPOTS_H
#define HPM_AGGREGATE_SPOTS_H

#include "aggregate/places/call_sites.h"
#include "aggregate/places/stacks.h"
#include "hpm_sample_record.h"

/* A function, or a line of one.  Texts are owned, NULL where unknown.  */
struct hpm_spot {
    char *place;    /* for people: "solve", "cg.f90:120 (solve)" */
    char *routine;  /* the function */
    char *file;     /* source file; of a function, where most samples are */
    char *module;   /* path of the object */
    char *build_id; /* of that, hex digits */
    int32_t line;   /* of the file; 0: unknown, or a function */
    int64_t samples, inside; /* of all ranks; of these in calls of MPI */
    int64_t total;           /* and in what it calls, where that is known */
    int64_t ranks;           /* with any */
    int64_t min, max;        /* of a rank that was sampled */
    int64_t max_rank;        /* the lowest with the latter */
};

/* Sorted by samples, most first.  */
struct hpm_spots {
    struct hpm_spot *list; /* owned */
    int count;
};

struct hpm_samples {
    struct hpm_spots routines, lines;
    struct hpm_stacks stacks; /* empty where callers were not asked for */
    /* Of who makes them, by address; then they are empty in the end.  */
    struct hpm_sites addresses;
    int *routine_of, *line_of;         /* [addresses], owned */
    int64_t *by_routine, *by_line;     /* of the rank at hand, owned */
    int64_t *seen_routine, *seen_line; /* number of the way seen last, owned */
    int64_t ways;
};

void hpm_samples_release (struct hpm_samples *samples);

/* All addresses are there and have names: make functions and lines of them.
 * Returns 0, or -1 without memory.  */
int hpm_samples_group (struct hpm_samples *samples);

/* Before the first rank, once more perhaps: no spot has any.  Spots that were
 * not made by hpm_samples_group stay as they are, to the end.  */
void hpm_samples_clear (struct hpm_samples *samples);

/* Add a rank that was sampled, in records as hpm_sites_add_rank had them.
 * Returns 0, or -1 without memory.  */
int hpm_samples_take (struct hpm_samples *samples, int64_t rank,
                      const struct hpm_site_record *records, int64_t count,
                      const char *modules, int64_t bytes);

/* Add the callers of a rank, in records as hpm_sites_add_rank had them.  The
 * same.  */
int hpm_samples_take_chains (struct hpm_samples *samples,
                             const struct hpm_chain_record *chains,
                             const struct hpm_site_record *frames,
                             int64_t count, const char *modules, int64_t bytes);

/* After the last of so many ranks.  */
void hpm_samples_settle (struct hpm_samples *samples, int64_t ranks);

#endif /* HPM_AGGREGATE_SPOTS_H */
