/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Three parallel regions of 3 threads: work behind barriers that nobody wrote;
 * one thread that sleeps while the others wait; tasks that are left for the
 * last barrier.  Work between them belongs to none.
 */
#include <omp.h>
#include <unistd.h>

#include "tests/calls/programs/work_counter.h"

int
main (void)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp for
        for (int i = 0; i < 3; i++)
            do_work (1);
#pragma omp single
        do_work (1);
        do_work (10);
    }
    do_work (1000);
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num () == 0)
            sleep (2);
    }
    do_work (1000);
#pragma omp parallel num_threads(3)
    {
#pragma omp master
        for (int i = 0; i < 60; i++)
#pragma omp task
        {
            usleep (2000);
            do_work (1);
        }
    }
    do_work (1000);
    return 0;
}
