/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs whose time goes where the argument says; the last rank is the one to
 * blame, where one is.  CAUSES in causes.py says what must be said of each.
 *
 * Computing is a given amount of processor time, so that a busy machine makes
 * it longer and not less.  The second argument is how much of it, in seconds.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

#define ROUNDS 10

static int rank, size;
static double seconds = 0.3;

static double
processor_time (void)
{
    struct timespec now;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
compute (double amount)
{
    double end = processor_time () + amount;
    volatile double sum = 0;

    while (processor_time () < end)
        for (int i = 0; i < 1000; i++)
            sum += i;
}

static int
is_blamed (void)
{
    return rank == size - 1;
}

static void
nap (double amount)
{
    usleep ((useconds_t)(1e6 * amount));
}

static void
together (void)
{
    MPI_Barrier (MPI_COMM_WORLD);
}

/* On the given one of the processors that there are.  */
static void
stay_on (int place)
{
    cpu_set_t all, one;

    sched_getaffinity (0, sizeof all, &all);
    place %= CPU_COUNT (&all);
    CPU_ZERO (&one);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET (i, &all) && !place--)
            CPU_SET (i, &one);
    sched_setaffinity (0, sizeof one, &one);
}

static void
balanced (void)
{
    for (int i = 0; i < ROUNDS; i++) {
        compute (seconds / ROUNDS);
        together ();
    }
}

static void
work (void)
{
    for (int i = 0; i < ROUNDS; i++) {
        compute ((is_blamed () ? 3 : 1) * seconds / ROUNDS);
        together ();
    }
}

/* The last two ranks on one processor, the others on others.  */
static void
core (void)
{
    stay_on (is_blamed () ? rank - 1 : rank);
    balanced ();
}

/* A process that is not ours computes where the last rank does.  */
static void
foreign (void)
{
    pid_t child = -1;

    stay_on (rank);
    together ();
    if (is_blamed () && !(child = fork ())) {
        alarm (20);
        for (;;)
            if (getppid () == 1)
                _exit (0);
    }
    balanced ();
    if (child > 0)
        kill (child, SIGKILL);
}

static void
asleep (void)
{
    for (int i = 0; i < ROUNDS; i++) {
        compute (seconds / ROUNDS);
        if (is_blamed ())
            nap (2 * seconds / ROUNDS);
        together ();
    }
}

/* It waits for bytes of a pipe, as of a file that is far away.  */
static void
reads (void)
{
    char name[64], line[64];
    FILE *file;

    for (int i = 0; i < ROUNDS; i++) {
        compute (seconds / ROUNDS);
        snprintf (name, sizeof name, "sleep %.3f; echo x",
                  2 * seconds / ROUNDS);
        file = is_blamed () ? popen (name, "r") : NULL;
        if (file) {
            if (!fgets (line, sizeof line, file))
                perror ("fgets");
            pclose (file);
        }
        together ();
    }
}

static void
faults (void)
{
    size_t bytes = (size_t)32 << 20;

    for (int i = 0; i < ROUNDS; i++) {
        double end = processor_time () + 2 * seconds / ROUNDS;

        compute (seconds / ROUNDS);
        while (is_blamed () && processor_time () < end) {
            char *memory = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

            for (size_t at = 0; at < bytes; at += 4096)
                memory[at] = 1;
            munmap (memory, bytes);
        }
        together ();
    }
}

static void
late (void)
{
    if (is_blamed ())
        nap (2 * seconds);
    together ();
    balanced ();
}

static void
serial (void)
{
    for (int i = 0; i < ROUNDS; i++) {
        compute (seconds / ROUNDS);
        together ();
        if (is_blamed ())
            compute (2 * seconds / ROUNDS);
        together ();
    }
}

/* One computes at a time, for as long as the others do.  */
static void
turns (void)
{
    for (int i = 0; i < size; i++) {
        if (i == rank)
            compute (seconds);
        together ();
    }
}

static void
message (void)
{
    int bytes = 64 << 20;
    char *buffer = calloc (1, (size_t)bytes);

    compute (seconds / 4);
    for (int i = 0; i < ROUNDS; i++)
        MPI_Bcast (buffer, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    free (buffer);
}

static void *
compute_beside (void *ignored)
{
    compute (2 * seconds);
    return ignored;
}

/* The main threads wait in MPI for one another's workers.  */
static void
worker (void)
{
    pthread_t thread;

    pthread_create (&thread, NULL, compute_beside, NULL);
    if (!is_blamed ())
        together ();
    pthread_join (thread, NULL);
    if (is_blamed ())
        together ();
    together ();
}

static void *
wait_beside (void *ignored)
{
    together ();
    return ignored;
}

/* Workers wait in MPI until the last rank's joins them, while their main
 * threads do nothing.  */
static void
waiter (void)
{
    pthread_t thread;

    if (is_blamed ())
        compute (2 * seconds);
    pthread_create (&thread, NULL, wait_beside, NULL);
    pthread_join (thread, NULL);
}

static void *
compute_shortly (void *ignored)
{
    compute (0.0015);
    return ignored;
}

static void
threads (void)
{
    for (int i = 0; i < (int)(seconds / 0.0015); i++) {
        pthread_t thread;

        if (pthread_create (&thread, NULL, compute_shortly, NULL) == 0)
            pthread_join (thread, NULL);
    }
    together ();
}

static const struct {
    const char *name;
    void (*run) (void);
} causes[] = {
    { "balanced", balanced }, { "work", work },       { "core", core },
    { "foreign", foreign },   { "asleep", asleep },   { "reads", reads },
    { "faults", faults },     { "late", late },       { "serial", serial },
    { "turns", turns },       { "message", message }, { "worker", worker },
    { "waiter", waiter },     { "threads", threads },
};

int
main (int argc, char **argv)
{
    int provided;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    if (argc > 2)
        seconds = atof (argv[2]);
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (argc > 1 && !strcmp (argv[1], causes[i].name))
            causes[i].run ();
    MPI_Finalize ();
    return 0;
}
