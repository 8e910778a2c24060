/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a program can count of itself where hpmrun does not count for it: events
 * that the kernel counts thread by thread at user level.
 * X(name, type and config of perf_event_open)
 */
#ifndef HPM_ANCESTORS_OWN_EVENTS_H
#define HPM_ANCESTORS_OWN_EVENTS_H

#include <linux/perf_event.h>

#define HPM_OWN_MISSES(cache)                                                  \
    (PERF_COUNT_HW_CACHE_##cache | PERF_COUNT_HW_CACHE_OP_READ << 8            \
     | PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

#define HPM_OWN_EVENTS(X)                                                      \
    X ("PAPI_TOT_CYC", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES)           \
    X ("PAPI_TOT_INS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS)         \
    X ("PAPI_BR_INS", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS)   \
    X ("PAPI_BR_MSP", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES)         \
    X ("PAPI_L1_DCM", PERF_TYPE_HW_CACHE, HPM_OWN_MISSES (L1D))                \
    X ("PAPI_L1_ICM", PERF_TYPE_HW_CACHE, HPM_OWN_MISSES (L1I))                \
    X ("PAPI_TLB_DM", PERF_TYPE_HW_CACHE, HPM_OWN_MISSES (DTLB))               \
    X ("perf::TASK-CLOCK", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK)       \
    X ("perf::PAGE-FAULTS", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS)

#define HPM_OWN_DEFAULT                                                        \
    "PAPI_TOT_CYC,PAPI_TOT_INS,perf::TASK-CLOCK,perf::PAGE-FAULTS"

#endif /* HPM_ANCESTORS_OWN_EVENTS_H */
