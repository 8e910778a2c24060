/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops of known length between MPI_Init and MPI_Finalize:
 *
 *     loops LENGTH [THREADS [early | even]]
 *
 * The main thread of rank r executes LENGTH (r + 1) turns; thread k = 1, 2, ...
 * executes LENGTH (r + 1) (k + 1).  `early` threads are there before MPI_Init,
 * and wait; with `even` every rank does as much as rank 0.  Linked with -z now,
 * since resolving a symbol would be counted, too.
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "turn.h"

static uint64_t unit;
static sem_t go;

static void *
run (void *k)
{
    sem_wait (&go);
    turn (unit * ((uintptr_t)k + 1));
    return NULL;
}

static void
create (pthread_t *threads, int count)
{
    for (intptr_t k = 1; k <= count; k++)
        pthread_create (&threads[k - 1], NULL, run, (void *)k);
}

int
main (int argc, char **argv)
{
    pthread_t threads[64];
    int rank, count = argc > 2 ? atoi (argv[2]) : 0;
    int early = argc > 3 && !strcmp (argv[3], "early");
    int even = argc > 3 && !strcmp (argv[3], "even");

    if (argc < 2 || count > 64)
        return 2;
    unit = strtoull (argv[1], NULL, 10);
    sem_init (&go, 0, 0);
    if (early)
        create (threads, count);
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    unit *= even ? 1 : (uint64_t)rank + 1;
    turn (unit);
    if (!early)
        create (threads, count);
    for (int k = 0; k < count; k++)
        sem_post (&go);
    for (int k = 0; k < count; k++)
        pthread_join (threads[k], NULL);
    MPI_Finalize ();
    return 0;
}
