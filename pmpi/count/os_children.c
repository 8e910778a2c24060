/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/count/os_children.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/proc.h"

#define MOST_LIVING 1000 /* processes, at some 50 us each */
#define MOST_TRIES 3     /* to look while none of them ends */

/* The processes that live.  */
struct living {
    struct hpm_os_counts *counts;
    int64_t peak; /* byte */
    int count;
    int cut;      /* there are more, or they could not be looked at */
    pid_t parent; /* whose children are looked for */
    pid_t found[MOST_LIVING];
};

/* ---- files of /proc ----------------------------------------------------- */

/* Fields 4 to 17 of /proc/PID/stat, numbered as in proc(5).  */
static int
read_stat (int64_t fields[18], pid_t pid)
{
    char path[32], text[1024], *at;

    snprintf (path, sizeof path, "/proc/%d/stat", (int)pid);
    if (!hpm_proc_read (text, sizeof text, path) || !(at = strrchr (text, ')'))
        || strlen (at) < 4)
        return -1;
    at += 3;
    for (int i = 4; i <= 17; i++)
        fields[i] = strtoll (at, &at, 10);
    return 0;
}

/* ---- one process -------------------------------------------------------- */

static int64_t
nanoseconds_of_ticks (int64_t ticks)
{
    return ticks * (1000000000 / sysconf (_SC_CLK_TCK));
}

/* The clock of a process, as the kernel makes it of the id; -1 if it is gone.
 */
