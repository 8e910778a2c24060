/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Standard error may be a full pipe, or a terminal that was halted, which
 * nobody reads: a program must not wait for that.
 */
#ifndef HPM_BASE_STDERR_ROOM_H
#define HPM_BASE_STDERR_ROOM_H

/* Whether PIPE_BUF bytes can be written on stderr at once, also where it is
 * closed; not where the wait was interrupted.  Waits for *patience ms at most,
 * which is 0 from then on: who does not read once may never do.  Any thread;
 * atomic.  */
int hpm_stderr_has_room (int *patience);

#endif /* HPM_BASE_STDERR_ROOM_H */
