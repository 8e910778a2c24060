/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which times of hpmstat are by ticks, and of how short a time these tell.
 */
#include "config.h"

#include "base/event/tick_time.h"
#include "include/hpm_processor_events.h"
#include "tests/tap.h"

#define MS INT64_C (1000000)
#define TICK (10 * MS)

static int
tell (const char *event, int of_processors, double targets, double time)
{
    return hpm_tick_fields_tell (hpm_tick_fields (event, of_processors),
                                 of_processors, TICK, targets, time);
}

int
main (void)
{
    tap_ok (!hpm_tick_fields ("", 1) && !hpm_tick_fields ("os::CPU", 1),
            "what nobody knows is not by ticks");
    tap_ok (!hpm_tick_fields ("os::WALL_TIME", 1)
                && !hpm_tick_fields ("os::MINOR_FAULTS", 1),
            "clocks and counters of the kernel are not by ticks");
    tap_ok (hpm_tick_fields ("cpu::IDLE_TIME", 1) == 1 << HPM_STAT_IDLE
                && !hpm_tick_fields ("cpu::IDLE_TIME", 0),
            "a processor has idle time by ticks, a process none");
    tap_ok (hpm_tick_fields ("os::CPU_TIME", 1)
                && !hpm_tick_fields ("os::CPU_TIME", 0),
            "busy time is by ticks of a processor, not of a process");
    tap_ok (hpm_tick_fields_error (HPM_STAT_BITS_USER, TICK) == 2 * TICK,
            "each field may be off by a tick");
    tap_ok (!tell ("os::USER_TIME", 1, 1, 199e6)
                && tell ("os::USER_TIME", 1, 1, 200e6),
            "parts of the busy time are told from where all of it is");
    tap_ok (!tell ("cpu::IDLE_TIME", 1, 1, 39e6)
                && tell ("cpu::IDLE_TIME", 1, 1, 40e6),
            "one field is told of four ticks");
    tap_ok (!tell ("os::USER_TIME", 0, 4, 100e6)
                && tell ("os::USER_TIME", 0, 4, 160e6),
            "ticks of several processes are off by those of each");
    tap_ok (tell ("os::WALL_TIME", 1, 1, 1), "a clock tells of any time");
    return tap_done ();
}
