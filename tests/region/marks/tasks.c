/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Three threads with 40 tasks that are left for the barrier: each marks
 * "outer" and waits within it for three tasks, which mark "inner".
 */
#include <unistd.h>

#include "include/hpm.h"

static void
inner (void)
{
    hpm_region_begin ("inner");
    usleep (100);
    hpm_region_end ("inner");
}

static void
outer (void)
{
    hpm_region_begin ("outer");
    for (int i = 0; i < 3; i++)
#pragma omp task
        inner ();
    usleep (100);
#pragma omp taskwait
    hpm_region_end ("outer");
}

int
main (void)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp master
        for (int i = 0; i < 40; i++)
#pragma omp task
            outer ();
    }
    return 0;
}
