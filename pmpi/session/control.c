/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/option/signal_pair.h"
#include "pmpi/guest/clock.h"
#include "pmpi/session/control.h"
#include "pmpi/guest/message.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/own_thread.h"
#include "pmpi/wire/mpi_api.h"

/* Between checks: whether to begin, and who has the signals.  */
#define GO_NS 500000
#define CHECK_NS INT64_C (1000000000)

/* Names of the thread, for whoever lists threads; 15 characters at most.  */
#define NAME_COUNTS "hpmmpi counts"
#define NAME_PAUSED "hpmmpi paused"

static struct {
    pid_t owner;    /* the process that took the signals; or 0 */
    int signals[2]; /* start, stop */
    int told[2];    /* that it is the program's */
    sem_t wake;
    int wanted; /* to count; changed by the handler */
    int verbose;
    int counts; /* what all threads were told; -1: nothing yet */
    int runs, go;
    int paused; /* by the program; atomic */
} control;

/* ---- signals ------------------------------------------------------------ */

/* A child of fork has the handler, and none of our threads: the signal does
 * there what it does by default.  */
static void
handle (int number)
{
    int saved = errno;

    if (control.owner != getpid ()) {
        signal (number, SIG_DFL);
        raise (number);
    } else {
        __atomic_store_n (&control.wanted, number == control.signals[0],
                          __ATOMIC_RELEASE);
        sem_post (&control.wake);
    }
    errno = saved;
}

static void
tell_used (int i)
{
    if (!control.told[i])
        hpm_message_once ("the program uses SIG%s itself: it does not %s "
                          "counting",
                          sigabbrev_np (control.signals[i]),
                          i ? "stop" : "start");
    control.told[i] = 1;
}

static void
catch_signal (int i)
{
    struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
    struct sigaction before;

    sigemptyset (&action.sa_mask);
    sigaddset (&action.sa_mask, control.signals[0]);
    sigaddset (&action.sa_mask, control.signals[1]);
    if (sigaction (control.signals[i], NULL, &before) < 0
        || before.sa_handler != SIG_DFL)
        tell_used (i);
    else
        sigaction (control.signals[i], &action, NULL);
}

/* MPICH takes SIGUSR1 in MPI_Init, and its handler calls the one before it.  */
static int
reaches_us (int number)
{
    struct sigaction now;

    return sigaction (number, NULL, &now) == 0
           && (now.sa_handler == handle
               || hpm_mpi_has_address ((const void *)now.sa_handler));
}

/* The program may have taken one since.  */
static void
check_signals (void)
{
    for (int i = 0; i < 2; i++)
        if (!reaches_us (control.signals[i]))
            tell_used (i);
}

int
hpm_control_begin (const struct hpm_options *options, struct hpm_error *error)
{
    struct hpm_signal_pair pair;

    if (hpm_signal_pair_read (&pair, options, error) < 0)
        return -1;
    if (!pair.start || control.owner == getpid ())
        return 0;
    if (sem_init (&control.wake, 0, 0) < 0)
        return hpm_error_set (error, "%s", strerror (errno));
    control.signals[0] = pair.start;
    control.signals[1] = pair.stop;
    control.wanted = !hpm_signal_pair_waits (options);
    control.owner = getpid ();
    for (int i = 0; i < 2; i++)
        catch_signal (i);
    return 0;
}

int
hpm_control_counts (void)
{
    return control.owner != getpid ()
           || __atomic_load_n (&control.wanted, __ATOMIC_ACQUIRE);
}

/* ---- the thread --------------------------------------------------------- */

static int
ends (void)
{
    return hpm_own_thread_ends (HPM_HIDDEN_CONTROL);
}

static void
wait_for_go (void)
{
    const struct timespec pause = { 0, GO_NS };

    while (!__atomic_load_n (&control.go, __ATOMIC_ACQUIRE) && !ends ())
        nanosleep (&pause, NULL);
}

static void
wait_for_signal (void)
{
    int64_t until = hpm_last_thread_until (hpm_clock_monotonic () + CHECK_NS);
    const struct timespec time = { until / 1000000000, until % 1000000000 };

    while (sem_clockwait (&control.wake, CLOCK_MONOTONIC, &time) < 0
           && errno == EINTR)
        continue;
}

static void
show (int counts)
{
    prctl (PR_SET_NAME, counts ? NAME_COUNTS : NAME_PAUSED);
}

static void
obey (int wanted)
{
    hpm_threads_pause (!wanted);
    hpm_node_counters_run (wanted);
    if (control.verbose)
        hpm_message_once (wanted ? "counting" : "counting paused");
}

/* Of threads that ask at once one is the last, and all end with what that one
 * wants: who was slower than another sees it, and obeys again.  */
void
hpm_control_by_program (int pause)
{
    int done = pause;

    if (control.owner == getpid ()
        || __atomic_exchange_n (&control.paused, pause, __ATOMIC_SEQ_CST)
               == pause)
        return;
    do {
        pause = done;
        obey (!pause);
        done = __atomic_load_n (&control.paused, __ATOMIC_SEQ_CST);
    } while (done != pause);
}

static void
run (void)
{
    if (control.counts >= 0) /* it was held for a moment */
        show (control.counts);
    wait_for_go ();
    while (!ends ()) {
        int wanted = hpm_control_counts ();

        if (wanted != control.counts) {
            obey (wanted);
            show (wanted);
        }
        control.counts = wanted;
        check_signals ();
        wait_for_signal ();
    }
}

static void
wake (void)
{
    sem_post (&control.wake);
}

static void
tell_lost (void)
{
    hpm_message_once ("signals do not start or stop counting, because no "
                      "thread can be started");
}

void
hpm_control_start (int verbose)
{
    static const struct hpm_own_work work
        = { .run = run, .wake = wake, .lost = tell_lost };

    control.verbose = verbose;
    __atomic_store_n (&control.paused, 0, __ATOMIC_RELAXED);
    if (control.owner != getpid ())
        return;
    control.go = 0;
    control.counts = -1;
    control.runs = hpm_own_thread_start (HPM_HIDDEN_CONTROL, &work) == 0;
    if (!control.runs)
        tell_lost ();
}

void
hpm_control_go (void)
{
    __atomic_store_n (&control.go, 1, __ATOMIC_RELEASE);
}

void
hpm_control_stop (void)
{
    if (control.owner != getpid () || !control.runs)
        return;
    control.runs = 0;
    hpm_own_thread_stop (HPM_HIDDEN_CONTROL);
    check_signals ();
}
