/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --join FILE...: several runs of the same command become one.
 */
#ifndef HPM_AGGREGATE_JOIN_COMMAND_H
#define HPM_AGGREGATE_JOIN_COMMAND_H

#include "aggregate/cmd/show_command.h"
#include "hpm_option_table.h"

struct hpm_join_request {
    char **paths; /* of the result files, two at least */
    int count;
    const char *output;       /* the file to make; NULL: show it, keep none */
    enum hpm_summary summary; /* with a file */
    int force;                /* join runs that are not alike; replace a file */
};

/* Returns the exit status.  `show` says how to show what is not kept.  */
int hpm_join_command (struct hpm_join_request *request,
                      struct hpm_show_request *show);

#endif /* HPM_AGGREGATE_JOIN_COMMAND_H */
