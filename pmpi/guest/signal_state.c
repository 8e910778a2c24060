/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "pmpi/guest/signal_state.h"

static sigset_t at_start;

__attribute__ ((constructor)) static void
note_start (void)
{
    pthread_sigmask (SIG_BLOCK, NULL, &at_start);
}

static int
is_on_other_stack (void)
{
    stack_t alternate;

    return sigaltstack (NULL, &alternate) == 0
           && (alternate.ss_flags & SS_ONSTACK);
}

/* The C library's own signals are never in a mask that it tells.  */
static int
blocks_more (void)
{
    sigset_t now;

    if (pthread_sigmask (SIG_BLOCK, NULL, &now))
        return 0;
    for (int i = 1; i < NSIG; i++)
        if (sigismember (&now, i) == 1 && sigismember (&at_start, i) == 0)
            return 1;
    return 0;
}

int
hpm_signal_may_be_handled (void)
{
    int saved = errno;
    int result = is_on_other_stack () || blocks_more ();

    errno = saved;
    return result;
}
