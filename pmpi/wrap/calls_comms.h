/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Communicators of the collectives that are recorded (calls_arrivals.c): which
 * one a handle is now, and a number that is alike on all of its ranks.
 *
 * Other threads may free communicators at any time.  One thread alone meets and
 * keeps them.
 */
#ifndef HPM_PMPI_CALLS_COMMS_H
#define HPM_PMPI_CALLS_COMMS_H

#include "pmpi/wrap/calls_records.h"

/* Begin anew; `world` is MPI_COMM_WORLD, or 0.  */
void hpm_comms_start (hpm_handle world);

/* The communicator with that handle; `before` is when the collective before its
 * first one ended.  NULL without memory.  For the thread that records.  */
struct hpm_arrivals_comm *hpm_comm_meet (hpm_handle handle, int64_t before);

/* Other threads use it, too.  Any thread.  */
void hpm_comm_share_handle (hpm_handle handle);

/* The handle is about to be freed.  Any thread.  */
void hpm_comm_free (hpm_handle handle);

/* Whether the handle is still its own; and whether several threads use it.  */
int hpm_comm_is_live (const struct hpm_arrivals_comm *comm);
void hpm_comm_share (struct hpm_arrivals_comm *comm);
int hpm_comm_is_shared (const struct hpm_arrivals_comm *comm);

#endif /* HPM_PMPI_CALLS_COMMS_H */
