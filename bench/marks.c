/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks take: the beginning and the end of a region, with a label that was
 * made once, by its text, three regions deep, and on eight threads at once.
 * Prints "marks NAME NANOSECONDS" for a beginning and an end of each: the
 * fastest of some rounds, of eight threads the processor time of the slowest of
 * them.  Then the floors of bare.h, and "floor clock": two looks at
 * CLOCK_MONOTONIC.
 */
#include <mpi.h>
#include <pthread.h>

#include "bench/bare.h"
#include "hpm.h"

static const struct hpm_label *label;

static void
mark_label (void)
{
    hpm_region_enter (label);
    hpm_region_leave (label);
}

static void
mark_text (void)
{
    hpm_region_begin ("a region by text");
    hpm_region_end ("a region by text");
}

static void
look_at_monotonic (void)
{
    now_by (CLOCK_MONOTONIC);
    now_by (CLOCK_MONOTONIC);
}

/* ---- threads ------------------------------------------------------------ */

#define THREADS 8

static pthread_barrier_t start;

static void *
mark_on_thread (void *data)
{
    pthread_barrier_wait (&start);
    *(double *)data = measure_by (CLOCK_THREAD_CPUTIME_ID, mark_label);
    return NULL;
}

/* By processor time: threads beyond the processors take turns.  */
static double
measure_threads (void)
{
    pthread_t threads[THREADS];
    double took[THREADS], most = 0;

    pthread_barrier_init (&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create (&threads[i], NULL, mark_on_thread, &took[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join (threads[i], NULL);
        most = took[i] > most ? took[i] : most;
    }
    pthread_barrier_destroy (&start);
    return most;
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    label = hpm_region_make ("a region by label", __FILE__, __LINE__);
    printf ("marks label %.2f\n", measure (mark_label));
    printf ("marks text %.2f\n", measure (mark_text));
    hpm_region_begin ("around");
    hpm_region_begin ("around");
    hpm_region_begin ("around");
    printf ("marks nested %.2f\n", measure (mark_label));
    hpm_region_end ("around");
    hpm_region_end ("around");
    hpm_region_end ("around");
    printf ("marks threads %.2f\n", measure_threads ());
    printf ("floor clock %.2f\n", measure (look_at_monotonic));
    print_floors ();
    MPI_Finalize ();
    return 0;
}
