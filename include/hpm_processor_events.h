/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the system tells of a processor: the columns of hpmstat that need no
 * counter of the processor's.  Where a thread has a counter of the same meaning
 * (hpm_os_events.h), they share its name, so that metrics hold for both.
 *
 * X(identifier, name, unit, source, what, always, description)
 *
 *   CLOCK     the time that was counted
 *   STAT      fields of the processor's line of /proc/stat, added up
 *   SOFTWARE  a counter of the kernel's (PERF_COUNT_SW_...)
 *   always    or only where it is asked for
 */
#ifndef HPM_PROCESSOR_EVENTS_H
#define HPM_PROCESSOR_EVENTS_H

/* Fields of a line of /proc/stat, in their order.  Time of guests is in user
 * and nice already (proc_stat(5)).  */
enum hpm_stat_field {
    HPM_STAT_USER,
    HPM_STAT_NICE,
    HPM_STAT_SYSTEM,
    HPM_STAT_IDLE,
    HPM_STAT_IOWAIT,
    HPM_STAT_IRQ,
    HPM_STAT_SOFTIRQ,
    HPM_STAT_STEAL,
    HPM_STAT_FIELD_COUNT
};

#define HPM_STAT_BITS_USER (1 << HPM_STAT_USER | 1 << HPM_STAT_NICE)
#define HPM_STAT_BITS_INTERRUPT (1 << HPM_STAT_IRQ | 1 << HPM_STAT_SOFTIRQ)
#define HPM_STAT_BITS_SYSTEM (1 << HPM_STAT_SYSTEM | HPM_STAT_BITS_INTERRUPT)

/* What the kernel counts alike of processors and of processes.  */
#define HPM_KERNEL_EVENTS(X)                                                   \
    X (HPM_CPU_MINOR_FAULTS, "os::MINOR_FAULTS", "1", SOFTWARE,                \
       PERF_COUNT_SW_PAGE_FAULTS_MIN, 1, "page faults served from memory")     \
    X (HPM_CPU_MAJOR_FAULTS, "os::MAJOR_FAULTS", "1", SOFTWARE,                \
       PERF_COUNT_SW_PAGE_FAULTS_MAJ, 1,                                       \
       "page faults that waited for storage")                                  \
    X (HPM_CPU_SWITCHES, "cpu::CONTEXT_SWITCHES", "1", SOFTWARE,               \
       PERF_COUNT_SW_CONTEXT_SWITCHES, 1,                                      \
       "times that it went over to another thread")                            \
    X (HPM_CPU_MIGRATIONS, "os::CPU_MIGRATIONS", "1", SOFTWARE,                \
       PERF_COUNT_SW_CPU_MIGRATIONS, 1,                                        \
       "moves of threads from one processor to another")                       \
    X (HPM_CPU_PERF_FAULTS, "perf::PAGE-FAULTS", "1", SOFTWARE,                \
       PERF_COUNT_SW_PAGE_FAULTS, 0, "page faults")                            \
    X (HPM_CPU_PERF_MINOR, "perf::MINOR-FAULTS", "1", SOFTWARE,                \
       PERF_COUNT_SW_PAGE_FAULTS_MIN, 0, "page faults served from memory")     \
    X (HPM_CPU_PERF_MAJOR, "perf::MAJOR-FAULTS", "1", SOFTWARE,                \
       PERF_COUNT_SW_PAGE_FAULTS_MAJ, 0,                                       \
       "page faults that waited for storage")                                  \
    X (HPM_CPU_PERF_SWITCHES, "perf::CONTEXT-SWITCHES", "1", SOFTWARE,         \
       PERF_COUNT_SW_CONTEXT_SWITCHES, 0,                                      \
       "times that it went over to another thread")                            \
    X (HPM_CPU_PERF_MIGRATIONS, "perf::CPU-MIGRATIONS", "1", SOFTWARE,         \
       PERF_COUNT_SW_CPU_MIGRATIONS, 0,                                        \
       "moves of threads from one processor to another")

