/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread that is asked to end may be doing something that takes its time.
 * Whoever asks waits with a limit, and then takes the question back: `word`
 * says who was first.
 *
 * A lock is held while a thread is started or ended, never while it is away,
 * and the thread itself never takes it.  A signal handler may interrupt who
 * holds it: `inside` then lets the handler's call pass.
 */
#include "config.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/float_guard.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/own_thread.h"

#define HOLD_NS INT64_C (2000000000)
#define VANISH_NS INT64_C (100000000)
#define POLL_NS 200000
#define APART_STACK_BYTES ((size_t)96 << 10)

enum word {
    GOES_ON,
    ASKED,
    LEAVES /* it does nothing more */
};

static struct own {
    pid_t owner;          /* the process whose thread it is; atomic */
    int word;             /* enum word; atomic */
    int wanted;           /* the session wants it; atomic */
    sem_t left;           /* it LEAVES */
    pthread_mutex_t lock; /* of what follows */
    const struct hpm_own_work *work;
    pthread_t thread;
    pid_t tid; /* the thread's alone, until it was joined */
    int runs, holders;
} owns[HPM_HIDDEN_COUNT];

#define HPM_TLS _Thread_local __attribute__ ((tls_model ("initial-exec")))

static HPM_TLS int inside;
static HPM_TLS const struct own *self; /* in a thread of ours */
static HPM_TLS int alone; /* and its table of descriptors is its own */

static int
is_ours (const struct own *own)
{
    return __atomic_load_n (&own->owner, __ATOMIC_ACQUIRE) == getpid ();
}

/* ---- the thread --------------------------------------------------------- */

static void *
run (void *data)
{
    struct own *own = data;

    hpm_float_usual (); /* it has what the thread had that started it */
    self = own;
    __atomic_store_n (&own->tid, gettid (), __ATOMIC_RELAXED);
    hpm_thread_hide ((enum hpm_hidden_thread) (own - owns), gettid ());
    own->work->run ();
    hpm_thread_note_own_end ();
    __atomic_store_n (&own->word, LEAVES, __ATOMIC_RELEASE);
    sem_post (&own->left);
    hpm_last_thread_end ();
    return NULL;
}

