/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose counting starts and stops at known points.
 *
 *     paused first|now|nothing [FOLDER]
 *
 * Counting is paused at first, or goes on from the start, or is never started.
 * The main thread gives itself and its threads new names, "w<k>", whose counts
 * the stub backend knows: so it knows what each should have counted, and says
 * so at its end, a line "NAME COUNT" a thread.
 *
 * With FOLDER, others send the signals: a file "start" or "stop" asks for them.
 * That they were obeyed is seen in the name of the library's own thread.
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifdef WITH_MPI
#include <mpi.h>
#endif

#define POLL_US 2000
#define MOST_POLLS 30000
#define PAUSE_US 300000
#define THREADS 4

/* Number 0 is the main thread.  */
static struct {
    pthread_t thread;
    sem_t runs, end;
    int alive;
    int held;
    long name, at_pause, missed, counted;
} threads[THREADS];

static const char *folder;
static int counts, rank;

static void
meet (void)
{
#ifdef WITH_MPI
    MPI_Barrier (MPI_COMM_WORLD);
#endif
}

/* What the stub backend counts for it.  */
static long
value (int i)
{
    return 1000 * (threads[i].name + 1) + rank;
}

static void
move (int i, long name)
{
    char text[16];

    snprintf (text, sizeof text, "w%ld", name);
    if (i == 0)
        prctl (PR_SET_NAME, text);
    else
        pthread_setname_np (threads[i].thread, text);
    threads[i].name = name;
}

/* ---- what should be counted --------------------------------------------- */

static void
note_pause (int i, long at)
{
    threads[i].held = 1;
    threads[i].at_pause = at;
}

static void
note_start (int i)
{
    threads[i].missed += value (i) - threads[i].at_pause;
    threads[i].held = 0;
}

static void
note_end (int i)
{
    threads[i].counted = (threads[i].held ? threads[i].at_pause : value (i))
                         - threads[i].missed;
    threads[i].alive = 0;
}

/* ---- the signals -------------------------------------------------------- */

/* Whether a thread of this process has the name.  */
static int
has_thread (const char *name)
{
    DIR *tasks = opendir ("/proc/self/task");
    struct dirent *entry;
    int found = 0;

    while (!found && (entry = readdir (tasks))) {
        char path[300], got[32] = "";
        FILE *file;

        snprintf (path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        file = fopen (path, "re");
        if (!file)
            continue;
        if (fgets (got, sizeof got, file))
            found = !strncmp (got, name, strlen (name));
        fclose (file);
    }
    closedir (tasks);
    return found;
}

static void
wait_for (const char *name)
{
    int polls = 0;

    while (!has_thread (name) && polls++ < MOST_POLLS)
        usleep (POLL_US);
    if (polls > MOST_POLLS) {
        printf ("no thread is called %s\n", name);
        exit (1);
    }
}

static void
ask_for (const char *what)
{
    char path[4096];
    int fd;

    snprintf (path, sizeof path, "%s/%s", folder, what);
    fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close (fd);
}

static void
send (int start)
{
    meet ();
    if (!folder)
        kill (getpid (), start ? SIGUSR1 : SIGUSR2);
    else if (rank == 0)
        ask_for (start ? "start" : "stop");
    wait_for (start ? "hpmmpi counts" : "hpmmpi paused");
    counts = start;
    for (int i = 0; i < THREADS; i++)
        if (threads[i].alive && threads[i].held && start)
            note_start (i);
        else if (threads[i].alive && !threads[i].held && !start)
            note_pause (i, value (i));
    meet ();
}

/* ---- threads ------------------------------------------------------------ */

static void *
work (void *data)
{
    long i = (long)data;

    sem_post (&threads[i].runs);
    while (sem_wait (&threads[i].end) < 0)
        continue;
    return NULL;
}

static void
begin (int i, long name)
{
    sem_init (&threads[i].runs, 0, 0);
    sem_init (&threads[i].end, 0, 0);
    threads[i].alive = 1;
    pthread_create (&threads[i].thread, NULL, work, (void *)(long)i);
    while (sem_wait (&threads[i].runs) < 0)
        continue;
    if (!counts)
        note_pause (i, 0);
    move (i, name);
}

static void
finish (int i)
{
    note_end (i);
    sem_post (&threads[i].end);
    pthread_join (threads[i].thread, NULL);
}

static void
run (int starts)
{
    begin (1, 5);
    move (0, 7);
    if (starts) {
        send (1);
        move (0, 20);
        move (1, 31);
        begin (2, 40);
        move (2, 42);
    }
    send (0);
    move (0, 100);
    begin (3, 50);
    move (1, 111);
    if (starts) {
        move (2, 200);
        finish (2); /* in a pause */
        usleep (PAUSE_US);
        send (1);
        move (3, 57); /* was born in a pause */
        move (1, 119);
        finish (1);
        send (0);
        move (0, 300);
        send (1);
        move (0, 330);
    }
    for (int i = 0; i < THREADS; i++)
        if (threads[i].alive)
            note_end (i);
}

int
main (int argc, char **argv)
{
    int first = argc > 1 && strcmp (argv[1], "now");
    const char *text;

    folder = argc > 2 ? argv[2] : NULL;
    text = getenv ("OMPI_COMM_WORLD_RANK");
    text = text ? text : getenv ("PMI_RANK"); /* MPICH */
    rank = text ? (int)strtol (text, NULL, 10) : 0;
#ifdef WITH_MPI
    MPI_Init (&argc, &argv);
#endif
    wait_for (first ? "hpmmpi paused" : "hpmmpi counts");
    counts = !first;
    threads[0].alive = 1;
    if (first)
        note_pause (0, 0);
    run (argc < 2 || strcmp (argv[1], "nothing"));
    for (int i = 0; i < THREADS; i++)
        if (threads[i].name)
            printf ("%d w%ld %ld\n", rank, threads[i].name, threads[i].counted);
    fflush (stdout);
#ifdef WITH_MPI
    MPI_Finalize ();
#endif
    return 0;
}
