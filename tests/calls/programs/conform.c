/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What MPI calls give back: results, statuses, error codes, handles.  Prints
 * it; the output must not depend on who else looks at the calls.
 */
#include <mpi.h>
#include <stdio.h>

static int rank, size;

static void
errors (void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int data[4] = { 0 }, class = -1, result;

    MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    result = MPI_Send (data, 1, MPI_INT, size + 5, 0, MPI_COMM_WORLD);
    MPI_Error_class (result, &class);
    printf ("send to nobody: %d\n", class);
    result = MPI_Send (data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Error_class (result, &class);
    printf ("negative count: %d\n", class);
    result = MPI_Isend (data, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD,
                        &request);
    MPI_Error_class (result, &class);
    printf ("no type: %d %d\n", class, request == MPI_REQUEST_NULL);
    result = MPI_Bcast (data, 1, MPI_INT, -50, MPI_COMM_WORLD);
    MPI_Error_class (result, &class);
    printf ("no root: %d\n", class);
    result
        = MPI_Allreduce (data, data, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD);
    MPI_Error_class (result, &class);
    printf ("no operation: %d\n", class);
}

/* More comes than there is room for.  */
static void
truncation (void)
{
    int data[4] = { 1, 2, 3, 4 }, class, result;
    MPI_Request request;
    MPI_Status status;

    MPI_Isend (data, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    result = MPI_Recv (data, 2, MPI_INT, rank, 1, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
    MPI_Error_class (result, &class);
    printf ("truncated, no status: %d\n", class);
    MPI_Wait (&request, MPI_STATUS_IGNORE);
    MPI_Isend (data, 4, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    result = MPI_Recv (data, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, &status);
    MPI_Error_class (result, &class);
    printf ("truncated: %d, from %d, tag %d\n", class, status.MPI_SOURCE - rank,
            status.MPI_TAG);
    MPI_Wait (&request, MPI_STATUS_IGNORE);
}

static void
statuses (void)
{
    int data[4] = { 1, 2, 3, 4 }, room[4], count, flag;
    MPI_Request requests[2];
    MPI_Status status[2];

    MPI_Isend (data, 3, MPI_INT, rank, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv (room, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
               &requests[1]);
    MPI_Waitall (2, requests, status);
    MPI_Get_count (&status[1], MPI_INT, &count);
    printf ("status: from %d, tag %d, count %d, handles %d %d\n",
            status[1].MPI_SOURCE - rank, status[1].MPI_TAG, count,
            requests[0] == MPI_REQUEST_NULL, requests[1] == MPI_REQUEST_NULL);
    MPI_Irecv (room, 4, MPI_INT, rank, 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Test (&requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_Cancel (&requests[0]);
    MPI_Wait (&requests[0], &status[0]);
    MPI_Test_cancelled (&status[0], &count);
    printf ("test: %d, cancelled: %d\n", flag, count);
}

static void
in_place (void)
{
    int data[64] = { 0 }, sum = rank + 1;

    data[rank] = 10 * rank;
    MPI_Allgather (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data, 1, MPI_INT,
                   MPI_COMM_WORLD);
    MPI_Allreduce (MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf ("gathered %d, sum %d\n", data[size - 1], sum);
}

int
main (int argc, char **argv)
{
    int before = -1, after = -1, version, subversion;

    MPI_Initialized (&before);
    MPI_Get_version (&version, &subversion);
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    errors ();
    truncation ();
    statuses ();
    in_place ();
    MPI_Finalize ();
    MPI_Finalized (&after);
    printf ("version %d, initialized %d, finalized %d\n", version, before,
            after);
    return 0;
}
