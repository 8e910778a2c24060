/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Standard error may be a full pipe, or a terminal that was halted, which
 * nobody reads: what waits for this process must not wait for that.
 */
#ifndef HPM_AGG_PATIENCE_H
#define HPM_AGG_PATIENCE_H

/* From here on, what is written to standard error goes nowhere once so many
 * seconds have passed, also a write that has begun.  One thread, by SIGALRM. */
void hpm_patience_begin (unsigned seconds);

/* No limit any more.  */
void hpm_patience_end (void);

#endif /* HPM_AGG_PATIENCE_H */