int
hpm_own_thread_ends (enum hpm_hidden_thread which)
{
    int asked = ASKED;

    __atomic_compare_exchange_n (&owns[which].word, &asked, LEAVES, 0,
                                 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (asked == GOES_ON && hpm_last_thread_is_ours ())
        asked = LEAVES; /* run notes that */
    return asked != GOES_ON;
}

/* They wait for what comes, and now for the others' end, too.  */
static void
wake_all (void)
{
    for (int i = 0; i < HPM_HIDDEN_COUNT; i++)
        if (is_ours (&owns[i])
            && __atomic_load_n (&owns[i].wanted, __ATOMIC_ACQUIRE))
            owns[i].work->wake ();
}

/* ---- start and end, under the lock -------------------------------------- */

static int
begin (struct own *own)
{
    own->word = GOES_ON;
    own->runs = sem_init (&own->left, 0, 0) == 0
                && hpm_thread_create_hidden (&own->thread, run, own) == 0;
    return own->runs ? 0 : -1;
}

/* The kernel wakes who joins a thread before it takes the thread off its count.
 * It does that under a lock which whoever asks for pending signals takes, too:
 * who has asked sees all of it.  */
static void
wait_until_vanished (pid_t tid)
{
    int64_t end = hpm_clock_monotonic () + VANISH_NS;
    sigset_t pending;

    while (syscall (SYS_tgkill, getpid (), tid, 0) == 0
           && hpm_clock_monotonic () < end)
        sched_yield ();
    sigpending (&pending);
}

static void
ask (struct own *own)
{
    int goes_on = GOES_ON;

    __atomic_compare_exchange_n (&own->word, &goes_on, ASKED, 0,
                                 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    own->work->wake ();
}

/* Returns whether it takes the question back.  */
static int
waits_in_vain (struct own *own)
{
    int64_t end = hpm_clock_monotonic () + HOLD_NS;
    const struct timespec until = { end / 1000000000, end % 1000000000 };
    int asked = ASKED, result;

    do
        result = sem_clockwait (&own->left, CLOCK_MONOTONIC, &until);
    while (result < 0 && errno == EINTR);
    return result < 0
           && __atomic_compare_exchange_n (&own->word, &asked, GOES_ON, 0,
                                           __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static void
end (struct own *own)
{
    pthread_join (own->thread, NULL);
    sem_destroy (&own->left);
    own->runs = 0;
}

/* ---- the lock ----------------------------------------------------------- */

/* To join a thread is a cancellation point, and what the program has called is
 * none.  */
static int
enter (struct own *own)
{
    int before;

    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &before);
    inside++;
    pthread_mutex_lock (&own->lock);
    return before;
}

static void
leave (struct own *own, int before)
{
    pthread_mutex_unlock (&own->lock);
    inside--;
    pthread_setcancelstate (before, NULL);
}

/* ---- session ------------------------------------------------------------ */

int
hpm_own_thread_start (enum hpm_hidden_thread which,
                      const struct hpm_own_work *work)
{
    struct own *own = &owns[which];
    int result, before;

    if (!is_ours (own)) { /* there was none, or it was left in our parent */
        pthread_mutex_init (&own->lock, NULL);
        own->holders = own->runs = 0;
    }
    hpm_last_thread_watch (wake_all);
    before = enter (own);
    own->work = work;
    result = own->holders ? 0 : begin (own);
    __atomic_store_n (&own->wanted, result == 0, __ATOMIC_RELEASE);
    __atomic_store_n (&own->owner, getpid (), __ATOMIC_RELEASE);
    leave (own, before);
    return result;
}

/* From a signal handler that interrupted who has the lock.  */
static void
end_without_lock (struct own *own)
{
    const struct timespec pause = { 0, POLL_NS };
    int64_t until = hpm_clock_monotonic () + HOLD_NS;

    while (__atomic_load_n (&own->word, __ATOMIC_ACQUIRE) != LEAVES
           && hpm_clock_monotonic () < until) {
        ask (own);
        nanosleep (&pause, NULL);
    }
}

static void
end_with_lock (struct own *own)
{
    int before = enter (own);

    if (own->runs) {
        ask (own);
        end (own);
    }
    leave (own, before);
}

void
hpm_own_thread_stop (enum hpm_hidden_thread which)
{
    struct own *own = &owns[which];

    if (!is_ours (own))
        return;
    __atomic_store_n (&own->wanted, 0, __ATOMIC_RELEASE);
    if (inside)
        end_without_lock (own);
    else if (self != own)
        end_with_lock (own);
}

/* ---- apart -------------------------------------------------------------- */

void
hpm_own_thread_leave_descriptors (void)
{
    alone = close_range (0, ~0u, CLOSE_RANGE_UNSHARE) == 0;
}

/* To start one of the C library's threads takes memory by malloc, which may be
 * the program's, at every snapshot.  Since this one waits meanwhile, the other
 * can have its thread-local storage: for all that they call they are one.
 * CLONE_FILES is there for valgrind, which knows no such thread without;
 * ThreadSanitizer knows none at all.  */
#ifndef __SANITIZE_THREAD__
struct apart {
    void (*work) (void);
    int done;
    pid_t tid; /* the kernel clears it when the stack is free */
};

static int
run_apart (void *data)
{
    struct apart *apart = data;

    hpm_thread_hide (HPM_HIDDEN_APART, (pid_t)syscall (SYS_gettid));
    /* Messages need standard error; ours are above the floor, those of the
     * counters too.  What the program closes meanwhile of these, and on older
     * kernels of all, it has closed a moment later.  */
    if (close_range (STDERR_FILENO + 1, (unsigned)hpm_descriptor_floor () - 1,
                     CLOSE_RANGE_UNSHARE)
            == 0
        || unshare (CLONE_FILES) == 0) {
        apart->work ();
        apart->done = 1;
    }
    hpm_thread_note_own_end ();
    return 0;
}

static void
wait_for_apart (struct apart *apart, pid_t tid)
{
    pid_t now;

    while ((now = __atomic_load_n (&apart->tid, __ATOMIC_ACQUIRE)) != 0)
        syscall (SYS_futex, &apart->tid, FUTEX_WAIT, now, NULL, NULL, 0);
    hpm_thread_hide (HPM_HIDDEN_APART, 0);
    wait_until_vanished (tid);
}

void
hpm_own_thread_apart (void (*work) (void))
{
    struct apart apart = { .work = work };
    _Alignas(16) char stack[APART_STACK_BYTES];
    pid_t tid = -1;

    if (!alone && !hpm_is_confined ())
        tid = clone (run_apart, stack + sizeof stack,
                     CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND
                         | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID
                         | CLONE_CHILD_CLEARTID,
                     &apart, &apart.tid, NULL, &apart.tid);
    if (tid >= 0)
        wait_for_apart (&apart, tid);
    if (!apart.done)
        work ();
}
#else
void
hpm_own_thread_apart (void (*work) (void))
{
    work ();
}
#endif

/* ---- out of the way ----------------------------------------------------- */

static void
hold (struct own *own, void (*between) (void))
{
    int before = enter (own);

    if (own->holders++ == 0 && own->runs) {
        ask (own);
        if (!waits_in_vain (own)) {
            end (own);
            wait_until_vanished (__atomic_load_n (&own->tid, __ATOMIC_RELAXED));
            if (between)
                between ();
        }
    }
    leave (own, before);
}

static void
resume (struct own *own)
{
    int before = enter (own), lost = 0;

    if (--own->holders == 0 && !own->runs
        && __atomic_load_n (&own->wanted, __ATOMIC_ACQUIRE)) {
        lost = begin (own) < 0;
        if (lost)
            __atomic_store_n (&own->wanted, 0, __ATOMIC_RELEASE);
    }
    leave (own, before);
    if (lost)
        own->work->lost ();
}

unsigned
hpm_own_threads_hold (void (*between) (void))
{
    unsigned held = 0;
    int saved = errno;

    for (unsigned i = 0; i < HPM_HIDDEN_COUNT && !inside && !self; i++)
        if (is_ours (&owns[i])) {
            hold (&owns[i], i == HPM_HIDDEN_CHECKPOINT ? between : NULL);
            held |= 1u << i;
        }
    errno = saved;
    return held;
}

void
hpm_own_threads_resume (unsigned held)
{
    int saved = errno;

    for (unsigned i = 0; i < HPM_HIDDEN_COUNT; i++)
        if (held & 1u << i && is_ours (&owns[i]))
            resume (&owns[i]);
    errno = saved;
}
