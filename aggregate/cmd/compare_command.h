/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --diff, --spread, and a file with --fail-if, --badge or --history:
 * runs are compared with each other, or with what they should be.
 */
#ifndef HPM_AGGREGATE_COMPARE_COMMAND_H
#define HPM_AGGREGATE_COMPARE_COMMAND_H

#include "aggregate/cmd/show_command.h"
#include "base/event/event_list.h"

struct hpm_compare_request {
    int shows;          /* the comparison, or the spread */
    char **base;        /* a NULL at the end, as below; the caller's */
    char **runs;        /* the new ones */
    const char *output; /* NULL: stdout */
    enum hpm_format format;
    struct hpm_event_list conditions; /* of --fail-if */
    const char *badge, *history;      /* files to write; NULL: none */
    const char *quantity;             /* of the badge; NULL: the run time */
};

/* 3 where a condition holds, 2 where something failed or cannot be judged, or
 * else 0.  */
#define HPM_STATUS_HELD 3

/* Returns the exit status.  */
int hpm_compare_command (const struct hpm_compare_request *request);

/* Show what --history has written so far.  */
int hpm_history_command (const struct hpm_compare_request *request);

#endif /* HPM_AGGREGATE_COMPARE_COMMAND_H */
