/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What rank 0 of a launch does for all of its nodes: it takes what they leave.
 */
#ifndef HPM_WRAPPER_STAT_GATHER_H
#define HPM_WRAPPER_STAT_GATHER_H

#include "wrapper/stat/nodes/stat_merge.h"
#include "wrapper/stat/nodes/stat_nodes.h"

/* Wait for the streams of all, as long as these give signs of life and
 * no signal says to wait no more.  What there is of them is put into
 * inputs[count], which are empty; of nodes that did not come `missing` tells.
 * Returns how many there are of these, or -1 without memory.  */
int hpm_stat_gather (struct hpm_stat_nodes *nodes,
                     struct hpm_stat_process *process,
                     struct hpm_stat_input *inputs, struct hpm_error *missing);

#endif /* HPM_WRAPPER_STAT_GATHER_H */
