/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What gather.c writes into the stream, on who leads.
 */
#ifndef HPM_PMPI_GATHER_WRITE_H
#define HPM_PMPI_GATHER_WRITE_H

#include "pmpi/gather/gather.h"

/* Append the chunk EVENTS of a rank.  */
void hpm_gather_append_events (struct hpm_stream_buffer *buffer,
                               const struct hpm_event_table *table, int rank);

/* Without a file nothing is written, and the reason is known already.  Returns
 * 0 or -1.  */
int hpm_gather_write_bytes (struct hpm_stream_file *file, const void *data,
                            size_t bytes, struct hpm_error *error);

/* Write the chunk EVENTS that holds for all ranks.  Returns 0 or -1.  */
int hpm_gather_write_events (struct hpm_stream_file *file,
                             const struct hpm_event_table *table,
                             struct hpm_error *error);

#endif /* HPM_PMPI_GATHER_WRITE_H */
