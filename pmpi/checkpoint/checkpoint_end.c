/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whoever ends the process may be inside a signal handler, or hold any lock: he
 * asks the thread by a semaphore and waits for its word with a limit, and
 * nothing else.
 */
#include "config.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/guest/cancel_guard.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/checkpoint/checkpoint_end.h"
#include "pmpi/threads/own_thread.h"
#include "pmpi/threads/thread.h"

#define WAIT_NS 500000000              /* for a last snapshot */
#define FINISH_NS INT64_C (2000000000) /* until the stream is written */
#define WRITER_NS INT64_C (120000000000)
#define POLL_NS 200000
#define FILTERS_NS 1000000000
#define MOST_LOOKS (UINT64_C (1) << 32) /* some two minutes */

struct hpm_checkpoint_end hpm_checkpoint_end;

void
hpm_checkpoint_end_begin (int may_finish)
{
    struct hpm_checkpoint_end *end = &hpm_checkpoint_end;

    end->may_finish = may_finish;
    end->process = getpid ();
    __atomic_store_n (&end->stop, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&end->finish, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&end->wanted, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&end->done, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&end->watch, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&end->finishes, 0, __ATOMIC_RELAXED);
}

int
hpm_checkpoint_end_stopped (void)
{
    return __atomic_load_n (&hpm_checkpoint_end.stop, __ATOMIC_ACQUIRE);
}

int
hpm_checkpoint_end_is_owner (void)
{
    pid_t owner = __atomic_load_n (&hpm_checkpoint_end.owner, __ATOMIC_ACQUIRE);

    return owner && owner == getpid ();
}

/* Wait for snapshot `mine`, or where the thread finishes, for the end of that.
 */
static void
wait_for_thread (unsigned mine)
{
    const struct timespec pause = { 0, POLL_NS };
    int64_t began = hpm_clock_monotonic (), limit = WAIT_NS;
    int finish = HPM_CHECKPOINT_FINISH_NOT, waits = 1;

    while (waits && hpm_clock_monotonic () - began < limit) {
        nanosleep (&pause, NULL);
        finish = __atomic_load_n (&hpm_checkpoint_end.finish, __ATOMIC_ACQUIRE);
        if (finish == HPM_CHECKPOINT_FINISH_NOT)
            waits = (int)(__atomic_load_n (&hpm_checkpoint_end.done,
                                           __ATOMIC_ACQUIRE)
                          - mine)
                    < 0;
        else {
            limit = finish == HPM_CHECKPOINT_FINISH_WANTED ? FINISH_NS
                                                           : WRITER_NS;
            waits = finish != HPM_CHECKPOINT_FINISH_OVER;
        }
    }
}

/* Whoever is told to finish does, whoever else asks.  */
static void
want_finish (void)
{
    int not_yet = HPM_CHECKPOINT_FINISH_NOT;

    if (hpm_checkpoint_end.may_finish
        && __atomic_compare_exchange_n (&hpm_checkpoint_end.finish, &not_yet,
                                        HPM_CHECKPOINT_FINISH_WANTED, 0,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        __atomic_store_n (&hpm_checkpoint_end.finishes,
                          hpm_checkpoint_end.process, __ATOMIC_RELEASE);
}

static int
can_ask (void)
{
    return hpm_checkpoint_end_is_owner () && !hpm_checkpoint_end_stopped ();
}

/* errno is kept.  No point of cancellation: _exit has none.  */
static void
wait_undisturbed (unsigned mine)
{
    struct hpm_cancel_guard cancel;
    int saved = errno;

    hpm_cancel_hold (&cancel);
    wait_for_thread (mine);
    hpm_cancel_release (&cancel);
    errno = saved;
}

static void
ask (void)
{
    unsigned mine
        = __atomic_add_fetch (&hpm_checkpoint_end.wanted, 1, __ATOMIC_ACQ_REL);

    sem_post (&hpm_checkpoint_end.wake);
    wait_undisturbed (mine);
}

/* The thread takes no more snapshots then.  */
static int
is_finishing (void)
{
    return __atomic_load_n (&hpm_checkpoint_end.finishes, __ATOMIC_ACQUIRE)
           == getpid ();
}

int
hpm_checkpoint_process_ends (void)
{
    if (!can_ask ()) {
        if (!is_finishing ())
            return 0;
        wait_undisturbed (0);
        return 1;
    }
    hpm_threads_note_end ();
    want_finish ();
    ask ();
    hpm_checkpoint_tell_kept ("ended");
    return 1;
}

void
hpm_checkpoint_watch (void)
{
    if (!can_ask ())
        return;
    __atomic_store_n (&hpm_checkpoint_end.watch, 1, __ATOMIC_RELEASE);
    sem_post (&hpm_checkpoint_end.wake);
}

static void
look_for_filters (void)
{
    if (!hpm_confined_unseen ())
        return;
    hpm_checkpoint_watch ();
    hpm_confine ();
}

void
hpm_checkpoint_end_look (void)
{
    static int64_t next;
    int64_t now = hpm_clock_monotonic ();

    if (now < next || hpm_is_confined ())
        return;
    next = now + FILTERS_NS;
    hpm_own_thread_apart (look_for_filters);
}

static void
relax (void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause ();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

/* Not even getpid: a child of fork never comes here.  */
void
hpm_checkpoint_confined_ends (void)
{
    if (!__atomic_load_n (&hpm_checkpoint_end.watch, __ATOMIC_ACQUIRE)
        || !__atomic_load_n (&hpm_checkpoint_end.owner, __ATOMIC_ACQUIRE)
        || hpm_checkpoint_end_stopped ())
        return;
    want_finish ();
    __atomic_add_fetch (&hpm_checkpoint_end.wanted, 1, __ATOMIC_ACQ_REL);
    for (uint64_t i = 0;
         i < MOST_LOOKS && hpm_checkpoint_end.may_finish
         && __atomic_load_n (&hpm_checkpoint_end.finish, __ATOMIC_ACQUIRE)
                != HPM_CHECKPOINT_FINISH_OVER;
         i++)
        relax ();
}

int
hpm_checkpoint_look (void)
{
    if (!can_ask ())
        return 0;
    ask ();
    return 1;
}

void
hpm_checkpoint_finish_lasts (void)
{
    int wanted = HPM_CHECKPOINT_FINISH_WANTED;

    __atomic_compare_exchange_n (&hpm_checkpoint_end.finish, &wanted,
                                 HPM_CHECKPOINT_FINISH_LASTS, 0,
                                 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

void
hpm_checkpoint_finish_over (void)
{
    __atomic_store_n (&hpm_checkpoint_end.finish, HPM_CHECKPOINT_FINISH_OVER,
                      __ATOMIC_RELEASE);
}
