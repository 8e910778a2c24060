/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A made-up job in one process, which brings its parts to rank 0 by
 * pmpi/gather/gather_tree.c itself: MPI_Send and MPI_Recv are made up below
 * it.  A rank that leads others is a context (makecontext) of one thread; one
 * that does not is arithmetic, so that 10^6 of them fit.
 *
 * Each rank has a clock of its own that the messages carry on, as in the model
 * of LogGP; nothing of it depends on how fast this machine is.
 */
#ifndef HPM_TESTS_GATHER_NETWORK_H
#define HPM_TESTS_GATHER_NETWORK_H

#include <stddef.h>
#include <stdint.h>

struct network_model {
    double latency;  /* s, of a message on its way */
    double overhead; /* s, of who sends one and of who receives one */
    double per_byte; /* s, on the way */
    double written;  /* s a byte, on rank 0, from memory into a file */
    size_t eager;    /* bytes: what is longer waits for who receives it */
};

/* A network of 10 GB/s and 2 us, and a file system of 1 GB/s.  */
extern const struct network_model network_usual;

struct network_job {
    int ranks;
    size_t (*bytes) (int rank); /* of its part */
    int failing;                /* a rank without memory for its part, or -1 */
    struct network_model model;
};

struct network_result {
    uint64_t bytes;     /* that rank 0 wrote */
    int wrong;          /* a byte was not the one to come */
    double seconds;     /* on the clock of rank 0 */
    uint64_t messages;  /* that rank 0 received */
    int peers;          /* it received them from */
    size_t most_unread; /* bytes that had come to rank 0 unasked */
    int depth;          /* ranks between a part and rank 0, at most */
};

/* Returns 0, or -1 when the machine has no room for so many.  */
int network_run (const struct network_job *job, struct network_result *result);

/* Byte `i` of the part of a rank.  */
static inline unsigned char
network_byte (int rank, size_t i)
{
    return (unsigned char)((size_t)rank * 31 + i * 7 + (i >> 8));
}

#endif /* HPM_TESTS_GATHER_NETWORK_H */
