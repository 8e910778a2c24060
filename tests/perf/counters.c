/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The backend, called as the library calls it, on page faults: a thread that
 * touches n fresh pages has n faults, on every machine and every time.
 */
#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hpm_backend.h"
#include "tests/tap.h"

#define FAULTS "perf::PAGE-FAULTS"
#define MAX 8 /* files and counters looked at */
#define MINOR "perf::MINOR-FAULTS"

static const struct hpm_backend *backend;
static struct hpm_backend_event asked[] = {
    { .record.name = FAULTS },
    { .record.name = "no::SUCH-EVENT" },
    { .record.name = MINOR },
    { .record.name = "perf::PAGE-FAULTS:cpu=0" },
    { .record.name = "perf::TASK-CLOCK" },
    { .record.name = "perf::PAGE-FAULTS:u=1" },
};
#define ASKED ((int)(sizeof asked / sizeof *asked))

/* Touch n new pages.  A sanitizer that saw it would touch others.  */
static void __attribute__ ((no_sanitize ("address", "thread", "undefined")))
touch (int n)
{
    size_t page = (size_t)sysconf (_SC_PAGESIZE), bytes = (size_t)n * page;
    long address = syscall (SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
    volatile char *memory = (volatile char *)address;

    if (address == -1)
        exit (99);
    madvise ((void *)memory, bytes, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < bytes; i += page)
        memory[i] = 1;
    syscall (SYS_munmap, memory, bytes);
}

static int64_t
read_value (struct hpm_backend_set *set, int event)
{
    struct hpm_cell cells[ASKED];

    memset (cells, 0xff, sizeof cells);
    if (backend->thread_read (set, cells)
        || cells[event].quality != HPM_QUALITY_EXACT)
        return -1;
    return cells[event].value;
}

static void
bad_names (void)
{
    tap_ok (asked[0].reason == HPM_REASON_NONE
                && asked[2].reason == HPM_REASON_NONE
                && asked[4].reason == HPM_REASON_NONE,
            "the kernel's software events can be counted");
    tap_ok (asked[1].reason != HPM_REASON_NONE,
            "a name that nobody knows has a reason (%u)", asked[1].reason);
    tap_ok (asked[3].reason == HPM_REASON_NODE_LEVEL,
            "an event bound to a processor is no program's");
}

/* The C library, or what checks the test, may have a few of its own.  */
static int
is_about (int64_t faults, int pages)
{
    return faults >= pages && faults < TAP_PAGES_OF_ONE * pages + 50;
}

static void
own_thread (struct hpm_backend_set *set)
{
    struct hpm_cell cells[ASKED];
    int64_t before, minor, after;

    touch (1);
    before = read_value (set, 0);
    minor = read_value (set, 2);
    touch (300);
    after = read_value (set, 0);
    tap_ok (is_about (after - before, 300), "300 pages make %lld faults",
            (long long)(after - before));
    minor = read_value (set, 2) - minor;
    tap_ok (is_about (minor, 300), "the second event of the group counts too");
    backend->thread_read (set, cells);
    tap_ok (cells[5].value == cells[0].value, "two names have one count");
    tap_ok (cells[0].time_enabled > 0
                && cells[0].time_running == cells[0].time_enabled,
            "times enabled and running are the same");
}

/* ---- threads ------------------------------------------------------------ */

struct worker {
    pthread_t thread;
    sem_t go, done;
    pid_t tid;
    int pages;
    struct hpm_backend_set *set;
};

static void *
work (void *data)
{
    struct worker *worker = data;
    enum hpm_reason reason;

    worker->tid = gettid ();
    if (worker->pages < 0) {
        worker->pages = -worker->pages;
        worker->set = backend->thread_open (0, &reason);
    }
    sem_post (&worker->done);
    sem_wait (&worker->go);
    touch (worker->pages);
    sem_post (&worker->done);
    sem_wait (&worker->go);
    return NULL;
}

static void
worker_start (struct worker *worker, int pages)
{
    worker->pages = pages;
    worker->set = NULL;
    sem_init (&worker->go, 0, 0);
    sem_init (&worker->done, 0, 0);
    pthread_create (&worker->thread, NULL, work, worker);
    sem_wait (&worker->done);
}

static void
worker_step (struct worker *worker)
{
    sem_post (&worker->go);
    sem_wait (&worker->done);
}

static void
worker_end (struct worker *worker)
{
    sem_post (&worker->go);
    pthread_join (worker->thread, NULL);
}

static void
several_threads (void)
{
    struct worker workers[4];
    enum hpm_reason reason;

    for (int i = 0; i < 4; i++)
        worker_start (&workers[i], i % 2 ? 100 * (i + 1) : -100 * (i + 1));
    for (int i = 1; i < 4; i += 2)
        workers[i].set = backend->thread_open (workers[i].tid, &reason);
    for (int i = 0; i < 4; i++) {
        int64_t before = workers[i].set ? read_value (workers[i].set, 0) : -1;
        int64_t counted = -1;

        worker_step (&workers[i]);
        if (before >= 0)
            counted = read_value (workers[i].set, 0) - before;
        tap_ok (is_about (counted, workers[i].pages),
                "a thread %s is read from outside: %lld faults for %d pages",
                i % 2 ? "attached to" : "that opened its own",
                (long long)counted, workers[i].pages);
    }
    for (int i = 0; i < 4; i++) {
        worker_end (&workers[i]);
        if (workers[i].set) {
            tap_ok (read_value (workers[i].set, 0) >= workers[i].pages,
                    "the counts of thread %d outlive it", i);
            backend->thread_close (workers[i].set);
        }
    }
    tap_ok (!backend->thread_open (workers[0].tid, &reason)
                && reason == HPM_REASON_THREAD_LATE,
            "a thread that is gone has a reason");
}

/* What a thread still does before it sleeps is counted, too.  */
static void
wait_until_asleep (pid_t tid)
{
    char path[64], text[256];

    snprintf (path, sizeof path, "/proc/self/task/%d/stat", (int)tid);
    for (;;) {
        FILE *file = fopen (path, "r");

        if (!file || !fgets (text, sizeof text, file))
            exit (99);
        fclose (file);
        if (strstr (text, ") S "))
            return;
        sched_yield ();
    }
}

static void
sleeping_thread (void)
{
    struct worker worker;
    struct hpm_cell cells[ASKED];
    enum hpm_reason reason;

    worker_start (&worker, 1);
    wait_until_asleep (worker.tid);
    worker.set = backend->thread_open (worker.tid, &reason);
    if (tap_ok (worker.set != NULL, "a thread that sleeps is attached to")) {
        backend->thread_read (worker.set, cells);
        tap_ok (!cells[0].value && cells[0].quality == HPM_QUALITY_EXACT,
                "a thread that never ran has counted 0, exactly");
        backend->thread_close (worker.set);
    }
    worker_step (&worker);
    worker_end (&worker);
}

/* ---- descriptors -------------------------------------------------------- */

/* Whether a descriptor is a counter ("perf_event") or a pipe's ("pipe").  */
static int
is_a (int fd, const char *kind)
{
    char path[64], target[64] = "";

    snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    return readlink (path, target, sizeof target - 1) > 0
           && strstr (target, kind) != NULL;
}

/* Counters but for those of `but`: their descriptors; returns how many.  */
static int
find_counters (int *found, const int *but, int but_count)
{
    int n = 0;

    for (int fd = 0; fd < 4096 && n < MAX; fd++) {
        int known = 0;

        for (int i = 0; i < but_count; i++)
            known |= but[i] == fd;
        if (!known && is_a (fd, "perf_event"))
            found[n++] = fd;
    }
    return n;
}

static void
out_of_the_way (int lowest)
{
    int found[MAX], n = find_counters (found, NULL, 0), inherited = 0, file;

    for (int i = 0; i < n; i++)
        inherited += !(fcntl (found[i], F_GETFD) & FD_CLOEXEC);
    tap_ok (n == 3, "there are %d descriptors for 3 native events", n);
    tap_ok (inherited == 0, "no child inherits a counter");
    file = open ("/dev/null", O_RDONLY);
    tap_ok (lowest < 0 || file == lowest,
            "the program's next file gets the number %d: %d", lowest, file);
    close (file);
}

/* A program that closes what is not its own, and then opens files, which get
 * the numbers of the counters unless those are out of its way.  */
static void
stolen_descriptors (int again)
{
    enum hpm_reason reason;
    struct hpm_backend_set *set;
    struct hpm_cell cells[ASKED];
    char text[8] = "";
    int had[MAX], found[MAX], files[MAX], ends[2], reused = 0, open = 0, n;

    n = find_counters (had, NULL, 0);
    set = backend->thread_open (0, &reason);
    n = find_counters (found, had, n);
    for (int i = 0; i < n; i++)
        close (found[i]);
    if (pipe (ends) || write (ends[1], "kept", 4) != 4)
        exit (99);
    for (int i = 0; i < MAX; i++)
        files[i] = dup (ends[0]);
    for (int i = 0; i < n; i++)
        reused += is_a (found[i], "pipe:");
    tap_ok (n == 3 && reused == (again ? 3 : 0),
            "%d counters were closed, %d of their numbers are used again", n,
            reused);
    tap_ok (backend->thread_read (set, cells) == -1
                && cells[0].quality == HPM_QUALITY_UNAVAILABLE
                && cells[0].reason == HPM_REASON_THREAD_LOST,
            "counts that are gone are not counted, and no 0");
    backend->thread_close (set);
    fcntl (ends[0], F_SETFL, O_NONBLOCK);
    tap_ok (read (ends[0], text, 4) == 4 && !strcmp (text, "kept"),
            "nothing was read from the program's pipe");
    for (int i = 0; i < MAX; i++)
        open += close (files[i]) == 0;
    tap_ok (open == MAX, "none of the program's files was closed");
    close (ends[0]);
    close (ends[1]);
}

static void
zeros (void)
{
    int events[] = { 0 }, moved[] = { 7 };
    struct rusage before, after;
    long touched;

    getrusage (RUSAGE_THREAD, &before);
    backend->verify_zeros (events, 1, moved);
    getrusage (RUSAGE_THREAD, &after);
    tap_ok (moved[0] == 1, "nobody can tell of an event that stayed 0");
    touched = after.ru_minflt - before.ru_minflt;
    tap_ok (touched < 16, "%ld pages are touched to find out", touched);
}

/* Open the backend, as if there were few descriptors if `few`.  */
static enum hpm_reason
open_backend (unsigned flags, int few)
{
    struct rlimit limit, none;
    enum hpm_reason reason;
    const char *version;

    getrlimit (RLIMIT_NOFILE, &limit);
    none = (struct rlimit){ 1, limit.rlim_max };
    if (few)
        setrlimit (RLIMIT_NOFILE, &none);
    reason = backend->open (HPM_DOMAIN_USER, flags, &version);
    setrlimit (RLIMIT_NOFILE, &limit);
    return reason;
}

static void
count_faults (unsigned flags, int few)
{
    struct hpm_backend_set *set;
    enum hpm_reason reason = HPM_REASON_NONE;
    int lowest = dup (0);

    close (lowest);
    for (int i = 0; i < ASKED; i++)
        asked[i].reason = 0;
    tap_case ("%s%s", flags ? "multiplexed" : "not multiplexed",
              few ? ", with few descriptors" : "");
    tap_ok (open_backend (flags, few) == 0, "the backend opens");
    backend->select (asked, ASKED);
    if (asked[0].reason == HPM_REASON_PARANOID) {
        printf ("# the kernel forbids to count\n");
        return;
    }
    bad_names ();
    set = backend->thread_open (0, &reason);
    if (tap_ok (set != NULL, "counting starts (reason %u)", reason)) {
        own_thread (set);
        several_threads ();
        sleeping_thread ();
        out_of_the_way (few ? -1 : lowest);
        stolen_descriptors (few);
        zeros ();
        backend->thread_close (set);
    }
    backend->close ();
}

int
main (void)
{
    void *handle = dlopen (BACKEND, RTLD_NOW | RTLD_LOCAL);

    backend = handle ? dlsym (handle, "hpm_backend") : NULL;
    if (!backend) {
        printf ("Bail out! %s\n", dlerror ());
        return 99;
    }
    count_faults (0, 0);
    count_faults (HPM_BACKEND_MULTIPLEX, 0);
    count_faults (0, 1);
    return tap_done ();
}
