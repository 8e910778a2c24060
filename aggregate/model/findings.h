/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verdict on a run: its efficiencies, and findings, each by a stated rule.
 * hpm-verdict(7) describes rules and limits; the lists here are what it is
 * checked against.
 */
#ifndef HPM_AGGREGATE_FINDINGS_H
#define HPM_AGGREGATE_FINDINGS_H

#include <stddef.h>
#include <stdint.h>

#include "aggregate/model/account.h"

/* Places along the dimension `efficiency`.  X(identifier, name, unit, meaning)
 */
#define HPM_EFFICIENCIES(X)                                                    \
    X (PARALLEL, "parallel", "1", "load balance x communication")              \
    X (BALANCE, "load_balance", "1", "mean useful time / largest")             \
    X (COMMUNICATION, "communication", "1", "largest useful time / run time")  \
    X (THREADS, "threads", "1",                                                \
       "processor time of threads outside MPI / their lives there, at most")   \
    X (USEFUL_MEAN, "useful_mean", "s", "useful time of a rank, mean")         \
    X (USEFUL_MAX, "useful_max", "s", "useful time of the slowest rank")       \
    X (RUNTIME, "runtime", "s", "run time of the longest rank of the job")     \
    X (SLOWEST, "slowest_rank", "1", "rank with the largest useful time")      \
    X (RANKS, "ranks", "1", "ranks these are made of")                         \
    X (INSTRUCTIONS, "instructions", "1", "outside MPI, of a rank, mean")      \
    X (IPC, "ipc", "1", "instructions per cycle outside MPI")                  \
    X (FREQUENCY, "frequency", "GHz", "cycles per second of useful time")      \
    X (PROCESSORS, "processors", "1",                                          \
       "part of useful time that ranks do not wait for a processor, at most")  \
    X (PROCESSORS_LEAST, "processors_least", "1", "the same, at least")        \
    X (OVERALL, "overall", "1", "processors x load balance x communication")

enum hpm_efficiency {
#define HPM_X(identifier, name, unit, meaning) HPM_EFFICIENCY_##identifier,
    HPM_EFFICIENCIES (HPM_X)
#undef HPM_X
        HPM_EFFICIENCY_COUNT
};

/* An overall efficiency that may be too high by so much is told as a range.  */
#define HPM_EFFICIENCY_SURE 0.005

/* X(identifier, limit, meaning) */
#define HPM_LIMITS(X)                                                          \
    X (SHORT, 0.1, "s; a shorter run is not judged")                           \
    X (GOOD, 0.9, "an efficiency from here on needs no cause")                 \
    X (SLOWER, 1.05,                                                           \
       "times the others' useful time, before causes are sought")              \
    X (CAUSE, 0.25, "part of the excess that makes a cause worth naming")      \
    X (COMPUTES, 0.5, "part of the excess that is processor time, to compute") \
    X (WAITING, 0.05, "part of the run spent waiting for a processor")         \
    X (DIFFERENCE, 0.1, "part of a time that is more than the others'")        \
    X (LEAST, 0.02, "part of the run that is more than the others'")           \
    X (CONTRAST, 3, "spreads of the others' waiting, beyond which one waits")  \
    X (MIGRATIONS, 1, "1/s; moves between processors")                         \
    X (MIGRATIONS_MIN, 10, "moves between processors")                         \
    X (OUTLIER, 5, "spreads that an outlier lies off the median")              \
    X (SPREAD, 0.01, "least spread, as a part of the median")                  \
    X (SAMPLE, 4, "fewest values that have outliers")                          \
    X (OUTLIERS_TOLD, 8, "outliers told one by one")                           \
    X (BUSY, 0.3, "part of the run from which on a thread wants a processor")  \
    X (SHARE, 0.5, "part of what a crowded job's threads would have alone")    \
    X (KERNEL, 0.1, "s; in the kernel more, where ranks wait for processors")  \
    X (COMPUTED, 0.002, "s; processor time more that is no chance, at least")  \
    X (COST, 0.01, "part of all time; what costs less is not told")            \
    X (BLAMED, 0.05,                                                           \
       "part of the run that a rank of a balanced job does more")              \
    X (SERIAL_LEAST, 0.7, "runs that the useful times of all ranks make")      \
    X (SERIAL_MOST, 1.6, "the same, at most")                                  \
    X (SERIAL_RANKS, 3, "fewest ranks that take turns")                        \
    X (SERIAL_WAITS, 0.1,                                                      \
       "part of the time outside MPI waiting for a processor, at most")        \
    X (SERIAL_OUTSIDE, 0.15,                                                   \
       "part of waiting for processors that is outside MPI, where that does "  \
       "not hold")                                                             \
    X (SERIAL_POLLS, 0.5, "runs of processor time in MPI meanwhile, at least") \
    X (SERIAL_CALL, 0.001, "s; mean time in a call of MPI, at least")          \
    X (SERIAL_RATE, 100000000, "bytes a second of time in MPI, at most")       \
    X (IDLE, 0.1, "part of the time of main threads that is blocked")          \
    X (FAULT, 1e-07, "s; a page fault takes at least")                         \
    X (READ, 1e-05, "s; one that reads the page from storage, at least")       \
    X (SYSTEM, 0.2, "part of processor time in the kernel outside MPI")        \
    X (CHANGE, 0.1, "part of all time by which time in MPI rises")             \
    X (OWN, 0.05, "part of processor time that timing calls takes")

