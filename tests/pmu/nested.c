/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nested: regions that are each entered 1,000 times and execute a known number
 * of instructions, on the main thread (k = 1) and on two more (k = 2, 3).  In
 * "thread k" there are
 *
 *     none          0 turns of the loop
 *     single        1,000 k
 *     outer           500 k, then "inner", then as many
 *     outer/inner   2,000 k
 *     down          1,000 k, and the same within itself, three deep
 *     mpi none      0, in a function that MPI calls
 *     mpi           3,000 k there
 *
 * A turn is two instructions.  What there is beside turns is the same in each
 * region but the outer ones.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include "hpm.h"
#include "turn.h"

#define ENTRIES 1000

static MPI_Op op;

static __attribute__ ((noinline)) void
execute (uint64_t turns)
{
    turn (turns + 1);
}

static void
reduce (void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)inout;
    (void)count;
    (void)type;
    execute (*(uint64_t *)in);
}

static __attribute__ ((noinline)) void
execute_inside (uint64_t turns)
{
    uint64_t sum = 0;

    MPI_Reduce_local (&turns, &sum, 1, MPI_UINT64_T, op);
}

static __attribute__ ((noinline)) void
mark (const char *label, void (*run) (uint64_t), uint64_t turns)
{
    const struct hpm_label *region = hpm_region_make (label, NULL, 0);

    for (int i = 0; i < ENTRIES; i++) {
        hpm_region_enter (region);
        run (turns);
        hpm_region_leave (region);
    }
}

static void
mark_nested (uint64_t turns)
{
    const struct hpm_label *outer = hpm_region_make ("outer", NULL, 0),
                           *inner = hpm_region_make ("inner", NULL, 0);

    for (int i = 0; i < ENTRIES; i++) {
        hpm_region_enter (outer);
        execute (turns / 2);
        hpm_region_enter (inner);
        execute (2 * turns);
        hpm_region_leave (inner);
        execute (turns / 2);
        hpm_region_leave (outer);
    }
}

static void
descend (const struct hpm_label *down, uint64_t turns,
         int depth) /* NOLINT(misc-no-recursion) */
{
    hpm_region_enter (down);
    execute (turns);
    if (depth > 1)
        descend (down, turns, depth - 1);
    hpm_region_leave (down);
}

static void *
run (void *data)
{
    uint64_t k = *(int *)data;
    const struct hpm_label *down = hpm_region_make ("down", NULL, 0);
    char label[16];

    snprintf (label, sizeof label, "thread %d", *(int *)data);
    hpm_region_begin (label);
    mark ("none", execute, 0);
    mark ("single", execute, 1000 * k);
    mark_nested (1000 * k);
    for (int i = 0; i < ENTRIES; i++)
        descend (down, 1000 * k, 3);
    mark ("mpi none", execute_inside, 0);
    mark ("mpi", execute_inside, 3000 * k);
    hpm_region_end (label);
    return NULL;
}

int
main (int argc, char **argv)
{
    int numbers[3] = { 1, 2, 3 }, provided;
    pthread_t threads[2];

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Op_create (reduce, 1, &op);
    for (int i = 0; i < 2; i++)
        pthread_create (&threads[i], NULL, run, &numbers[i + 1]);
    run (&numbers[0]);
    for (int i = 0; i < 2; i++)
        pthread_join (threads[i], NULL);
    MPI_Op_free (&op);
    MPI_Finalize ();
    return 0;
}
