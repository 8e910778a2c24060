/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A copy of this node's checkpoint in the folder of the result file, for jobs
 * of a batch system: what is local to a node may not outlive the job.
 *
 * It is made now and then, and holds of each rank the head and the latest
 * buffer.
 */
#ifndef HPM_PMPI_CHECKPOINT_COPY_H
#define HPM_PMPI_CHECKPOINT_COPY_H

#include <stdint.h>

#include "pmpi/checkpoint/checkpoint_file.h"

struct hpm_checkpoint_copy {
    struct hpm_checkpoint_path path; /* path.file is "": no copies are made */
    int64_t began, next;             /* CLOCK_MONOTONIC, ns */
    int64_t least;                   /* between two of them, ns */
    int failed;                      /* which was told */
};

/* Prepare copies of a checkpoint whose path is `local`, below `folder`, in a
 * run that takes a snapshot each `period` ns.  Touches no file: most ranks
 * never make one.  */
void hpm_checkpoint_copy_begin (struct hpm_checkpoint_copy *copy,
                                const struct hpm_checkpoint_path *local,
                                const char *folder, int64_t period);

/* Make one when the process is ending, or, in the first process of the node,
 * when it is time for one: after ten snapshots, later after 1/64 of the run,
 * and at the latest after five minutes.  What fails is told once.  */
void hpm_checkpoint_copy_now (struct hpm_checkpoint_copy *copy,
                              const struct hpm_checkpoint_file *file,
                              int ending);

/* Make one, which takes the place of the last.  Returns 0, or -1 with the error
 * when that is not possible; the last one stays.  */
int hpm_checkpoint_copy_make (struct hpm_checkpoint_copy *copy,
                              const struct hpm_checkpoint_file *file,
                              struct hpm_error *error);

/* Remove it, whoever made it.  */
void hpm_checkpoint_copy_remove (struct hpm_checkpoint_copy *copy);

#endif /* HPM_PMPI_CHECKPOINT_COPY_H */
