/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a number is worth: the quality of a cell, and the reason where there is
 * no number.  Both travel with the value from the counter to the screen, so the
 * codes below are part of the record stream and of the result file: append,
 * never renumber.
 */
#ifndef HPM_QUALITY_H
#define HPM_QUALITY_H

/* X(code, identifier, word in files and tables, one line of what it means)
 *
 * The order is from best to worst among the values that exist: a sum is worth
 * what its worst part is worth (`hpm_quality_worse`).  */
#define HPM_QUALITIES(X)                                                       \
    X (0, HPM_QUALITY_ABSENT, "absent",                                        \
       "nothing to count here: a process-wide event on a second thread")       \
    X (1, HPM_QUALITY_EXACT, "exact", "counted all the time")                  \
    X (2, HPM_QUALITY_SCALED, "scaled",                                        \
       "counted part of the time and scaled up by time enabled / time "        \
       "running, or an estimate from the kernel's ticks")                      \
    X (3, HPM_QUALITY_PARTIAL, "partial",                                      \
       "a part is missing: a thread seen late or lost early, or not all "      \
       "ranks")                                                                \
    X (4, HPM_QUALITY_UNAVAILABLE, "unavailable", "not counted; see the reason")

/* X(code, identifier, the reason after "not counted, because", the remedy) */
#define HPM_REASONS(X)                                                         \
    X (0, HPM_REASON_NONE, "", "")                                             \
    X (1, HPM_REASON_NO_PMU, "this machine shows no hardware counters",        \
       "on a virtual machine, ask for a virtual PMU; else run on a physical "  \
       "machine")                                                              \
    X (2, HPM_REASON_PARANOID, "the kernel forbids it (perf_event_paranoid)",  \
       "ask for: sysctl kernel.perf_event_paranoid=2 for events in user "      \
       "code, "                                                                \
       "1 for all others")                                                     \
    X (3, HPM_REASON_NO_SUCH_EVENT,                                            \
       "this processor or PAPI does not offer it",                             \
       "hpmrun --list=events shows what there is")                             \
    X (4, HPM_REASON_CONFLICT,                                                 \
       "the other events already take all counters it could use",              \
       "ask for fewer at once (-e), count them in turn (-a), or each on some " \
       "of the ranks (--rotate=ranks)")                                        \
    X (5, HPM_REASON_DOMAIN, "it cannot be counted in the chosen domain",      \
       "try --domain=all")                                                     \
    X (6, HPM_REASON_NEVER_COUNTED, "the counter accepts it and never moves",  \
       "the PMU does not implement this event; choose another")                \
    X (7, HPM_REASON_NO_PAPI, "PAPI could not be loaded",                      \
       "install libpapi, or reinstall hpmmpi")                                 \
    X (8, HPM_REASON_OTHER_PAPI, "the program brings another version of PAPI", \
       "build hpmmpi with the PAPI of the program")                            \
    X (9, HPM_REASON_COMPONENT_OFF, "the PAPI component it belongs to is off", \
       "papi_component_avail tells why")                                       \
    X (10, HPM_REASON_THREAD_LATE,                                             \
       "the thread ran before counting could start on it", "")                 \
    X (11, HPM_REASON_THREAD_LOST,                                             \
       "the thread's counters could not be read at its end", "")               \
    X (12, HPM_REASON_START_FAILED, "its counters could not be started",       \
       "hpmrun --check tells what can be counted here")                        \
    X (13, HPM_REASON_SYSTEM, "the system does not tell it",                   \
       "the kernel is built without it, or /proc is not mounted")              \
    X (14, HPM_REASON_NOT_RECORDED, "the rank left no record of it", "")       \
    X (15, HPM_REASON_BUSY,                                                    \
       "the program itself, or another tool, held the counters", "")           \
    X (16, HPM_REASON_NODE_LEVEL,                                              \
       "it counts for the whole node, not for one program",                    \
       "name it as perf does, PMU/EVENT/ (hpmrun --list=events)")              \
    X (17, HPM_REASON_NOT_SPLIT,                                               \
       "it is counted for the whole run, not inside and outside MPI", "")      \
    X (18, HPM_REASON_NO_TURN,                                                 \
       "not measured: its turn on the counters never came",                    \
       "a longer run, or fewer events at once (-e)")                           \
    X (19, HPM_REASON_OTHER_RANKS, "it is counted on other ranks", "")         \
    X (20, HPM_REASON_TOO_FEW_RANKS,                                           \
       "there are fewer ranks than groups of events",                          \
       "more ranks, or several runs")                                          \
    X (21, HPM_REASON_RANKS_UNLIKE,                                            \
       "other ranks counted it, and these are not alike: there is no total",   \
       "count it on all ranks, in a run of its own (-e)")                      \
    X (22, HPM_REASON_PAUSED,                                                  \
       "it is a quotient of counts, and counting paused", "")                  \
    X (23, HPM_REASON_NOT_TIMED, "calls of MPI were not timed there",          \
       "hpmrun --mpi=time for all programs")                                   \
    X (24, HPM_REASON_NODE_FORBIDDEN,                                          \
       "the kernel forbids to count for a whole node (perf_event_paranoid)",   \
       "ask for: sysctl kernel.perf_event_paranoid=0, or the capability "      \
       "CAP_PERFMON")                                                          \
    X (25, HPM_REASON_NO_CHILDREN,                                             \
       "it is not known of processes that are counted from outside", "")       \
    X (26, HPM_REASON_BRIEF_THREAD,                                            \
       "to ask the system costs more than the thread lived",                   \
       "name the event (-e)")                                                  \
    X (27, HPM_REASON_NOT_EXPORTED,                                            \
       "the program exports nothing of that name, or its value is -1",         \
       "a name is sde:::LIBRARY::COUNTER, as the program registers them")      \
    X (28, HPM_REASON_NO_COMPONENT, "this PAPI has no component of that name", \
       "papi_component_avail shows those it has")                              \
    X (29, HPM_REASON_NOT_LINKED,                                              \
       "the component sees programs alone that are linked to PAPI",            \
       "os::BYTES_READ, os::BYTES_WRITTEN and io:::rchar are of any program")  \
    X (30, HPM_REASON_GAUGE,                                                   \
       "it tells how something is at a moment, and is no count", "")           \
    X (31, HPM_REASON_SELDOM,                                                  \
       "PAPI looks at it once a second, and the run was shorter", "")          \
    X (32, HPM_REASON_NO_BACKEND,                                              \
       "there is no counter backend, or not the one that was named",           \
       "leave out --backend")                                                  \
    X (33, HPM_REASON_NOT_COMPARED, "when each rank came was not compared",    \
       "it is for ranks of one host that end with MPI_Finalize")               \
    X (34, HPM_REASON_NOT_AT_MARKS, "marks of regions do not read it",         \
       "it is known of the whole run; marks read events that are named (-e): " \
       "of PAPI, and of the system processor time, page faults and "           \
       "context switches")                                                     \
    X (35, HPM_REASON_SEVERAL_HOSTS,                                           \
       "arrivals are compared within a host, and its collectives were of "     \
       "several",                                                              \
       "")                                                                     \
    X (36, HPM_REASON_PROCESS_LEVEL,                                           \
       "it counts for one program, not for a processor",                       \
       "count it with hpmrun")                                                 \
    X (37, HPM_REASON_TICKS,                                                   \
       "the system tells it in ticks, which are too coarse for so short a "    \
       "time",                                                                 \
       "count for longer")                                                     \
    X (38, HPM_REASON_PAPI_PARANOID,                                           \
       "PAPI counts for nobody where perf_event_paranoid is above 2",          \
       "ask for: sysctl kernel.perf_event_paranoid=2")                         \
    X (39, HPM_REASON_HIDDEN,                                                  \
       "the process may not read it in /proc: it hides from its user, or "     \
       "became another one",                                                   \
       "prctl(2) tells when, below PR_SET_DUMPABLE")

enum hpm_quality {
#define HPM_X(code, identifier, word, meaning) identifier = code,
    HPM_QUALITIES (HPM_X)
#undef HPM_X
        HPM_QUALITY_COUNT
};

enum hpm_reason {
#define HPM_X(code, identifier, because, remedy) identifier = code,
    HPM_REASONS (HPM_X)
#undef HPM_X
        HPM_REASON_COUNT
};

#endif /* HPM_QUALITY_H */
