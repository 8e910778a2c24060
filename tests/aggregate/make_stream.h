/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the parts of make_stream share.
 */
#ifndef MAKE_STREAM_H
#define MAKE_STREAM_H

#include <stdint.h>
#include <stdlib.h>

#include "hpm_mpi_record.h"
#include "hpm_stream.h"

/* X(name, default, meaning) */
#define SETTINGS(X)                                                            \
    X (ranks, 4, "ranks in the stream")                                        \
    X (said, 0, "ranks the run speaks of, 0: as many")                         \
    X (threads, 4, "threads of the program in each rank")                      \
    X (events, 16, "hardware events")                                          \
    X (first, 0, "added to the start, and to the numbers of later events")     \
    X (os, 1, "1: the events of the operating system, too")                    \
    X (hosts, 1, "hosts, in blocks of ranks")                                  \
    X (mpi, 0, "threads of the MPI library in each rank")                      \
    X (line, 0, "bytes of a line of the caches, 0: unknown")                   \
    X (huge, 0, "1: counts near 2^62")                                         \
    X (gap, -1, "leave this rank out")                                         \
    X (partial, -1, "this rank ended early")                                   \
    X (mpmd, 0, "1: odd ranks count another list of events")                   \
    X (scaled, 0, "1: event 1 was multiplexed")                                \
    X (nopmu, 0, "1: no hardware event was counted")                           \
    X (holes, 0, "1: some cells were not counted")                             \
    X (end, 1, "0: the stream has no end")                                     \
    X (unknown, 0, "1: chunks of an unknown type in between")                  \
    X (equal, 0, "1: all ranks have the same counts")                          \
    X (calls, 0, "1: calls of MPI are recorded, 2: and counts are split")      \
    X (odd, -1, "calls of odd ranks, -1: as those of the others")              \
    X (older, 0, "1: nothing is known of what measuring cost")                 \
    X (inexact, 0, "n: clocks of calls are estimates, with errors of n x 2 %") \
    X (undivided, 0,                                                           \
       "1: clocks of calls are not known, 2: but for processor time")          \
    X (unrecorded, -1, "calls of this rank are not recorded")                  \
    X (story, 0, "1: ranks are alike but for the slow one; in % of the run:")  \
    X (useful, 60, "time outside MPI")                                         \
    X (slow, -1, "this rank is slow, for the reasons that follow; -2: all")    \
    X (spared, -1, "where all are, this rank is not")                          \
    X (slow_host, -1, "all ranks of this host are slow")                       \
    X (work, 100, "its instructions in % of the others'")                      \
    X (ipc, 100, "its instructions per cycle in % of the others'")             \
    X (clock, 100, "its clock in % of the others'")                            \
    X (waiting, 0, "its waiting for a processor")                              \
    X (blocked, 0, "its sleep")                                                \
    X (kernel, 0, "its time in the kernel, with page faults")                  \
    X (yields, 0, "time of the others in the kernel, %")                       \
    X (faults, 10000, "its page faults in % of the others', if kernel")        \
    X (usual_faults, 1000000, "page faults of the others")                     \
    X (wall, 100, "its run time in % of the others', outside MPI")             \
    X (memory, 256, "its peak memory, MiB; the others have 256")               \
    X (moves, 0, "its moves between processors")                               \
    X (preempted, 0, "involuntary switches of each rank")                      \
    X (all_wait, 0, "waiting for a processor of all ranks")                    \
    X (in_vain, 0, "1: all of that in MPI")                                    \
    X (missed, 0, "of that in MPI, what clocks of calls do not show")          \
    X (spread, 0, "instructions of rank r are r * spread ppm more")            \
    X (masks, 0,                                                               \
       "1: ranks may use 0-1 alone, 2: r to r + 1, 3: all 0-63,"               \
       " 4: 0-63 or r alone, 5: 0 or 0-1, 6: one of `cores`, two ranks a"      \
       " core, 7: so, but rank 0 may use all, 8: so, but odd ones whole"       \
       " cores, 9: so, but rank 0 may use one of each core; 10: a core for"    \
       " each rank of a host, 11: all of it, 12: as 10, by threads, "          \
       "13: that of rank is of its main one, 14: all 0")                       \
    X (cores, 4, "of a host, each of two processors")                          \
    X (sockets, 0, "of a host that tells what it is made of")                  \
    X (unseen_host, -1, "this host tells nothing of that")                     \
    X (size, 512, "last argument of the command")                              \
    X (early, 0, "1: counting began at the start of the process")              \
    X (asked, 0,                                                               \
       "1: the settings ask for much, 2: for events, 3: to start paused,"      \
       " 4: for signals, 5 and 6: for several things")                         \
    X (program, 0, "number of the program, 0: none")                           \
    X (user, 0, "number of the user, 0: none")                                 \
    X (processor, 0, "number of the processor's model, 0: none")               \
    X (busy, 0, "processor time of other threads in % of the run")             \
    X (starved, 0, "their waiting for a processor in % of the run")            \
    X (hungry, 0,                                                              \
       "waiting for a processor that those of the slow rank have more")        \
    X (helped, 0, "processor time that those of the slow rank have more")      \
    X (inside, 0, "time of one of them in MPI in % of the run")                \
    X (before, 0, "ms before MPI_Init; the slow rank took a second more")      \
    X (repeat, 1000, "calls of a thread of a story")                           \
    X (call_cost, 20000, "ps that timing a call took")                         \
    X (kind, HPM_CALL_COLLECTIVE, "of MPI_Allreduce, enum hpm_call_kind")      \
    X (merged, 1, "threads that other threads' rows stand for")                \
    X (silent, 0, "1: no function was called")                                 \
    X (broadcast, 0, "1: MPI_Allreduce is MPI_Bcast, and rank 0 its root")     \
    X (bytes, 8, "bytes of a message")                                         \
    X (under_way, 0, "calls of each thread that have none yet")                \
    X (milliseconds, 10000, "the run took")                                    \
    X (at, 5, "second of the minute that the run began in")                    \
    X (regions, 0,                                                             \
       "main threads mark regions: entries of each inside the first")          \
    X (paused, 0, "ms that counting paused on ranks but the slow one")         \
    X (limit, 0, "processors that control groups may use, in %")               \
    X (throttled, 0, "ms that a group was stopped")                            \
    X (limited, 0,                                                             \
       "0: ranks of a host are a group, 1: those of the last one alone,"       \
       " 2: the slow rank alone is")

