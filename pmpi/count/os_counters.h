/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counters that the kernel keeps for every thread anyway
 * (include/hpm_os_events.h), read from getrusage(2) and /proc.
 */
#ifndef HPM_PMPI_OS_COUNTERS_H
#define HPM_PMPI_OS_COUNTERS_H

#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "include/hpm_os_events.h"

/* Values in the units of the event table; bit i of `known` says whether the
 * system told value i.  */
struct hpm_os_counts {
    int64_t values[HPM_OS_EVENT_COUNT];
    int64_t own_reads; /* bytes the thread read to read these */
    uint32_t known;
    int brief;   /* of a thread that was not worth the files */
    int ticks;   /* processor time is known by clock ticks in part */
    int unseen;  /* of threads that nobody saw: all that is known is known */
    int refused; /* /proc has the bytes, and does not show them */
};

/* When the processor time of a sample was read, CLOCK_MONOTONIC in ns: what
 * begins with the sample begins before, what ends with it ends after.  So no
 * thread is longer on a processor than there was time.  */
struct hpm_os_moment {
    int64_t before, after;
};

/* What else /proc says of a thread, for its record.  */
struct hpm_os_thread_info {
    char name[16];
    char cpus_allowed[128]; /* "0-3,8" */
    int cpu_last;           /* -1 if unknown */
};

/* Counts since the calling thread began, without WALL_TIME and PEAK_MEMORY, for
 * a period that ends: processor time, of which user and system time are the
 * parts, faults and switches, by three system calls.  */
void hpm_os_counts_read_times (struct hpm_os_counts *counts,
                               struct hpm_os_moment *moment);

/* The rest, by three small files of /proc: WAIT_TIME, CPU_MIGRATIONS, BYTES_*.
 * The first that is read of a thread costs 20 to 30 us, for the kernel makes
 * its folder then, and takes it away when the thread ends; the others, 3 to 6.
 */
void hpm_os_counts_read_files (struct hpm_os_counts *counts);

/* Both, with processor time last, for a period that begins.  */
void hpm_os_counts_begin_self (struct hpm_os_counts *counts,
                               struct hpm_os_moment *moment);

/* The same for another thread of this process, processor time first.  Returns
 * 0, or -1 when the thread is gone.  */
int hpm_os_counts_read (struct hpm_os_counts *counts, pid_t tid,
                        struct hpm_os_moment *moment);

/* The thread had this processor time, ns, when it was at its end, and the rest
 * of `counts` is of later.  */
void hpm_os_counts_end (struct hpm_os_counts *counts, int64_t processor);

/* Processor time of the calling thread, ns.  The kernel brings what getrusage
 * tells of a running thread up to date at its ticks, and where this is asked.
 */
int64_t hpm_os_processor_time (void);

/* The clock that tells it of a thread of this process, as the kernel makes it
 * of the id (pthread_getcpuclockid wants a pthread_t).  */
static inline clockid_t
hpm_os_clock_of (pid_t tid)
{
    return (clockid_t)(~(unsigned)tid << 3 | 6);
}

/* counts -= base, for what both know.  */
void hpm_os_counts_subtract (struct hpm_os_counts *counts,
                             const struct hpm_os_counts *base);

/* Set one value.  */
void hpm_os_counts_set (struct hpm_os_counts *counts, enum hpm_os_event event,
                        int64_t value);

/* Peak resident memory of the process, in bytes.  */
int64_t hpm_os_peak_memory (void);

/* Name, processors allowed and last processor of a thread of this process.
 * What can't be had is empty or -1.  */
void hpm_os_thread_info_read (struct hpm_os_thread_info *info, pid_t tid);

/* CLOCK_REALTIME, in ns, of the moment a thread started, to the kernel's tick;
 * 0 if unknown.  */
int64_t hpm_os_thread_start (pid_t tid);

/* Call `each` for every thread of this process.  Returns 0, or -1 when
 * /proc does not tell.  */
int hpm_os_threads (void (*each) (pid_t tid, void *data), void *data);

#endif /* HPM_PMPI_OS_COUNTERS_H */
