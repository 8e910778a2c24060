/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the verdict looks at, of one rank.
 */
#ifndef HPM_AGGREGATE_PROFILE_H
#define HPM_AGGREGATE_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "aggregate/analysis/account.h"
#include "aggregate/analysis/accumulate.h"

/* X(name, title, unit, 1 if ranks far from the rest are outliers, meaning);
 * NAN where unknown.  Times are those of the main thread.  */
#define HPM_PROFILE_FIELDS(X)                                                  \
    X (wall, "run time", "s", 0, "of the rank")                                \
    X (useful, "useful time", "s", 1, "run time without time in MPI")          \
    X (mpi, "time in MPI", "s", 0, "MPI I/O included")                         \
    X (cpu, "processor time", "s", 1, "user and system time")                  \
    X (kernel, "system time", "s", 0, "processor time in the kernel")          \
    X (waiting, "wait for a processor", "s", 0, "ready, and no processor")     \
    X (blocked, "blocked outside MPI", "s", 0,                                 \
       "useful time that is none of cpu and waiting; at least")                \
    X (blocked_most, "blocked outside MPI", "s", 0, "the same, at most")       \
    X (instructions, "instructions", "1", 1, "outside MPI, all threads")       \
    X (ipc, "instr. per cycle", "1", 1, "outside MPI, all threads")            \
    X (clock, "clock", "GHz", 1,                                               \
       "cycles outside MPI, all threads, per second of useful time")           \
    X (faults, "page faults", "1", 0, "all threads")                           \
    X (preempted, "involuntary switches", "1", 0, "all threads")               \
    X (memory, "peak memory", "byte", 1, "of the process")                     \
    X (migrations, "migrations", "1", 0, "all threads")                        \
    X (threads_busy, "busy threads", "1", 0,                                   \
       "that wanted a processor for a good part of the run")                   \
    X (threads_able, "threads", "1", 0,                                        \
       "that may have wanted a processor at the same time, at most")           \
    X (threads, "threads", "1", 0, "of the program")                           \
    X (threads_used, "processor time of threads", "s", 0,                      \
       "outside MPI, all threads; at most")                                    \
    X (threads_lived, "time of threads", "s", 0,                               \
       "lives of all threads, outside MPI")                                    \
    X (lived, "time of threads", "s", 0, "lives of all threads")               \
    X (ran, "processor time of threads", "s", 0, "all threads")                \
    X (waited, "wait of threads for a processor", "s", 0, "all threads")       \
    X (beside_waits, "wait of other threads for a processor", "s", 0,          \
       "of other threads than the main one, at most")                          \
    X (beside, "work of other threads", "s", 0,                                \
       "of other threads than the main one: outside MPI on a processor or "    \
       "waiting for one, at most, and in MPI; and processor time of child "    \
       "processes")                                                            \
    X (before, "time before MPI_Init", "s", 0, "of the process")               \
    X (computing, "processor time outside MPI", "s", 0, "at most")             \
    X (computing_least, "processor time outside MPI", "s", 0, "at least")      \
    X (waiting_most, "wait for a processor outside MPI", "s", 0, "at most")    \
    X (waiting_least, "wait for a processor outside MPI", "s", 0, "at least")  \
    X (computing_error, "processor time outside MPI", "s", 0,                  \
       "error of both, where a sample of calls tells")

/* Cells of 64 bits, as packed rows have them.  */
struct hpm_profile {
#define HPM_X(name, title, unit, outlier, meaning) double name;
    HPM_PROFILE_FIELDS (HPM_X)
#undef HPM_X
    /* Of the account of the main thread, and all of it; 0 where unknown.  */
    double main_kernel, main_blocked, main_own, main_whole;
    int64_t host;     /* place among the hosts, -1 if missing */
    int64_t complete; /* counted to its end */
    int64_t mask;     /* place of its list of processors, -1 */
    /* That of the cores of these, which may be the same; -1.  And processors of
       the host, 0 where unknown.  */
    int64_t cores, online;
    /* Processors that its control group may use, for how long these were
       stopped for it, in s, and the number of the group; 0 without a limit.  */
    double allowed, stopped;
    int64_t group;
};

#define HPM_PROFILE_CELLS (sizeof (struct hpm_profile) / sizeof (uint64_t))
#define HPM_PROFILE_CELL(name)                                                 \
    (offsetof (struct hpm_profile, name) / sizeof (uint64_t))

enum hpm_profile_field {
#define HPM_X(name, title, unit, outlier, meaning) HPM_PROFILE_##name,
    HPM_PROFILE_FIELDS (HPM_X)
#undef HPM_X
        HPM_PROFILE_FIELD_COUNT
};

struct hpm_profile_quantity {
    const char *name, *title, *unit;
    size_t offset;
    int has_outliers;
};

extern const struct hpm_profile_quantity
    hpm_profile_quantities[HPM_PROFILE_FIELD_COUNT];

/* The profile of a rank, whose values these are, without what the judge notes
 * of its record: lists of processors and limits.  */
void hpm_profile_make (struct hpm_profile *profile,
                       const struct hpm_result *result,
                       const struct hpm_rank_data *data,
                       const struct hpm_values *values);

/* The thread that called MPI_Init, -1 if there is none.  */
int64_t hpm_main_thread (const struct hpm_rank_data *data);

/* Processor time more than others that may be chance, s: what timing calls took
 * is an estimate, of the others, too.  */
double hpm_profile_chance (const struct hpm_profile *profile);

/* Seconds it waits for processors with so many on one, outside MPI, where each
 * of these takes `pressure` of waiting: no more than their part of what it
 * waited there at most.  */
double hpm_profile_stretch (const struct hpm_profile *profile, double seconds,
                            double pressure);

double hpm_profile_get (const struct hpm_profile *profile, int quantity);

#endif /* HPM_AGGREGATE_PROFILE_H */
