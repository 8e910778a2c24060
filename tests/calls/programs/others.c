/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Neighbours, windows and files.
 */
#include <stdlib.h>
#include <unistd.h>

#include "expect.h"

#define WORLD MPI_COMM_WORLD
#define ROOM 100

static int rank, size;
static int in[4000], out[4000];

#define TWICE(blocking, nonblocking, arguments, sent, received)                \
    do {                                                                       \
        MPI_Request request;                                                   \
                                                                               \
        CALL (blocking, (UNPACK arguments), sent, received);                   \
        CALL (nonblocking, (UNPACK arguments, &request), sent, received);      \
        CALL (Wait, (&request, MPI_STATUS_IGNORE), 0, 0);                      \
    } while (0)
#define UNPACK(...) __VA_ARGS__

/* Neighbour i of n gets i + 1 elements, and those that are not there nothing:
 * there[i] tells.  Both ways alike.  */
static void
neighbours (MPI_Comm comm, int n, const int *there)
{
    int counts[8], places[8], real = 0, sum = 0;
    MPI_Aint bytes[8];
    MPI_Datatype types[8];
    long wsum = 0;

    for (int i = 0; i < n; i++) {
        counts[i] = 3;
        places[i] = 3 * i;
        bytes[i] = 24 * i;
        types[i] = MPI_DOUBLE;
        real += there[i];
        sum += there[i] * 3;
        wsum += there[i] * 24;
    }
    TWICE (Neighbor_allgather, Ineighbor_allgather,
           (in, 5, MPI_INT, out, 5, MPI_INT, comm), 20 * real, 20 * real);
    TWICE (Neighbor_alltoall, Ineighbor_alltoall,
           (in, 2, MPI_INT, out, 2, MPI_INT, comm), 8 * real, 8 * real);
    TWICE (Neighbor_allgatherv, Ineighbor_allgatherv,
           (in, 3, MPI_INT, out, counts, places, MPI_INT, comm), 12 * real,
           4 * sum);
    TWICE (Neighbor_alltoallv, Ineighbor_alltoallv,
           (in, counts, places, MPI_INT, out, counts, places, MPI_INT, comm),
           4 * sum, 4 * sum);
    TWICE (Neighbor_alltoallw, Ineighbor_alltoallw,
           (in, counts, bytes, types, out, counts, bytes, types, comm), wsum,
           wsum);
}

/* A line with open ends: the first and last have one neighbour.  */
static void
line (void)
{
    int there[2] = { rank > 0, rank < size - 1 };
    MPI_Comm comm;

    CALL (Cart_create, (WORLD, 1, &size, &(int){ 0 }, 0, &comm), 0, 0);
    neighbours (comm, 2, there);
    CALL (Comm_free, (&comm), 0, 0);
}

/* Everybody with rank 0, which is a neighbour of all.  */
static void
star (void)
{
    int all[8], there[8] = { 1, 1, 1, 1, 1, 1, 1, 1 }, *weights = there;
    int n = rank ? 1 : size - 1;
    MPI_Comm comm;

    for (int i = 0; i < n; i++)
        all[i] = rank ? 0 : i + 1;
    CALL (Dist_graph_create_adjacent,
          (WORLD, n, all, weights, n, all, weights, MPI_INFO_NULL, 0, &comm), 0,
          0);
    neighbours (comm, n, there);
    CALL (Comm_free, (&comm), 0, 0);
}

static void
window (void)
{
    static int memory[ROOM];
    int next = (rank + 1) % size;
    MPI_Request request;
    MPI_Win win;

    CALL (Win_create,
          (memory, sizeof memory, sizeof (int), MPI_INFO_NULL, WORLD, &win), 0,
          0);
    CALL (Win_fence, (0, win), 0, 0);
    CALL (Put, (in, 5, MPI_INT, next, 0, 5, MPI_INT, win), 20, 0);
    CALL (Put, (in, 5, MPI_INT, MPI_PROC_NULL, 0, 5, MPI_INT, win), 0, 0);
    CALL (Win_fence, (0, win), 0, 0);
    CALL (Get, (out, 6, MPI_INT, next, 0, 6, MPI_INT, win), 0, 24);
    CALL (Win_fence, (0, win), 0, 0);
    CALL (Accumulate, (in, 4, MPI_INT, next, 10, 4, MPI_INT, MPI_SUM, win), 16,
          0);
    CALL (Win_fence, (0, win), 0, 0);
    CALL (Win_lock, (MPI_LOCK_EXCLUSIVE, next, 0, win), 0, 0);
    CALL (Get_accumulate,
          (in, 3, MPI_INT, out, 3, MPI_INT, next, 20, 3, MPI_INT, MPI_SUM, win),
          12, 12);
    CALL (Get_accumulate,
          (NULL, 0, MPI_DATATYPE_NULL, out, 3, MPI_INT, next, 20, 3, MPI_INT,
           MPI_NO_OP, win),
          0, 12);
    CALL (Fetch_and_op, (in, out, MPI_INT, next, 30, MPI_SUM, win), 4, 4);
    CALL (Fetch_and_op, (NULL, out, MPI_INT, next, 30, MPI_NO_OP, win), 0, 4);
    CALL (Compare_and_swap, (in, in + 1, out, MPI_INT, next, 31, win), 8, 4);
    CALL (Rput, (in, 2, MPI_INT, next, 40, 2, MPI_INT, win, &request), 8, 0);
    CALL (Wait, (&request, MPI_STATUS_IGNORE), 0, 0);
    CALL (Win_unlock, (next, win), 0, 0);
    CALL (Win_free, (&win), 0, 0);
}

/* 10 ints a rank are there to be read, and more is asked for.  */
static void
file (const char *name)
{
    MPI_Request request;
    MPI_Status status;
    MPI_File file;
    long whole = 40L * size;
    int count = -1;

    CALL (File_open,
          (WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file),
          0, 0);
    CALL (File_write_at_all,
          (file, 40 * rank, in, 10, MPI_INT, MPI_STATUS_IGNORE), 40, 0);
    CALL (File_sync, (file), 0, 0);
    CALL (Barrier, (WORLD), 0, 0);
    CALL (File_read_at, (file, 0, out, 1000, MPI_INT, MPI_STATUS_IGNORE), 0,
          whole);
    CALL (File_read_at, (file, 20, out, 1000, MPI_INT, &status), 0, whole - 20);
    CALL (Get_count, (&status, MPI_INT, &count), 0, 0);
    if (count != (whole - 20) / 4)
        printf ("File_read_at says %d\n", count);
    CALL (File_read_at_all, (file, 20, out, 5, MPI_INT, MPI_STATUS_IGNORE), 0,
          20);
    CALL (File_seek, (file, 0, MPI_SEEK_SET), 0, 0);
    CALL (File_read, (file, out, 7, MPI_INT, MPI_STATUS_IGNORE), 0, 28);
    CALL (File_iread_at, (file, 0, out, 6, MPI_INT, &request), 0, 24);
    CALL (Wait, (&request, MPI_STATUS_IGNORE), 0, 0);
    CALL (File_iwrite_at, (file, 40 * rank, in, 9, MPI_INT, &request), 36, 0);
    CALL (Wait, (&request, MPI_STATUS_IGNORE), 0, 0);
    CALL (File_close, (&file), 0, 0);
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    expect_start (&rank, &size);
    line ();
    star ();
    window ();
    file (argc > 1 ? argv[1] : "others.data");
    expect_print (rank);
    MPI_Finalize ();
    return 0;
}
