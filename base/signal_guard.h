/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writing may raise a signal in the writing thread: SIGXFSZ beyond the limit of
 * file sizes, SIGPIPE where nobody reads, SIGTTOU on a terminal of which the
 * process is in the background (stty tostop).  Between begin and end that is an
 * error code only, as the program's own writes never caused it.
 */
#ifndef HPM_BASE_SIGNAL_GUARD_H
#define HPM_BASE_SIGNAL_GUARD_H

#include <signal.h>

struct hpm_signal_guard {
    sigset_t before;  /* the thread's mask */
    sigset_t pending; /* what was pending already */
};

/* Block them on the calling thread, and restore: what became pending in between
 * is taken away.  Safe in signal handlers.  errno is kept.  */
void hpm_signal_guard_begin (struct hpm_signal_guard *guard);
void hpm_signal_guard_end (const struct hpm_signal_guard *guard);

#endif /* HPM_BASE_SIGNAL_GUARD_H */
