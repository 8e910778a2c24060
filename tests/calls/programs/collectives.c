/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every collective, blocking and not, in place and not, in one group and
 * between two.  Arguments that mean nothing on a rank are nothing there.
 */
#include <stdlib.h>

#include "expect.h"

#define WORLD MPI_COMM_WORLD
#define ROOT 1
#define MAX 16

/* A function twice, blocking and nonblocking: what the second adds is a
 * request, which is waited for.  */
#define TWICE(blocking, nonblocking, arguments, sent, received)                \
    do {                                                                       \
        MPI_Request request;                                                   \
                                                                               \
        CALL (blocking, (UNPACK arguments), sent, received);                   \
        CALL (nonblocking, (UNPACK arguments, &request), sent, received);      \
        CALL (Wait, (&request, MPI_STATUS_IGNORE), 0, 0);                      \
    } while (0)
#define UNPACK(...) __VA_ARGS__

static int rank, size;
static int in[4000], out[4000];
static int counts[MAX], places[MAX], bytes[MAX];
static MPI_Datatype types[MAX];
static int sum;   /* of counts */
static long wsum; /* of counts times their types */

static void
prepare (void)
{
    for (int i = 0; i < size; i++) {
        counts[i] = i + 2;
        places[i] = sum;
        bytes[i] = 8 * sum;
        types[i] = i % 2 ? MPI_INT : MPI_DOUBLE;
        wsum += counts[i] * (i % 2 ? 4 : 8);
        sum += counts[i];
    }
}

static void
rooted (void)
{
    int root = rank == ROOT;
    int *at_root = root ? out : NULL, *counts_at_root = root ? counts : NULL;

    TWICE (Bcast, Ibcast, (in, 12, MPI_DOUBLE, ROOT, WORLD), root ? 96 : 0,
           root ? 0 : 96);
    TWICE (Gather, Igather,
           (in, 3, MPI_INT, at_root, root ? 3 : -1,
            root ? MPI_INT : MPI_DATATYPE_NULL, ROOT, WORLD),
           12, root ? 12 * size : 0);
    TWICE (Gatherv, Igatherv,
           (in, rank + 2, MPI_INT, at_root, counts_at_root, places,
            root ? MPI_INT : MPI_DATATYPE_NULL, ROOT, WORLD),
           4 * (rank + 2), root ? 4 * sum : 0);
    TWICE (Scatter, Iscatter,
           (at_root, root ? 5 : -1, root ? MPI_INT : MPI_DATATYPE_NULL, in, 5,
            MPI_INT, ROOT, WORLD),
           root ? 20 * size : 0, 20);
    TWICE (Scatterv, Iscatterv,
           (at_root, counts_at_root, places, root ? MPI_INT : MPI_DATATYPE_NULL,
            in, rank + 2, MPI_INT, ROOT, WORLD),
           root ? 4 * sum : 0, 4 * (rank + 2));
    TWICE (Reduce, Ireduce, (in, at_root, 6, MPI_INT, MPI_SUM, ROOT, WORLD), 24,
           root ? 24 : 0);
    TWICE (Reduce, Ireduce, (in, at_root, 0, MPI_INT, MPI_SUM, ROOT, WORLD), 0,
           0);
}

static void
rooted_in_place (void)
{
    int root = rank == ROOT;
    void *send = root ? MPI_IN_PLACE : in, *receive = root ? MPI_IN_PLACE : in;

    TWICE (Gather, Igather, (send, 3, MPI_INT, out, 3, MPI_INT, ROOT, WORLD),
           12, root ? 12 * size : 0);
    TWICE (Gatherv, Igatherv,
           (send, rank + 2, MPI_INT, out, counts, places, MPI_INT, ROOT, WORLD),
           4 * (rank + 2), root ? 4 * sum : 0);
    TWICE (Scatter, Iscatter,
           (out, 5, MPI_INT, receive, 5, MPI_INT, ROOT, WORLD),
           root ? 20 * size : 0, 20);
    TWICE (
        Scatterv, Iscatterv,
        (out, counts, places, MPI_INT, receive, rank + 2, MPI_INT, ROOT, WORLD),
        root ? 4 * sum : 0, 4 * (rank + 2));
    TWICE (Reduce, Ireduce, (send, out, 6, MPI_INT, MPI_SUM, ROOT, WORLD), 24,
           root ? 24 : 0);
}

