/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the library estimates, in full: when a rank came to each of its blocking
 * collectives, and left, by CLOCK_MONOTONIC.  A library between the program and
 * MPI, which knows nothing of hpmmpi.  Each rank writes the lines "COMM NUMBER
 * SIZE HOW IS_ROOT START END" to $ARRIVALS_TRACE.RANK when it ends, which
 * tests/calls/arrivals_truth.py compares.
 *
 * Communicators are told apart by a number that their rank 0 makes, and sends
 * to the others when their first call is over.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum how { ALL, FOR_ROOT, OF_ROOT };

struct line {
    long long comm, number, start, end;
    int size, how, is_root;
};

/* Of a communicator, as its attribute.  */
struct known {
    long long id, number;
    int rank, size, between;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct line *lines;
static size_t count, room;
static int key = MPI_KEYVAL_INVALID;
static long long made;

static long long
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static struct known *
create (MPI_Comm comm)
{
    struct known *known = calloc (1, sizeof *known);

    PMPI_Comm_rank (comm, &known->rank);
    PMPI_Comm_size (comm, &known->size);
    PMPI_Comm_test_inter (comm, &known->between);
    known->id = -1;
    return known;
}

static struct known *
find (MPI_Comm comm)
{
    struct known *known = NULL;
    int is_there = 0;

    if (key == MPI_KEYVAL_INVALID)
        PMPI_Comm_create_keyval (MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                                 &key, NULL);
    PMPI_Comm_get_attr (comm, key, &known, &is_there);
    if (!is_there) {
        known = create (comm);
        PMPI_Comm_set_attr (comm, key, known);
    }
    return known;
}

static void
add (const struct line *line)
{
    if (count == room) {
        room = room ? 2 * room : 1024;
        lines = realloc (lines, room * sizeof *lines);
        if (!lines)
            abort ();
    }
    lines[count++] = *line;
}

static void
after (MPI_Comm comm, enum how how, int root, long long start)
{
    struct line line = { .start = start, .end = now (), .how = (int)how };
    struct known *known;

    pthread_mutex_lock (&lock);
    known = find (comm);
    pthread_mutex_unlock (&lock);
    if (known->between || known->size == 1)
        return;
    if (known->id < 0) {
        pthread_mutex_lock (&lock);
        known->id = (long long)getpid () << 32 | made++;
        pthread_mutex_unlock (&lock);
        PMPI_Bcast (&known->id, 1, MPI_LONG_LONG, 0, comm);
    }
    line.comm = known->id;
    line.number = known->number++;
    line.size = known->size;
    line.is_root = how != ALL && root == known->rank;
    pthread_mutex_lock (&lock);
    add (&line);
    pthread_mutex_unlock (&lock);
}

#define TRACED(name, parameters, arguments, comm, how, root)                   \
    int MPI_##name parameters                                                  \
    {                                                                          \
        long long start = now ();                                              \
        int result = PMPI_##name arguments;                                    \
                                                                               \
        if (result == MPI_SUCCESS)                                             \
            after (comm, how, root, start);                                    \
        return result;                                                         \
    }

TRACED (Barrier, (MPI_Comm comm), (comm), comm, ALL, 0)
TRACED (Bcast,
        (void *buffer, int n, MPI_Datatype type, int root, MPI_Comm comm),
        (buffer, n, type, root, comm), comm, FOR_ROOT, root)
TRACED (Reduce,
        (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op,
         int root, MPI_Comm comm),
        (from, to, n, type, op, root, comm), comm, OF_ROOT, root)
TRACED (Allreduce,
        (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op,
         MPI_Comm comm),
        (from, to, n, type, op, comm), comm, ALL, 0)
TRACED (Gather,
        (const void *from, int n, MPI_Datatype type, void *to, int m,
         MPI_Datatype type2, int root, MPI_Comm comm),
        (from, n, type, to, m, type2, root, comm), comm, OF_ROOT, root)
TRACED (Gatherv,
        (const void *from, int n, MPI_Datatype type, void *to, const int *ns,
         const int *places, MPI_Datatype type2, int root, MPI_Comm comm),
        (from, n, type, to, ns, places, type2, root, comm), comm, OF_ROOT, root)
TRACED (Scatter,
        (const void *from, int n, MPI_Datatype type, void *to, int m,
         MPI_Datatype type2, int root, MPI_Comm comm),
        (from, n, type, to, m, type2, root, comm), comm, FOR_ROOT, root)
TRACED (Scatterv,
        (const void *from, const int *ns, const int *places, MPI_Datatype type,
         void *to, int m, MPI_Datatype type2, int root, MPI_Comm comm),
        (from, ns, places, type, to, m, type2, root, comm), comm, FOR_ROOT,
        root)
TRACED (Allgather,
        (const void *from, int n, MPI_Datatype type, void *to, int m,
         MPI_Datatype type2, MPI_Comm comm),
        (from, n, type, to, m, type2, comm), comm, ALL, 0)
TRACED (Allgatherv,
        (const void *from, int n, MPI_Datatype type, void *to, const int *ns,
         const int *places, MPI_Datatype type2, MPI_Comm comm),
        (from, n, type, to, ns, places, type2, comm), comm, ALL, 0)
TRACED (Alltoall,
        (const void *from, int n, MPI_Datatype type, void *to, int m,
         MPI_Datatype type2, MPI_Comm comm),
        (from, n, type, to, m, type2, comm), comm, ALL, 0)
TRACED (Alltoallv,
        (const void *from, const int *ns, const int *places, MPI_Datatype type,
         void *to, const int *ms, const int *places2, MPI_Datatype type2,
         MPI_Comm comm),
        (from, ns, places, type, to, ms, places2, type2, comm), comm, ALL, 0)
TRACED (Reduce_scatter,
        (const void *from, void *to, const int *ns, MPI_Datatype type,
         MPI_Op op, MPI_Comm comm),
        (from, to, ns, type, op, comm), comm, ALL, 0)
TRACED (Reduce_scatter_block,
        (const void *from, void *to, int n, MPI_Datatype type, MPI_Op op,
         MPI_Comm comm),
        (from, to, n, type, op, comm), comm, ALL, 0)

static void __attribute__ ((destructor)) end (void)
{
    const char *name = getenv ("ARRIVALS_TRACE");
    const char *rank = getenv ("OMPI_COMM_WORLD_RANK");
    char path[4096];
    FILE *file;

    rank = rank ? rank : getenv ("PMI_RANK");
    if (!name || !rank || !count)
        return;
    snprintf (path, sizeof path, "%s.%s", name, rank);
    file = fopen (path, "w");
    for (size_t i = 0; file && i < count; i++)
        fprintf (file, "%lld %lld %d %d %d %lld %lld\n", lines[i].comm,
                 lines[i].number, lines[i].size, lines[i].how, lines[i].is_root,
                 lines[i].start, lines[i].end);
    if (file)
        fclose (file);
}
