/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads of every kind, named "w1", "w2", ... so that the stub backend knows
 * what to count on each.
 *
 *     threads KIND NUMBER
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

static int number;
static sem_t ready, leave;

static void
take_name (long k)
{
    char name[16];

    snprintf (name, sizeof name, "w%ld", k);
    pthread_setname_np (pthread_self (), name);
}

/* ---- what threads do --------------------------------------------------- */
static void *
work (void *k)
{
    take_name ((long)k);
    return k;
}

static void *
work_and_wait (void *k)
{
    take_name ((long)k);
    sem_post (&ready);
    while (sem_wait (&leave))
        ;
    return k;
}

static void *
work_and_exit (void *k)
{
    take_name ((long)k);
    pthread_exit (k);
}

static void *
work_until_cancelled (void *k)
{
    take_name ((long)k);
    sem_post (&ready);
    for (;;)
        pause ();
    return k;
}

static void *
work_and_tell (void *k)
{
    take_name ((long)k);
    sem_post (&ready);
    return k;
}

/* Thread k makes thread k + 1 and waits for it.  */
static void *
work_and_nest (void *k)
{
    pthread_t next;

    take_name ((long)k);
    if ((long)k < number
        && !pthread_create (&next, NULL, work_and_nest, (char *)k + 1))
        pthread_join (next, NULL);
    return k;
}

static int
work_c11 (void *k)
{
    take_name ((long)k);
    return (int)(long)k;
}

/* ---- ways to make them ------------------------------------------------- */
static pthread_t *pool;

static void
check (int error, const char *what)
{
    if (!error)
        return;
    fprintf (stderr, "threads: %s: %s\n", what, strerror (error));
    exit (99);
}

static pthread_t
create (long k, void *(*start) (void *))
{
    pthread_t thread;

    check (pthread_create (&thread, NULL, start, (void *)k), "pthread_create");
    return thread;
}

/* The value a thread returned is the program's: k, or it was cancelled.  */
static void
join (pthread_t thread, void *expected)
{
    void *value = NULL;

    check (pthread_join (thread, &value), "pthread_join");
    if (value != expected) {
        fprintf (stderr, "threads: a thread returned %p, not %p\n", value,
                 expected);
        exit (98);
    }
}

static void
wait_ready (void)
{
    for (int k = 1; k <= number; k++)
        while (sem_wait (&ready))
            ;
}

static void
pool_start (void)
{
    pool = calloc ((size_t)number + 1, sizeof *pool);
    for (long k = 1; k <= number; k++)
        pool[k] = create (k, work_and_wait);
    wait_ready ();
}

static void
pool_end (void)
{
    for (int k = 1; k <= number; k++)
        sem_post (&leave);
    for (long k = 1; k <= number; k++)
        join (pool[k], (void *)k);
    free (pool);
}

static void
one_after_another (void *(*start) (void *))
{
    for (long k = 1; k <= number; k++)
        join (create (k, start), (void *)k);
}

static void
make_short (void)
{
    one_after_another (work);
}

static void
make_exiting (void)
{
    one_after_another (work_and_exit);
}

static void
make_cancelled (void)
{
    for (long k = 1; k <= number; k++) {
        pthread_t thread = create (k, work_until_cancelled);

        while (sem_wait (&ready))
            ;
        check (pthread_cancel (thread), "pthread_cancel");
        join (thread, PTHREAD_CANCELED);
    }
}

static void
make_detached (void)
{
    for (long k = 1; k <= number; k++)
        check (pthread_detach (create (k, work_and_tell)), "pthread_detach");
    wait_ready ();
}

static void
make_nested (void)
{
    join (create (1, work_and_nest), (void *)1);
}

static void
make_c11 (void)
{
    for (long k = 1; k <= number; k++) {
        thrd_t thread;
        int value;

        if (thrd_create (&thread, work_c11, (void *)k) != thrd_success
            || thrd_join (thread, &value) != thrd_success || value != k)
            exit (97);
    }
}

static void
nothing (void)
{
}

static const struct kind {
    const char *name;
    void (*before_init) (void);
    void (*inside) (void);
    void (*after_finalize) (void);
} kinds[] = {
    { "none", nothing, nothing, nothing },
    { "pool", nothing, pool_start, pool_end },
    { "pool-joined", nothing, pool_start, nothing }, /* joined before the end */
    { "short", nothing, make_short, nothing },
    { "exit", nothing, make_exiting, nothing },
    { "cancel", nothing, make_cancelled, nothing },
    { "detached", nothing, make_detached, nothing },
    { "nested", nothing, make_nested, nothing },
    { "c11", nothing, make_c11, nothing },
    { "before", pool_start, nothing, pool_end },
    { "before-gone", make_short, nothing, nothing },
    { "constructor", nothing, nothing, pool_end },
};

static const struct kind *
kind_of (const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp (kinds[i].name, name))
            return &kinds[i];
    fprintf (stderr, "threads: no kind '%s'\n", name);
    exit (96);
}

/* Runs before main, and may run before constructors of preloaded libraries'
 * neighbours: the arguments are those of main.  */
__attribute__ ((constructor)) static void
construct (int argc, char **argv)
{
    sem_init (&ready, 0, 0);
    sem_init (&leave, 0, 0);
    number = argc > 2 ? atoi (argv[2]) : 0;
    if (argc > 2 && !strcmp (argv[1], "constructor"))
        pool_start ();
}

int
main (int argc, char **argv)
{
    const struct kind *kind = kind_of (argc > 1 ? argv[1] : "none");

    kind->before_init ();
    MPI_Init (&argc, &argv);
    kind->inside ();
    if (!strcmp (kind->name, "pool-joined"))
        pool_end ();
    MPI_Barrier (MPI_COMM_WORLD);
    MPI_Finalize ();
    kind->after_finalize ();
    return 0;
}
