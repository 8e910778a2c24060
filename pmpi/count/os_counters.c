/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/text.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/proc.h"
#include "pmpi/count/os_counters.h"

void
hpm_os_counts_set (struct hpm_os_counts *counts, enum hpm_os_event event,
                   int64_t value)
{
    counts->values[event] = value;
    counts->known |= 1u << event;
}

/* The kernel's split of processor time is coarse, and may be seen to go back:
 * what one part has too little is the other's.  */
static void
balance (int64_t *part, int64_t *other)
{
    if (*part < 0) {
        *other = *other + *part > 0 ? *other + *part : 0;
        *part = 0;
    }
}

void
hpm_os_counts_subtract (struct hpm_os_counts *counts,
                        const struct hpm_os_counts *base)
{
    counts->known &= base->known;
    counts->ticks |= base->ticks;
    counts->refused |= base->refused;
    for (int i = 0; i < HPM_OS_EVENT_COUNT; i++)
        counts->values[i] -= base->values[i];
    counts->values[HPM_OS_BYTES_READ] -= base->own_reads;
    balance (&counts->values[HPM_OS_SYSTEM_TIME],
             &counts->values[HPM_OS_USER_TIME]);
    balance (&counts->values[HPM_OS_USER_TIME],
             &counts->values[HPM_OS_SYSTEM_TIME]);
}

/* Read a file of /proc/self/task/TID into a text.  Returns its length, 0 when
 * it can't be read.  */
static size_t
read_task_file (char *text, size_t size, pid_t tid, const char *file)
{
    char path[64];

    snprintf (path, sizeof path, "/proc/self/task/%d/%s", (int)tid, file);
    return hpm_proc_read (text, size, path);
}

/* The same, adding to what reading has cost (rchar counts our reads too).  */
static size_t
read_counts_file (struct hpm_os_counts *counts, char *text, size_t size,
                  pid_t tid, const char *file)
{
    size_t length = read_task_file (text, size, tid, file);

    counts->own_reads += (int64_t)length;
    return length;
}

struct line {
    const char *key;
    enum hpm_os_event event;
};

/* The number behind "KEY" and a separator at the start of a line, and up to its
 * end: a text may be cut.  */
static int
find_number (const char *text, const char *key, int64_t *value)
{
    size_t length = strlen (key);
    char *end;

    for (const char *line = text; line; line = strchr (line, '\n')) {
        line += *line == '\n';
        if (!strncmp (line, key, length)) {
            line += length;
            line += strspn (line, " \t:");
            *value = strtoll (line, &end, 10);
            return *end == '\n';
        }
    }
    return 0;
}

/* rchar and wchar, as they were before these reads began.  A process that is
 * not dumpable has this file as root's, and others that it may read.  */
static void
read_io (struct hpm_os_counts *counts, pid_t tid)
{
    char text[512];
    int64_t value, before = counts->own_reads;

    if (!read_counts_file (counts, text, sizeof text, tid, "io")) {
        counts->refused = errno == EACCES || errno == EPERM;
        return;
    }
    if (find_number (text, "rchar", &value))
        hpm_os_counts_set (counts, HPM_OS_BYTES_READ, value - before);
    if (find_number (text, "wchar", &value))
        hpm_os_counts_set (counts, HPM_OS_BYTES_WRITTEN, value);
}

/* Time waiting for a processor, ns: the number behind that of the time on one.
 */
static void
read_schedstat (struct hpm_os_counts *counts, pid_t tid)
{
    char text[128], *end;

    if (!read_counts_file (counts, text, sizeof text, tid, "schedstat"))
        return;
    strtoll (text, &end, 10);
    hpm_os_counts_set (counts, HPM_OS_WAIT_TIME, strtoll (end, NULL, 10));
}

/* Set events from lines that begin with these keys.  Returns how many.  */
static int
set_numbers (struct hpm_os_counts *counts, const char *text,
             const struct line *lines, int count)
{
    int64_t value;
    int found = 0;

    for (int i = 0; i < count; i++)
        if (find_number (text, lines[i].key, &value)) {
            hpm_os_counts_set (counts, lines[i].event, value);
            found++;
        }
    return found;
}

