/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the ranks of a node tell each other about who takes part, through a
 * small file in the run time's own folder of the job, which is the run time's
 * to remove: a mark for each rank of MPI_COMM_WORLD.  All of them are read at
 * once.  Where the run time has no such folder (MPICH's), the file is in
 * /dev/shm or /tmp, and goes away when all have read it.
 *
 * A mark is certain, whenever it is read.  One that is missing tells nothing:
 * the ranks of other nodes leave theirs elsewhere, there may be no such folder,
 * and a container may have one of its own.
 */
#ifndef HPM_PMPI_NODE_MARKS_H
#define HPM_PMPI_NODE_MARKS_H

#include <stddef.h>

enum hpm_node_mark {
    HPM_NODE_MARK_NONE,
    HPM_NODE_MARK_HERE,   /* takes part, and is of this node */
    HPM_NODE_MARK_WITH,   /* takes part: found out by a rank of this node */
    HPM_NODE_MARK_WITHOUT /* does not: likewise */
};

/* Fill in marks [0 ... ranks - 1]; what can't be read stays as it is.  */
void hpm_node_marks_read (unsigned char *marks, int ranks);

/* Leave `count` marks from that rank on, all of them not NONE.  Returns 0, or
 * -1 where that is not possible.  */
int hpm_node_marks_write (const unsigned char *marks, int first, int count);

/* The process is about to become a program without us, before MPI_Init: leave
 * WITHOUT for this rank, where the run time has a folder.  Takes no memory and
 * no lock.  */
void hpm_node_marks_leave (int rank);

/* It came to MPI_Init with us all the same: take that back.  Where no rank of
 * the node has left a mark, this leaves none.  */
void hpm_node_marks_return (int rank);

/* This rank has read all that it needs, after MPI_Init: a file that is not in
 * the run time's folder is removed by who is the last to say so.  */
void hpm_node_marks_done (int rank, int ranks);

#endif /* HPM_PMPI_NODE_MARKS_H */
