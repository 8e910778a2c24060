/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counters that the operating system keeps anyway, counted on every run.
 * They are events like any other: a column in the file, names in formulas.
 *
 * X(identifier, name, unit, scope, kind, description)
 */
#ifndef HPM_OS_EVENTS_H
#define HPM_OS_EVENTS_H

#include "hpm_record.h"

#define HPM_OS_EVENTS(X)                                                       \
    X (HPM_OS_WALL_TIME, "os::WALL_TIME", "ns", THREAD, COUNT,                 \
       "time between start and stop of counting, or life of the thread")       \
    X (HPM_OS_USER_TIME, "os::USER_TIME", "ns", THREAD, COUNT,                 \
       "processor time in user code, by the kernel's ticks")                   \
    X (HPM_OS_SYSTEM_TIME, "os::SYSTEM_TIME", "ns", THREAD, COUNT,             \
       "processor time in the kernel, by its ticks")                           \
    X (HPM_OS_WAIT_TIME, "os::WAIT_TIME", "ns", THREAD, COUNT,                 \
       "time ready to run, waiting for a processor")                           \
    X (HPM_OS_MINOR_FAULTS, "os::MINOR_FAULTS", "1", THREAD, COUNT,            \
       "page faults served from memory")                                       \
    X (HPM_OS_MAJOR_FAULTS, "os::MAJOR_FAULTS", "1", THREAD, COUNT,            \
       "page faults that waited for storage")                                  \
    X (HPM_OS_VOLUNTARY_SWITCHES, "os::VOLUNTARY_SWITCHES", "1", THREAD,       \
       COUNT, "times the thread gave up the processor")                        \
    X (HPM_OS_INVOLUNTARY_SWITCHES, "os::INVOLUNTARY_SWITCHES", "1", THREAD,   \
       COUNT, "times the processor was taken away")                            \
    X (HPM_OS_CPU_MIGRATIONS, "os::CPU_MIGRATIONS", "1", THREAD, COUNT,        \
       "moves to another processor")                                           \
    X (HPM_OS_BYTES_READ, "os::BYTES_READ", "byte", THREAD, COUNT,             \
       "bytes asked for by read calls (rchar)")                                \
    X (HPM_OS_BYTES_WRITTEN, "os::BYTES_WRITTEN", "byte", THREAD, COUNT,       \
       "bytes handed to write calls (wchar)")                                  \
    X (HPM_OS_PEAK_MEMORY, "os::PEAK_MEMORY", "byte", PROCESS, PEAK,           \
       "peak resident memory")                                                 \
    X (HPM_OS_CPU_TIME, "os::CPU_TIME", "ns", THREAD, COUNT,                   \
       "processor time, by the thread's own clock")

enum hpm_os_event {
#define HPM_X(identifier, name, unit, scope, kind, description) identifier,
    HPM_OS_EVENTS (HPM_X)
#undef HPM_X
        HPM_OS_EVENT_COUNT
};

/* Events of perf that are these counters under another name.  Where PAPI can't
 * count them, the sum of the counters named here is the same count; nothing is
 * added where the second is HPM_OS_EVENT_COUNT.
 *
 * X(alias, first, second) */
#define HPM_OS_ALIASES(X)                                                      \
    X ("perf::PAGE-FAULTS", HPM_OS_MINOR_FAULTS, HPM_OS_MAJOR_FAULTS)          \
    X ("perf::MINOR-FAULTS", HPM_OS_MINOR_FAULTS, HPM_OS_EVENT_COUNT)          \
    X ("perf::MAJOR-FAULTS", HPM_OS_MAJOR_FAULTS, HPM_OS_EVENT_COUNT)          \
    X ("perf::CONTEXT-SWITCHES", HPM_OS_VOLUNTARY_SWITCHES,                    \
       HPM_OS_INVOLUNTARY_SWITCHES)                                            \
    X ("perf::CPU-MIGRATIONS", HPM_OS_CPU_MIGRATIONS, HPM_OS_EVENT_COUNT)      \
    X ("perf::TASK-CLOCK", HPM_OS_CPU_TIME, HPM_OS_EVENT_COUNT)                \
    X ("perf::CPU-CLOCK", HPM_OS_CPU_TIME, HPM_OS_EVENT_COUNT)

/* Counters that are a sample: at each of its ticks the kernel notes where a
 * thread is, and divides processor time, which it knows exactly, by that.  */
#define HPM_OS_IS_SAMPLED(event)                                               \
    ((event) == HPM_OS_USER_TIME || (event) == HPM_OS_SYSTEM_TIME)

#endif /* HPM_OS_EVENTS_H */
