/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Point to point, rank 0 to rank 1 and back, in every way there is.
 */
#include "expect.h"

#define WORLD MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE

static int data[1000], buffer[4000];
static int rank, other;

static void
blocking (void)
{
    MPI_Status status;

    if (rank == 0) {
        CALL (Buffer_attach, (buffer, sizeof buffer), 0, 0);
        CALL (Send, (data, 10, MPI_INT, 1, 0, WORLD), 40, 0);
        CALL (Send, (data, 0, MPI_INT, 1, 0, WORLD), 0, 0);
        CALL (Ssend, (data, 3, MPI_SHORT, 1, 0, WORLD), 6, 0);
        CALL (Bsend, (data, 5, MPI_DOUBLE, 1, 0, WORLD), 40, 0);
        CALL (Barrier, (WORLD), 0, 0);
        CALL (Rsend, (data, 7, MPI_CHAR, 1, 0, WORLD), 7, 0);
        CALL (Buffer_detach, (&(void *){ NULL }, &(int){ 0 }), 0, 0);
    } else {
        MPI_Request request;

        /* Less comes than there is room for, with and without a status.  */
        CALL (Recv, (data, 1000, MPI_INT, 0, 0, WORLD, IGNORE), 0, 40);
        CALL (Recv, (data, 1000, MPI_INT, 0, 0, WORLD, &status), 0, 0);
        CALL (
            Recv,
            (data, 1000, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &status),
            0, 6);
        CALL (Probe, (0, 0, WORLD, &status), 0, 0);
        CALL (Recv, (data, 5, MPI_DOUBLE, 0, 0, WORLD, IGNORE), 0, 40);
        CALL (Irecv, (data, 7, MPI_CHAR, 0, 0, WORLD, &request), 0, 7);
        CALL (Barrier, (WORLD), 0, 0);
        CALL (Wait, (&request, IGNORE), 0, 0);
    }
    CALL (Send, (data, 9, MPI_INT, MPI_PROC_NULL, 0, WORLD), 0, 0);
    CALL (Recv, (data, 9, MPI_INT, MPI_PROC_NULL, 0, WORLD, IGNORE), 0, 0);
    CALL (Sendrecv,
          (data, 11 + rank, MPI_INT, other, 1, buffer, 100, MPI_INT, other, 1,
           WORLD, IGNORE),
          4 * (11 + rank), 4 * (11 + other));
    CALL (Sendrecv_replace,
          (data, 6, MPI_LONG_LONG, other, 2, other, 2, WORLD, &status), 48, 48);
}

static void
nonblocking (void)
{
    MPI_Request requests[5];
    MPI_Status statuses[5];
    int flag = 0;

    /* Room for 20, of which 2, 3, 4 and 5 come.  */
    for (int i = 0; i < 4; i++)
        CALL (Irecv,
              (buffer + 20 * i, 20, MPI_INT, other, 3, WORLD, &requests[i]), 0,
              80);
    CALL (Isend, (data, 2, MPI_INT, other, 3, WORLD, &requests[4]), 8, 0);
    CALL (Wait, (&requests[4], IGNORE), 0, 0);
    CALL (Issend, (data, 3, MPI_INT, other, 3, WORLD, &requests[4]), 12, 0);
    CALL (Waitall, (1, &requests[4], MPI_STATUSES_IGNORE), 0, 0);
    CALL (Isend, (data, 4, MPI_INT, other, 3, WORLD, &requests[4]), 16, 0);
    CALL (Waitany, (1, &requests[4], &flag, IGNORE), 0, 0);
    CALL (Isend, (data, 5, MPI_INT, other, 3, WORLD, &requests[4]), 20, 0);
    CALL (Waitsome, (1, &requests[4], &flag, &(int){ 0 }, statuses), 0, 0);
    CALL (Waitall, (4, requests, statuses), 0, 0);
    for (int i = 0; i < 4; i++) {
        int count = -1;

        CALL (Get_count, (&statuses[i], MPI_INT, &count), 0, 0);
        if (count != i + 2)
            printf ("status %d says %d\n", i, count);
    }
    CALL (Isend, (data, 9, MPI_INT, MPI_PROC_NULL, 0, WORLD, requests), 0, 0);
    CALL (Test, (requests, &flag, IGNORE), 0, 0);
}

