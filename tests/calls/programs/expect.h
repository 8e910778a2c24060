/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that knows what it calls: it says so at each call, and prints the
 * sums before MPI_Finalize, one line per function:
 *
 *     expect RANK FUNCTION CALLS SENT RECEIVED
 */
#ifndef EXPECT_H
#define EXPECT_H

#include <mpi.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *name;
    long calls, sent, received;
} expected[400];
static int expected_count;

static inline void
expect_many (const char *name, long calls, long sent, long received)
{
    int i = 0;

    while (i < expected_count && strcmp (expected[i].name, name))
        i++;
    expected[i].name = name;
    expected_count += i == expected_count;
    expected[i].calls += calls;
    expected[i].sent += sent;
    expected[i].received += received;
}

/* CALL (Send, (arguments), bytes sent, bytes received): make and expect it.  */
#define CALL(function, arguments, sent, received)                              \
    do {                                                                       \
        expect_many ("MPI_" #function, 1, (long)(sent), (long)(received));     \
        if (MPI_##function arguments != MPI_SUCCESS)                           \
            printf ("MPI_" #function " failed\n");                             \
    } while (0)

static inline void
expect_print (int rank)
{
    for (int i = 0; i < expected_count; i++)
        printf ("expect %d %s %ld %ld %ld\n", rank, expected[i].name,
                expected[i].calls, expected[i].sent, expected[i].received);
    fflush (stdout);
}

/* Start: rank and size of MPI_COMM_WORLD.  */
static inline void
expect_start (int *rank, int *size)
{
    CALL (Comm_rank, (MPI_COMM_WORLD, rank), 0, 0);
    CALL (Comm_size, (MPI_COMM_WORLD, size), 0, 0);
}

#endif /* EXPECT_H */
