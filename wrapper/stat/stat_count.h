/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A count from its begin to its end, with a line for each interval.
 */
#ifndef HPM_WRAPPER_STAT_COUNT_H
#define HPM_WRAPPER_STAT_COUNT_H

#include "wrapper/stat/command/stat_command.h"
#include "wrapper/stat/command/stat_flags.h"
#include "wrapper/stat/print/stat_metrics.h"
#include "wrapper/stat/nodes/stat_nodes.h"
#include "wrapper/stat/rows/stat_rows.h"
#include "wrapper/stat/file/stat_stream.h"

/* Count until the command or the processes have ended, the intervals have
 * passed, or a signal ends it; other nodes get signs of life.  What belongs to
 * the facts becomes the caller's (hpm_stat_facts_release); the counters of the
 * node are stopped, and hold what they counted.  Returns 0, or an exit status
 * with the error: nothing was counted.  */
int hpm_stat_count (const struct hpm_stat_command *command,
                    const struct hpm_stat_table *table,
                    const struct hpm_stat_metrics *metrics,
                    const struct hpm_targets *targets,
                    struct hpm_stat_process *process,
                    const struct hpm_stat_nodes *nodes,
                    struct hpm_stat_facts *facts, hpm_warn_fn *warn, void *data,
                    struct hpm_error *error);

#endif /* HPM_WRAPPER_STAT_COUNT_H */