static void
persistent (void)
{
    MPI_Request requests[3];

    CALL (Send_init, (data, 25, MPI_INT, other, 4, WORLD, &requests[0]), 0, 0);
    CALL (Recv_init, (buffer, 25, MPI_INT, other, 4, WORLD, &requests[1]), 0,
          0);
    CALL (Ssend_init,
          (data, 25, MPI_INT, MPI_PROC_NULL, 4, WORLD, &requests[2]), 0, 0);
    for (int i = 0; i < 10; i++) {
        CALL (Startall, (3, requests), 100, 100);
        CALL (Waitall, (3, requests, MPI_STATUSES_IGNORE), 0, 0);
    }
    CALL (Start, (&requests[0]), 100, 0);
    CALL (Start, (&requests[1]), 0, 100);
    CALL (Waitall, (2, requests, MPI_STATUSES_IGNORE), 0, 0);
    for (int i = 0; i < 3; i++)
        CALL (Request_free, (&requests[i]), 0, 0);
    /* The handles come back with other sizes.  */
    CALL (Send_init, (data, 2, MPI_INT, other, 4, WORLD, &requests[0]), 0, 0);
    CALL (Recv_init, (buffer, 30, MPI_INT, other, 4, WORLD, &requests[1]), 0,
          0);
    CALL (Startall, (2, requests), 8, 120);
    CALL (Waitall, (2, requests, MPI_STATUSES_IGNORE), 0, 0);
    CALL (Request_free, (&requests[0]), 0, 0);
    CALL (Request_free, (&requests[1]), 0, 0);
}

static void
partitioned (void)
{
#if MPI_VERSION >= 4
    MPI_Request requests[2];

    CALL (Psend_init,
          (data, 4, (MPI_Count)5, MPI_INT, other, 6, WORLD, MPI_INFO_NULL,
           &requests[0]),
          0, 0);
    CALL (Precv_init,
          (buffer, 4, (MPI_Count)5, MPI_INT, other, 6, WORLD, MPI_INFO_NULL,
           &requests[1]),
          0, 0);
    for (int i = 0; i < 3; i++) {
        CALL (Startall, (2, requests), 80, 80);
        for (int p = 0; p < 4; p++)
            CALL (Pready, (p, requests[0]), 0, 0);
        CALL (Waitall, (2, requests, MPI_STATUSES_IGNORE), 0, 0);
    }
    CALL (Request_free, (&requests[0]), 0, 0);
    CALL (Request_free, (&requests[1]), 0, 0);
#endif
}

static void
matched (void)
{
    MPI_Message message;
    MPI_Request request;

    CALL (Isend, (data, 8, MPI_INT, other, 5, WORLD, &request), 32, 0);
    CALL (Mprobe, (other, 5, WORLD, &message, IGNORE), 0, 0);
    CALL (Mrecv, (buffer, 100, MPI_INT, &message, IGNORE), 0, 32);
    CALL (Wait, (&request, IGNORE), 0, 0);
    CALL (Isend, (data, 8, MPI_INT, other, 5, WORLD, &request), 32, 0);
    CALL (Mprobe, (other, 5, WORLD, &message, IGNORE), 0, 0);
    CALL (Wait, (&request, IGNORE), 0, 0);
    CALL (Imrecv, (buffer, 100, MPI_INT, &message, &request), 0, 400);
    CALL (Wait, (&request, IGNORE), 0, 0);
}

/* A type that is freed, and one of another size that may get its handle.  */
static void
types (void)
{
    MPI_Request request;

    for (int i = 1; i <= 5; i++) {
        MPI_Datatype type;

        CALL (Type_vector, (i, 2, 3, MPI_INT, &type), 0, 0);
        CALL (Type_commit, (&type), 0, 0);
        CALL (Irecv, (buffer, 1000, MPI_BYTE, other, 6, WORLD, &request), 0,
              1000);
        CALL (Send, (data, 2, type, other, 6, WORLD), 2 * 8 * i, 0);
        CALL (Wait, (&request, IGNORE), 0, 0);
        CALL (Type_free, (&type), 0, 0);
    }
}

int
main (int argc, char **argv)
{
    int size;

    MPI_Init (&argc, &argv);
    expect_start (&rank, &size);
    other = 1 - rank;
    blocking ();
    nonblocking ();
    persistent ();
    partitioned ();
    matched ();
    types ();
    expect_print (rank);
    MPI_Finalize ();
    return 0;
}
