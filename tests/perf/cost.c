/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What counting costs through the backend and what the same costs with PAPI's
 * event sets, as ratios within one process:
 *
 *     cost [EVENT...]
 *
 * Medians.  Where PAPI counts nothing (no PMU), its half is left out.
 */
#include "config.h"

#include <dlfcn.h>
#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hpm_backend.h"

#define MAX 8
#define THREADS 301
#define READS 20001

static const char *const usual[MAX]
    = { "perf::PAGE-FAULTS",      "perf::MINOR-FAULTS",
        "perf::MAJOR-FAULTS",     "perf::TASK-CLOCK",
        "perf::CPU-CLOCK",        "perf::ALIGNMENT-FAULTS",
        "perf::EMULATION-FAULTS", "perf::CPU-MIGRATIONS" };

static const struct hpm_backend *backend;
static const char *names[MAX];
static int count; /* events counted just now */
static double samples[READS];

static double
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int
ascending (const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

static double
median (int n)
{
    qsort (samples, (size_t)n, sizeof *samples, ascending);
    return samples[n / 2];
}

/* ---- with the backend --------------------------------------------------- */

static void *
backend_thread (void *sample)
{
    double start = now ();
    enum hpm_reason reason;
    struct hpm_backend_set *set = backend->thread_open (0, &reason);
    struct hpm_cell cells[MAX];

    if (set) {
        backend->thread_read (set, cells);
        backend->thread_close (set);
    }
    *(double *)sample = now () - start;
    return NULL;
}

static double
backend_read (struct hpm_backend_set *set)
{
    struct hpm_cell cells[MAX];

    for (int i = 0; i < READS; i++) {
        double start = now ();

        backend->thread_read (set, cells);
        samples[i] = now () - start;
    }
    return median (READS);
}

/* ---- with PAPI ---------------------------------------------------------- */

static int
papi_start (void)
{
    int set = PAPI_NULL;

    PAPI_create_eventset (&set);
    for (int i = 0; i < count; i++)
        if (PAPI_add_named_event (set, names[i]) != PAPI_OK)
            return PAPI_NULL;
    return PAPI_start (set) == PAPI_OK ? set : PAPI_NULL;
}

static void
papi_stop (int set)
{
    PAPI_stop (set, NULL);
    PAPI_cleanup_eventset (set);
    PAPI_destroy_eventset (&set);
}

static void *
papi_thread (void *sample)
{
    double start = now ();
    long long values[MAX];
    int set = papi_start ();

    PAPI_read (set, values);
    papi_stop (set);
    PAPI_unregister_thread ();
    *(double *)sample = now () - start;
    return NULL;
}

static double
papi_read (int set)
{
    long long values[MAX];

    for (int i = 0; i < READS; i++) {
        double start = now ();

        PAPI_read (set, values);
        samples[i] = now () - start;
    }
    return median (READS);
}

/* ---- both --------------------------------------------------------------- */

static void *
no_counters (void *sample)
{
    double start = now ();

    *(double *)sample = now () - start;
    return NULL;
}

/* Time that a thread spends on its counters.  */
static double
per_thread (void *(*body) (void *))
{
    pthread_t thread;

    for (int i = 0; i < THREADS; i++) {
        pthread_create (&thread, NULL, body, &samples[i]);
        pthread_join (thread, NULL);
    }
    return median (THREADS);
}

static void
compare (int n)
{
    struct hpm_backend_event asked[MAX] = { 0 };
    struct hpm_backend_set *set;
    enum hpm_reason reason;
    double mine, mine_thread, clock_only = per_thread (no_counters);
    const char *version;
    int papi;

    count = n;
    for (int i = 0; i < n; i++)
        snprintf (asked[i].record.name, sizeof asked[i].record.name, "%s",
                  names[i]);
    backend->open (HPM_DOMAIN_USER, 0, &version);
    backend->select (asked, n);
    set = backend->thread_open (0, &reason);
    if (!set)
        exit (1);
    mine = backend_read (set) - clock_only;
    mine_thread = per_thread (backend_thread) - clock_only;
    printf ("%d events: a read %.0f ns, a thread %.1f us", n, mine,
            mine_thread / 1e3);
    papi = papi_start ();
    if (papi != PAPI_NULL) {
        double theirs = papi_read (papi) - clock_only;
        double their_thread = per_thread (papi_thread) - clock_only;

        printf ("; PAPI's sets take %.2f and %.2f times that", theirs / mine,
                their_thread / mine_thread);
        papi_stop (papi);
    }
    printf ("\n");
    backend->thread_close (set);
    backend->close ();
}

int
main (int argc, char **argv)
{
    void *handle = dlopen (BACKEND, RTLD_NOW | RTLD_LOCAL);
    int known = 0;

    backend = handle ? dlsym (handle, "hpm_backend") : NULL;
    if (!backend) {
        fprintf (stderr, "cost: %s\n", dlerror ());
        return 1;
    }
    if (PAPI_library_init (PAPI_VER_CURRENT) == PAPI_VER_CURRENT)
        PAPI_thread_init ((unsigned long (*) (void))pthread_self);
    for (int i = 1; i < argc && known < MAX; i++)
        names[known++] = argv[i];
    for (int i = 0; argc == 1 && i < MAX; i++)
        names[known++] = usual[i];
    for (int n = 1; n <= known; n *= 2)
        compare (n);
    return 0;
}
