/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded: a machine on which it takes seconds to wake a thread, and until one
 * is gone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#define LATE 1500000 /* us */

typedef int post_fn (sem_t *);
typedef int join_fn (pthread_t, void **);

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
