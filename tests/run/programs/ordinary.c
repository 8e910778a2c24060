/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Things that ordinary programs do and that a guest must not disturb.
 *
 *     ordinary WHAT
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int rank, size;

/* ---- inside MPI; the value becomes the exit status --------------------- */
static int
end_well (void)
{
    return 0;
}

static int
end_with_3 (void)
{
    return 3;
}

/* Only rank 1 fails.  */
static int
one_fails (void)
{
    return rank == 1 ? 5 : 0;
}

/* Rank 0 has the job's standard input.  */
static int
add_input (void)
{
    long sum = 0, value;

    while (rank == 0 && scanf ("%ld", &value) == 1)
        sum += value;
    MPI_Bcast (&sum, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Allreduce (MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf ("%ld\n", sum);
    return 0;
}

static int
run_shell (void)
{
    int status = system ("exit 7");

    printf ("system %d\n", WIFEXITED (status) ? WEXITSTATUS (status) : -1);
    return 0;
}

static int
read_pipe (void)
{
    char line[80] = "";
    FILE *pipe = popen ("echo through a pipe | sed s/through/out\\ of/", "r");

    if (!pipe || !fgets (line, sizeof line, pipe))
        return 1;
    fputs (line, stdout);
    return pclose (pipe) ? 1 : 0;
}

/* The program waits for its own child, and finds no other.  */
static int
fork_and_wait (void)
{
    int status;
    pid_t child = fork ();

    if (child == 0)
        _exit (4);
    if (waitpid (-1, &status, 0) != child)
        return 1;
    printf ("child %d\n", WEXITSTATUS (status));
    return 0;
}

/* ---- things done late -------------------------------------------------- */
static int
work_late (MPI_Comm comm, int key, void *value, void *extra)
{
    int initialized, finalized;

    (void)comm, (void)key, (void)value, (void)extra;
    MPI_Initialized (&initialized);
    MPI_Finalized (&finalized);
    printf ("in MPI_Finalize %d %d\n", initialized, finalized);
    return MPI_SUCCESS;
}

/* Deleted at the start of MPI_Finalize, as the standard promises.  */
static int
arrange_late_work (void)
{
    int key;

    MPI_Comm_create_keyval (MPI_COMM_NULL_COPY_FN, work_late, &key, NULL);
    MPI_Comm_set_attr (MPI_COMM_SELF, key, NULL);
    return 0;
}

/* This thread's time in user code, us.  */
static long
user_time (void)
{
    struct rusage usage;

    getrusage (RUSAGE_THREAD, &usage);
    return usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec;
}

/* 20 ms in user code, as far as the system tells them apart: it does so by
 * ticks, of which a millisecond may have none.  */
static int
compute (void)
{
    long end = user_time () + 20000;
    volatile long turns = 0;

    while (user_time () < end)
        for (int i = 0; i < 1000000; i++)
            turns = turns + 1;
    return 0;
}

/* The same in a run that is long enough for its metrics to be good or poor.  */
static int
compute_for_a_rating (void)
{
    nanosleep (&(struct timespec){ .tv_nsec = 120000000 }, NULL);
    return compute ();
}

static const struct {
    const char *name;
    int (*act) (void);
} acts[] = {
    { "well", end_well },      { "status", end_with_3 },
    { "one", one_fails },      { "stdin", add_input },
    { "system", run_shell },   { "popen", read_pipe },
    { "fork", fork_and_wait }, { "late", arrange_late_work },
    { "compute", compute },    { "rated", compute_for_a_rating },
};

int
main (int argc, char **argv)
{
    int status = 99, finalized;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (argc > 1 && !strcmp (acts[i].name, argv[1]))
            status = acts[i].act ();
    MPI_Finalize ();
    MPI_Finalized (&finalized);
    return finalized ? status : 98;
}
