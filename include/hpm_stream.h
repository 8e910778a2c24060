/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record stream: how counts leave the program's process.  The library
 * writes it, the writer (`hpmagg --write`) makes a result file of it.
 *
 * A stream is a hpm_stream_header and then chunks, each a hpm_chunk_header and
 * `bytes` bytes of payload, padded with zeros to a multiple of 8.  Byte order
 * and layout are the host's own; the header lets a reader refuse another's.
 *
 * Ranks come in ascending order.  A reader skips chunks it does not know.
 */
#ifndef HPM_STREAM_H
#define HPM_STREAM_H

#include <stdint.h>

#define HPM_STREAM_MAGIC "HPMSTRM" /* 8 bytes with its NUL */
#define HPM_STREAM_VERSION 11
#define HPM_STREAM_BYTE_ORDER 0x01020304u

struct hpm_stream_header {
    char magic[8];
    uint32_t version;
    uint32_t byte_order;
};

enum hpm_chunk_type {
    /* ---- of the run, before the first rank */

    /* Once, first: texts "name\0value\0..." (HPM_RUN_FIELDS).  */
    HPM_CHUNK_RUN = 1,

    /* Once: names "region\0..."; region 0 is the whole run.  */
    HPM_CHUNK_REGIONS = 2,

    /* hpm_event_record[n]; holds for the ranks that follow, until the next
     * EVENTS: one for all ranks unless they counted differently.  Where a
     * rank's calls of MPI were recorded, HPM_MPI_EVENTS are the last of them.
     */
    HPM_CHUNK_EVENTS = 3,

    /* Once, where calls of MPI were recorded: hpm_function_record[f]; with the
     * others of the run or, where rank 0 recorded none, before the first rank
     * that did.  */
    HPM_CHUNK_FUNCTIONS = 8,

    /* ---- of a rank, in this order, but for RANK all of them once at most */

    /* One hpm_rank_record.  */
    HPM_CHUNK_RANK = 4,

    /* hpm_thread_record[t].  */
    HPM_CHUNK_THREADS = 5,

    /* Where the rank's calls of MPI were recorded: one hpm_mpi_record, ...  */
    HPM_CHUNK_MPI = 9,

    /* ... hpm_call_record[], functions called, by thread, ...  */
    HPM_CHUNK_CALLS = 10,

    /* ... and hpm_size_record[], messages by size (hpm_mpi_record.h).  */
    HPM_CHUNK_SIZES = 11,

    /* Where places of calls are known: objects of the program, and then calls
     * from them (hpm_mpi_record.h).  */
    HPM_CHUNK_SITE_MODULES = 21,
    HPM_CHUNK_SITES = 22,

    /* Where the rank was sampled (hpm_sample_record.h): what and how, objects
     * that samples lie in, and samples by address.  */
    HPM_CHUNK_SAMPLING = 23,
    HPM_CHUNK_SAMPLE_MODULES = 24,
    HPM_CHUNK_SAMPLES = 25,

    /* Behind them, where callers were asked for: places along the way.  */
    HPM_CHUNK_SAMPLE_CHAINS = 32,

    /* Where its memory was looked at (hpm_page_record.h): one hpm_look_record,
     * hpm_mapping_record[m], m names "name\0...", hpm_placement_record[].  */
    HPM_CHUNK_LOOK = 26,
    HPM_CHUNK_MAPPINGS = 27,
    HPM_CHUNK_MAPPING_NAMES = 28,
    HPM_CHUNK_PLACEMENTS = 29,

    /* hpm_node_record[]: what the rank counted for its host, of the events of
     * scope node; their CELLS are absent.  */
    HPM_CHUNK_NODE = 12,

    /* A text, "cores C sockets S;S nodes N:P;N:P": what the rank's host is made
     * of, told by one of its ranks.  P and S are processors, "0-31,64-95", and
     * "0-62:2" where every second is one; N is the number of a NUMA node.  C is
     * processors, too, the first of each core, and where a core has others how
     * far above it they are: "0-31+32", or "0-62:2+1".  Sockets or nodes are
     * left out where they are not known.  */
    HPM_CHUNK_TOPOLOGY = 33,

    /* hpm_inside_record[]: in snapshots alone (hpm_checkpoint.h).  */
    HPM_CHUNK_INSIDE = 13,

    /* Where the rank marked regions (hpm_region_record.h): hpm_path_record[],
     * the texts they refer to, "label\0...", ...  */
    HPM_CHUNK_PATHS = 14,
    HPM_CHUNK_PATH_TEXTS = 15,

    /* ... hpm_region_record[r], threads one after the other, ...  */
    HPM_CHUNK_REGION_ROWS = 16,

    /* ... and int64_t[r][n], n as in EVENTS: HPM_NO_COUNT where an event is
     * not read in regions.  */
    HPM_CHUNK_REGION_COUNTS = 17,

