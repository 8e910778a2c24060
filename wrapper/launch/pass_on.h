/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A command that is run and waited for, and that gets the signals that would
 * end hpmrun.
 */
#ifndef HPM_WRAPPER_PASS_ON_H
#define HPM_WRAPPER_PASS_ON_H

/* Take SIGTERM, SIGINT and SIGHUP from now on, but for those that are ignored,
 * until the process becomes another program.  */
void hpm_pass_on_begin (void);

/* Run `become`, which does not return, in a child, wait for it, and send it
 * the signals that come meanwhile.  Returns the exit status, that of a shell
 * for a signal, or -1 without a child.  */
int hpm_pass_on_run (void (*become) (const void *data), const void *data);

/* The first signal that came; 0: none.  */
int hpm_pass_on_signal (void);

#endif /* HPM_WRAPPER_PASS_ON_H */
