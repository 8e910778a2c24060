/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every counter of a thread, inside MPI and outside: read when a call begins
 * and when it ends.
 */
#ifndef HPM_PMPI_CALLS_SPLIT_H
#define HPM_PMPI_CALLS_SPLIT_H

#include "pmpi/calls/calls.h"

/* Before any call is recorded.  */
void hpm_calls_split_start (const struct hpm_calls_start *start);

/* Let no thread read its counters any more, and wait for those that are at it;
 * the tables are all there are.  */
void hpm_calls_split_stop (struct hpm_calls_table *tables);

#endif /* HPM_PMPI_CALLS_SPLIT_H */