/* clang-format off */
#define HPM_X(identifier, limit, meaning)                                      \
    static const double HPM_LIMIT_##identifier __attribute__ ((unused)) = limit;
HPM_LIMITS (HPM_X)
#undef HPM_X
/* clang-format on */

/* X(code, identifier, word, 1 if it is part of the verdict and 0 if it is an
 * outlier, meaning of value, reference and share) */
#define HPM_FINDINGS(X)                                                        \
    X (0, NONE, "none", 0, "-")                                                \
    X (1, TOO_SHORT, "too_short", 1, "seconds the run took")                   \
    X (2, NOT_TIMED, "not_timed", 1, "ranks not judged, and ranks")            \
    X (3, EFFICIENCY, "efficiency", 1,                                         \
       "overall, balance, communication; subject: 1 if the run is good")       \
    X (4, SLOWEST, "slowest", 1,                                               \
       "useful seconds, those of the median, ratio; subject: 0 if another's "  \
       "useful time is larger, with its waiting for processors")               \
    X (5, WORK, "work", 1, "instructions / median, part of the excess")        \
    X (6, IPC, "ipc", 1, "instructions per cycle / median, part")              \
    X (7, CLOCK, "clock", 1, "cycles a second / median, part")                 \
    X (8, CPU_WAIT, "cpu_wait", 1,                                             \
       "part of the run outside MPI, seconds more, part; "                     \
       "subject: 1 if oversubscribed, 2 if so and other work had most of the " \
       "processors, 0 if other work had them, 3 if a limit of processor time " \
       "stopped it, -1 if nobody knows")                                       \
    X (9, BLOCKED, "blocked", 1,                                               \
       "seconds more, seconds more that its other threads had work, part of "  \
       "the excess; subject: 1 if they had work for half of that at all")      \
    X (10, KERNEL, "kernel", 1, "seconds more, faults / median, part")         \
    X (11, UNEXPLAINED, "unexplained", 1,                                      \
       "0 if it computes longer: then faults / median, if that matters, and "  \
       "seconds it waits for processors with that at most, if that is more; "  \
       "1 if "                                                                 \
       "counters were split, 2 if less than COMPUTES of it is, 3 if none, 4 "  \
       "if it waits for a processor instead: then seconds "                    \
       "it had a processor outside MPI, at most, and the median, at least; "   \
       "subject: 1 if what it computes longer may be the kernel's time")       \
    X (12, IN_MPI, "in_mpi", 1, "part of time in MPI, bytes, part of run")     \
    X (13, OVERSUBSCRIBED, "oversubscribed", 1,                                \
       "part of the run, all ranks, or of the lives of all threads, and 1, "   \
       "without what is told as throttled; "                                   \
       "part of that in MPI, at most, while they wait there for others, if "   \
       "that is most of it; subject as for cpu_wait")                          \
    X (14, RANK_OUTLIER, "rank_outlier", 0, "value, median, spreads")          \
    X (15, HOST_OUTLIER, "host_outlier", 0, "value, median, spreads")          \
    X (16, MORE_OUTLIERS, "more_outliers", 0, "outliers not told")             \
    X (17, CROWDED, "crowded", 0,                                              \
       "busy threads, processors for them, hosts; subject: processors of the " \
       "host that no rank may use, -1 if not known")                           \
    X (18, OVERLAP, "overlap", 0, "processors that two ranks share, hosts")    \
    X (19, MIGRATING, "migrating", 0, "moves of the rank, ranks that migrate") \
    X (20, LIGHT, "light", 1, "least useful seconds, those of the median")     \
    X (21, SERIAL, "serial", 1, "useful time of all in runs, ranks")           \
    X (22, IDLE, "idle", 1,                                                    \
       "part of the time of main threads, ranks, part that other threads had " \
       "work; subject: 1 if no rank has a quarter more of it than another")    \
    X (23, OWN, "own", 1,                                                      \
       "part of processor time, calls; subject: most often called")            \
    X (24, LATE_START, "late_start", 0,                                        \
       "seconds before MPI_Init, those of the median")                         \
    X (25, THROTTLED, "throttled", 1,                                          \
       "seconds that processors were stopped, processors allowed, part of "    \
       "the "                                                                  \
       "lives of threads; subject: hosts of which the same is true, beside "   \
       "it")                                                                   \
    X (26, SYSTEM, "system", 1,                                                \
       "part of processor time, outside MPI, page faults a second; "           \
       "subject: 1 if these may be much of it")                                \
    X (27, CHANGED, "changed", 1,                                              \
       "seconds after which time in MPI rose, part of the time of all "        \
       "threads before and after; the rank that is in MPI least then; "        \
       "subject: 1 if it computes, 2 if it is blocked, 3 if it waits for a "   \
       "processor, 4 if it has more page faults, 5 if it is blocked and has "  \
       "more that read from storage, 6 if it computes and its processors' "    \
       "clock is lower, 0 if that is not known, 7 without a rank if calls of " \
       "MPI are more often and hardly longer")                                 \
    X (28, SHARED_CORES, "shared_cores", 0,                                    \
       "ranks that share cores, processors of cores that no rank may use, "    \
       "hosts")                                                                \
    X (29, PAUSED, "paused", 1,                                                \
       "seconds that ranks were not counted, at most, and at least")

