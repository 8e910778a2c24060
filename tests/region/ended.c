/* SPDX-License-Identifier: BSD-3-Clause
 *
 * 300 threads, one after the other, more than have a row of their own once they
 * have ended: all are in "each", every other one in "half" inside it, too.
 */
#include <pthread.h>

#include "hpm.h"

static void *
mark (void *is_even)
{
    hpm_region_begin ("each");
    if (is_even) {
        hpm_region_begin ("half");
        hpm_region_end ("half");
    }
    hpm_region_end ("each");
    return NULL;
}

int
main (void)
{
    for (int i = 0; i < 300; i++) {
        pthread_t thread;

        if (pthread_create (&thread, NULL, mark, i % 2 ? NULL : &thread))
            return 1;
        pthread_join (thread, NULL);
    }
    return 0;
}
