/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernel's ticks may err by.
 */
#include "config.h"

#include <math.h>

#include "base/metric/statistics.h"
#include "tests/tap.h"

int
main (void)
{
    const int64_t s = 1000000000;

    tap_near (hpm_tick_error (0, 0, 9), 0, 0, "no time has no ticks");
    /* Of 1000 ticks and one of each kind more, 501 are the kernel's.  */
    tap_near (hpm_tick_error (5 * s, 10 * s, 0),
              1e10 * 2 * sqrt (0.5 * 0.5 / 1002), 1,
              "half of a thousand ticks");
    tap_near (hpm_tick_error (5 * s, 10 * s, 100)
                  - hpm_tick_error (5 * s, 10 * s, 0),
              1e9, 1, "each preemption may hide a tick of 10 ms");
    tap_near (hpm_tick_error (5 * s, 10 * s, 5000), 1e10, 0,
              "no more is unknown than there was");
    return tap_done ();
}
