/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The records of a run: what one rank, one thread, one event and one cell say.
 * One list of fields each yields the struct, the columns of the result file,
 * the dump and the round-trip test.
 *
 * Records hold fixed-width fields only and no padding, and are copied byte for
 * byte into the record stream (hpm_stream.h); a change of any list raises
 * HPM_STREAM_VERSION.
 *
 * A row of a list is  X(type, field, unit, description)  with type one of
 *     i32, i64       integers
 *     f64            a double
 *     text16, ...    char arrays of that many bytes, NUL-padded, always with
 *                    at least one NUL; a text that was too long ends in "~"
 * Units: "ns" nanoseconds, "byte", "" for plain numbers; "ns since 1970" is
 * CLOCK_REALTIME.
 */
#ifndef HPM_RECORD_H
#define HPM_RECORD_H

#include <stdint.h>

typedef int32_t hpm_i32;
typedef int64_t hpm_i64;
typedef double hpm_f64;
typedef char hpm_text16[16];
typedef char hpm_text64[64];
typedef char hpm_text128[128];

/* ---- one rank ---------------------------------------------------------- */
#define HPM_RANK_FIELDS(X)                                                     \
    X (i32, rank, "", "rank in MPI_COMM_WORLD")                                \
    X (i32, status, "", "how the rank ended: enum hpm_rank_status")            \
    X (i64, pid, "", "process id on its host")                                 \
    X (i64, start_time, "ns since 1970", "when counting started")              \
    X (i64, end_time, "ns since 1970", "when counting stopped")                \
    X (i64, wall_time, "ns",                                                   \
       "counted between start and stop, monotonic clock")                      \
    X (i64, overhead_start, "ns",                                              \
       "time this library took to start counting, "                            \
       "of threads, too")                                                      \
    X (i64, overhead_stop, "ns",                                               \
       "time this library took to stop counting, "                             \
       "of threads, too")                                                      \
    X (i64, paused_time, "ns",                                                 \
       "time between start and stop that was not "                             \
       "counted")                                                              \
    X (i64, periods, "", "parts of the run that were counted")                 \
    X (i64, peak_memory, "byte", "peak resident set size of the process")      \
    X (i32, app_number, "", "MPI_APPNUM: which program of an MPMD run")        \
    X (i32, thread_level, "",                                                  \
       "MPI thread level provided, 0 to 3; "                                   \
       "-1 without MPI")                                                       \
    X (i32, threads_seen, "", "threads this rank had while it was counted")    \
    X (i32, cpu_last, "", "processor the main thread last ran on")             \
    X (text64, host, "", "name of the host")                                   \
    X (text128, cpus_allowed, "", "processors the main thread may run on")     \
    X (i64, before_mpi, "ns",                                                  \
       "from the start of the process to MPI_Init, to a tick of 10 ms; "       \
       "0: not known")                                                         \
    X (i64, cpu_group, "",                                                     \
       "inode number of the control group that limits its processor time; "    \
       "0: none known")                                                        \
    X (i64, cpu_quota, "ns", "that the group may use processors in a period")  \
    X (i64, cpu_period, "ns", "that period")                                   \
    X (i64, throttled_time, "ns",                                              \
       "that processors were stopped for the group while it was counted, "     \
       "all of them together")                                                 \
    X (i64, throttled_periods, "", "periods in which they were")               \
    X (text128, cores_allowed, "",                                             \
       "processors of all cores that cpus_allowed has some of; empty where "   \
       "these are no more, cpus_allowed has more than HPM_CORES_MOST, or it "  \
       "is not known")                                                         \
    X (i64, cpus_online, "", "processors of the host, 0 where that is empty")  \
    X (i64, dropped_marks, "",                                                 \
       "marks of libhpm(3) that a signal handler made within another mark of " \
       "its thread, which are not counted")

/* A thread that may run on more processors is not bound to cores.  */
#define HPM_CORES_MOST 16

/* A host with more processors is not told of.  */
#define HPM_TOPOLOGY_PROCESSORS 4096

/* ---- one thread -------------------------------------------------------- */
#define HPM_THREAD_FIELDS(X)                                                   \
    X (i32, rank, "", "rank the thread belongs to")                            \
    X (i32, number, "", "in order of creation; 0 started the count")           \
    X (i32, role, "", "enum hpm_thread_role")                                  \
    X (i32, merged, "",                                                        \
       "threads in this row: more than 1 when short-lived "                    \
       "threads were added up")                                                \
    X (i64, tid, "", "thread id on its host")                                  \
    X (i64, start_time, "ns since 1970", "when it started, or counting did")   \
    X (i64, end_time, "ns since 1970", "when it ended, or counting did")       \
    X (i32, cpu_last, "", "processor it last ran on, -1 if unknown")           \
    X (i32, alive, "", "1 if it still ran when counting stopped")              \
    X (text16, name, "", "name of the thread")                                 \
    X (text64, cpus_allowed, "", "processors it may run on")

