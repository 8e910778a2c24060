/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The folder in which processes of a launch meet, and the files in it: what
 * each has announced, which is its sign of life too, and its stream.
 */
#ifndef HPM_WRAPPER_STAT_MEETING_H
#define HPM_WRAPPER_STAT_MEETING_H

#include <limits.h>

#include "wrapper/stat/nodes/stat_nodes.h"

/* What the name of a file there ends in.  */
#define HPM_MEETING_HERE "here" /* announced, and lives */
#define HPM_MEETING_GONE "gone" /* the same, for others of another file */
#define HPM_MEETING_GROWING "new"
#define HPM_MEETING_STREAM "stream"

/* What a process of the launch has announced.  */
struct hpm_meeting_announced {
    char output[NAME_MAX + 2];
    char host[HOST_NAME_MAX + 2];
    char count[16];
    char rows[HPM_TARGETS_ROWS + 2];
};

/* The file of a rank that ends in `what`.  */
void hpm_meeting_path (const struct hpm_stat_nodes *nodes, int rank,
                       const char *what, char path[PATH_MAX]);

/* Announce this node.  Returns 0, or -1 with errno.  */
int hpm_meeting_announce (const struct hpm_stat_nodes *nodes,
                          const char *output,
                          const struct hpm_targets *targets);

/* What a rank has announced.  Returns 0, or -1 where that is nothing, or not
 * all of it yet.  */
int hpm_meeting_read (const struct hpm_stat_nodes *nodes, int rank,
                      struct hpm_meeting_announced *announced);

/* Whether that is for the result file of this node.  */
int hpm_meeting_is_ours (const struct hpm_stat_nodes *nodes,
                         const struct hpm_meeting_announced *announced);

/* What a file system of the network has kept is asked for again.  */
void hpm_meeting_refresh (const struct hpm_stat_nodes *nodes);

/* Remove the files of a rank.  */
void hpm_meeting_clear (const struct hpm_stat_nodes *nodes, int rank);

#endif /* HPM_WRAPPER_STAT_MEETING_H */