enum hpm_rule {
#define HPM_X(code, identifier, word, verdict, meaning)                        \
    HPM_FINDING_##identifier = code,
    HPM_FINDINGS (HPM_X)
#undef HPM_X
        HPM_FINDING_COUNT
};

/* First line of the text hpm/findings of a result file; first versions lack the
 * end of it.  */
#define HPM_FINDINGS_HEADING_START                                             \
    "rule,rank,host,subject,value,reference,share"
#define HPM_FINDINGS_HEADING HPM_FINDINGS_HEADING_START ",cost"

/* X(name, meaning): numbers of a finding */
#define HPM_FINDING_FIELDS(X)                                                  \
    X (rule, "enum hpm_rule")                                                  \
    X (rank, "rank it speaks of, -1 if none")                                  \
    X (host, "place of its host, -1 if none")                                  \
    X (subject, "function, quantity, second rank or number, -1 if none")       \
    X (value, "as the rule says")                                              \
    X (reference, "as the rule says")                                          \
    X (share, "as the rule says")                                              \
    X (cost, "seconds of processors that it costs, NAN where not known")

struct hpm_finding {
#define HPM_X(name, meaning) double name;
    HPM_FINDING_FIELDS (HPM_X)
#undef HPM_X
};

struct hpm_verdict {
    double efficiency[HPM_EFFICIENCY_COUNT]; /* NAN where unknown */
    double (*host)[HPM_EFFICIENCY_COUNT];    /* [hosts], NULL if unknown;
                                                owned */
    /* Where the time went: of the job, what that may err, and of hosts; NULL
       where unknown; owned.  */
    struct hpm_account *account, *errors, *host_account;
    struct hpm_finding *findings; /* owned */
    size_t count, capacity;
    int made; /* 0: a file without a verdict */
};

struct hpm_result;

void hpm_verdict_init (struct hpm_verdict *verdict);
void hpm_verdict_release (struct hpm_verdict *verdict);

/* Efficiencies of a file that has the first `stored` of them: the others are
 * unknown.  */
void hpm_efficiency_stored (double efficiency[HPM_EFFICIENCY_COUNT],
                            size_t stored);

/* The overall one or, where nobody knows what ranks wait for processors, the
 * parallel one.  */
double hpm_efficiency_told (const double efficiency[HPM_EFFICIENCY_COUNT]);

/* What that is at least, where it is a range; as told where it is none.  */
double hpm_efficiency_least (const double efficiency[HPM_EFFICIENCY_COUNT]);

/* Whether it is one: what is told is what it is at most.  */
int hpm_efficiency_is_range (const double efficiency[HPM_EFFICIENCY_COUNT]);

/* All time of a run, in seconds: lives of threads or, where that is more
 * because ranks ended at different times, the ranks' number times the longest.
 * What is lost is a part of it.  NAN where unknown.  */
double hpm_verdict_time (const struct hpm_verdict *verdict);

/* Add a finding.  Returns 0, or -1 without memory.  */
int hpm_verdict_add (struct hpm_verdict *verdict, struct hpm_finding finding);

/* The first finding of that rule, the verdict's; NULL: there is none.  */
const struct hpm_finding *hpm_verdict_find (const struct hpm_verdict *verdict,
                                            enum hpm_rule rule);

/* A finding as a sentence without an end, malloc'ed; NULL without memory.  */
char *hpm_finding_text (const struct hpm_finding *finding,
                        const struct hpm_result *result);

/* That of finding `i` of the verdict where it stands alone: a cause says that
 * it is one of the whole run where the finding before it names a region.  */
char *hpm_verdict_sentence (const struct hpm_result *result, size_t i);

/* One thing to do about it, NULL where none is known.  */
const char *hpm_finding_advice (const struct hpm_finding *finding,
                                const struct hpm_result *result);

/* The unit of its "value", "reference" or "share": "1" where it has none.  */
const char *hpm_finding_unit (const struct hpm_finding *finding,
                              const char *field);

/* 1 if it is part of the verdict, 0 if it belongs to the outliers.  */
int hpm_finding_is_verdict (const struct hpm_finding *finding);

/* Sentences of the verdict as lines, malloc'ed; NULL without memory.  */
char *hpm_verdict_text (const struct hpm_result *result);

const char *hpm_rule_word (int rule);
/* The rule of a word, HPM_FINDING_NONE if unknown.  */
int hpm_rule_of_word (const char *word, size_t length);
const char *hpm_efficiency_word (int efficiency);

#endif /* HPM_AGGREGATE_FINDINGS_H */
