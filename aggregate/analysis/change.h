/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a run changed on its way: from when on it is longer in MPI, and which
 * rank is there least.
 */
#ifndef HPM_AGGREGATE_CHANGE_H
#define HPM_AGGREGATE_CHANGE_H

#include <stdint.h>

/* What that rank does outside MPI meanwhile, or OFTEN, without one: that all
 * call MPI more often, and hardly longer.  In a file they are numbers, in JSON
 * words.  X(identifier, code, word)  */
#define HPM_CHANGE_CAUSES(X)                                                   \
    X (UNKNOWN, 0, "unknown")                                                  \
    X (COMPUTES, 1, "computes")                                                \
    X (BLOCKED, 2, "blocked")                                                  \
    X (WAITS, 3, "waits")                                                      \
    X (FAULTS, 4, "faults")                                                    \
    X (READS, 5, "reads")                                                      \
    X (CLOCK, 6, "clock")                                                      \
    X (OFTEN, 7, "often")

enum hpm_change_cause {
#define HPM_X(identifier, code, word) HPM_CHANGE_##identifier = code,
    HPM_CHANGE_CAUSES (HPM_X)
#undef HPM_X
        HPM_CHANGE_CAUSE_COUNT
};

/* NULL where the code has none.  */
const char *hpm_change_cause_word (double code);

struct hpm_change {
    double when;          /* s since the beginning; NAN: it did not change */
    double before, after; /* time in MPI as a part of the time of all threads */
    double cost;          /* s of all threads: what they are in MPI more; 0 */
    int64_t rank;         /* that is there least, -1: none is known */
    enum hpm_change_cause cause;
};

#endif /* HPM_AGGREGATE_CHANGE_H */
