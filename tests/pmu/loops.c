/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops of known length between MPI_Init and MPI_Finalize:
 *
 *     loops LENGTH [THREADS]
 *
 * The main thread of rank r executes LENGTH (r + 1) turns; thread k = 1, 2, ...
 * executes LENGTH (r + 1) (k + 1).  A turn is two instructions.  Linked with
 * -z now, since resolving a symbol would be counted, too.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t unit;

static void
turn (uint64_t times)
{
#if defined __aarch64__
    __asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(times) : : "cc");
#elif defined __x86_64__
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(times) : : "cc");
#else
#error "no loop of known length for this processor"
#endif
}

static void *
run (void *k)
{
    turn (unit * ((uintptr_t)k + 1));
    return NULL;
}

int
main (int argc, char **argv)
{
    pthread_t threads[64];
    int rank, count = argc > 2 ? atoi (argv[2]) : 0;

    if (argc < 2 || count > 64)
        return 2;
    unit = strtoull (argv[1], NULL, 10);
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    unit *= (uint64_t)rank + 1;
    turn (unit);
    for (intptr_t k = 1; k <= count; k++)
        pthread_create (&threads[k - 1], NULL, run, (void *)k);
    for (int k = 0; k < count; k++)
        pthread_join (threads[k], NULL);
    MPI_Finalize ();
    return 0;
}
