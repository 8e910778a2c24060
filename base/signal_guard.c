/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "base/signal_guard.h"

static const int guarded[] = { SIGXFSZ, SIGPIPE, SIGTTOU };

#define GUARDED (sizeof guarded / sizeof *guarded)

void
hpm_signal_guard_begin (struct hpm_signal_guard *guard)
{
    sigset_t block;

    sigemptyset (&block);
    for (size_t i = 0; i < GUARDED; i++)
        sigaddset (&block, guarded[i]);
    sigpending (&guard->pending);
    pthread_sigmask (SIG_BLOCK, &block, &guard->before);
}

/* Both signals are raised in the thread that wrote.  One that somebody sent to
 * the process meanwhile would be taken, too; where it was pending before, it
 * stays.  */
void
hpm_signal_guard_end (const struct hpm_signal_guard *guard)
{
    const struct timespec now = { 0, 0 };
    int saved = errno;
    sigset_t pending;

    sigpending (&pending);
    for (size_t i = 0; i < GUARDED; i++) {
        sigset_t one;

        if (!sigismember (&pending, guarded[i])
            || sigismember (&guard->pending, guarded[i]))
            continue;
        sigemptyset (&one);
        sigaddset (&one, guarded[i]);
        sigtimedwait (&one, NULL, &now);
    }
    pthread_sigmask (SIG_SETMASK, &guard->before, NULL);
    errno = saved;
}
