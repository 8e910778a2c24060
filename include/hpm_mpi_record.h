/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is known of a run's MPI calls: records of the chunks FUNCTIONS, MPI,
 * CALLS, SIZES, SITES and INSIDE of the record stream.  Lists and rules as in
 * hpm_record.h.
 */
#ifndef HPM_MPI_RECORD_H
#define HPM_MPI_RECORD_H

#include "hpm_record.h"

/* What a function is for.  The group is what tables add up by.
 * X(code, identifier, word, group, meaning) */
#define HPM_CALL_KINDS(X)                                                      \
    X (0, HPM_CALL_OTHER, "other", "other", "not in the table of functions")   \
    X (1, HPM_CALL_P2P, "p2p", "p2p", "blocking send or receive")              \
    X (2, HPM_CALL_P2P_START, "p2p_start", "p2p",                              \
       "starts a send or receive: nonblocking or persistent")                  \
    X (3, HPM_CALL_COMPLETION, "completion", "p2p",                            \
       "waits for requests or tests them, of whatever kind")                   \
    X (4, HPM_CALL_PROBE, "probe", "p2p", "looks for a message")               \
    X (5, HPM_CALL_COLLECTIVE, "collective", "collective",                     \
       "blocking collective that moves data")                                  \
    X (6, HPM_CALL_COLLECTIVE_START, "collective_start", "collective",         \
       "starts a nonblocking collective")                                      \
    X (7, HPM_CALL_SYNCHRONISING, "synchronising", "synchronising",            \
       "waits for others and moves no data")                                   \
    X (8, HPM_CALL_ONE_SIDED, "one_sided", "one-sided",                        \
       "moves data to or from a window")                                       \
    X (9, HPM_CALL_ONE_SIDED_SYNC, "one_sided_sync", "one-sided",              \
       "opens, closes or completes an epoch, makes or frees a window")         \
    X (10, HPM_CALL_IO, "io", "io", "MPI I/O")                                 \
    X (11, HPM_CALL_COMMUNICATOR, "communicator", "management",                \
       "communicators, groups and processes")                                  \
    X (12, HPM_CALL_TOPOLOGY, "topology", "management", "topologies")          \
    X (13, HPM_CALL_DATATYPE, "datatype", "management",                        \
       "datatypes, packing and operations")                                    \
    X (14, HPM_CALL_ENVIRONMENT, "environment", "management",                  \
       "information, attributes, error handlers, memory")

#define HPM_X(code, identifier, word, group, meaning) identifier = code,
enum hpm_call_kind { HPM_CALL_KINDS (HPM_X) HPM_CALL_KIND_COUNT };
#undef HPM_X

/* What a function's bytes are worth.  A receive that was only started is
 * counted with the room it was given: a shorter message may have come.
 * X(code, identifier, word, meaning) */
#define HPM_BYTES_KINDS(X)                                                     \
    X (0, HPM_BYTES_NONE, "none", "the function carries no bytes that way")    \
    X (1, HPM_BYTES_EXACT, "exact", "as sent, or as arrived")                  \
    X (2, HPM_BYTES_MOST, "most", "room given to receives: at most so many")

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_bytes_kind { HPM_BYTES_KINDS (HPM_X) HPM_BYTES_KIND_COUNT };
#undef HPM_X

/* More functions than this are damage, not a run.  */
#define HPM_FUNCTIONS_MAX 4096

/* ---- FUNCTIONS: one function, in the order of their numbers ---------------
 */
#define HPM_FUNCTION_FIELDS(X)                                                 \
    X (text64, name, "", "name, as MPI_Send")                                  \
    X (i32, kind, "", "enum hpm_call_kind")                                    \
    X (i32, sent, "", "enum hpm_bytes_kind of its bytes sent or written")      \
    X (i32, received, "", "enum hpm_bytes_kind of its bytes received or read") \
    X (i32, reserved, "", "0")

