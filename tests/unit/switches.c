/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How often a thread was switched, by what another thread reads: as the thread
 * itself is told, of which file of /proc it ever is.
 */
#include "config.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/count/os_counters.h"
#include "pmpi/guest/proc.h"
#include "tests/tap.h"

#define NAPS 20

/* ---- /proc, of which a file may be missing, or too long ----------------- */

static const char *missing = "", *cut = "";
static size_t cut_to;
static int opened; /* "status" was */

static int
is_named (const char *path, const char *name)
{
    const char *base = strrchr (path, '/');

    return base && !strcmp (base + 1, name);
}

size_t __real_hpm_proc_read (char *text, size_t size, const char *path);
size_t __wrap_hpm_proc_read (char *text, size_t size, const char *path);

size_t
__wrap_hpm_proc_read (char *text, size_t size, const char *path)
{
    if (is_named (path, missing))
        return 0;
    opened += is_named (path, "status");
    if (is_named (path, cut))
        size = cut_to;
    return __real_hpm_proc_read (text, size, path);
}

/* ---- a thread ----------------------------------------------------------- */

static void
nap (void)
{
    const struct timespec time = { 0, 100000 };

    for (int i = 0; i < NAPS; i++)
        nanosleep (&time, NULL);
}

static int
is_between (int64_t value, long least, long most)
{
    return value >= least && value <= most;
}

static int
is_known (const struct hpm_os_counts *counts, enum hpm_os_event event)
{
    return counts->known >> event & 1;
}

/* Whether both counts are known, and as the thread is told itself.  */
static int
is_told (void)
{
    struct hpm_os_counts counts;
    struct hpm_os_moment moment;
    struct rusage before, after;
    int result;

    getrusage (RUSAGE_THREAD, &before);
    result = hpm_os_counts_read (&counts, (pid_t)syscall (SYS_gettid), &moment);
    getrusage (RUSAGE_THREAD, &after);
    return result == 0 && before.ru_nvcsw >= NAPS
           && is_known (&counts, HPM_OS_VOLUNTARY_SWITCHES)
           && is_known (&counts, HPM_OS_INVOLUNTARY_SWITCHES)
           && is_between (counts.values[HPM_OS_VOLUNTARY_SWITCHES],
                          before.ru_nvcsw, after.ru_nvcsw)
           && is_between (counts.values[HPM_OS_INVOLUNTARY_SWITCHES],
                          before.ru_nivcsw, after.ru_nivcsw);
}

/* A number that is cut off is no number.  */
static int
is_told_however_cut (const char *name)
{
    int told = 1;

    cut = name;
    for (cut_to = 1; cut_to <= 1024; cut_to++)
        told &= is_told ();
    cut = "";
    return told;
}

int
main (void)
{
    char text[1024];

    nap ();
    tap_ok (is_told (), "switches are as many as the thread is told itself");
    if (hpm_proc_read (text, sizeof text, "/proc/self/sched")
        && strstr (text, "nr_involuntary_switches"))
        tap_ok (!opened, "the dearest file is not read");
    else
        tap_ok (opened, "the file that all kernels have is read");
    missing = "sched";
    tap_ok (is_told (), "they are without a file of the scheduler");
    tap_ok (opened, "the file that all kernels have is read then");
    missing = "";
    tap_ok (is_told_however_cut ("sched"),
            "they are wherever the file of the scheduler is cut");
    return tap_done ();
}
