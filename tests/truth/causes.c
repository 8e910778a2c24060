/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Programs whose time goes where the argument says; the last rank is the one to
 * blame, where one is.  CAUSES in causes.py says what must be said of each.
 *
 * Computing is a given amount of processor time, so that a busy machine makes
 * it longer and not less.  The second argument is how much of it, in seconds.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/truth/causes.h"

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

/* Another than the one to blame goes on when all have met for the last time. */
static void
leaves (void)
{
    work ();
    if (rank == 0)
        compute (1.5 * seconds);
}

/* The last two ranks on one processor, the others on others.  */
static void
core (void)
{
    stay_on (is_blamed () ? rank - 1 : rank);
    balanced ();
}

static void
busy_child (pid_t *child)
{
    *child = fork ();
    if (*child)
        return;
    alarm (20);
    for (;;)
        if (getppid () == 1)
            _exit (0);
}

#define FOREIGN 3

/* Processes that are not ours compute where the last rank does: several, since
 * another one may be anywhere on a machine that is not ours alone.  */
static void
foreign (void)
{
    pid_t children[FOREIGN];

    stay_on (rank);
    together ();
    for (int i = 0; i < FOREIGN && is_blamed (); i++)
        busy_child (&children[i]);
    balanced ();
    for (int i = 0; i < FOREIGN && is_blamed (); i++)
        if (children[i] > 0)
            kill (children[i], SIGKILL);
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

/* The kernel works for the last rank, beside its program that has what the
 * others have.  */
static void
zeros (void)
{
    static char memory[1 << 16];
    int file = open ("/dev/zero", O_RDONLY);

    for (int i = 0; i < ROUNDS; i++) {
        double end = processor_time () + 3 * seconds / ROUNDS;

        compute (seconds / ROUNDS);
        while (is_blamed () && processor_time () < end
               && read (file, memory, sizeof memory) > 0)
            continue;
        together ();
    }
    close (file);
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

/* Many ranks that have little to do, all at the same time.  */
static void
bursts (void)
{
    for (int i = 0; i < ROUNDS; i++) {
        nap (seconds);
        compute (0.001);
        together ();
    }
}

#define WORKERS 4

static void *
compute_part (void *ignored)
{
    compute (seconds / ROUNDS / 2);
    return ignored;
}

/* A main thread waits for its workers, again and again.  */
static void
work_in_pool (int workers)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t threads[WORKERS];
        int made = 0;

        while (made < workers
               && !pthread_create (&threads[made], NULL, compute_part, NULL))
            made++;
        while (made)
            pthread_join (threads[--made], NULL);
    }
    together ();
}

static void
pool (void)
{
    work_in_pool (1);
}

/* All workers of a rank on one processor.  */
static void *
compute_long (void *ignored)
{
    compute (seconds);
    return ignored;
}

static void
starved (void)
{
    pthread_t workers[WORKERS];
    int made = 0;

    stay_on (rank);
    while (made < WORKERS
           && !pthread_create (&workers[made], NULL, compute_long, NULL))
        made++;
    while (made)
        pthread_join (workers[--made], NULL);
    together ();
}

static void
calls (void)
{
    for (int i = 0; i < 5000000; i++)
        MPI_Comm_rank (MPI_COMM_WORLD, &rank);
}

static void
writes (void)
{
    static char block[1 << 16];
    MPI_File file;

    compute (seconds / 10);
    MPI_File_open (MPI_COMM_SELF, "/dev/null", MPI_MODE_WRONLY, MPI_INFO_NULL,
                   &file);
    for (int i = 0; i < (int)(200000 * seconds); i++)
        MPI_File_write (file, block, sizeof block, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close (&file);
}

static const struct {
    const char *name;
    void (*run) (void);
} causes[] = {
    { "balanced", balanced }, { "work", work },       { "core", core },
    { "foreign", foreign },   { "asleep", asleep },   { "reads", reads },
    { "faults", faults },     { "late", late },       { "serial", serial },
    { "turns", turns },       { "message", message }, { "worker", worker },
    { "waiter", waiter },     { "threads", threads }, { "bursts", bursts },
    { "pool", pool },         { "starved", starved }, { "calls", calls },
    { "writes", writes },     { "zeros", zeros },     { "leaves", leaves },
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
