/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun --calibrate: measure what events cost on this machine.  Time alone is
 * measured; where a counter works it only checks.
 *
 * A kernel does a known number of operations; the stopwatch times it again and
 * again.  The measures of all kernels become a table of costs by arithmetic
 * that needs no machine (hpm_calibration_table).
 */
#ifndef HPM_WRAPPER_CALIBRATE_H
#define HPM_WRAPPER_CALIBRATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/cost/cost.h"
#include "base/error.h"

/* ---- timing -------------------------------------------------------------- */

struct hpm_stopwatch {
    int64_t (*now) (void *data); /* ns, never going back */
    void *data;
    int64_t shortest; /* ns a kernel must take to be timed well */
    int repeats;      /* at most HPM_REPEATS_MAX */
};

#define HPM_REPEATS_MAX 31

/* ns of one operation over the repeats; NAN where it was not measured.  */
struct hpm_sample {
    double least, median, most;
};

/* Do `steps` operations.  */
typedef void hpm_kernel_fn (void *data, long steps);

extern const struct hpm_sample hpm_sample_none;

/* Time a kernel: once to warm up and to find a number of steps that takes long
 * enough, then as often as the stopwatch says.  */
struct hpm_sample hpm_sample_take (const struct hpm_stopwatch *watch,
                                   hpm_kernel_fn *kernel, void *data);

/* Time two kernels in turn, the same number of steps: what a step of `with`
 * takes longer than one of `without`.  */
struct hpm_sample hpm_sample_difference (const struct hpm_stopwatch *watch,
                                         hpm_kernel_fn *with, void *with_data,
                                         hpm_kernel_fn *without,
                                         void *without_data);

/* The real one.  */
struct hpm_stopwatch hpm_stopwatch_real (void);

/* ---- caches -------------------------------------------------------------- */

#define HPM_CACHE_LEVELS 3

struct hpm_caches {
    size_t bytes[HPM_CACHE_LEVELS]; /* of data, 0: there is none or unknown */
    size_t line;                    /* 64 if unknown */
    int line_known;
};

/* As the kernel tells for a processor; `root` is put before every path.  */
void hpm_caches_read (struct hpm_caches *caches, const char *root, int cpu);

/* Bytes of the working set that each level serves, and memory (the last one);
 * 0 where the level cannot be told apart from the one before it, or where
 * `room` bytes are too few.  */
#define HPM_LEVELS (HPM_CACHE_LEVELS + 1)
void hpm_working_sets (const struct hpm_caches *caches, size_t room,
                       size_t sets[HPM_LEVELS]);

/* ---- walks through memory --------------------------------------------------
 */

#define HPM_CHAINS 8

/* A cycle through places of a buffer: each holds the address of the next.  */
struct hpm_walk {
    char *base; /* mapped; NULL where there was no memory */
    size_t bytes;
    size_t count;  /* places */
    size_t stride; /* bytes from place to place, in memory order */
    size_t skip;   /* how much later in its stride the next one is */
    void **at;     /* where the walk is */
    void **chains[HPM_CHAINS]; /* and walks that are far from each other */
};

enum hpm_pages { HPM_PAGES_SMALL, HPM_PAGES_HUGE };

/* Places `stride` bytes apart, in one random cycle.  Where the stride is more
 * than a line, places lie at random lines within it.  The walk is the same for
 * the same numbers.  Returns 0, or -1 without memory.  */
int hpm_walk_create (struct hpm_walk *walk, size_t count, size_t stride,
                     size_t line, enum hpm_pages pages);
void hpm_walk_destroy (struct hpm_walk *walk);

/* A random cyclic permutation of 0..n-1: next[i] follows i, and each is met
 * once on the way round.  */
void hpm_cycle_fill (uint32_t *next, uint32_t n);

/* Kernels over a walk: loads that wait for each other; loads of several chains
 * that do not; loads and stores from place to place in memory order.  */
hpm_kernel_fn hpm_walk_dependent, hpm_walk_parallel, hpm_walk_sweep,
    hpm_walk_store; /* the last with a stride of a line alone */

