/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the sentences of findings may name: numbers.
 */
#ifndef HPM_AGGREGATE_FINDING_WORDS_H
#define HPM_AGGREGATE_FINDING_WORDS_H

#include "aggregate/model/result.h"
#include "base/text.h"

/* Numbers of a finding, and what follows from them.  */
#define HPM_FINDING_WORDS(X)                                                   \
    HPM_FINDING_FIELDS (X)                                                     \
    X (incomplete, "ranks that are not judged, having no complete record")     \
    X (untimed, "and others that are not judged")                              \
    X (others, "hosts of which the same is true")                              \
    X (unsplit, "1: longer computing is all, and counters would tell more")    \
    X (faulting, "page faults against the others', where it computes longer")  \
    X (waiting, "s that it waits for processors where it computes longer")     \
    X (joined, "part of blocked time in which other threads had work")         \
    X (alone, "1: there is one rank")                                          \
    X (unjudged, "1: there are ranks that are not judged")                     \
    X (threaded, "1: ranks have more than a main thread")                      \
    X (start, "1: what comes before the end of MPI_Init was counted, too")     \
    X (idle_alike, "1: main threads are blocked, one as long as the other")    \
    X (unjoined_start, "1: so it was, and no other thread had work")           \
    X (unjoined_threads,                                                       \
       "1: its other threads had work, but no more than those of others")      \
    X (waiters,                                                                \
       "0: ranks wait, 1: main threads, 2: all threads; of one rank 2 less")   \
    X (limited, "1: what limits of processor time made ranks wait is told")    \
    X (function, "place among those that were called, -1 if none")             \
    X (placed, "1: most of its time is in calls from one line")                \
    X (part, "part of all time that it costs")                                 \
    X (threaded_part, "the same, where ranks have more than a main thread")    \
    X (unscheduled, "part of time in MPI without a processor")                 \
    X (processors, "part of useful time with a processor, at most, if told")   \
    X (processors_least, "the same, at least, if that is less")                \
    X (value_least, "efficiency, at least, if that is less")                   \
    X (mains_alone, "1: the other threads wait for processors more")           \
    X (workers_inside, "part of the lives of other threads in MPI, at least")  \
    X (arrival, "part of time in MPI before the last rank had come")           \
    X (arrival_least, "the same, where there may be more")                     \
    X (awaited, "rank for which others waited most of that, if one is")        \
    X (mains, "not computing: 1 if ranks have other threads, too, 0 if not")   \
    X (region, "place of the region in which a rank is slow, -1 if none")      \
    X (region_more, "s outside MPI there, beyond the mean of the others")      \
    X (region_entries, "times that it enters it")                              \
    X (region_each, "s of these in each entry")

struct hpm_finding_words {
#define HPM_X(name, meaning) double name;
    HPM_FINDING_WORDS (HPM_X)
#undef HPM_X
};

/* Those of a finding; NAN where unknown.  */
struct hpm_finding_words hpm_finding_words (const struct hpm_finding *finding,
                                            const struct hpm_result *result);

/* Whether its sentence has what ranks wait in collectives for the last one.  */
int hpm_finding_tells_arrival (const struct hpm_finding *finding,
                               const struct hpm_result *result);

/* The number of that name, NAN if there is none.  */
double hpm_finding_number (const struct hpm_finding_words *words,
                           struct hpm_piece field);

#endif /* HPM_AGGREGATE_FINDING_WORDS_H */
