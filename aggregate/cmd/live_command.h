/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --live [JOB]: a running job, as its ranks count.
 */
#ifndef HPM_AGGREGATE_LIVE_COMMAND_H
#define HPM_AGGREGATE_LIVE_COMMAND_H

#include "base/event/event_list.h"

struct hpm_live_request {
    const char *job;  /* NULL: the only one */
    const char *sort; /* NULL: by rank */
    const struct hpm_event_list
        *events; /* patterns; of none, those asked for */
    int any_owner;
};

/* On a terminal one screen, once a second, until a key, a signal or the end of
 * the job; else one table on standard output.  Returns the exit status.  */
int hpm_live_command (const struct hpm_live_request *request);

#endif /* HPM_AGGREGATE_LIVE_COMMAND_H */