/* ---- one event (the same table for every rank of a run) ---------------- */
#define HPM_EVENT_FIELDS(X)                                                    \
    X (text128, name, "", "name of the event, as asked for")                   \
    X (text16, unit, "", "unit of its count: \"ns\", \"byte\", \"1\"")         \
    X (text16, source, "", "who counted it: os, papi, sde, ...")               \
    X (i32, scope, "", "enum hpm_event_scope")                                 \
    X (i32, kind, "", "enum hpm_event_kind")                                   \
    X (text128, description, "", "one line of what it counts")

#define HPM_RANK_STATUSES(X)                                                   \
    X (0, HPM_RANK_COMPLETE, "complete", "counted until MPI_Finalize")         \
    X (1, HPM_RANK_PARTIAL, "partial", "ended early; counted until its end")   \
    X (2, HPM_RANK_MISSING, "missing", "left no record")

/* Threads of the MPI library's own are kept apart: they are shown, and enter
 * no sum over a rank.  */
#define HPM_THREAD_ROLES(X)                                                    \
    X (0, HPM_ROLE_MAIN, "main", "called MPI_Init, or main")                   \
    X (1, HPM_ROLE_WORKER, "worker", "created by the program")                 \
    X (2, HPM_ROLE_MPI, "mpi", "created by the MPI library for itself")        \
    X (3, HPM_ROLE_UNSEEN, "unseen", "found in /proc, never seen created")     \
    X (4, HPM_ROLE_CHILDREN, "children",                                       \
       "no thread: processes that the "                                        \
       "program started, together")

#define HPM_EVENT_SCOPES(X)                                                    \
    X (0, HPM_SCOPE_THREAD, "thread", "counted for each thread")               \
    X (1, HPM_SCOPE_PROCESS, "process",                                        \
       "counted once for a process; the "                                      \
       "count stands in the main thread's row")                                \
    X (2, HPM_SCOPE_NODE, "node", "counted once for a host, by one rank")

/* How counts of an event combine over threads and ranks.  */
#define HPM_EVENT_KINDS(X)                                                     \
    X (0, HPM_KIND_COUNT, "count", "counts add up")                            \
    X (1, HPM_KIND_PEAK, "peak",                                               \
       "a high-water mark: the largest counts within "                         \
       "a process; processes add up")

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_rank_status { HPM_RANK_STATUSES (HPM_X) HPM_RANK_STATUS_COUNT };
enum hpm_thread_role { HPM_THREAD_ROLES (HPM_X) HPM_THREAD_ROLE_COUNT };
enum hpm_event_scope { HPM_EVENT_SCOPES (HPM_X) HPM_EVENT_SCOPE_COUNT };
enum hpm_event_kind { HPM_EVENT_KINDS (HPM_X) HPM_EVENT_KIND_COUNT };
#undef HPM_X

/* ---- one count of an event of scope node: by one rank of the host, on one
 * processor for a socket or so.  Beside the times of a counter as in a cell. */
#define HPM_NODE_FIELDS(X)                                                     \
    X (i64, value, "", "count, scaled already where quality says so")          \
    X (i64, time_enabled, "ns", "that the counter was wanted")                 \
    X (i64, time_running, "ns", "that it counted")                             \
    X (f64, scale, "", "times value is the amount in the event's unit")        \
    X (i32, event, "", "place in the rank's table of events")                  \
    X (i32, cpu, "", "processor it was counted on")                            \
    X (i32, quality, "", "enum hpm_quality")                                   \
    X (i32, reason, "", "enum hpm_reason, 0 unless unavailable")

#define HPM_X(type, field, unit, description) hpm_##type field;
struct hpm_node_record {
    HPM_NODE_FIELDS (HPM_X)
};
struct hpm_rank_record {
    HPM_RANK_FIELDS (HPM_X)
};
struct hpm_thread_record {
    HPM_THREAD_FIELDS (HPM_X)
};
struct hpm_event_record {
    HPM_EVENT_FIELDS (HPM_X)
};
#undef HPM_X

/* ---- one cell: (rank, thread, region, event) ---------------------------
 * `value` is in the event's unit, scaled already where quality says so.  The
 * two times are those of the counter; equal unless it was multiplexed, both 0
 * where the source has no such notion.  `error` is how far the value may be
 * from the truth, in its unit, where whoever counted it knows; 0 where it is
 * exact, or where the two times are all there is to tell.  */
struct hpm_cell {
    int64_t value;
    int64_t time_enabled; /* ns */
    int64_t time_running; /* ns */
    uint32_t quality;     /* enum hpm_quality */
    uint32_t reason;      /* enum hpm_reason, 0 unless unavailable */
    int64_t error;        /* absolute, 0 or more */
};

#endif /* HPM_RECORD_H */
