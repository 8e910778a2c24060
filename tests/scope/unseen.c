/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads, all of which have ended by the end:
 *
 *     unseen clone     one that works, made by clone, which nobody sees
 *     unseen timer     one that works, made by the C library for a timer
 *     unseen threads   200 that do little, made by pthread_create
 *
 * To work is to have half a second of a processor, however long that takes.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK_BYTES (256 << 10)
#define WORK_NS 500000000
#define THREADS 200

static int done; /* atomic */

static void
work (void)
{
    struct timespec had = { 0, 0 };

    while (had.tv_sec == 0 && had.tv_nsec < WORK_NS)
        clock_gettime (CLOCK_THREAD_CPUTIME_ID, &had);
    __atomic_store_n (&done, 1, __ATOMIC_RELEASE);
}

static void
wait_until_done (void)
{
    while (!__atomic_load_n (&done, __ATOMIC_ACQUIRE))
        usleep (1000);
    usleep (10000); /* it ends */
}

static int
run_cloned (void *data)
{
    (void)data;
    work ();
    syscall (SYS_exit, 0);
    return 0;
}

static int
make_by_clone (void)
{
    char *stack = mmap (NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (stack == MAP_FAILED
        || clone (run_cloned, stack + STACK_BYTES,
                  CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND
                      | CLONE_THREAD | CLONE_SYSVSEM,
                  NULL)
               < 0)
        return 1;
    wait_until_done ();
    return 0;
}

static void
on_time (union sigval value)
{
    (void)value;
    work ();
}

static int
make_by_timer (void)
{
    struct sigevent event
        = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_time };
    const struct itimerspec soon = { { 0, 0 }, { 0, 1000000 } };
    timer_t timer;

    if (timer_create (CLOCK_MONOTONIC, &event, &timer)
        || timer_settime (timer, 0, &soon, NULL))
        return 1;
    wait_until_done ();
    return 0;
}

static void *
do_little (void *data)
{
    return data;
}

static int
make_many (void)
{
    pthread_t thread;

    for (int i = 0; i < THREADS; i++)
        if (pthread_create (&thread, NULL, do_little, NULL)
            || pthread_join (thread, NULL))
            return 1;
    return 0;
}

int
main (int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "";
    int failed = !strcmp (kind, "clone")   ? make_by_clone ()
                 : !strcmp (kind, "timer") ? make_by_timer ()
                                           : make_many ();

    printf ("%s: %s\n", kind, failed ? "failed" : "done");
    return failed;
}
