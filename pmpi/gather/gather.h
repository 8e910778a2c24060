/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the record of each rank to the record stream on rank 0.
 */
#ifndef HPM_PMPI_GATHER_H
#define HPM_PMPI_GATHER_H

#include "base/error.h"
#include "hpm_mpi_record.h"
#include "pmpi/count/event_table.h"
#include "pmpi/wire/mpi_abi.h"
#include "pmpi/wire/stream_buffer.h"
#include "pmpi/wire/stream_file.h"

/* What one rank brings.  */
struct hpm_gather_part {
    const struct hpm_event_table *table;  /* may be empty (count 0) */
    const struct hpm_stream_buffer *body; /* chunks RANK, THREADS, CELLS */
    hpm_handle comm; /* of the ranks that take part; 0 is the root; 0: none */
    size_t window;   /* memory rank 0 may use, in bytes */
    const struct hpm_function_record *functions; /* as in the head of the
                            stream, NULL where calls were not recorded */
    int function_count;
    const char *output; /* the result file that this rank asks for, or "" */
    int tells_output;   /* whether this rank tells that it is another one than
                         * the leading rank's, which is made */
    int worth;          /* this rank has counted something, and is to keep it */
};

/* Bytes that a record of so many may have more, and few ranks still need no
 * more than to agree.  */
size_t hpm_gather_room (size_t bytes);

/* What comes first: agree on how the parts come.  Collective over part->comm.
 * Returns whether some rank has something worth keeping; hpm_gather is to be
 * called on all ranks then, and on none otherwise.  `first` gets the first rank
 * that has counted, 0 where none has: where it is another one, those before it
 * have nothing to bring, and it may lead the others, which agree again.  */
int hpm_gather_agree (const struct hpm_gather_part *part, int *first);

/* Collect the parts of all ranks.  Collective over part->comm: with what was
 * agreed, nothing more, two collective operations, or, when the parts of all
 * ranks do not fit into the window or a rank lacks the memory, messages along a
 * tree (gather_tree.h). A rank takes part in them whatever it lacks; what it
 * can't send is missing.  On rank 0, `file` is open and gets EVENTS and the
 * ranks' chunks, in the order of ranks, and FUNCTIONS before the first rank
 * that has them, if that is not rank 0; NULL elsewhere, or when it can't be
 * written: the rank still takes part.  Returns 0, or -1 on rank 0 when the
 * stream is not complete.  */
int hpm_gather (const struct hpm_gather_part *part,
                struct hpm_stream_file *file, struct hpm_error *error);

/* How the part of a process comes into a stream: with those of other ranks, or
 * by itself.  */
struct hpm_gather_ops {
    int standalone; /* nobody else waits: the process may end at any time */

    /* Find out who takes part, and complete the part.  Returns 0, or -1 when
     * nothing can be gathered, which was told.  */
    int (*open) (struct hpm_gather_part *part);

    /* After open unless that returned -1.  Returns whether this process leads,
     * which is to write the stream; -1 when there is nothing worth it, or it
     * has no part in it.  */
    int (*agree) (struct hpm_gather_part *part);

    /* As hpm_gather, after agree unless that returned -1: `file` on who leads,
     * where it can be written.  */
    int (*gather) (const struct hpm_gather_part *part,
                   struct hpm_stream_file *file, struct hpm_error *error);

    /* After open, whatever it returned.  */
    void (*close) (struct hpm_gather_part *part);
};

/* The identity: the part of a process that knows of no other.  */
int hpm_gather_identity (const struct hpm_gather_part *part,
                         struct hpm_stream_file *file, struct hpm_error *error);

#endif /* HPM_PMPI_GATHER_H */
