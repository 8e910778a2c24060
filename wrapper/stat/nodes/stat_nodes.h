/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several nodes that a launcher starts hpmstat on, one process a node: what
 * each has counted becomes one result.
 *
 * hpmstat is no MPI program.  The processes meet in a folder beside the result
 * file, which all of them see: each announces itself there, renews that as a
 * sign of life, and leaves its stream; the launcher's rank 0 takes them.
 */
#ifndef HPM_WRAPPER_STAT_NODES_H
#define HPM_WRAPPER_STAT_NODES_H

#include <limits.h>
#include <stdint.h>

#include "base/error.h"
#include "wrapper/stat/command/stat_command.h"
#include "wrapper/stat/rows/targets.h"

struct hpm_stat_nodes {
    int rank, count;  /* by the launcher; count 1: there is this one alone */
    int joined;       /* to the others, for one file */
    int64_t patience; /* ns without a sign of life */
    char host[HOST_NAME_MAX + 1];
    char folder[PATH_MAX - 64]; /* where they meet */
    char announced[PATH_MAX];   /* what this one has written there */
};

/* What the launcher tells.  Where it started one process on each of several
 * nodes they are more than one; else this one is alone.  */
void hpm_stat_nodes_read (struct hpm_stat_nodes *nodes);

/* Announce this node to the others, for a result file of that name, with what
 * it counts.  Where rank 0 has not yet taken what this rank has counted before,
 * that is waited for.  Returns 0, 1 where the launcher does not tell what that
 * takes, so that this node stays alone, or -1; both with the error.  Release in
 * any case.
 */
int hpm_stat_nodes_join (struct hpm_stat_nodes *nodes, const char *output,
                         int64_t patience, const struct hpm_targets *targets,
                         struct hpm_stat_process *process,
                         struct hpm_error *error);

/* This node lets go of the others, the last one of the folder.  */
void hpm_stat_nodes_release (struct hpm_stat_nodes *nodes);

/* This node lives: so often in `HPM_STAT_BEAT` ns.  */
#define HPM_STAT_BEAT INT64_C (1000000000)
void hpm_stat_nodes_beat (const struct hpm_stat_nodes *nodes);

/* Whether rank 0 counts for the same file, for which it is waited a while.
 * Where it does not, this node is alone from here on.  Returns 1, 0, or -1 with
 * the error where rank 0 has waited no more for this node.  */
int hpm_stat_nodes_follow (struct hpm_stat_nodes *nodes,
                           struct hpm_stat_process *process,
                           struct hpm_error *error);

/* From one look into the folder to the next, in ns.  */
#define HPM_STAT_LOOK 50000000

/* Where to write this node's stream, and the word that it is complete.  The
 * latter returns 0, or -1 with the error.  */
void hpm_stat_nodes_stream (const struct hpm_stat_nodes *nodes,
                            char path[PATH_MAX]);
int hpm_stat_nodes_leave (struct hpm_stat_nodes *nodes,
                          struct hpm_error *error);

#endif /* HPM_WRAPPER_STAT_NODES_H */
