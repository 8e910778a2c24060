/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A second thread that marks a region of its own, and little else, while the
 * main thread, which marks nothing, waits for it.
 */
#include <pthread.h>

#include "hpm.h"

#define ENTRIES 50000

static void *
mark (void *unused)
{
    const struct hpm_label *beside
        = hpm_region_make ("beside", __FILE__, __LINE__);

    (void)unused;
    for (int i = 0; i < ENTRIES; i++) {
        hpm_region_enter (beside);
        hpm_region_leave (beside);
    }
    return NULL;
}

int
main (void)
{
    pthread_t thread;

    if (pthread_create (&thread, NULL, mark, NULL) != 0)
        return 1;
    pthread_join (thread, NULL);
    return 0;
}
