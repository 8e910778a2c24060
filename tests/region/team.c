/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Marks in an OpenMP team: 4 threads, each 100 times in "team", with as much
 * work as its number and 1; around it "all", on the main thread.
 */
#include <omp.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"

int
main (void)
{
    hpm_region_begin ("all");
#pragma omp parallel num_threads(4)
    {
        for (int i = 0; i < 100; i++) {
            hpm_region_begin ("team");
            do_work (omp_get_thread_num () + 1);
            hpm_region_end ("team");
        }
    }
    hpm_region_end ("all");
    return 0;
}
