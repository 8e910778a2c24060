/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts of events of the node in a result file: dimensions node and
 * node_event, and the variables that begin with node_.
 */
#ifndef HPM_AGGREGATE_NODES_FILE_H
#define HPM_AGGREGATE_NODES_FILE_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/model/result.h"

/* Write them where there are such events; load them where the file has them.
 * Return 0, or -1 with the error.  */
int hpm_nodes_write (struct hpm_h5_writer *writer,
                     const struct hpm_result *result, struct hpm_error *error);
int hpm_nodes_load (const struct hpm_h5_reader *reader,
                    struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_NODES_FILE_H */
