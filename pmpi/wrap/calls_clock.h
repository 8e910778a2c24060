/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clock of MPI calls: the processor's own counter where it runs at one rate
 * on all processors and never stops, else CLOCK_MONOTONIC.
 */
#ifndef HPM_PMPI_CALLS_CLOCK_H
#define HPM_PMPI_CALLS_CLOCK_H

#include <stdint.h>

#include "pmpi/guest/clock.h"

/* Set by hpm_calls_clock_start, before any thread reads it.  */
extern int hpm_calls_clock_is_processor;

/* Ticks of the processor's counter; 0 on a processor of another kind.  */
static inline __attribute__ ((always_inline)) int64_t
hpm_processor_ticks (void)
{
#if defined(__x86_64__) || defined(__i386__)
    return (int64_t)__builtin_ia32_rdtsc ();
#elif defined(__aarch64__)
    uint64_t ticks;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return (int64_t)ticks;
#else
    return 0;
#endif
}

static inline __attribute__ ((always_inline)) int64_t
hpm_calls_clock (void)
{
    return __builtin_expect (hpm_calls_clock_is_processor, 1)
               ? hpm_processor_ticks ()
               : hpm_clock_monotonic ();
}

/* Choose the clock, and note when the run began.  */
void hpm_calls_clock_start (void);

/* The rate follows from when the run began and this moment.  Any thread, which
 * may then ask for what follows from it.  */
void hpm_calls_clock_look (void);

/* Ticks a second, and ticks in ns; better after a longer run.  */
int64_t hpm_calls_clock_rate (void);
int64_t hpm_calls_clock_nanoseconds (int64_t ticks);

#endif /* HPM_PMPI_CALLS_CLOCK_H */
