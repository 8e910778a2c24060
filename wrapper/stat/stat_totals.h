/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result file of a count and the table of its totals: hpmagg writes the one
 * and shows it.
 */
#ifndef HPM_WRAPPER_STAT_TOTALS_H
#define HPM_WRAPPER_STAT_TOTALS_H

#include "wrapper/launch/places.h"
#include "wrapper/stat/command/stat_flags.h"
#include "wrapper/stat/nodes/stat_nodes.h"
#include "wrapper/stat/file/stat_stream.h"

/* Whether there is a place for what is needed in between, a program that writes
 * the result, and no folder in its place.  Returns 0 or -1.  */
int hpm_stat_totals_check (const struct hpm_options *options,
                           const struct hpm_places *places,
                           struct hpm_error *error);

/* Write the file that the options name, if any, and show the table on the
 * standard output unless they say quiet.  Of several nodes that joined one does
 * that for all: the others leave it what they have counted.  Returns 0, or -1
 * with the error, also where nodes are missing.  */
int hpm_stat_totals (const struct hpm_stat_command *command,
                     const struct hpm_stat_facts *facts,
                     const struct hpm_stat_table *table,
                     const struct hpm_targets *targets,
                     const struct hpm_options *options,
                     const struct hpm_places *places,
                     struct hpm_stat_nodes *nodes,
                     struct hpm_stat_process *process, struct hpm_error *error);

#endif /* HPM_WRAPPER_STAT_TOTALS_H */
