/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The regions that a program marked, over all ranks: a tree by the regions
 * around each, and what was counted in them.
 */
#ifndef HPM_AGGREGATE_REGION_TREE_H
#define HPM_AGGREGATE_REGION_TREE_H

#include <stdint.h>

#include "base/metric/metric.h"
#include "base/metric/statistics.h"
#include "hpm_region_record.h"

/* What is known of a region on a rank, all threads; the dimension region_field.
 * X(identifier, name, unit, meaning)  */
#define HPM_REGION_SUMS(X)                                                     \
    X (ENTRIES, "entries", "1", "times it was entered")                        \
    X (TIME, "time", "ns", "time in it, regions inside it included")           \
    X (EXCLUSIVE, "exclusive_time", "ns", "time in it, but for those")         \
    X (MIN_TIME, "min_time", "ns", "shortest entry")                           \
    X (MAX_TIME, "max_time", "ns", "longest entry")                            \
    X (DEVIATION, "deviation", "ns", "standard deviation of the entries")      \
    X (MPI_TIME, "mpi_time", "ns", "time in MPI of it")                        \
    X (USEFUL, "useful_time", "ns", "own time, outside MPI")                   \
    X (THREADS, "threads", "1", "threads that entered it")                     \
    X (THREAD_TIME, "thread_time", "ns", "time of the thread longest in it")   \
    X (COST, "cost", "ns", "time of marks, taken out of the rest")             \
    X (UNENDED, "unended", "1", "entries that never ended")                    \
    X (STRAY, "stray", "1", "ends of it without a beginning")                  \
    X (FOLDED, "folded", "1",                                                  \
       "entries inside it, nested too deep: part of it")                       \
    X (MAIN_TIME, "main_time", "ns", "time of the main thread in it")          \
    X (MAIN_USEFUL, "main_useful", "ns", "that without time in MPI")           \
    X (THREAD_USEFUL, "thread_useful", "ns",                                   \
       "time of its threads outside MPI, as far as each is known by itself")   \
    X (THREAD_SPAN, "thread_span", "ns",                                       \
       "the same if each were as long as the longest of them")                 \
    X (MARKING, "marking", "ns", "time that its own marks took, at least")     \
    X (MAIN_MARKING, "main_marking", "ns", "that of the main thread")

enum hpm_region_sum {
#define HPM_X(identifier, name, unit, meaning) HPM_REGION_SUM_##identifier,
    HPM_REGION_SUMS (HPM_X)
#undef HPM_X
        HPM_REGION_SUM_COUNT
};

/* What of a count is inside MPI and outside, where the run split its counts. */
enum hpm_region_part {
    HPM_REGION_PART_MPI,
    HPM_REGION_PART_USEFUL,
    HPM_REGION_PART_COUNT
};

/* What some rank read at its marks in a region that it was in.  */
enum hpm_region_read { HPM_REGION_READ_COUNT = 1, HPM_REGION_READ_PARTS = 2 };

/* Detail of ranks is kept for as many.  */
#define HPM_REGION_DETAIL_MAX 512

struct hpm_marked_region {
    char *path;  /* labels of all around it and its own, joined by "/" */
    char *label; /* owned, as the others */
    char *file;  /* NULL: unknown */
    char *place; /* "solver.c:82", of a tree that was loaded; NULL: unknown */
    int32_t parent, line;
    int32_t mark;   /* enum hpm_mark */
    int recursive;  /* of a label: some of its regions are in others of it */
    double squares; /* of the entries' times, ns^2, all ranks */
};

struct hpm_region_tree {
    struct hpm_marked_region *regions; /* those around one before it; owned */
    int count;
    int *lists;     /* by hash: [list_count] first ones, -1 for none; owned */
    int list_count; /* a power of 2, or 0 */
    int *next;      /* [count] in its list; owned */
    struct hpm_statistics *sums;   /* [region][hpm_region_sum]; owned */
    struct hpm_statistics *counts; /* [region][event]; owned */
    struct hpm_statistics
        *parts[HPM_REGION_PART_COUNT]; /* as counts; NULL: not split; owned */
    /* Of labels, with these: [region][event] counts less those of regions
     * inside any of the label; NULL: what `inner` tells; owned.  */
    struct hpm_statistics *own, *own_parts[HPM_REGION_PART_COUNT];
    int *inner, *beside; /* with these: [count] the first region directly in
                          * one, and the next in the same, -1: none; owned */
    struct hpm_metric_value *metrics; /* [region][metric] of totals; owned */
    unsigned char *read; /* [region][event] enum hpm_region_read; owned */
};

/* The region of that label inside `parent`, -1 for none, which is added where
 * it is not there; -1 without memory, or where there are too many.  */
int hpm_region_tree_place (struct hpm_region_tree *tree, int parent,
                           const struct hpm_path_record *path,
                           const char *label, const char *file);

/* Room for statistics, and empty ones in it.  Returns 0 or -1.  */
int hpm_region_tree_start (struct hpm_region_tree *tree, int events,
                           int metrics);
void hpm_region_tree_release (struct hpm_region_tree *tree);

/* "hpm", "pcontrol", ...: by what it was marked.  */
const char *hpm_mark_word (int mark);

/* What the marks of all regions took on all ranks, in ns, at least; and of that
 * on threads beside the main ones.  Older files do not tell what stood around
 * the outermost, nor of which threads it was: of those these have less, and
 * 0.  */
double hpm_region_tree_cost (const struct hpm_region_tree *tree);
double hpm_region_tree_cost_beside (const struct hpm_region_tree *tree);

/* Whether a sum is of what efficiencies are made of, which only ranks have that
 * are judged.  */
int hpm_region_sum_is_judged (enum hpm_region_sum sum);

struct hpm_rank_data;
struct hpm_result;

/* Sums over a rank's threads, sums[region][hpm_region_sum], and counts
 * [region][events], HPM_NO_COUNT where some thread's is not known.  A region
 * that the rank was not in has zeros, but of an event that the rank read at no
 * mark of others it is not known either.  Processor time is no more than time.
 * Returns 0, or -1 without memory.  */
int hpm_region_tree_of_rank (const struct hpm_result *result,
                             const struct hpm_rank_data *data, int64_t *sums,
                             int64_t *counts);

/* What counts of a rank in regions are worth: of each event, over the threads
 * that count it.  malloc'ed, or NULL without memory.  */
uint32_t *hpm_region_qualities (const struct hpm_rank_data *data, int parts,
                                int events);

/* Add a rank with these, whose threads have cells of so many parts of the run:
 * counts in regions are worth what those of the whole run are.  Of one that is
 * not `judged` there is nothing that efficiencies are made of.  Returns 0, or
 * -1 without memory.  */
int hpm_region_tree_add (struct hpm_region_tree *tree,
                         const struct hpm_rank_data *data, int parts,
                         int events, int judged, const int64_t *sums,
                         const int64_t *counts);

/* When all ranks are added: a count of a region that no rank read which was in
 * it is missing on all of them, those included that were not in it; where none
 * was, it is 0 if some read it in another region.  The same of its parts.  */
void hpm_region_tree_settle (struct hpm_region_tree *tree, int events);

/* Why an event is not known of a region: as of the run, or since marks do not
 * read it.  */
enum hpm_reason hpm_region_tree_reason (const struct hpm_result *result,
                                        int event);

#endif /* HPM_AGGREGATE_REGION_TREE_H */