#define HPM_PROCESSOR_EVENTS(X)                                                \
    X (HPM_CPU_WALL_TIME, "os::WALL_TIME", "ns", CLOCK, 0, 1,                  \
       "time that the processor was counted")                                  \
    X (HPM_CPU_BUSY_TIME, "os::CPU_TIME", "ns", STAT,                          \
       HPM_STAT_BITS_USER | HPM_STAT_BITS_SYSTEM, 1,                           \
       "time in user code and in the kernel, by its ticks")                    \
    X (HPM_CPU_USER_TIME, "os::USER_TIME", "ns", STAT, HPM_STAT_BITS_USER, 1,  \
       "time in user code, by the kernel's ticks")                             \
    X (HPM_CPU_SYSTEM_TIME, "os::SYSTEM_TIME", "ns", STAT,                     \
       HPM_STAT_BITS_SYSTEM, 1,                                                \
       "time in the kernel, interrupts included, by its ticks")                \
    X (HPM_CPU_IDLE_TIME, "cpu::IDLE_TIME", "ns", STAT, 1 << HPM_STAT_IDLE, 1, \
       "time with nothing to do")                                              \
    X (HPM_CPU_IOWAIT_TIME, "cpu::IOWAIT_TIME", "ns", STAT,                    \
       1 << HPM_STAT_IOWAIT, 1,                                                \
       "time with nothing to do while something waited for storage")           \
    X (HPM_CPU_STEAL_TIME, "cpu::STEAL_TIME", "ns", STAT, 1 << HPM_STAT_STEAL, \
       1, "time that the hypervisor gave to others")                           \
    X (HPM_CPU_INTERRUPT_TIME, "cpu::INTERRUPT_TIME", "ns", STAT,              \
       HPM_STAT_BITS_INTERRUPT, 1,                                             \
       "time in interrupts, which is in the "                                  \
       "system's")                                                             \
    HPM_KERNEL_EVENTS (X)                                                      \
    X (HPM_CPU_PERF_CLOCK, "perf::CPU-CLOCK", "ns", SOFTWARE,                  \
       PERF_COUNT_SW_CPU_CLOCK, 0, "the processor's clock, busy or not")       \
    X (HPM_CPU_PERF_TASK, "perf::TASK-CLOCK", "ns", SOFTWARE,                  \
       PERF_COUNT_SW_TASK_CLOCK, 0, "the processor's clock, busy or not")

/* The same of a process, with what it starts from then on: SOFTWARE counts all
 * of that, STAT is of the process alone.  */
#define HPM_PROCESS_EVENTS(X)                                                  \
    X (HPM_PID_WALL_TIME, "os::WALL_TIME", "ns", CLOCK, 0, 1,                  \
       "time that the process was counted")                                    \
    X (HPM_PID_CPU_TIME, "os::CPU_TIME", "ns", SOFTWARE,                       \
       PERF_COUNT_SW_TASK_CLOCK, 1,                                            \
       "processor time of all threads, by the kernel's clock of them")         \
    X (HPM_PID_USER_TIME, "os::USER_TIME", "ns", STAT, 1 << HPM_STAT_USER, 1,  \
       "processor time of the process in user code, by ticks")                 \
    X (HPM_PID_SYSTEM_TIME, "os::SYSTEM_TIME", "ns", STAT,                     \
       1 << HPM_STAT_SYSTEM, 1,                                                \
       "processor time of the process in the kernel, by ticks")                \
    HPM_KERNEL_EVENTS (X)                                                      \
    X (HPM_PID_PERF_CLOCK, "perf::CPU-CLOCK", "ns", SOFTWARE,                  \
       PERF_COUNT_SW_CPU_CLOCK, 0, "processor time of all threads")            \
    X (HPM_PID_PERF_TASK, "perf::TASK-CLOCK", "ns", SOFTWARE,                  \
       PERF_COUNT_SW_TASK_CLOCK, 0, "processor time of all threads")

enum hpm_processor_event {
#define HPM_X(identifier, name, unit, source, what, always, description)       \
    identifier,
    HPM_PROCESSOR_EVENTS (HPM_X)
#undef HPM_X
        HPM_PROCESSOR_EVENT_COUNT
};

#endif /* HPM_PROCESSOR_EVENTS_H */
