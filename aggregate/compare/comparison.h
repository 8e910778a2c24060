/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs of one version of a program, the base, against runs of another, the new
 * ones: what is different, and how sure that is.  Pure: made of numbers alone.
 *
 * Counts of what the program does that are the same in all runs of a side, two
 * or more, and not on both, have changed.  What varies is tested
 * (rank_test.h): the run time at half the level, and all else together, by
 * Holm's method, at the other half, so that where nothing has changed,
 * something is called so in one comparison of 20 at most.
 */
#ifndef HPM_AGGREGATE_COMPARISON_H
#define HPM_AGGREGATE_COMPARISON_H

#include "aggregate/compare/quantity.h"
#include "aggregate/compare/two_samples.h"
#include "base/error.h"

/* Part of the time of all ranks; times that are less on both sides are not
 * tested, so that more can be seen of the others.  */
#define HPM_COMPARE_MINOR 0.01

/* What is known of a quantity; X(identifier, word, meaning).  The order is that
 * of a list, first.  */
#define HPM_CHANGES(X)                                                         \
    X (EXACT, "exact", "a count that never varies, and is another one")        \
    X (SHOWN, "changed", "the test shows a change")                            \
    X (SINGLE, "single", "one run on a side: nothing is known of chance")      \
    X (UNSHOWN, "not shown", "the test shows no change")                       \
    X (MINOR, "minor", "too small a time to be tested")                        \
    X (SAME, "same", "the same in all runs")

enum hpm_change_kind {
#define HPM_X(identifier, word, meaning) HPM_CHANGE_##identifier,
    HPM_CHANGES (HPM_X)
#undef HPM_X
        HPM_CHANGE_KIND_COUNT
};

struct hpm_side_runs {
    struct hpm_compared_run *runs; /* owned */
    int count;
};

/* A quantity on both sides; NAN where it is not known.  */
struct hpm_change {
    const struct hpm_quantity *quantity; /* of some run */
    enum hpm_change_kind kind;
    double median[HPM_SIDES], mean[HPM_SIDES], deviation[HPM_SIDES];
    double shift, low, high; /* new less base, in its unit, by
                                   ratios where all are above 0; the interval
                                has the level of one test */
    double share;            /* of the base's median that the shift is */
    double probability;      /* of the test by itself */
    double adjusted;         /* of the test among all */
};

struct hpm_comparison {
    struct hpm_side_runs side[HPM_SIDES];
    struct hpm_change *list; /* owned; the surest and largest first */
    int count, tested;
    int unmatched;             /* quantities that some run lacks: left out */
    char *unmatched_name;      /* key of one of these, or NULL; owned */
    int copies;                /* of runs of the same side: left out */
    const char *copy, *copied; /* paths of one of these; the callers' */
    int is_alternating;        /* 0: one side ran before the other */
};

/* Room for so many runs.  Returns 0, or -1 without memory; release either way.
 */
int hpm_comparison_init (struct hpm_comparison *comparison, int base,
                         int new_ones);
void hpm_comparison_release (struct hpm_comparison *comparison);

/* When all runs are filled in and sorted.  Of the new side alone, where the
 * base has no run: statistics, and all are HPM_CHANGE_SINGLE.  Returns 0, or -1
 * without memory.  */
int hpm_comparison_make (struct hpm_comparison *comparison);

/* Keep one of the runs of a side that are the same one, such as copies of a
 * file.  */
void hpm_comparison_drop_copies (struct hpm_comparison *comparison);

/* Whether a lower end (HPM_QUANTITY_LEAST) is less than its number.  */
int hpm_compared_run_has_range (const struct hpm_compared_run *run,
                                const char *key);

/* Whether it is the lower end of a number that no run has as a range, which
 * tells nothing that the number does not.  */
int hpm_comparison_is_needless (const struct hpm_comparison *comparison,
                                const struct hpm_quantity *quantity);

/* What a change is at one of its ends, as a part of the base: INFINITY from 0.
 */
struct hpm_change_end {
    double share, low, high; /* NAN: no interval */
};

/* A change at its ends, of a number and its lower end: what the new runs have
 * at least against what those of the base have at most, and the other way; by
 * ratios, so that the change lies between, and so does that of lower ends.
 * Returns -1 where some run lacks one, or the number itself is 0 in one.  */
int hpm_comparison_ends (const struct hpm_comparison *comparison,
                         const struct hpm_change *most,
                         const struct hpm_change *least,
                         struct hpm_change_end ends[2]);

/* Whether two results are of the same run: job, start and run time are.  */
int hpm_compared_run_is_same (const struct hpm_compared_run *run,
                              const struct hpm_compared_run *other);

/* Whether the runs took turns: as often as the smaller side has runs, the next
 * one is of the other side.  1 where times are not known.  */
int hpm_comparison_takes_turns (const struct hpm_comparison *comparison);

/* The quantity of that key; NULL for none.  */
const struct hpm_change *
hpm_comparison_find (const struct hpm_comparison *comparison, const char *key);

/* The same; that of a lower end is the number itself where no run has it as a
 * range.  */
const struct hpm_change *
hpm_comparison_find_number (const struct hpm_comparison *comparison,
                            const char *key);

/* The lower end of a number; NULL where no run has it as a range.  */
const struct hpm_change *
hpm_comparison_find_least (const struct hpm_comparison *comparison,
                           const struct hpm_change *most);

const char *hpm_change_word (enum hpm_change_kind kind);

/* One sentence on the whole; malloc'ed, NULL without memory.  */
char *hpm_comparison_verdict (const struct hpm_comparison *comparison);

/* What a reader must know before he believes it, as lines; malloc'ed, NULL
 * without memory.  */
char *hpm_comparison_notes (const struct hpm_comparison *comparison);

#endif /* HPM_AGGREGATE_COMPARISON_H */
