/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Endings at a bad moment: in the middle of malloc, of another ending.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "alone.h"

#define SIZES 5000 /* of what is taken from arenas, too */
#define BLOCKS 64
#define THREADS 4
#define MOMENT_US 100000

static void
exit_3 (int number)
{
    (void)number;
    exit (3);
}

static void
take_signals (int how)
{
    sigset_t alarm;

    sigemptyset (&alarm);
    sigaddset (&alarm, SIGALRM);
    pthread_sigmask (how, &alarm, NULL);
}

/* The least significant bits of a counter are spread over all sizes.  */
void
alone_exit_in_malloc (void)
{
    struct itimerval soon = { .it_value.tv_usec = MOMENT_US };
    void *volatile blocks[BLOCKS] = { NULL };

    signal (SIGALRM, exit_3);
    setitimer (ITIMER_REAL, &soon, NULL);
    for (unsigned i = 0;; i++) {
        free (blocks[i % BLOCKS]);
        blocks[i % BLOCKS] = malloc (i * 7919 % SIZES);
    }
}

void
alone_wait (void)
{
    take_signals (SIG_BLOCK);
    for (;;)
        pause ();
}

void
alone_exit_cancelled (void)
{
    pthread_cancel (pthread_self ());
    exit (3);
}

/* ---- at once ------------------------------------------------------------ */

static pthread_barrier_t all_there;

struct way {
    void (*end) (int);
};

static void *
end_with_others (void *data)
{
    const struct way *way = data;

    pthread_barrier_wait (&all_there);
    way->end (3);
    return NULL;
}

/* The caller goes the first way, the others the second.  */
static void
end_at_once (void (*mine) (int), void (*theirs) (int))
{
    static struct way ways[2];
    pthread_t thread;

    ways[0].end = mine;
    ways[1].end = theirs;
    pthread_barrier_init (&all_there, NULL, THREADS + 1);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create (&thread, NULL, end_with_others, &ways[1]))
            _exit (99);
    end_with_others (&ways[0]);
}

void
alone_exit_at_once (void)
{
    end_at_once (exit, exit);
}

void
alone_exit_quickly_at_once (void)
{
    end_at_once (quick_exit, quick_exit);
}

void
alone_leave_at_once (void)
{
    end_at_once (_exit, _exit);
}

void
alone_exit_and_leave (void)
{
    end_at_once (exit, _exit);
}