/* ---- MPI: how the calls of one rank were taken --------------------------- */
#define HPM_MPI_FIELDS(X)                                                      \
    X (i32, mode, "", "enum hpm_mpi_mode")                                     \
    X (i32, clock, "", "enum hpm_mpi_clock")                                   \
    X (i64, clock_rate, "Hz", "ticks a second, measured over the run")         \
    X (i64, calls, "", "calls of the program, all threads")                    \
    X (i64, call_overhead, "ps",                                               \
       "what one call cost in addition, measured when it ended")               \
    X (i64, overhead, "ns",                                                    \
       "calls x call_overhead, and looks x look_overhead")                     \
    X (i64, call_inside, "ps",                                                 \
       "the part of call_overhead that lies in the time of the call")          \
    X (i64, removed, "ns",                                                     \
       "what was taken from the times of calls, of calls x call_inside")       \
    X (i64, larger, "",                                                        \
       "times and counts smaller than their part: nothing was taken from "     \
       "them")                                                                 \
    X (i64, looks, "",                                                         \
       "calls around which the clocks of the thread were looked at; under "    \
       "split without events times that these and its counters were")          \
    X (i64, look_overhead, "ps", "what one look cost beside call_overhead")

/* X(code, identifier, word, meaning) */
#define HPM_MPI_MODES(X)                                                       \
    X (0, HPM_MPI_OFF, "off", "not looked at")                                 \
    X (1, HPM_MPI_TIME, "time", "timed")                                       \
    X (2, HPM_MPI_SPLIT, "split", "timed, and every counter split")

/* X(code, identifier, word, meaning) */
#define HPM_MPI_CLOCKS(X)                                                      \
    X (0, HPM_CLOCK_SYSTEM, "system", "clock_gettime (CLOCK_MONOTONIC)")       \
    X (1, HPM_CLOCK_PROCESSOR, "processor",                                    \
       "the processor's own counter: TSC, or cntvct on Arm")

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_mpi_mode { HPM_MPI_MODES (HPM_X) HPM_MPI_MODE_COUNT };
enum hpm_mpi_clock { HPM_MPI_CLOCKS (HPM_X) HPM_MPI_CLOCK_COUNT };
#undef HPM_X

/* ---- CALLS: one function on one thread ----------------------------------- *
 *
 * Only functions that were called.  A call inside another call of MPI (by the
 * library itself, a callback, another tool) is part of the outer one.  Bytes
 * are those that the arguments describe, as the program sees them, whatever
 * the library made of them: of a collective, what this rank puts in and what
 * it gets out, its own part included; MPI_IN_PLACE counts as the buffer it
 * stands for; MPI_PROC_NULL carries nothing.  */
#define HPM_CALL_FIELDS(X)                                                     \
    X (i32, thread, "", "row in the rank's THREADS")                           \
    X (i32, function, "", "number in FUNCTIONS")                               \
    X (i64, calls, "", "calls")                                                \
    X (i64, time, "ns", "time in them")                                        \
    X (i64, min_time, "ns", "shortest")                                        \
    X (i64, max_time, "ns", "longest")                                         \
    X (i64, sent, "byte", "bytes sent, put or written")                        \
    X (i64, received, "byte", "bytes received, got or read")

/* ---- events: what a thread's calls add up to ------------------------------
 *
 * So that time in MPI is reduced, stored, sorted by and put into formulas like
 * any other count.  Where calls are recorded these are columns of the table of
 * events, the last ones, with values for the whole run: in other regions there
 * is nothing to count.  X(identifier, name, unit, description) */
