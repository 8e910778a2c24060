/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HPM_TESTS_PMU_TURN_H
#define HPM_TESTS_PMU_TURN_H

#include <stdint.h>

/* A loop of two instructions a turn.  */
static void
turn (uint64_t times)
{
#if defined __aarch64__
    __asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(times) : : "cc");
#elif defined __x86_64__
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(times) : : "cc");
#else
#error "no loop of known length for this processor"
#endif
}

#endif /* HPM_TESTS_PMU_TURN_H */
