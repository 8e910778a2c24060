/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The regions of one thread: a tree by the regions around each, and what was
 * counted in them.  Written by that thread alone, without a lock; after the
 * first entry of a region nothing is allocated.  Another thread may read them
 * meanwhile (region_snapshot.c): paths are only ever added, what is counted is
 * written as atomic variables are, and `marks` tells whether it is of one
 * moment.
 */
#ifndef HPM_PMPI_PATHS_H
#define HPM_PMPI_PATHS_H

#include <stddef.h>
#include <stdint.h>

#include "pmpi/count/os_counters.h"
#include "pmpi/region/label.h"
#include "pmpi/region/paths_folded.h"

/* Regions nested deeper than this are part of the one around them.  */
#define HPM_PATHS_DEPTH 256

/* Different regions of a thread; those beyond are "(other)" of the one around
 * them, and of these there are no more either.  */
#define HPM_PATHS_MAX 16384

struct hpm_path {
    struct hpm_path *made_next; /* in order of making */
    struct hpm_path *next;      /* in its list */
    struct hpm_path *parent;    /* the root's own: NULL */
    const struct hpm_label *label;
    const struct hpm_label *opened; /* of its last entry: as `label`, but where
                                     * that is "(other)" */
    int depth, number;
    int64_t entries, time, shortest, longest; /* ns */
    int64_t mpi_time;                         /* ns or ticks: the clock's */
    int64_t unended, stray, folded; /* as in struct hpm_region_record */
    int64_t threads;                /* merged that entered it, or 0 */
    double squares;                 /* ns^2 */
    int64_t began;                  /* ns; 0: it is not open */
    int64_t mpi_began;              /* the same of mpi_time */
    unsigned held;                  /* the pause it was entered in, or 0 */
    int64_t nested;   /* entries that are part of it, open now, whose labels are
                       * not known */
    int64_t counts[]; /* [counters], and [counters] when it began */
};

/* What is read when a region begins or ends.  */
struct hpm_path_moment {
    int64_t now;      /* ns */
    int64_t mpi_time; /* that the thread has spent in MPI */
    int counted;      /* 0: counters were not read */
    unsigned held;    /* number of the pause it is in, or 0 */
};

struct hpm_calls_table;
struct hpm_region_pause;

/* What belongs to a thread that is counted.  */
struct hpm_region_thread {
    struct hpm_calls_table *const *calls; /* where its calls are kept */
    void *set;     /* where its counters are, for reads */
    int64_t start; /* when it started to be counted, CLOCK_MONOTONIC in ns */
    struct hpm_os_counts base; /* what the system had counted of it then */
};

struct hpm_paths {
    struct hpm_path *root; /* of no label: around all; never entered */
    struct hpm_path *current;
    struct hpm_folded folded; /* entries that are part of open regions */
    struct hpm_path *made_last;
    struct hpm_path *left;   /* it may be gone back to; NULL: none */
    struct hpm_path *kept;   /* as it was then; owned, NULL before the first */
    struct hpm_path **lists; /* [list_count], a power of 2 */
    size_t list_count;
    int count;    /* of paths, without the root */
    int counters; /* of a path */
    int system;   /* of these the system's, behind the events */
    int inside; /* and behind these what of the events, or else of the system's,
                 * was counted inside MPI, and the calls; 0: not split */
    int64_t *values; /* [counters]: room to read them; and [counters] for those
                      * of the mark before, where they are kept; owned */
    int64_t last_now, last_mpi_time; /* of the last mark */
    struct hpm_region_thread thread; /* the caller's, for reads */
    struct hpm_region_pause *pause;  /* NULL: there was none; owned */
    unsigned marks;                  /* odd: the thread is at one; atomic */
    int lost;                        /* 1: some were not read */
    size_t texts; /* bytes of the labels and files of all paths */
};

/* The events among its counters, which come first.  */
static inline int
hpm_paths_events (const struct hpm_paths *paths)
{
    return paths->counters - paths->system - paths->inside;
}

/* Returns NULL without memory.  */
struct hpm_paths *hpm_paths_create (int counters);
void hpm_paths_destroy (struct hpm_paths *paths);

/* The region of a label inside the current one, which begins: hand it to
 * hpm_paths_begin when everything is read.  Never NULL.  */
struct hpm_path *hpm_paths_enter (struct hpm_paths *paths,
                                  const struct hpm_label *label);

/* The entry of that label begins, at this moment; the counters are in
 * paths->values.  */
void hpm_paths_begin (struct hpm_paths *paths, struct hpm_path *path,
                      const struct hpm_label *label,
                      const struct hpm_path_moment *moment);

/* The region that ends, of a label or, where that is NULL, the innermost;
 * regions inside it that are open end with it.  The same of an entry that is
 * part of one.  Returns 0, or -1 where none is open: the end is noted at the
 * region that it would have ended here.  */
int hpm_paths_end (struct hpm_paths *paths, const struct hpm_label *label,
                   const struct hpm_path_moment *moment);

/* Before the innermost region, of that label, ends: keep it, so that the thread
 * can go back into it as if it had not ended.  Where it is of another one, none
 * is kept.  */
void hpm_paths_keep (struct hpm_paths *paths, const struct hpm_label *label);

/* Go back into it.  Returns 0, or -1 where none was kept, or another one began
 * since.  */
int hpm_paths_return (struct hpm_paths *paths);

/* The thread ends within its innermost region.  */
void hpm_paths_cut (struct hpm_paths *paths,
                    const struct hpm_path_moment *moment);

/* The same region of another thread's tree, in this one, where parents have
 * been mapped: by the parent here, which may be the root.  Made where it is not
 * there yet; NULL without memory.  */
struct hpm_path *hpm_paths_at (struct hpm_paths *paths, struct hpm_path *parent,
                               const struct hpm_label *label);

/* Paths from the first on in order of making, a parent before what is in it;
 * also while the thread goes on.  */
static inline const struct hpm_path *
hpm_paths_next (const struct hpm_path *path)
{
    return __atomic_load_n (&path->made_next, __ATOMIC_ACQUIRE);
}

#endif /* HPM_PMPI_PATHS_H */
