/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/guest/cancel_guard.h"
#include "pmpi/guest/exit_turn.h"

#define PAUSE_NS 1000000
#define PAUSES_BEFORE 200
#define PAUSES_WITHIN 5000

enum turn { TURN_BEFORE, TURN_WITHIN, TURN_OVER };

static pid_t first; /* atomic: the thread that was first in exit; 0: none */
static int turn;    /* atomic: where it is */

/* Not in a child of its process.  */
static int
is_there (pid_t thread)
{
    return syscall (SYS_tgkill, getpid (), thread, 0) == 0;
}

/* Returns the thread that is before us, or 0: we are the first now.  */
static pid_t
who_is_first (void)
{
    pid_t self = gettid (), other = 0;

    if (__atomic_compare_exchange_n (&first, &other, self, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)
        || other == self)
        return 0;
    if (is_there (other))
        return other;
    __atomic_store_n (&first, self, __ATOMIC_RELEASE);
    return 0;
}

static void
wait_for (pid_t other)
{
    const struct timespec pause = { 0, PAUSE_NS };
    int passed = 0, most = PAUSES_BEFORE;

    while (passed < most && is_there (other)) {
        nanosleep (&pause, NULL);
        passed++;
        switch (__atomic_load_n (&turn, __ATOMIC_ACQUIRE)) {
        case TURN_WITHIN:
            most = PAUSES_WITHIN;
            break;
        case TURN_OVER:
            return;
        default:
            break;
        }
    }
}

void
hpm_exit_turn_wait (void)
{
    struct hpm_cancel_guard cancel;
    int saved = errno;
    pid_t other;

    hpm_cancel_hold (&cancel);
    other = who_is_first ();
    if (other)
        wait_for (other);
    hpm_cancel_release (&cancel);
    errno = saved;
}

void
hpm_exit_turn_let_end (void)
{
    struct hpm_cancel_guard cancel;
    int saved = errno;
    pid_t other = __atomic_load_n (&first, __ATOMIC_ACQUIRE);

    if (__atomic_load_n (&turn, __ATOMIC_ACQUIRE) != TURN_WITHIN
        || other == gettid ())
        return;
    hpm_cancel_hold (&cancel);
    wait_for (other);
    hpm_cancel_release (&cancel);
    errno = saved;
}

/* By a return from main, nobody knows of us yet.  */
void
hpm_exit_turn_begin (void)
{
    __atomic_store_n (&turn, TURN_WITHIN, __ATOMIC_RELEASE);
    __atomic_store_n (&first, gettid (), __ATOMIC_RELEASE);
}

void
hpm_exit_turn_end (void)
{
    __atomic_store_n (&turn, TURN_OVER, __ATOMIC_RELEASE);
}
