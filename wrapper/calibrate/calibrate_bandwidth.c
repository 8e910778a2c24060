/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory bandwidth: a triad (McCalpin's STREAM) on all processors at once.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

/* What moves for one element: two numbers are read, and the line that is to be
 * written is read first.  */
#define ELEMENT_BYTES (4.0 * sizeof (double))
#define ROUNDS 5

struct triad {
    const struct hpm_stopwatch *watch;
    pthread_mutex_t gate; /* closed until all threads are there */
    pthread_barrier_t barrier;
    size_t each; /* elements of a thread in each array */
    double best; /* ns of a round */
    int missing; /* a thread could not be started */
    int failed;  /* one had no memory */
};

struct part {
    struct triad *triad;
    int cpu, first;
    pthread_t thread;
};

static void
pin (int cpu)
{
    cpu_set_t set;

    CPU_ZERO (&set);
    CPU_SET (cpu, &set);
    sched_setaffinity (0, sizeof set, &set);
}

static void
run_triad (double *base, size_t each, double factor)
{
    double *a = base, *b = base + each, *c = base + 2 * each;

    for (size_t i = 0; i < each; i++)
        a[i] = b[i] + factor * c[i];
    __asm__ volatile("" : : "r"(base) : "memory");
}

/* All start a round together, and it lasts until the last one is done.  */
static void
run_rounds (const struct part *part, double *base)
{
    struct triad *triad = part->triad;

    for (int round = 0; round < ROUNDS; round++) {
        int64_t start;
        double took;

        pthread_barrier_wait (&triad->barrier);
        start = triad->watch->now (triad->watch->data);
        run_triad (base, triad->each, 3.0 + round);
        pthread_barrier_wait (&triad->barrier);
        took = (double)(triad->watch->now (triad->watch->data) - start);
        if (part->first && (round == 0 || took < triad->best))
            triad->best = took;
    }
}

/* Each thread brings its memory, near its processor, by touching it first.  */
static void *
run_part (void *data)
{
    struct part *part = data;
    size_t bytes = 3 * part->triad->each * sizeof (double);
    double *base;

    pthread_mutex_lock (&part->triad->gate);
    pthread_mutex_unlock (&part->triad->gate);
    if (part->triad->missing)
        return NULL;
    pin (part->cpu);
    base = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base != MAP_FAILED) {
        madvise (base, bytes, MADV_HUGEPAGE);
        for (size_t i = 0; i < 3 * part->triad->each; i++)
            base[i] = 1;
    } else {
        __atomic_store_n (&part->triad->failed, 1, __ATOMIC_RELAXED);
    }
    pthread_barrier_wait (&part->triad->barrier);
    if (!__atomic_load_n (&part->triad->failed, __ATOMIC_RELAXED))
        run_rounds (part, base);
    if (base != MAP_FAILED)
        munmap (base, bytes);
    return NULL;
}

/* The threads wait for each other at the barrier, so that none may get there
 * unless all of them were started.  */
static int
run_parts (struct triad *triad, struct part *parts, int count)
{
    int started = 0;

    pthread_mutex_lock (&triad->gate);
    for (; started < count; started++)
        if (pthread_create (&parts[started].thread, NULL, run_part,
                            &parts[started]))
            break;
    triad->missing = started < count;
    pthread_mutex_unlock (&triad->gate);
    for (int i = 0; i < started; i++)
        pthread_join (parts[i].thread, NULL);
    return triad->missing || triad->failed ? -1 : 0;
}

static int
list_parts (struct triad *triad, struct part *parts, const cpu_set_t *set)
{
    int count = 0;

    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET (cpu, set)) {
            parts[count] = (struct part){ triad, cpu, count == 0, 0 };
            count++;
        }
    return count;
}

double
hpm_bandwidth_measure (const struct hpm_stopwatch *watch, size_t bytes,
                       int *processors)
{
    struct triad triad = { .watch = watch, .gate = PTHREAD_MUTEX_INITIALIZER };
    struct part *parts = calloc (CPU_SETSIZE, sizeof *parts);
    double result = NAN;
    cpu_set_t set;

    *processors = 0;
    if (parts && sched_getaffinity (0, sizeof set, &set) == 0)
        *processors = list_parts (&triad, parts, &set);
    if (*processors) {
        triad.each = bytes / (3 * sizeof (double)) / (size_t)*processors;
        pthread_barrier_init (&triad.barrier, NULL, (unsigned)*processors);
        if (run_parts (&triad, parts, *processors) == 0 && triad.best > 0)
            result = ELEMENT_BYTES * (double)triad.each * *processors
                     / triad.best * 1e9;
        pthread_barrier_destroy (&triad.barrier);
    }
    free (parts);
    return result;
}
