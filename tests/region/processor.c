/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions of known processor time, which they measure by the clock of their own
 * thread, and of known page faults; one lasts over a pause, and one is open at
 * the end.  processor.sh has what must come of it.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"
#include "tests/scope/signal_and_see.h"

#define PAGES 1000

static double
processor_time (void)
{
    struct timespec now;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
spin (double seconds)
{
    double end = processor_time () + seconds;

    while (processor_time () < end)
        continue;
}

static void
touch (void)
{
    size_t page = (size_t)sysconf (_SC_PAGESIZE);
    volatile char *pages = mmap (NULL, PAGES * page, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        abort ();
    madvise ((void *)pages, PAGES * page, MADV_NOHUGEPAGE);
    hpm_region_begin ("touch");
    for (size_t i = 0; i < PAGES; i++)
        pages[i * page] = 1;
    hpm_region_end ("touch");
}

static void *
other (void *data)
{
    spin (0.05); /* in no region */
    hpm_region_begin ("other");
    spin (0.1);
    hpm_region_end ("other");
    return data;
}

int
main (int argc, char **argv)
{
    const struct timespec nap = { 0, 100000000 };
    pthread_t thread;

    (void)argv;
    hpm_region_begin ("outer");
    for (int i = 0; i < 10; i++) {
        hpm_region_begin ("spin");
        do_work (3);
        spin (0.02);
        hpm_region_end ("spin");
    }
    if (argc > 1) {
        signal_and_see (SIGUSR2, "hpmmpi paused");
        spin (0.4);
        signal_and_see (SIGUSR1, "hpmmpi counts");
    }
    hpm_region_end ("outer");
    hpm_region_begin ("sleep");
    nanosleep (&nap, NULL);
    hpm_region_end ("sleep");
    touch ();
    pthread_create (&thread, NULL, other, NULL);
    pthread_join (thread, NULL);
    hpm_region_begin ("open");
    spin (0.1);
    return 0;
}
