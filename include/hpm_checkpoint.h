/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The checkpoint: what the ranks of a node have counted so far, in a file that
 * outlives them.  The library keeps it up to date (pmpi/checkpoint/), and
 * `hpmagg --recover` makes a result file of it.
 *
 * One file for each node and run,
 * HPM_CHECKPOINT_PREFIX<uid>-<run>/<host>.checkpoint in the folder of
 * --checkpoint.  It begins with a hpm_checkpoint_header; HPM_CHECKPOINT_SLOTS
 * slots follow at HPM_CHECKPOINT_TABLE.  A process takes the slot whose number
 * it gets from `claimed`, and room for its data from `end`; nobody else writes
 * there.  All of it is written through a shared mapping, so that what a process
 * wrote is there whatever becomes of the process.
 *
 * A slot refers to a head, written once, and to two buffers, written in turn.
 *
 * The head has the chunks RUN (first slot of the node, and rank 0), REGIONS,
 * FUNCTIONS and EVENTS.
 *
 * A buffer has the chunks of the rank, as in the record stream; while it counts
 * those are RANK, THREADS and CELLS, of the rank that counts for the node NODE,
 * and where MPI calls are recorded MPI, CALLS, SIZES, and INSIDE: the calls
 * that threads are inside, which are counted in CALLS, and in the cells, up to
 * that moment.  Where regions were marked, also PATHS, PATH_TEXTS, REGION_ROWS
 * and REGION_COUNTS, with a tree for each thread, and REGION_SPLIT.  Where it
 * is sampled, SAMPLING, SAMPLE_MODULES, SAMPLES and SAMPLE_CHAINS, unless there
 * is no room.
 *
 * Under a batch system a copy of the file is made now and then in the folder of
 * the result file, below a folder of the same name; it has heads and the latest
 * buffers.
 *
 * A buffer is written with its `sequence` 0, which then becomes one more than
 * that of the other buffer.  A reader takes the buffer with the larger
 * sequence: who is killed in the middle leaves the one before.
 */
#ifndef HPM_CHECKPOINT_H
#define HPM_CHECKPOINT_H

#include <stdint.h>

#define HPM_CHECKPOINT_PREFIX "hpmmpi-"

/* Beside such folders, in memory or among temporary files: by which ranks of a
 * job know each other in MPI_Init (pmpi/job/node_marks.c).  The prefix, and so
 * many digits.  */
#define HPM_MARKS_DIGITS 16

#define HPM_CHECKPOINT_SUFFIX ".checkpoint"
#define HPM_CHECKPOINT_MARK "mpi"      /* a child is an MPI program */
#define HPM_CHECKPOINT_MAGIC "HPMCKPT" /* 8 bytes with its NUL */
#define HPM_CHECKPOINT_VERSION 6

#define HPM_CHECKPOINT_SLOTS 2048u
#define HPM_CHECKPOINT_TABLE 4096u /* offset of the slots */
#define HPM_CHECKPOINT_TEXT 1024u

/* What an ended run left in memory or among temporary files, marks of a job
 * that was cut in MPI_Init with it, is removed by a later hpmrun of the same
 * user on that node, when it is so old, in seconds. */
#define HPM_CHECKPOINT_KEPT_SECONDS (7 * 86400)

enum {
    HPM_CHECKPOINT_IN_USE,
    HPM_CHECKPOINT_REMOVED, /* or about to be: nobody else is to do it */
    HPM_CHECKPOINT_KEPT     /* what is in it is nowhere else */
};

struct hpm_checkpoint_header {
    char magic[8]; /* written last */
    uint32_t version;
    uint32_t byte_order; /* HPM_STREAM_BYTE_ORDER */
    uint32_t claimed;    /* slots taken; may be more than there are */
    uint32_t fate;       /* HPM_CHECKPOINT_... */
    uint64_t end;        /* where free room begins */
    uint32_t copied;     /* there is, or was, a copy elsewhere */
    uint32_t given_up;   /* slots of processes that found no room */
    uint32_t told;       /* the user was told what to do with it */
    uint32_t space;      /* where `pid` of a slot is that process
                          * (base/file/space_key.h); 0: not known */
    uint64_t touched;    /* real time of the latest snapshot, ns; 0: none */
    char directory[HPM_CHECKPOINT_TEXT]; /* working directory of the run, or as
                                          * much of it as there is room for */
    char program[HPM_CHECKPOINT_TEXT];   /* its name */
};

_Static_assert(sizeof (struct hpm_checkpoint_header) <= HPM_CHECKPOINT_TABLE,
               "the slots follow the header");

struct hpm_checkpoint_extent {
    uint64_t sequence;      /* 0: not complete */
    uint64_t offset, bytes; /* in the file */
    uint64_t room;
};

struct hpm_checkpoint_slot {
    struct hpm_checkpoint_extent head; /* sequence 1 once complete */
    struct hpm_checkpoint_extent buffers[2];
    uint32_t rank;
    uint32_t pid;
    uint64_t spare[3];
};

#endif /* HPM_CHECKPOINT_H */