struct settings {
#define HPM_X(name, initial, meaning) long name;
    SETTINGS (HPM_X)
#undef HPM_X
};

extern struct settings set;

/* A number made of all three.  */
uint64_t mix (uint64_t rank, uint64_t thread, uint64_t event);

void put_chunk (uint32_t type, uint32_t rank, const void *data, size_t bytes);

/* The chunks RUN, REGIONS and FUNCTIONS.  */
void put_run (void);

/* The setting `calls` of a rank, and whether its calls are recorded.  */
long calls_of (long rank);
int is_recorded (long rank);

/* The functions of MPI, before the first rank that has them, and what a rank
 * called.  */
void put_functions (long rank);
void put_calls (long rank);

/* The cell of an event of calls, enum hpm_mpi_event.  */
struct hpm_cell call_cell (long rank, long thread, int event, int region);

/* Time a thread spent in MPI, ns.  */
int64_t time_in_mpi (long rank, long thread, int io);

/* Events of a rank's list.  */
int event_count (long rank);

/* What its main thread marked: "solve", and in it "relax", in which it is
 * outside MPI, and "halo".  */
void put_regions (long rank);

/* The host of a rank.  */
long host_of (long rank);

/* Whether a rank is slow, and its run time in ns, in a story.  */
int is_slow (long rank);
int64_t story_wall (long rank);

/* The processors that a rank may use, in its record.  */
void bind_rank (struct hpm_rank_record *record, long rank);

/* The same of masks from 10 on, and those of a thread of it.  */
void bind_to_host (struct hpm_rank_record *record, long rank);
void bind_thread (struct hpm_thread_record *thread, long rank);

/* What the host of a rank is made of, by its first rank.  */
void put_topology (long rank);

/* The limit of processor time of a rank's group, in its record.  */
void limit_rank (struct hpm_rank_record *record, long rank);

/* The whole run's count of an event in a story, and its part in a region.  */
int64_t story_value (long rank, long thread, int event);
int64_t story_part (long rank, long thread, int event, int region);

#endif
