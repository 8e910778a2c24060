/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose profile is known: three functions, with work as 5 to 3 to 2.
 * Each rank tells the processor time of each in the file times.RANK.
 *
 *   profile MODE REPEATS [LIBRARY]
 */
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define UNIT 300000

static _Thread_local volatile double sink;
static int64_t spent[3]; /* ns, atomic */

#define FUNCTION(name, units)                                                  \
    __attribute__ ((noinline)) static void name (void)                         \
    {                                                                          \
        double x = 1;                                                          \
                                                                               \
        for (int i = 0; i < (units)*UNIT; i++)                                 \
            x = x * 1.0000001 + 1e-9;                                          \
        sink = x;                                                              \
    }

FUNCTION (five, 5) /* FIVE */
FUNCTION (three, 3)
FUNCTION (two, 2)

static int64_t
thread_time (void)
{
    struct timespec time;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

static void (*functions[3]) (void) = { five, three, two };

/* By chance: work in rounds as long as some periods of sampling would be seen
 * at the same points of each.  */
static int
pick (void)
{
    static _Thread_local uint64_t state;

    if (!state)
        state = (uint64_t)thread_time () ^ (uint64_t)(uintptr_t)&state
                ^ (uint64_t)getpid () << 32;
    state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return (int)((state >> 33) % 3);
}

static void
repeat (int times)
{
    for (int i = 0; i < 3 * times; i++) {
        int64_t began = thread_time ();
        int which = pick ();

        functions[which]();
        __atomic_add_fetch (&spent[which], thread_time () - began,
                            __ATOMIC_RELAXED);
    }
}

static void *
run_thread (void *data)
{
    repeat (*(int *)data);
    return NULL;
}

/* So many threads at once, in so many rounds.  */
static void
run_threads (int threads, int rounds, int times)
{
    pthread_t list[16];

    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < threads; i++)
            pthread_create (&list[i], NULL, run_thread, &times);
        for (int i = 0; i < threads; i++)
            pthread_join (list[i], NULL);
    }
}

/* ---- other places ------------------------------------------------------- */

static void
run_library (const char *path, int times, int stays)
{
    static const char *const names[] = { "lib_five", "lib_three", "lib_two" };
    void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);

    for (int i = 0; library && i < 3; i++)
        *(void **)&functions[i] = dlsym (library, names[i]);
    repeat (library ? times : 0);
    if (library && !stays)
        dlclose (library);
}

#ifdef __x86_64__
/* mov %rdi,%rcx; 1: dec %rcx; jnz 1b; ret: in memory of our own.  */
static void
run_made (int times)
{
    static const unsigned char code[]
        = { 0x48, 0x89, 0xf9, 0x48, 0xff, 0xc9, 0x75, 0xfb, 0xc3 };
    void *memory = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    memcpy (memory, code, sizeof code);
    for (int i = 0; i < 20 * times; i++)
        ((void (*) (long))memory) (UNIT);
}
#endif

/* A child of its own, which calls MPI's clock, and whose work is not ours.  */
static void
run_child (int times)
{
    int status = 0;

    MPI_Wtime ();
    if (fork () == 0) {
        MPI_Wtime ();
        repeat (4 * times);
        _exit (0);
    }
    wait (&status);
#ifdef SYS_fork
    /* Without the handlers of fork.  */
    if (status == 0 && syscall (SYS_fork) == 0) {
        MPI_Wtime ();
        _exit (0);
    }
    wait (&status);
#endif
    repeat (times);
    printf ("child %d\n", status);
}

/* ---- what the program does by itself ------------------------------------ */

static volatile sig_atomic_t ticks;

static void
tick (int number)
{
    (void)number;
    ticks++;
}

/* Its own timer, and its own counter of the kernel.  */
static void
run_own (int times)
{
    struct itimerval timer = { { 0, 2000 }, { 0, 2000 } };
    struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
                                    .size = sizeof attr,
                                    .config = PERF_COUNT_SW_TASK_CLOCK,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1 };
    int fd = (int)syscall (SYS_perf_event_open, &attr, 0, -1, -1, 0);
    int64_t count = 0;

    signal (SIGPROF, tick);
    setitimer (ITIMER_PROF, &timer, NULL);
    repeat (times);
    timer = (struct itimerval){ { 0, 0 }, { 0, 0 } };
    setitimer (ITIMER_PROF, &timer, NULL);
    if (read (fd, &count, sizeof count) != sizeof count)
        count = -1;
    printf ("own ticks %s, count %s\n", ticks ? "some" : "none",
            count > 0 || fd < 0 ? "some" : "none");
    close (fd);
}

static int
count_descriptors (void)
{
    char path[64], target[64];
    int count = 0;

    for (int fd = 0; fd < 1024; fd++) {
        ssize_t length;

        snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
        length = readlink (path, target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        count += strstr (target, "perf_event") != NULL;
    }
    return count;
}

/* Mappings of rings.  */
static int
count_rings (void)
{
    FILE *maps = fopen ("/proc/self/maps", "r");
    char line[4096];
    int count = 0;

    while (maps && fgets (line, sizeof line, maps))
        count += strstr (line, "perf_event") != NULL;
    if (maps)
        fclose (maps);
    return count;
}

/* Rank 0 comes first, and waits.  */
static void
run_unlike (int rank, int times)
{
    repeat (rank ? 6 * times : times);
    MPI_Barrier (MPI_COMM_WORLD);
}

static void
run (const char *mode, int rank, int times, const char *library)
{
    if (!strcmp (mode, "threads"))
        run_threads (4, 1, times);
    else if (!strcmp (mode, "brief"))
        run_threads (8, times, 1);
    else if (!strcmp (mode, "library") || !strcmp (mode, "closed"))
        run_library (library, times, !strcmp (mode, "library"));
#ifdef __x86_64__
    else if (!strcmp (mode, "made"))
        run_made (times);
#endif
    else if (!strcmp (mode, "child"))
        run_child (times);
    else if (!strcmp (mode, "own"))
        run_own (times);
    else if (!strcmp (mode, "unlike"))
        run_unlike (rank, times);
    else
        repeat (times);
}

int
main (int argc, char **argv)
{
    int rank, level;
    char name[32];
    FILE *file;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    printf ("descriptors %d, rings %d\n", count_descriptors (), count_rings ());
    run (argv[1], rank, atoi (argv[2]), argc > 3 ? argv[3] : "");
    snprintf (name, sizeof name, "times.%d", rank);
    file = fopen (name, "w");
    for (int i = 0; i < 3; i++)
        fprintf (file, "%lld\n", (long long)spent[i]);
    fclose (file);
    MPI_Finalize ();
    printf ("rings after %d\n", count_rings ());
    return 0;
}