#define HPM_MPI_EVENTS(X)                                                      \
    X (TIME, "mpi::TIME", "ns", "time in calls of MPI, but for MPI I/O")       \
    X (IO_TIME, "mpi::IO_TIME", "ns", "time in calls of MPI I/O")              \
    X (CALLS, "mpi::CALLS", "1", "calls of MPI functions")                     \
    X (SENT, "mpi::BYTES_SENT", "byte",                                        \
       "bytes that calls of MPI sent, put or wrote")                           \
    X (RECEIVED, "mpi::BYTES_RECEIVED", "byte",                                \
       "bytes that calls of MPI received, got or read")                        \
    X (CPU_TIME, "mpi::CPU_TIME", "ns",                                        \
       "processor time in calls of MPI, MPI I/O included")                     \
    X (WAIT_TIME, "mpi::WAIT_TIME", "ns",                                      \
       "time in calls of MPI ready to run, waiting for a processor")           \
    X (ARRIVAL_TIME, "mpi::ARRIVAL_TIME", "ns",                                \
       "time in blocking collectives before those had come that they wait "    \
       "for")                                                                  \
    X (AWAITED_TIME, "mpi::AWAITED_TIME", "ns",                                \
       "such time of all other ranks, where this one came last")

/* Their `source` in the table of events.  */
#define HPM_MPI_EVENT_SOURCE "mpi"

#define HPM_X(identifier, name, unit, description) HPM_MPI_EVENT_##identifier,
enum hpm_mpi_event { HPM_MPI_EVENTS (HPM_X) HPM_MPI_EVENT_COUNT };
#undef HPM_X

/* ---- SIZES: messages of a size, all threads of the rank ------------------ */
#define HPM_SIZE_FIELDS(X)                                                     \
    X (i32, kind, "", "enum hpm_size_kind")                                    \
    X (i32, bucket, "", "0: empty; n: from 2^(n-1) to 2^n - 1 bytes")          \
    X (i64, messages, "", "messages, or calls")                                \
    X (i64, bytes, "byte", "in them")

/* X(code, identifier, word, meaning) */
#define HPM_SIZE_KINDS(X)                                                      \
    X (0, HPM_SIZE_P2P, "p2p", "messages sent")                                \
    X (1, HPM_SIZE_COLLECTIVE, "collective",                                   \
       "collective calls, by what the rank puts in, or else gets")             \
    X (2, HPM_SIZE_ONE_SIDED, "one_sided", "puts, gets, accumulates")          \
    X (3, HPM_SIZE_IO, "io", "reads and writes of MPI I/O")                    \
    X (4, HPM_SIZE_STARTED, "started",                                         \
       "messages of p2p that MPI_Startall sends")

#define HPM_SIZE_BUCKETS 64

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_size_kind { HPM_SIZE_KINDS (HPM_X) HPM_SIZE_KIND_COUNT };
#undef HPM_X

/* ---- ARRIVALS: when a rank came to some of its blocking collectives --------
 *
 * hpm_arrivals_head, hpm_arrival_comm[comms] and hpm_arrival_record[count]: of
 * the thread that called them.  The writer compares the ranks, and makes of it
 * the events ARRIVAL_TIME and AWAITED_TIME, which are not counted before.  A
 * call has the same communicator and number on all its ranks.  It is there
 * since it was drawn, one of 2^shift, or since it ended long after the one
 * before.  base/arrival.h packs a record.  */
#define HPM_ARRIVAL_CLASSES                                                    \
    10                         /* of calls by length: up to a limit, and then  \
                                * up to 4^n times that */
#define HPM_ARRIVAL_COMMS 2048 /* of one rank, at most */

struct hpm_arrivals_head {
    int64_t host;               /* a number of the host and of the clock */
    double tick_ns;             /* of the clock */
    int32_t thread;             /* row in the rank's THREADS */
    int32_t comms, count, unit; /* starts are counted in 2^unit ticks ... */
    int64_t first;              /* ... from this one on */
    int64_t limit;              /* of class 0, ticks */
    int64_t ticks[HPM_ARRIVAL_CLASSES]; /* in all collectives that may be
                                         * compared */
    int64_t unknown; /* ticks in those of unknown communicators */
};

struct hpm_arrival_comm {
    uint32_t id;
    uint16_t size; /* ranks */
    uint16_t shift;
};

struct hpm_arrival_record {
    uint32_t start;       /* its lower bits */
    uint16_t ticks;       /* 10 bits, and above them an exponent */
    uint16_t comm_flags;  /* 11 bits of the communicator, and flags */
    uint32_t number_high; /* 24 bits, and the upper ones of the start */
};