static int64_t
read_clock (pid_t pid)
{
    struct timespec time;

    if (clock_gettime ((clockid_t)(~(unsigned)pid << 3 | 2), &time) < 0)
        return -1;
    return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

/* Its clock is exact, and tells nothing of user and system; what it waited for
 * is known by clock ticks alone.  */
static void
add_times (struct hpm_os_counts *counts, pid_t pid, const int64_t fields[18])
{
    int64_t user = fields[14], system = fields[15];
    int64_t waited_user = nanoseconds_of_ticks (fields[16]);
    int64_t waited_system = nanoseconds_of_ticks (fields[17]);
    int64_t own = read_clock (pid), in_system = 0;

    if (own < 0)
        own = nanoseconds_of_ticks (user + system);
    if (user + system > 0)
        in_system
            = (int64_t)((double)own * (double)system / (double)(user + system));
    counts->values[HPM_OS_CPU_TIME] += own + waited_user + waited_system;
    counts->values[HPM_OS_USER_TIME] += own - in_system + waited_user;
    counts->values[HPM_OS_SYSTEM_TIME] += in_system + waited_system;
    counts->ticks |= fields[16] + fields[17] > 0;
}

static void
add_peak (struct living *living, pid_t pid)
{
    char path[32], text[4096], *at;
    int64_t peak;

    snprintf (path, sizeof path, "/proc/%d/status", (int)pid);
    if (!hpm_proc_read (text, sizeof text, path)
        || !(at = strstr (text, "\nVmHWM:")))
        return;
    peak = 1024 * strtoll (at + strlen ("\nVmHWM:"), NULL, 10);
    if (peak > living->peak)
        living->peak = peak;
}

static void
add_process (struct living *living, pid_t pid)
{
    int64_t fields[18];

    if (read_stat (fields, pid) < 0)
        return;
    add_peak (living, pid);
    if (!living->counts)
        return;
    add_times (living->counts, pid, fields);
    living->counts->values[HPM_OS_MINOR_FAULTS] += fields[10] + fields[11];
    living->counts->values[HPM_OS_MAJOR_FAULTS] += fields[12] + fields[13];
}

/* ---- all of them -------------------------------------------------------- */

/* Note the children that a thread has made.  hpm_proc_each callback.  */
static void
note_children (int tid, void *data)
{
    struct living *living = data;
    char path[64], text[4096], *at = text, *end;
    size_t length;
    long child;

    snprintf (path, sizeof path, "/proc/%d/task/%d/children",
              (int)living->parent, tid);
    length = hpm_proc_read (text, sizeof text, path);
    living->cut |= length == sizeof text - 1;
    while (!living->cut && (child = strtol (at, &end, 10)) > 0) {
        at = end;
        if (living->count == MOST_LIVING)
            living->cut = 1;
        else
            living->found[living->count++] = (pid_t)child;
    }
}

static void
note_children_of (struct living *living, pid_t pid)
{
    char path[32];

    living->parent = pid;
    snprintf (path, sizeof path, "/proc/%d/task", (int)pid);
    if (hpm_proc_each (path, note_children, living) < 0 && pid == getpid ())
        living->cut = 1;
}

static void
add_descendants (struct living *living)
{
    note_children_of (living, getpid ());
    for (int i = 0; i < living->count && !living->cut; i++) {
        add_process (living, living->found[i]);
        note_children_of (living, living->found[i]);
    }
}

/* Whether a child lives, or was not waited for yet; none is waited for here. */
static int
any_lives (void)
{
    siginfo_t info;

    return waitid (P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static int
are_waited_for (void)
{
    struct sigaction action;

    return sigaction (SIGCHLD, NULL, &action) == 0
           && action.sa_handler != SIG_IGN && !(action.sa_flags & SA_NOCLDWAIT);
}

static int64_t
nanoseconds (const struct timeval *time)
{
    return time->tv_sec * INT64_C (1000000000) + time->tv_usec * INT64_C (1000);
}

/* A child's processor time is exact once it was waited for.  */
static void
set_waited (struct hpm_os_counts *counts, const struct rusage *usage)
{
    int64_t user = nanoseconds (&usage->ru_utime);
    int64_t system = nanoseconds (&usage->ru_stime);

    memset (counts, 0, sizeof *counts);
    hpm_os_counts_set (counts, HPM_OS_CPU_TIME, user + system);
    hpm_os_counts_set (counts, HPM_OS_USER_TIME, user);
    hpm_os_counts_set (counts, HPM_OS_SYSTEM_TIME, system);
    hpm_os_counts_set (counts, HPM_OS_MINOR_FAULTS, usage->ru_minflt);
    hpm_os_counts_set (counts, HPM_OS_MAJOR_FAULTS, usage->ru_majflt);
    hpm_os_counts_set (counts, HPM_OS_VOLUNTARY_SWITCHES, usage->ru_nvcsw);
    hpm_os_counts_set (counts, HPM_OS_INVOLUNTARY_SWITCHES, usage->ru_nivcsw);
}

static void
add_living (struct hpm_os_counts *counts)
{
    struct living living = { .counts = counts };

    add_descendants (&living);
    if (living.cut || !living.count)
        counts->known = 0; /* one lives, and it is not known what it did */
    counts->known &= ~(1u << HPM_OS_VOLUNTARY_SWITCHES
                       | 1u << HPM_OS_INVOLUNTARY_SWITCHES);
}

/* One that ends while others are looked at is in neither, or in both: then once
 * more.  */
void
hpm_os_children_read (struct hpm_os_counts *counts,
                      struct hpm_os_moment *moment)
{
    struct rusage before, after;
    int tries = 0;

    do {
        moment->before = moment->after = hpm_clock_monotonic ();
        memset (counts, 0, sizeof *counts);
        if (!are_waited_for () || getrusage (RUSAGE_CHILDREN, &before) < 0)
            return;
        set_waited (counts, &before);
        if (!any_lives ())
            return;
        add_living (counts);
        getrusage (RUSAGE_CHILDREN, &after);
    } while (++tries < MOST_TRIES
             && memcmp (&before, &after, sizeof before) != 0);
}

int64_t
hpm_os_children_peak (void)
{
    struct living living = { .counts = NULL };
    struct rusage usage;

    if (getrusage (RUSAGE_CHILDREN, &usage) == 0)
        living.peak = usage.ru_maxrss * 1024;
    if (any_lives ())
        add_descendants (&living);
    return living.peak;
}
