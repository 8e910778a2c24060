/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two threads in each of three regions, and each of these leads another two.
 */
#include <omp.h>

int
main (void)
{
    omp_set_max_active_levels (2);
    for (int i = 0; i < 3; i++) {
#pragma omp parallel num_threads(2)
        {
#pragma omp parallel num_threads(2)
            {
#pragma omp barrier
            }
        }
    }
    return 0;
}
