/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks at the clocks of a thread, its processor time and its wait for a
 * processor, at both ends of a sample of its calls.  A row counts down to the
 * next call to look at; nothing else is done for the others.
 */
#ifndef HPM_PMPI_CALLS_SAMPLE_H
#define HPM_PMPI_CALLS_SAMPLE_H

#include "pmpi/calls/calls.h"

/* Begin, or do nothing ever, before any call is recorded; after
 * hpm_calls_clock_start.  */
void hpm_calls_sample_start (int on);

/* Note in the calling thread's table how much it has read to look.  */
void hpm_calls_sample_tell_bytes (struct hpm_calls_table *table);

/* The calling thread ends: what it keeps open is closed.  */
void hpm_calls_sample_thread_end (void);

/* Free what a table of so many rows has.  */
void hpm_calls_sample_release (struct hpm_call_row *rows, int count);

#endif /* HPM_PMPI_CALLS_SAMPLE_H */
