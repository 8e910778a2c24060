/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program with marks that counts in parts of its run, which it chooses
 * itself, with work of known amount in each; parts.sh has what must come of
 * it.  Counting goes on when it starts, or with an argument is paused.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"
#include "tests/scope/signal_and_see.h"

static sem_t go, done;

static void
stop (void)
{
    signal_and_see (SIGUSR2, "hpmmpi paused");
}

static void
start (void)
{
    signal_and_see (SIGUSR1, "hpmmpi counts");
}

static void
wait_for (sem_t *sem)
{
    while (sem_wait (sem) < 0)
        continue;
}

/* Let the other thread do its next step.  */
static void
let_step (void)
{
    sem_post (&go);
    wait_for (&done);
}

static void
stepped (void)
{
    sem_post (&done);
    wait_for (&go);
}

/* It marks first in a pause, and ends in one.  */
static void *
other (void *data)
{
    wait_for (&go);
    do_work (3);
    stepped ();
    hpm_region_begin ("late");
    do_work (500);
    stepped ();
    do_work (5);
    hpm_region_begin ("cut");
    do_work (6);
    stepped ();
    do_work (7000);
    sem_post (&done);
    return data;
}

int
main (int argc, char **argv)
{
    pthread_t thread;

    (void)argv;
    sem_init (&go, 0, 0);
    sem_init (&done, 0, 0);
    pthread_create (&thread, NULL, other, NULL);
    hpm_region_begin ("outer");
    do_work (argc > 1 ? 50 : 0);
    if (argc > 1)
        start ();
    do_work (1);
    let_step ();
    stop ();
    let_step ();
    do_work (100);
    usleep (200000);
    hpm_region_begin ("paused");
    do_work (1000);
    hpm_region_end ("paused");
    hpm_region_begin ("across");
    do_work (10000);
    start ();
    do_work (2);
    hpm_region_end ("across");
    let_step ();
    hpm_region_begin ("both");
    do_work (4);
    stop ();
    do_work (100000);
    hpm_region_end ("both");
    let_step ();
    pthread_join (thread, NULL);
    start ();
    do_work (8);
    hpm_region_end ("outer");
    return 0;
}
