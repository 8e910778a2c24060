/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded: a machine on which it takes seconds to wake a thread, and until
 * one is gone; and 20 ms to tell where a thread may run.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>

#define LATE 1500000 /* us */
#define SLOW 20000

typedef int post_fn (sem_t *);
typedef int join_fn (pthread_t, void **);
typedef int affinity_fn (pid_t, size_t, cpu_set_t *);

int
sched_getaffinity (pid_t tid, size_t size, cpu_set_t *cpus)
{
    affinity_fn *next = (affinity_fn *)dlsym (RTLD_NEXT, "sched_getaffinity");

    usleep (SLOW);
    return next (tid, size, cpus);
}

int
sem_post (sem_t *semaphore)
{
    post_fn *next = (post_fn *)dlsym (RTLD_NEXT, "sem_post");

    usleep (LATE);
    return next (semaphore);
}

int
pthread_join (pthread_t thread, void **result)
{
    join_fn *next = (join_fn *)dlsym (RTLD_NEXT, "pthread_join");

    usleep (LATE);
    return next (thread, result);
}
