/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What sentences of findings are made of: for finding_text.c alone.
 */
#ifndef HPM_AGGREGATE_FINDING_PIECES_H
#define HPM_AGGREGATE_FINDING_PIECES_H

#include <float.h>
#include <stddef.h>

#include "aggregate/show/summary/finding_words.h"

#define ALWAYS offsetof (struct hpm_finding_words, rule), 0, DBL_MAX
#define FROM(field, least)                                                     \
    offsetof (struct hpm_finding_words, field), least, DBL_MAX
#define IN(field, least, most)                                                 \
    offsetof (struct hpm_finding_words, field), least, most
/* The most that is less than a number above 0, as the end of a range.  */
#define UNDER(number) ((number) * (1 - DBL_EPSILON))
#define IS(field, number)                                                      \
    offsetof (struct hpm_finding_words, field), number, number

/* A sentence is what its rule says where a number is in a range, one piece
 * behind the other; a "; " at its start is left out.  {FIELD} is a whole
 * number, {FIELD:TYPE} one as put_typed has it; {host}, {function}, {place},
 * where that is called from, {region} and {quantity}, the subject, are names.
 * hpm-verdict(7) has them all.  */
static const struct piece {
    enum hpm_rule rule;
    size_t field;
    double from, to;
    const char *text;
} pieces[] = {
    { HPM_FINDING_NONE, ALWAYS, "a finding this version does not know" },
    { HPM_FINDING_TOO_SHORT, IS (value, 0),
      "no part of the run was counted: there is nothing to judge (a signal "
      "starts counting with --start=paused)" },
    { HPM_FINDING_TOO_SHORT, FROM (value, 1e-10),
      "the run took {value:s}: too short to judge" },
    { HPM_FINDING_NOT_TIMED, FROM (share, 1),
      "efficiency unknown: time in MPI was not measured (hpmrun --mpi=time "
      "does)" },
    { HPM_FINDING_NOT_TIMED, FROM (incomplete, 1),
      "{incomplete} of {reference} ranks left no complete record: not judged" },
    { HPM_FINDING_NOT_TIMED, FROM (untimed, 1),
      "; MPI was not timed on {untimed} of {reference} ranks (the first is "
      "rank {rank}), which are not judged" },
    { HPM_FINDING_EFFICIENCY, ALWAYS, "efficiency " },
    { HPM_FINDING_EFFICIENCY, IN (value_least, -DBL_MAX, DBL_MAX),
      "{value_least:.2} to " },
    { HPM_FINDING_EFFICIENCY, ALWAYS, "{value:.2} = " },
    { HPM_FINDING_EFFICIENCY, IN (processors, -DBL_MAX, DBL_MAX),
      "processors " },
    { HPM_FINDING_EFFICIENCY, IN (processors_least, -DBL_MAX, DBL_MAX),
      "{processors_least:.2} to " },
    { HPM_FINDING_EFFICIENCY, IN (processors, -DBL_MAX, DBL_MAX),
      "{processors:.2} x " },
    { HPM_FINDING_EFFICIENCY, ALWAYS,
      "balance {reference:.2} x communication {share:.2}" },
    { HPM_FINDING_EFFICIENCY, IS (mains_alone, 1), ", of main threads" },
    { HPM_FINDING_EFFICIENCY, FROM (subject, 1), " (good)" },
    { HPM_FINDING_EFFICIENCY, FROM (workers_inside, 0.1),
      ", of main threads; other threads are in MPI at least "
      "{workers_inside:%} of their time" },
    { HPM_FINDING_SLOWEST, IS (subject, 0), "but for waiting for processors " },
    { HPM_FINDING_SLOWEST, ALWAYS,
      "the slowest rank is {rank} on {host}: {value:s} outside MPI, the others "
      "{reference:s} (median)" },
    { HPM_FINDING_SLOWEST, FROM (part, 0.0005), ", which costs " },
    { HPM_FINDING_SLOWEST, FROM (threaded_part, 0.0005), "at least " },
    { HPM_FINDING_SLOWEST, FROM (part, 0.0005),
      "{cost:s}, {part:%} of all time" },
    { HPM_FINDING_SLOWEST, FROM (region, 0),
      "; in {region} itself it is {region_more:s} longer outside MPI than the "
      "mean of the others" },
    { HPM_FINDING_SLOWEST, FROM (region_entries, 2),
      ", {region_each:s} in each of {region_entries:n} entries" },
    { HPM_FINDING_LIGHT, ALWAYS,
      "most ranks are as slow as the slowest; rank {rank} on {host} is "
      "outside MPI for only {value:s}, the median is {reference:s}" },
    { HPM_FINDING_LIGHT, FROM (part, 0.0005), ", which costs " },
    { HPM_FINDING_LIGHT, FROM (threaded_part, 0.0005), "at least " },
    { HPM_FINDING_LIGHT, FROM (part, 0.0005),
      "{cost:s}, {part:%} of all time" },
    { HPM_FINDING_WORK, ALWAYS,
      "it executes {value:more} instructions (work imbalance)" },
    { HPM_FINDING_IPC, ALWAYS,
      "it completes {value:.2} of the others' instructions per cycle (memory, "
      "caches or other code)" },
    { HPM_FINDING_CLOCK, ALWAYS,
      "it runs at {value:.2} of the others' clock (node problem)" },
    { HPM_FINDING_CLOCK, FROM (reference, 2), ", or fewer of its threads do" },
    { HPM_FINDING_CPU_WAIT, ALWAYS,
      "it waits for a processor outside MPI {value:%} of its time, at least "
      "{reference:s} longer than the others" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 1), " (oversubscribed)" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 2),
      " (oversubscribed, and other work had most of them)" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 0), " (other work had them)" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 3), " (a cgroup's limit stopped it)" },
    { HPM_FINDING_BLOCKED, ALWAYS,
      "it is blocked outside MPI for at least {value:s} more" },
    { HPM_FINDING_BLOCKED, IN (joined, 0, 0.5),
      " (files, sleep, locks or processes" },
    { HPM_FINDING_BLOCKED, IS (unjoined_start, 1), ", or MPI_Init" },
    { HPM_FINDING_BLOCKED, IS (unjoined_threads, 1), ", or its other threads" },
    { HPM_FINDING_BLOCKED, IN (joined, 0, 0.5), ")" },
    { HPM_FINDING_BLOCKED, FROM (joined, 0.50001),
      ", while its other threads or processes compute, wait for a processor or "
      "are in MPI for up to {reference:s} more" },
    { HPM_FINDING_KERNEL, ALWAYS, "it spends {value:s} more in the kernel" },
    { HPM_FINDING_KERNEL, IN (reference, 2, UNDER (1000)),
      ", with {reference:3} times the page faults" },
    { HPM_FINDING_KERNEL, FROM (reference, 1000),
      ", with 1,000 times the page faults or more" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 0), "it computes longer" },
    { HPM_FINDING_UNEXPLAINED, IS (subject, 1),
      ", in the program or in the kernel" },
    { HPM_FINDING_UNEXPLAINED, FROM (waiting, 1e-9),
      ", and waits for a processor outside MPI for up to {waiting:s} more "
      "meanwhile" },
    { HPM_FINDING_UNEXPLAINED, IN (faulting, 2, UNDER (1000)),
      ", with {reference:3} times the page faults" },
    { HPM_FINDING_UNEXPLAINED, FROM (faulting, 1000),
      ", with 1,000 times the page faults or more" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 0),
      "; more work and a slower processor cannot be told "
      "apart without hardware counters outside MPI" },
    { HPM_FINDING_UNEXPLAINED, FROM (unsplit, 1), " (hpmrun --mpi=split)" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 1),
      "what it counts outside MPI does not tell why" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 2), "less than half" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 3), "none" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 2),
      " of the difference is computing" },
    { HPM_FINDING_UNEXPLAINED, IS (mains, 0), ": it" },
    { HPM_FINDING_UNEXPLAINED, IS (mains, 1),
      " of the main thread: that of the rank" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 2),
      " had a processor outside MPI for {reference:s} at most, " },
    { HPM_FINDING_UNEXPLAINED, IS (mains, 0), "the others" },
    { HPM_FINDING_UNEXPLAINED, IS (mains, 1), "those of the others" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 2), " {share:s} at least" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 4), "; it waits for one longer" },
    { HPM_FINDING_IN_MPI, IS (alone, 0), "even the slowest rank" },
    { HPM_FINDING_IN_MPI, IS (unjudged, 1), " of those judged" },
    { HPM_FINDING_IN_MPI, IS (alone, 0), " is" },
    { HPM_FINDING_IN_MPI, IS (alone, 1), "the rank is" },
    { HPM_FINDING_IN_MPI, ALWAYS, " in MPI {share:%} of the run" },
    { HPM_FINDING_IN_MPI, FROM (function, 0),
      "; of all time in MPI {value:%} is in {function}" },
    { HPM_FINDING_IN_MPI, FROM (placed, 1), " at {place}" },
    { HPM_FINDING_IN_MPI, FROM (reference, 0), ", mean size {reference:byte}" },
    { HPM_FINDING_IN_MPI, FROM (unscheduled, 0.1),
      "; {unscheduled:%} of it goes by without a processor" },
    { HPM_FINDING_IN_MPI, FROM (arrival, 0.1), "; " },
    { HPM_FINDING_IN_MPI, FROM (arrival_least, 0.1), "at least " },
    { HPM_FINDING_IN_MPI, FROM (arrival, 0.1),
      "{arrival:%} of it before the last rank comes to a collective" },
    { HPM_FINDING_IN_MPI, FROM (awaited, 0), ", mostly rank {awaited}" },
    { HPM_FINDING_SERIAL, ALWAYS,
      "times outside MPI of all {reference} ranks add up to {value:.2} runs, "
      "as if one worked at a time (serialisation)" },
    { HPM_FINDING_SERIAL, FROM (part, 0.0005), ", which costs " },
    { HPM_FINDING_SERIAL, FROM (threaded_part, 0.0005), "at least " },
    { HPM_FINDING_SERIAL, FROM (part, 0.0005),
      "{cost:s}, {part:%} of all time" },
    { HPM_FINDING_IDLE, FROM (reference, 2),
      "main threads are blocked outside MPI {value:%} of their time" },
    { HPM_FINDING_IDLE, FROM (rank, 0), ", rank {rank} the most of it" },
    { HPM_FINDING_IDLE, IS (idle_alike, 1), ", one as the other" },
    { HPM_FINDING_IDLE, IS (reference, 1),
      "the main thread is blocked outside MPI {value:%} of its time" },
    { HPM_FINDING_IDLE, ALWAYS, " (files, sleep, locks or processes" },
    { HPM_FINDING_IDLE, IS (start, 1), ", or MPI_Init" },
    { HPM_FINDING_IDLE, ALWAYS, ")" },
    { HPM_FINDING_IDLE, FROM (joined, 0.00001),
      ", beside the {share:%} in which their other threads or processes may "
      "compute, wait for a processor or be in MPI" },
    { HPM_FINDING_SYSTEM, ALWAYS,
      "{value:%} of processor time is in the kernel, outside MPI" },
    { HPM_FINDING_SYSTEM, FROM (reference, 1),
      " ({reference:n} page faults a second)" },
    { HPM_FINDING_PAUSED, ALWAYS,
      "efficiency unknown: ranks paused for {reference:s} to {value:s}, and "
      "their times are no parts of the same run" },
    { HPM_FINDING_CHANGED, ALWAYS, "after {value:s} " },
    { HPM_FINDING_CHANGED, IS (threaded, 0), "ranks" },
    { HPM_FINDING_CHANGED, IS (threaded, 1), "threads" },
    { HPM_FINDING_CHANGED, ALWAYS, " are in MPI {share:%} of the time, " },
    { HPM_FINDING_CHANGED, IN (reference, 0, UNDER (0.001)),
      "hardly ever before" },
    { HPM_FINDING_CHANGED, FROM (reference, 0.001), "{reference:%} before" },
    { HPM_FINDING_CHANGED, IS (subject, 7),
      " (they call it more often, and hardly longer)" },
    { HPM_FINDING_CHANGED, FROM (rank, 0),
      "; rank {rank} on {host} is there least" },
    { HPM_FINDING_CHANGED, IS (subject, 1), ", and computes" },
    { HPM_FINDING_CHANGED, IS (subject, 2),
      ", and is blocked outside (files, sleep, locks or processes)" },
    { HPM_FINDING_CHANGED, IS (subject, 3),
      ", and waits for a processor outside" },
    { HPM_FINDING_CHANGED, IS (subject, 4), ", and has more page faults" },
    { HPM_FINDING_CHANGED, IS (subject, 5),
      ", and is blocked outside while pages are read from storage" },
    { HPM_FINDING_CHANGED, IS (subject, 6), ", and computes at a lower clock" },
    { HPM_FINDING_OWN, ALWAYS,
      "timing {reference:n} calls of MPI takes {value:%} of processor time" },
    { HPM_FINDING_OWN, FROM (function, 0), ", most of them {function}" },
    { HPM_FINDING_OWN, ALWAYS,
      "; that counts as time outside MPI of ranks, and in the efficiency" },
    { HPM_FINDING_THROTTLED, ALWAYS,
      "a cgroup's limit of {reference:3} processor{reference:plural} stopped "
      "ranks of {host} for {value:s}, {share:%} of the time of their threads" },
    { HPM_FINDING_THROTTLED, FROM (subject, 1),
      "; alike on {subject} more host{subject:plural}" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (limited, 1), "beside that " },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, -2), "the program waits" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, -1), "the main thread waits" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, 0), "ranks wait" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, 1), "main threads wait" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, 2), "threads wait" },
    { HPM_FINDING_OVERSUBSCRIBED, ALWAYS, " for a processor {value:%} of " },
    { HPM_FINDING_OVERSUBSCRIBED, FROM (waiters, 2), "their time" },
    { HPM_FINDING_OVERSUBSCRIBED, IN (waiters, -2, 1), "the run" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (subject, 1), " (oversubscribed)" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (subject, 2),
      " (oversubscribed, and other work had most of them)" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (subject, 0), " (other work had them)" },
    { HPM_FINDING_OVERSUBSCRIBED, FROM (share, 0.5),
      "; up to {share:%} of that in MPI, while they wait there for others" },
    { HPM_FINDING_RANK_OUTLIER, ALWAYS,
      "rank {rank} on {host}: {quantity} {value:unit}, median "
      "{reference:unit} ({share:3} spreads off)" },
    { HPM_FINDING_HOST_OUTLIER, ALWAYS,
      "host {host}: {quantity} {value:unit}, median {reference:unit} "
      "({share:3} spreads off)" },
    { HPM_FINDING_MORE_OUTLIERS, ALWAYS, "and {value:n} more" },
    { HPM_FINDING_CROWDED, ALWAYS,
      "host {host}: {value} busy threads may only use the same {reference} "
      "processor{reference:plural}, as rank {rank}" },
    { HPM_FINDING_CROWDED, FROM (subject, 1),
      ", while no rank of this job may use {subject} other{subject:plural}" },
    { HPM_FINDING_OVERLAP, ALWAYS,
      "host {host}: the processors of ranks {rank} and {subject} overlap "
      "({value} shared)" },
    { HPM_FINDING_CROWDED, FROM (others, 1),
      "; alike on {others} more host{others:plural}" },
    { HPM_FINDING_OVERLAP, FROM (others, 1),
      "; alike on {others} more host{others:plural}" },
    { HPM_FINDING_SHARED_CORES, ALWAYS,
      "host {host}: {value} ranks share cores with another rank, as rank "
      "{rank}, while {reference} processors are on cores that no rank of this "
      "job may use" },
    { HPM_FINDING_SHARED_CORES, FROM (others, 1),
      "; alike on {others} more host{others:plural}" },
    { HPM_FINDING_LATE_START, ALWAYS,
      "rank {rank} on {host} ran for {value:s} before MPI_Init, the others "
      "{reference:s} (median)" },
    { HPM_FINDING_MIGRATING, ALWAYS,
      "rank {rank} on {host} moved between processors {value:n} times" },
    { HPM_FINDING_MIGRATING, FROM (reference, 2),
      "; {reference:n} ranks more than once a second" },
};

#endif /* HPM_AGGREGATE_FINDING_PIECES_H */