/* Migrations, and where it is `all` how often the thread was switched.  Returns
 * whether it told as much: a kernel that keeps statistics has those lines
 * behind what is read, and one without scheduler's debugging has no such file.
 */
static int
read_sched (struct hpm_os_counts *counts, pid_t tid, int all)
{
    static const struct line lines[]
        = { { "se.nr_migrations", HPM_OS_CPU_MIGRATIONS },
            { "nr_voluntary_switches", HPM_OS_VOLUNTARY_SWITCHES },
            { "nr_involuntary_switches", HPM_OS_INVOLUNTARY_SWITCHES } };
    int count = all ? sizeof lines / sizeof *lines : 1;
    char text[1024]; /* the first line is among the first five */

    return read_counts_file (counts, text, sizeof text, tid, "sched")
           && set_numbers (counts, text, lines, count) == count;
}

/* ---- processor time ----------------------------------------------------- */

/* -1 where there is no such clock, or thread.  */
static int64_t
read_clock (clockid_t clock, struct hpm_os_moment *moment)
{
    struct timespec time;
    int result;

    moment->before = hpm_clock_monotonic ();
    result = clock_gettime (clock, &time);
    moment->after = hpm_clock_monotonic ();
    return result ? -1 : (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t
hpm_os_processor_time (void)
{
    return hpm_clock_read (CLOCK_THREAD_CPUTIME_ID);
}

/* Which part of the processor time was the kernel's, only its ticks tell.  */
static void
set_times (struct hpm_os_counts *counts, int64_t whole, int64_t system)
{
    if (system > whole)
        system = whole;
    hpm_os_counts_set (counts, HPM_OS_CPU_TIME, whole);
    hpm_os_counts_set (counts, HPM_OS_USER_TIME, whole - system);
    hpm_os_counts_set (counts, HPM_OS_SYSTEM_TIME, system);
}

void
hpm_os_counts_end (struct hpm_os_counts *counts, int64_t processor)
{
    set_times (counts, processor, counts->values[HPM_OS_SYSTEM_TIME]);
}

static int64_t
nanoseconds (const struct timeval *time)
{
    return time->tv_sec * 1000000000LL + time->tv_usec * 1000LL;
}

/* `whole` is the processor time, or -1: then it is known to the microsecond,
 * and maybe of a while ago.  */
static void
read_usage (struct hpm_os_counts *counts, int who, int64_t whole)
{
    struct rusage usage;

    if (getrusage (who, &usage) < 0)
        return;
    if (whole < 0)
        whole = nanoseconds (&usage.ru_utime) + nanoseconds (&usage.ru_stime);
    set_times (counts, whole, nanoseconds (&usage.ru_stime));
    hpm_os_counts_set (counts, HPM_OS_MINOR_FAULTS, usage.ru_minflt);
    hpm_os_counts_set (counts, HPM_OS_MAJOR_FAULTS, usage.ru_majflt);
    hpm_os_counts_set (counts, HPM_OS_VOLUNTARY_SWITCHES, usage.ru_nvcsw);
    hpm_os_counts_set (counts, HPM_OS_INVOLUNTARY_SWITCHES, usage.ru_nivcsw);
}

static void
read_times (struct hpm_os_counts *counts, struct hpm_os_moment *moment)
{
    read_usage (counts, RUSAGE_THREAD,
                read_clock (CLOCK_THREAD_CPUTIME_ID, moment));
}

void
hpm_os_counts_read_files (struct hpm_os_counts *counts)
{
    pid_t tid = gettid ();

    read_schedstat (counts, tid);
    read_sched (counts, tid, 0);
    read_io (counts, tid);
}

void
hpm_os_counts_read_times (struct hpm_os_counts *counts,
                          struct hpm_os_moment *moment)
{
    memset (counts, 0, sizeof *counts);
    read_times (counts, moment);
}

void
hpm_os_counts_begin_self (struct hpm_os_counts *counts,
                          struct hpm_os_moment *moment)
{
    memset (counts, 0, sizeof *counts);
    hpm_os_counts_read_files (counts);
    read_times (counts, moment);
}

/* Fields of /proc/self/task/TID/stat, numbered as in proc(5) from 3 on, which
 * is the first one behind the name (the name may hold anything).  */
struct stat_fields {
    int64_t value[53];
};

static int
read_stat (struct stat_fields *fields, pid_t tid)
{
    char text[1024], *at;

    memset (fields, 0, sizeof *fields);
    if (!read_task_file (text, sizeof text, tid, "stat"))
        return -1;
    at = strrchr (text, ')');
    if (!at || strlen (at) < 4)
        return -1;
    at += 3; /* ") S": behind the state, field 3 */
    for (int i = 4; i <= 52 && *at; i++)
        fields->value[i] = strtoll (at, &at, 10);
    return 0;
}

/* How often the thread was switched; this file takes twice the time of any
 * other.  */
static void
read_status (struct hpm_os_counts *counts, pid_t tid)
{
    static const struct line lines[]
        = { { "voluntary_ctxt_switches", HPM_OS_VOLUNTARY_SWITCHES },
            { "nonvoluntary_ctxt_switches", HPM_OS_INVOLUNTARY_SWITCHES } };
    char text[4096];

    if (read_task_file (text, sizeof text, tid, "status"))
        set_numbers (counts, text, lines, sizeof lines / sizeof *lines);
}

/* Processor time in user code and in the kernel come in a coarse unit: they are
 * the proportion of the two, which is how the kernel made them
 * (cputime_adjust).
 */
static void
set_times_of (struct hpm_os_counts *counts, int64_t whole,
              const struct stat_fields *stat)
{
    int64_t user = stat->value[14], system = stat->value[15];

    if (whole < 0)
        whole = (user + system) * (1000000000 / sysconf (_SC_CLK_TCK));
    set_times (counts, whole,
               user + system == 0 ? 0
                                  : (int64_t)((double)whole * (double)system
                                              / (double)(user + system)));
}

int
hpm_os_counts_read (struct hpm_os_counts *counts, pid_t tid,
                    struct hpm_os_moment *moment)
{
    int64_t whole = read_clock (hpm_os_clock_of (tid), moment);
    struct stat_fields stat;

    memset (counts, 0, sizeof *counts);
    if (read_stat (&stat, tid) < 0)
        return -1;
    set_times_of (counts, whole, &stat);
    read_schedstat (counts, tid);
    if (!read_sched (counts, tid, 1))
        read_status (counts, tid);
    hpm_os_counts_set (counts, HPM_OS_MINOR_FAULTS, stat.value[10]);
    hpm_os_counts_set (counts, HPM_OS_MAJOR_FAULTS, stat.value[12]);
    counts->own_reads = 0; /* these reads were not the other thread's */
    read_io (counts, tid);
    counts->own_reads = 0;
    return 0;
}

int64_t
hpm_os_peak_memory (void)
{
    struct rusage usage;

    return getrusage (RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024 : 0;
}

static void
copy_line (char *to, size_t size, const char *text, const char *key)
{
    const char *at = strstr (text, key);

    if (!at)
        return;
    at += strlen (key);
    at += strspn (at, " \t:");
    hpm_text_field (to, size, at, strcspn (at, "\n"));
}

void
hpm_os_thread_info_read (struct hpm_os_thread_info *info, pid_t tid)
{
    char text[4096];
    struct stat_fields stat;

    memset (info, 0, sizeof *info);
    info->cpu_last = -1;
    if (read_task_file (text, sizeof text, tid, "status")) {
        copy_line (info->name, sizeof info->name, text, "Name:");
        copy_line (info->cpus_allowed, sizeof info->cpus_allowed, text,
                   "Cpus_allowed_list");
    }
    if (read_stat (&stat, tid) == 0)
        info->cpu_last = (int)stat.value[39];
}

int64_t
hpm_os_thread_start (pid_t tid)
{
    struct stat_fields stat;
    int64_t since_boot;

    if (read_stat (&stat, tid) < 0)
        return 0;
    since_boot = stat.value[22] * (1000000000 / sysconf (_SC_CLK_TCK));
    return hpm_clock_real () - hpm_clock_read (CLOCK_BOOTTIME) + since_boot;
}

int
hpm_os_threads (void (*each) (pid_t tid, void *data), void *data)
{
    return hpm_proc_each ("/proc/self/task", each, data);
}
