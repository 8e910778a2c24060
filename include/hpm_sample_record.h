/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples: where in the program its threads were, now and then (--sample), as
 * a rank's part of the record stream has it.
 *
 * SAMPLING is one hpm_sampling_record.  SAMPLE_MODULES has the objects that
 * samples lie in: "path\0build id\0...", as SITE_MODULES.  In SAMPLES the
 * fields of each address follow each other as base/number_pack.h has them; of
 * `module`, HPM_SAMPLE_MODULE_BASE more.  So they do in SAMPLE_CHAINS, where
 * callers were asked for; of `parent`, 1 more.
 */
#ifndef HPM_SAMPLE_RECORD_H
#define HPM_SAMPLE_RECORD_H

#include "hpm_record.h"

/* What can be sampled: X(identifier, name, unit, type and config of
 * perf_event_open, meaning).  Of a clock, the period is in ns.  */
#define HPM_SAMPLE_EVENTS(X)                                                   \
    X (CPU_CLOCK, "cpu-clock", "ns", PERF_TYPE_SOFTWARE,                       \
       PERF_COUNT_SW_CPU_CLOCK, "processor time in user code")                 \
    X (CYCLES, "cycles", "cycles", PERF_TYPE_HARDWARE,                         \
       PERF_COUNT_HW_CPU_CYCLES, "cycles of the processor")                    \
    X (INSTRUCTIONS, "instructions", "instructions", PERF_TYPE_HARDWARE,       \
       PERF_COUNT_HW_INSTRUCTIONS, "instructions")                             \
    X (CACHE_MISSES, "cache-misses", "misses", PERF_TYPE_HARDWARE,             \
       PERF_COUNT_HW_CACHE_MISSES, "misses of the last cache")                 \
    X (BRANCH_MISSES, "branch-misses", "misses", PERF_TYPE_HARDWARE,           \
       PERF_COUNT_HW_BRANCH_MISSES, "branches that were foreseen wrongly")     \
    X (PAGE_FAULTS, "page-faults", "faults", PERF_TYPE_SOFTWARE,               \
       PERF_COUNT_SW_PAGE_FAULTS, "page faults")

/* Names that others have for them: X(name, identifier, samples in a second of
 * the clock unless said otherwise; 0: as of that event, with callers).  */
#define HPM_SAMPLE_PRESETS(X)                                                  \
    X ("pcsamp", CPU_CLOCK, 101, 0)                                            \
    X ("fpcsamp", CPU_CLOCK, 1009, 0)                                          \
    X ("usertime", CPU_CLOCK, 33, 1)                                           \
    X ("cy_hwc", CYCLES, 0, 0)                                                 \
    X ("gi_hwc", INSTRUCTIONS, 0, 0)                                           \
    X ("sc_hwc", CACHE_MISSES, 0, 0)                                           \
    X ("cpu-cycles", CYCLES, 0, 0)                                             \
    X ("PAPI_TOT_CYC", CYCLES, 0, 0)                                           \
    X ("PAPI_TOT_INS", INSTRUCTIONS, 0, 0)                                     \
    X ("PAPI_L3_TCM", CACHE_MISSES, 0, 0)                                      \
    X ("PAPI_BR_MSP", BRANCH_MISSES, 0, 0)                                     \
    X ("faults", PAGE_FAULTS, 0, 0)

/* What asks for callers, behind a comma or alone.  */
#define HPM_SAMPLE_CALLERS "callers"

enum hpm_sample_event {
#define HPM_X(identifier, name, unit, type, config, meaning)                   \
    HPM_SAMPLE_##identifier,
    HPM_SAMPLE_EVENTS (HPM_X)
#undef HPM_X
        HPM_SAMPLE_EVENT_COUNT
};

/* Why a thread was not sampled: X(identifier, the reason after "because").  The
 * worse comes later.  */
#define HPM_SAMPLE_REASONS(X)                                                  \
    X (NONE, "")                                                               \
    X (OUTSIDE, "the program is counted from outside")                         \
    X (NO_MEMORY, "there is no memory")                                        \
    X (NO_DESCRIPTOR, "there is no descriptor left (ulimit -n)")               \
    X (LOCKED, "buffers would take more locked memory than is allowed "        \
               "(perf_event_mlock_kb, ulimit -l)")                             \
    X (NO_EVENT, "this machine does not count the event")                      \
    X (FORBIDDEN, "the kernel or a filter forbids it (perf_event_paranoid, "   \
                  "seccomp)")                                                  \
    X (NO_CALL, "the kernel or a filter has no perf_event_open")

enum hpm_sample_reason {
#define HPM_X(identifier, because) HPM_SAMPLE_REASON_##identifier,
    HPM_SAMPLE_REASONS (HPM_X)
#undef HPM_X
        HPM_SAMPLE_REASON_COUNT
};

/* X(type, field, unit, description) */
#define HPM_SAMPLING_FIELDS(X)                                                 \
    X (i64, event, "", "enum hpm_sample_event")                                \
    X (i64, period, "", "of the event, from one sample to the next")           \
    X (i64, samples, "", "taken")                                              \
    X (i64, lost, "", "that there was no room for")                            \
    X (i64, threads, "", "sampled")                                            \
    X (i64, unsampled, "", "threads that were not")                            \
    X (i64, reason, "", "why: enum hpm_sample_reason")                         \
    X (i64, callers, "", "1: with their callers")                              \
    X (i64, broken, "",                                                        \
       "samples whose callers are not known back to where the thread began")   \
    X (i64, folded, "", "samples whose callers there was no room for")

#define HPM_SAMPLE_MODULE_BASE 2
#define HPM_SAMPLE_FIELDS(X)                                                   \
    X (i32, module, "",                                                        \
       "number in SAMPLE_MODULES, or enum "                                    \
       "hpm_sample_where")                                                     \
    X (i64, address, "", "in the object; 0 where that is not known")           \
    X (i64, samples, "", "taken there")                                        \
    X (i64, inside, "", "of these, inside a call of MPI")

/* A place along the way to samples: the functions that called each other, the
 * outermost first.  Of a caller, the address is in the instruction that calls.
 */
#define HPM_CHAIN_FIELDS(X)                                                    \
    X (i32, parent, "", "number of its caller in SAMPLE_CHAINS, -1: none")     \
    X (i32, module, "", "as of a sample")                                      \
    X (i64, address, "", "the same")                                           \
    X (i64, samples, "", "taken here, not in what it calls")                   \
    X (i64, inside, "", "of these, inside a call of MPI")

enum hpm_sample_where {
    HPM_SAMPLE_UNKNOWN = -1, /* in no object that is known */
    HPM_SAMPLE_OTHERS = -2   /* at addresses that there was no room for */
};

#define HPM_X(type, field, unit, description) hpm_##type field;
struct hpm_sampling_record {
    HPM_SAMPLING_FIELDS (HPM_X)
};
struct hpm_sample_record {
    HPM_SAMPLE_FIELDS (HPM_X)
};
struct hpm_chain_record {
    HPM_CHAIN_FIELDS (HPM_X)
};
#undef HPM_X

#endif /* HPM_SAMPLE_RECORD_H */