/* ---- the processor ---------------------------------------------------------
 */

/* Additions, each waiting for the one before: a step takes a cycle.  */
hpm_kernel_fn hpm_core_additions;

/* 1 if the compiler was told to optimize: else a step is no cycle.  */
int hpm_core_additions_are_cycles (void);

/* Branches that go this way and that as `ways` says.  */
struct hpm_branches {
    unsigned char *ways;
    long count, at;
};
int hpm_branches_create (struct hpm_branches *branches, int random);
void hpm_branches_destroy (struct hpm_branches *branches);
hpm_kernel_fn hpm_core_branches;

/* Touches of pages that are there, and the same where they were given back to
 * the system before.  Data is memory of HPM_FAULT_PAGES pages.  */
#define HPM_FAULT_PAGES 1024
void *hpm_fault_pages_create (void);
void hpm_fault_pages_destroy (void *pages);
hpm_kernel_fn hpm_core_page_faults, hpm_core_page_touches;

/* Floating-point operations at full speed: name of the instructions used, NULL
 * where there is no kernel that could be the peak.  */
const char *hpm_core_flops_name (void);
hpm_kernel_fn hpm_core_flops;

/* ---- memory bandwidth -------------------------------------------------------
 */

/* Bytes a second that all processors this process may use move together, with
 * a triad over `bytes`; NAN without memory or threads.  *processors is how many
 * there were.  */
double hpm_bandwidth_measure (const struct hpm_stopwatch *watch, size_t bytes,
                              int *processors);

/* ---- counters
 * ---------------------------------------------------------------- */

enum hpm_check {
    HPM_CHECK_L1,
    HPM_CHECK_LAST,
    HPM_CHECK_TLB,
    HPM_CHECK_BRANCH
};
#define HPM_CHECKS 4

/* Misses a step of a kernel, NAN where nothing counts them.  */
double hpm_check_count (enum hpm_check check, hpm_kernel_fn *kernel, void *data,
                        long steps);

/* ---- the whole
 * ---------------------------------------------------------------- */

/* The three kernels over one working set.  */
struct hpm_level_measure {
    size_t bytes; /* 0: not measured */
    struct hpm_sample dependent, parallel, sweep;
};

struct hpm_measures {
    struct hpm_sample cycle;
    struct hpm_level_measure level[HPM_LEVELS];
    struct hpm_level_measure near, far; /* as many lines, few and many
                                         * pages */
    struct hpm_sample store;
    struct hpm_sample branch; /* what a random branch adds */
    struct hpm_sample fault;
    struct hpm_sample flop;
    const char *flop_name;
    double bandwidth; /* bytes a second, NAN unknown */
    int processors;
    int repeats;
    double checks[HPM_CHECKS]; /* NAN: no counter */
    int huge_pages;
};

/* All of them NAN and 0.  */
void hpm_measures_init (struct hpm_measures *measures);

/* Measure on the processor this thread runs on, and the bandwidth on all that
 * it may use, with working sets of at most `room` bytes.  Returns 0, or -1 with
 * the error.  */
int hpm_measures_take (struct hpm_measures *measures,
                       const struct hpm_stopwatch *watch, size_t room,
                       struct hpm_error *error);

/* Bytes of memory that may be taken without hurting others.  */
size_t hpm_free_room (void);

/* The table of the measures: pure arithmetic.  Returns 0, or -1 without memory.
 */
int hpm_calibration_table (const struct hpm_measures *measures,
                           struct hpm_cost_table *table);

/* What is odd about the measures, one line each, into `text`; "" if nothing. */
void hpm_calibration_doubts (const struct hpm_measures *measures, char *text,
                             size_t size);

/* hpmrun --calibrate: measure and write the table to the file, or to stdout
 * where there is none.  Returns 0, or -1 with the error.  */
int hpm_calibrate (const char *path, struct hpm_error *error);

#endif /* HPM_WRAPPER_CALIBRATE_H */
