/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times that hpmstat has of the system by the kernel's ticks, of processors or
 * of processes: what they may err by, and whether they tell of so short a time.
 */
#ifndef HPM_BASE_TICK_TIME_H
#define HPM_BASE_TICK_TIME_H

#include <stdint.h>

/* 1 where a number that may be off by `error` tells nothing: of a time, `whole`
 * is the time that was counted, of a metric its value.  */
int hpm_tick_hides (double error, double whole);

/* Between two ticks of the clock that the system tells such times by, ns.  */
int64_t hpm_tick_length (void);

/* The fields of /proc/stat, or of a process, that add up to an event: bits
 * (hpm_processor_events.h), 0 of what is not told by ticks.  */
int hpm_tick_fields (const char *event, int of_processors);

/* What their sum may be off by, ns: each is cut to a tick.  */
int64_t hpm_tick_fields_error (int fields, int64_t tick);

/* Whether they tell of so many ns of the time of `targets` together, the
 * processors' own or that which passed for processes.  Of the parts of a
 * processor's busy time they do where they tell of all of it, or sums of them
 * would differ.  */
int hpm_tick_fields_tell (int fields, int of_processors, int64_t tick,
                          double targets, double time);

#endif /* HPM_BASE_TICK_TIME_H */