    /* int64_t[2][1 + n]: what the beginning and the end of a region leave in
     * it, and what they take in all; of the time, in ns, and of each event,
     * HPM_NO_COUNT where it is not read.  After REGION_COUNTS.  */
    HPM_CHUNK_MARK_COSTS = 18,

    /* Where counts were split: int64_t[r][n][2] (enum hpm_region_split),
     * HPM_NO_COUNT where an event is not split.  After REGION_COUNTS.  */
    HPM_CHUNK_REGION_SPLIT = 30,

    /* int64_t[n], n as in EVENTS: what noting the rank's calls added to each
     * event's count, which holds it, 0 where that was not measured.  Where
     * counts are not split, after MPI.  */
    HPM_CHUNK_ADDED = 31,

    /* hpm_cell[t][regions][n], t as in THREADS, n as in EVENTS: they complete
     * the rank.  All ranks have the regions of their own HPM_MPI: programs of
     * one job that are started with different ones may have more or fewer than
     * REGIONS names; CELLS tells by its size.  */
    HPM_CHUNK_CELLS = 6,

    /* Before a rank's RANK, where it was sampled while it ran: what it had
     * counted when (hpm_line_record.h).  */
    HPM_CHUNK_LINE = 20,

    /* Behind a rank, where its collectives are compared with those of others
     * (hpm_mpi_record.h).  */
    HPM_CHUNK_ARRIVALS = 19,

    /* Empty, and last; a stream without it was cut short.  */
    HPM_CHUNK_END = 7
};

struct hpm_chunk_header {
    uint32_t type;  /* enum hpm_chunk_type */
    uint32_t rank;  /* rank it speaks of, 0 where it speaks of the run */
    uint64_t bytes; /* of payload, without the padding */
};

/* Texts of the RUN chunk, and attributes of the result file's root group.
 * X(name, description).  Numbers are decimal; unknown ones are left out.  */
#define HPM_RUN_FIELDS(X)                                                      \
    X (command, "command line of the program, as rank 0 saw it")               \
    X (program, "path of the program")                                         \
    X (working_directory, "working directory of rank 0 at its start")          \
    X (job_id, "job id of the batch system or the launcher, or when it began") \
    X (user, "user name or number")                                            \
    X (start_time, "when rank 0 started counting, ISO 8601, UTC")              \
    X (end_time, "when rank 0 stopped counting, ISO 8601, UTC")                \
    X (ranks, "size of MPI_COMM_WORLD")                                        \
    X (status, "complete, or partial where ranks are missing or cut short")    \
    X (exit_status, "of the process, where it was counted to its end")         \
    X (tool_version, "version of hpmmpi")                                      \
    X (mpi_library, "version text of the MPI library")                         \
    X (mpi_standard, "version of the MPI standard it follows")                 \
    X (papi_version, "version of PAPI")                                        \
    X (kernel, "operating system and release of rank 0's host")                \
    X (cpu_model, "processor of rank 0's host")                                \
    X (cpu_mhz, "nominal clock of that processor, MHz")                        \
    X (cache_line, "line size of its caches, bytes")                           \
    X (domain, "user, kernel or all: where events were counted")               \
    X (scope, "what was counted, from when to when")                           \
    X (groups, "groups of metrics that were asked for, separated by commas")   \
    X (options, "HPM_* settings in force, \"NAME=value\" lines")               \
    X (hardware_counters, "why there are none on rank 0's host, if so")        \
    X (recovered, "when it was made of the snapshots of a run that did not "   \
                  "reach MPI_Finalize on all ranks, ISO 8601, UTC")            \
    X (inside_mpi,                                                             \
       "of such a run: which ranks were inside which MPI function, "           \
       "and for how long, when they were seen last")                           \
    X (sampled, "event that was sampled, where ranks were (--sample)")         \
    X (sample_period, "of that event, from one sample of a thread to the "     \
                      "next; of cpu-clock in ns")                              \
    X (samples, "that were taken on all ranks")                                \
    X (samples_lost, "samples that there was no room for")                     \
    X (samples_ranks, "ranks that were sampled")                               \
    X (unsampled_threads, "threads that were to be sampled and were not")      \
    X (samples_broken,                                                         \
       "where callers were asked for, samples whose callers are not known "    \
       "back to where the thread began")                                       \
    X (samples_folded, "samples whose callers there was no room for")          \
    X (unsampled_because, "why they were not")                                 \
    X (rows,                                                                   \
       "what ranks stand for, where that is not ranks: \"processors 0-3,8\" "  \
       "or \"processes 123,456\" of hpmstat, in the order of ranks, with "     \
       "\";\" between those of several nodes")                                 \
    X (binding, "which processors of a host its ranks may use, in words")

/* What `rows` begins with.  */
#define HPM_ROWS_PROCESSORS "processors "
#define HPM_ROWS_PROCESSES "processes "

#endif /* HPM_STREAM_H */
