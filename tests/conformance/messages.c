/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages in the ways programs send them, and the types they have.
 */
#include "say.h"

/* ---- point to point ------------------------------------------------------ */

static void
send_modes (void)
{
    static int (*const modes[]) (const void *, int, MPI_Datatype, int, int,
                                 MPI_Comm, MPI_Request *)
        = { MPI_Isend, MPI_Issend, MPI_Ibsend };
    char *buffer = malloc (4096);
    int size;

    MPI_Buffer_attach (buffer, 4096);
    for (int i = 0; i < 3; i++) {
        int mine = 100 * i + rank, got[4] = { -1, -1, -1, -1 };
        MPI_Request requests[2];
        MPI_Status statuses[2];

        MPI_Irecv (got, 4, MPI_INT, left, i, MPI_COMM_WORLD, &requests[0]);
        modes[i](&mine, 1, MPI_INT, right, i, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall (2, requests, statuses);
        say_status ("mode", &statuses[0], got[0]);
        say ("null %d\n", requests[0] == MPI_REQUEST_NULL);
    }
    MPI_Buffer_detach (&buffer, &size);
    say ("buffer of %d\n", size);
    free (buffer);
}

static void
blocking (void)
{
    int got = -1, mine = rank + 7;
    MPI_Status status;

    MPI_Barrier (MPI_COMM_WORLD);
    if (rank % 2 == 0 && rank + 1 < ranks) {
        MPI_Send (&mine, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
        MPI_Ssend (&mine, 1, MPI_INT, rank + 1, 2, MPI_COMM_WORLD);
        MPI_Recv (&got, 1, MPI_INT, rank + 1, 3, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
    } else if (rank % 2 == 1) {
        MPI_Probe (rank - 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        say_status ("probe", &status, 0);
        MPI_Recv (&got, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        MPI_Recv (&got, 1, MPI_INT, rank - 1, MPI_ANY_TAG, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
        MPI_Send (&mine, 1, MPI_INT, rank - 1, 3, MPI_COMM_WORLD);
    }
    MPI_Sendrecv_replace (&mine, 1, MPI_INT, right, 4, left, 4, MPI_COMM_WORLD,
                          &status);
    say_status ("replace", &status, mine);
    MPI_Recv (&got, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &status);
    say ("nobody: %d\n", status.MPI_SOURCE == MPI_PROC_NULL);
}

static void
matched_probe (void)
{
    int mine = rank * rank, got = -1, flag = 0;
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;

    MPI_Isend (&mine, 1, MPI_INT, right, 5, MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Improbe (left, 5, MPI_COMM_WORLD, &flag, &message, &status);
    MPI_Mrecv (&got, 1, MPI_INT, &message, &status);
    say_status ("matched", &status, got);
    MPI_Wait (&request, MPI_STATUS_IGNORE);
}

static void
persistent (void)
{
    int mine = 0, got = -1, index;
    MPI_Request requests[2];
    MPI_Status status;

    MPI_Send_init (&mine, 1, MPI_INT, right, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init (&got, 1, MPI_INT, left, 6, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 3; i++) {
        mine = 10 * i + rank;
        MPI_Startall (2, requests);
        MPI_Wait (&requests[1], &status);
        MPI_Waitany (1, requests, &index, MPI_STATUS_IGNORE);
        say_status ("persistent", &status, got);
    }
    MPI_Request_free (&requests[0]);
    MPI_Request_free (&requests[1]);
    MPI_Irecv (&got, 1, MPI_INT, left, 77, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel (&requests[0]);
    MPI_Wait (&requests[0], &status);
    MPI_Test_cancelled (&status, &index);
    say ("cancelled %d\n", index);
}

/* The receive is posted before the other side may send.  */
static void
ready (void)
{
    int mine = 3 * rank, got = -1;
    MPI_Request request;
    MPI_Status status;

    MPI_Irecv (&got, 1, MPI_INT, left, 6, MPI_COMM_WORLD, &request);
    MPI_Barrier (MPI_COMM_WORLD);
    MPI_Rsend (&mine, 1, MPI_INT, right, 6, MPI_COMM_WORLD);
    MPI_Wait (&request, &status);
    say_status ("ready", &status, got);
}

/* Ranks with an even number and those with an odd one talk across a
 * communicator of two groups.  */
static void
between_groups (void)
{
    int mine = 10 + rank, got = -1, peers, other[8] = { 0 };
    MPI_Comm half, across;
    MPI_Status status;
    int root;

    MPI_Comm_split (MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 8,
                          &across);
    MPI_Comm_remote_size (across, &peers);
    MPI_Sendrecv (&mine, 1, MPI_INT, rank / 2, 1, &got, 1, MPI_INT, rank / 2, 1,
                  across, &status);
    say_status ("across", &status, got);
    MPI_Allgather (&mine, 1, MPI_INT, other, 1, MPI_INT, across);
    say ("theirs %d to %d\n", other[0], other[peers - 1]);
    root = rank % 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast (&mine, 1, MPI_INT, root, across);
    say ("from their root %d\n", mine);
    MPI_Comm_free (&across);
    MPI_Comm_free (&half);
}

/* ---- types, packing, absolute addresses ---------------------------------- */

static void
types (void)
{
    struct {
        int number;
        double value;
    } pair = { rank, rank / 2.0 }, other = { -1, -1 };
    int lengths[2] = { 1, 1 }, size, position = 0, got = -1;
    MPI_Aint places[2], low, extent;
    MPI_Datatype kinds[2] = { MPI_INT, MPI_DOUBLE }, type, column;
    MPI_Status status;
    char packed[64];

    MPI_Get_address (&pair.number, &places[0]);
    MPI_Get_address (&pair.value, &places[1]);
    MPI_Type_create_struct (2, lengths, places, kinds, &type);
    MPI_Type_commit (&type);
    places[1] -= places[0];
    MPI_Sendrecv (MPI_BOTTOM, 1, type, right, 8, &other, sizeof other, MPI_BYTE,
                  left, 8, MPI_COMM_WORLD, &status);
    MPI_Get_elements (&status, MPI_BYTE, &size);
    MPI_Type_free (&type);
    say ("bottom: %d bytes, first %d, free %d\n", size, other.number,
         type == MPI_DATATYPE_NULL);
    MPI_Type_vector (3, 1, 4, MPI_INT, &column);
    MPI_Type_commit (&column);
    MPI_Type_size (column, &size);
    MPI_Type_get_extent (column, &low, &extent);
    say ("vector: %d bytes, extent %ld\n", size, (long)extent);
    MPI_Type_free (&column);
    MPI_Pack (&rank, 1, MPI_INT, packed, sizeof packed, &position,
              MPI_COMM_WORLD);
    MPI_Sendrecv_replace (packed, position, MPI_PACKED, right, 9, left, 9,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    position = 0;
    MPI_Unpack (packed, sizeof packed, &position, &got, 1, MPI_INT,
                MPI_COMM_WORLD);
    say ("packed: %d\n", got);
}

int
main (int argc, char **argv)
{
    say_begin (&argc, &argv);
    send_modes ();
    blocking ();
    matched_probe ();
    ready ();
    between_groups ();
    persistent ();
    types ();
    say_end ();
    return 0;
}