static void
to_all (void *in_or_place)
{
    int own = rank + 2;

    TWICE (Allgather, Iallgather,
           (in_or_place, 3, MPI_INT, out, 3, MPI_INT, WORLD), 12, 12 * size);
    TWICE (Allgatherv, Iallgatherv,
           (in_or_place, own, MPI_INT, out, counts, places, MPI_INT, WORLD),
           4 * own, 4 * sum);
    TWICE (Alltoall, Ialltoall,
           (in_or_place, 7, MPI_SHORT, out, 7, MPI_SHORT, WORLD), 14 * size,
           14 * size);
    TWICE (Allreduce, Iallreduce,
           (in_or_place, out, 4, MPI_DOUBLE, MPI_MAX, WORLD), 32, 32);
    TWICE (Scan, Iscan, (in_or_place, out, 4, MPI_INT, MPI_SUM, WORLD), 16, 16);
    TWICE (Exscan, Iexscan, (in_or_place, out, 4, MPI_INT, MPI_SUM, WORLD), 16,
           rank ? 16 : 0);
    TWICE (Reduce_scatter, Ireduce_scatter,
           (in_or_place, out, counts, MPI_INT, MPI_SUM, WORLD), 4 * sum,
           4 * own);
    TWICE (Reduce_scatter_block, Ireduce_scatter_block,
           (in_or_place, out, 9, MPI_INT, MPI_SUM, WORLD), 36 * size, 36);
    TWICE (Barrier, Ibarrier, (WORLD), 0, 0);
}

/* Rank i sends as much to everybody as everybody gets from rank i.  */
static void
all_to_all (void)
{
    int mine[MAX];
    MPI_Datatype my_types[MAX];
    long own = 0;

    for (int i = 0; i < size; i++) {
        mine[i] = counts[rank];
        my_types[i] = types[rank];
        own += counts[rank] * (rank % 2 ? 4 : 8);
    }
    TWICE (Alltoallv, Ialltoallv,
           (in, mine, places, MPI_INT, out, counts, places, MPI_INT, WORLD),
           4 * size * counts[rank], 4 * sum);
    TWICE (Alltoallw, Ialltoallw,
           (in, mine, bytes, my_types, out, counts, bytes, types, WORLD), own,
           wsum);
    for (int i = 0; i < size; i++)
        mine[i] = 3;
    TWICE (Alltoallv, Ialltoallv,
           (MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, mine, places,
            MPI_INT, WORLD),
           12 * size, 12 * size);
}

/* Even ranks on one side, odd ones on the other; the root is the second even
 * rank where there is one.  */
static void
between_groups (void)
{
    MPI_Comm local, inter;
    int side = rank % 2, mine = (size + 1 - side) / 2, others = size - mine;
    int is_root = rank == 0, root = side      ? 0
                                    : is_root ? MPI_ROOT
                                              : MPI_PROC_NULL;

    CALL (Comm_split, (WORLD, side, rank, &local), 0, 0);
    CALL (Intercomm_create, (local, 0, WORLD, 1 - side, 1, &inter), 0, 0);
    CALL (Bcast, (in, 10, MPI_INT, root, inter), is_root ? 40 : 0,
          side ? 40 : 0);
    CALL (Gather, (in, 2, MPI_INT, out, 2, MPI_INT, root, inter), side ? 8 : 0,
          is_root ? 8 * others : 0);
    CALL (Reduce, (in, out, 2, MPI_INT, MPI_SUM, root, inter), side ? 8 : 0,
          is_root ? 8 : 0);
    CALL (Allgather, (in, 2, MPI_INT, out, 2, MPI_INT, inter), 8, 8 * others);
    CALL (Alltoall, (in, 2, MPI_INT, out, 2, MPI_INT, inter), 8 * others,
          8 * others);
    CALL (Barrier, (inter), 0, 0);
    CALL (Comm_free, (&inter), 0, 0);
    CALL (Comm_free, (&local), 0, 0);
}

/* A communicator that is freed, and others that may get its handle.  */
static void
communicators (void)
{
    for (int n = 1; n <= size; n++) {
        MPI_Comm comm;

        CALL (Comm_split, (WORLD, rank < n ? 0 : MPI_UNDEFINED, 0, &comm), 0,
              0);
        if (comm == MPI_COMM_NULL)
            continue;
        CALL (Allgather, (in, 1, MPI_INT, out, 1, MPI_INT, comm), 4, 4 * n);
        CALL (Comm_free, (&comm), 0, 0);
    }
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    expect_start (&rank, &size);
    prepare ();
    rooted ();
    rooted_in_place ();
    to_all (in);
    to_all (MPI_IN_PLACE);
    all_to_all ();
    between_groups ();
    communicators ();
    expect_print (rank);
    MPI_Finalize ();
    return 0;
}
