/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program of MPI Sessions.
 *
 *     sessions [init|again|late]
 *
 * Two sessions overlap, the first one ends first; ranks add up 1 and send each
 * other their rank, 3 messages of 8 bytes.  With "init" it calls MPI_Init and
 * MPI_Finalize meanwhile, with "again" it has a session once more after these,
 * with "late" MPI_Init.  Says what counts.sh expects.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Session
begin (void)
{
    MPI_Session session;

    MPI_Session_init (MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    return session;
}

static MPI_Comm
connect_all (MPI_Session session)
{
    MPI_Group group;
    MPI_Comm comm;

    MPI_Group_from_session_pset (session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group (group, "sessions", MPI_INFO_NULL,
                                MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free (&group);
    return comm;
}

static void
work (MPI_Comm comm, int init)
{
    int rank, ranks, one = 1, sum = 0;
    long long mine, got = -1;

    MPI_Comm_rank (comm, &rank);
    MPI_Comm_size (comm, &ranks);
    mine = rank;
    for (int i = 0; i < 3; i++)
        MPI_Sendrecv (&mine, 1, MPI_LONG_LONG, (rank + 1) % ranks, 1, &got, 1,
                      MPI_LONG_LONG, (rank + ranks - 1) % ranks, 1, comm,
                      MPI_STATUS_IGNORE);
    MPI_Allreduce (&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    printf ("expect %d MPI_Comm_rank 1 0 0\n"
            "expect %d MPI_Comm_size 1 0 0\n"
            "expect %d MPI_Sendrecv 3 24 24\n"
            "expect %d MPI_Allreduce 1 4 4\n"
            "expect %d MPI_Group_from_session_pset 1 0 0\n"
            "expect %d MPI_Comm_create_from_group 1 0 0\n"
            "expect %d MPI_Group_free 1 0 0\n"
            "expect %d MPI_Comm_free 1 0 0\n",
            rank, rank, rank, rank, rank, rank, rank, rank);
    if (init)
        printf ("expect %d MPI_Barrier 1 0 0\n", rank);
    if (sum != ranks || got != (rank + ranks - 1) % ranks)
        printf ("rank %d: sum %d of %d, got %lld\n", rank, sum, ranks, got);
}

static void
use_world (void)
{
    MPI_Init (NULL, NULL);
    MPI_Barrier (MPI_COMM_WORLD);
    MPI_Finalize ();
}

int
main (int count, char **arguments)
{
    const char *kind = count > 1 ? arguments[1] : "";
    MPI_Session first = begin (), second = begin (), third;
    MPI_Comm comm = connect_all (second);

    MPI_Session_finalize (&first);
    if (!strcmp (kind, "init"))
        use_world ();
    work (comm, !strcmp (kind, "init"));
    MPI_Comm_free (&comm);
    MPI_Session_finalize (&second);
    if (!strcmp (kind, "again")) {
        third = begin ();
        MPI_Session_finalize (&third);
    }
    if (!strcmp (kind, "late"))
        use_world ();
    return 0;
}
