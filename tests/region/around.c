/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A parallel section with "solve" around it on the main thread: that is in
 * "loop" for no time on a path of its own, and two other threads are for 0.2 s.
 */
#include <pthread.h>
#include <time.h>

#include "hpm.h"

#define THREADS 2

static void *
loop (void *time)
{
    hpm_region_begin ("loop");
    if (time)
        nanosleep (time, NULL);
    hpm_region_end ("loop");
    return NULL;
}

int
main (void)
{
    struct timespec time = { 0, 200000000 };
    pthread_t threads[THREADS];

    hpm_region_begin ("solve");
    for (int i = 0; i < THREADS; i++)
        pthread_create (&threads[i], NULL, loop, &time);
    loop (NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join (threads[i], NULL);
    hpm_region_end ("solve");
    return 0;
}