enum hpm_arrival_flag {
    HPM_ARRIVAL_HOW = 3, /* enum hpm_arrival_how */
    HPM_ARRIVAL_IS_ROOT = 4,
    HPM_ARRIVAL_IS_DRAWN = 8,
    HPM_ARRIVAL_IS_LONG = 16
};

/* Whom a rank waits for in a collective.  */
enum hpm_arrival_how {
    HPM_ARRIVAL_ALL,      /* each rank for all others */
    HPM_ARRIVAL_FOR_ROOT, /* each rank for the root */
    HPM_ARRIVAL_OF_ROOT   /* the root for all others */
};

/* ---- SITES: the calls of one function from one place, all threads ---------
 *
 * They add up to CALLS.  An address is where the call returns to in the
 * program, as its object's file has it.  Of a function there is one record at
 * most for an object that is not known, and one for all places that there was
 * no room for.  SITE_MODULES has the objects: "path\0build id\0...", the latter
 * in hex digits, empty where there is none.  In SITES the fields follow each
 * other as base/number_pack.h has them, so that most runs' still meet in one
 * slot at the end; of `module`, HPM_SITE_MODULE_BASE more.  */
#define HPM_SITE_MODULE_BASE 2
#define HPM_SITE_FIELDS(X)                                                     \
    X (i32, function, "", "number in FUNCTIONS")                               \
    X (i32, module, "", "number in SITE_MODULES, or enum hpm_site_where")      \
    X (i64, address, "", "in the object; 0 where that is not known")           \
    X (i64, calls, "", "calls")                                                \
    X (i64, time, "ns", "time in them")                                        \
    X (i64, sent, "byte", "bytes sent, put or written")                        \
    X (i64, received, "byte", "bytes received, got or read")

enum hpm_site_where {
    HPM_SITE_UNKNOWN = -1, /* in an object that was not there in the end */
    HPM_SITE_OTHERS = -2   /* in places that there was no room for */
};

/* ---- INSIDE: a thread inside a call, when a snapshot was taken ------------
 */
#define HPM_INSIDE_FIELDS(X)                                                   \
    X (i32, thread, "", "row in the rank's THREADS")                           \
    X (i32, function, "", "number in FUNCTIONS")                               \
    X (i64, since, "ns since 1970", "when the call began")

#define HPM_X(type, field, unit, description) hpm_##type field;
struct hpm_function_record {
    HPM_FUNCTION_FIELDS (HPM_X)
};
struct hpm_mpi_record {
    HPM_MPI_FIELDS (HPM_X)
};
struct hpm_call_record {
    HPM_CALL_FIELDS (HPM_X)
};
struct hpm_size_record {
    HPM_SIZE_FIELDS (HPM_X)
};
struct hpm_site_record {
    HPM_SITE_FIELDS (HPM_X)
};
struct hpm_inside_record {
    HPM_INSIDE_FIELDS (HPM_X)
};
#undef HPM_X

/* ---- regions -------------------------------------------------------------
 * X(identifier, name, meaning); the first alone unless the mode is split.  */
#define HPM_REGIONS(X)                                                         \
    X (HPM_REGION_PROGRAM, "program", "the whole run")                         \
    X (HPM_REGION_USEFUL, "useful", "outside MPI: what the others leave")      \
    X (HPM_REGION_MPI, "mpi", "inside MPI, but for MPI I/O")                   \
    X (HPM_REGION_MPI_IO, "mpi_io", "inside MPI I/O")                          \
    X (HPM_REGION_MEASURING, "measuring",                                      \
       "what reading the counters around MPI calls itself took, estimated")

#define HPM_X(identifier, name, meaning) identifier,
enum hpm_region { HPM_REGIONS (HPM_X) HPM_REGION_COUNT };
#undef HPM_X

#endif /* HPM_MPI_RECORD_H */
