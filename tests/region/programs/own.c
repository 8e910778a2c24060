/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own [quit|fork]: sections of libhpm without hpmrun; their events are page
 * faults, of which it makes a known number.  quit: without hpmTerminate.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "libhpm.h"

static void
touch (size_t pages)
{
    size_t page = (size_t)sysconf (_SC_PAGESIZE), size = pages * page;
    char *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        abort ();
    madvise (memory, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < pages; i++)
        memory[i * page] = 1;
    munmap (memory, size);
}

static void
on_alarm (int number)
{
    (void)number;
    hpmStart (60, "in a handler");
    hpmStop (60);
}

static void *
worker (void *data)
{
    int id = *(int *)data;

    for (int i = 0; i < 3; i++) {
        hpmTstart (id, "shared by threads");
        touch (1000);
        hpmTstop (id);
    }
    hpmTstart (41, "left by the end of its thread");
    return NULL;
}

static void
run_threads (void)
{
    pthread_t thread[2];
    int id = 40;

    for (int i = 0; i < 2; i++)
        pthread_create (&thread[i], NULL, worker, &id);
    for (int i = 0; i < 2; i++)
        pthread_join (thread[i], NULL);
}

static void
recurse (int depth)
{
    hpmStart (7, "within itself");
    touch (100);
    if (depth > 1)
        recurse (depth - 1);
    hpmStop (7);
}

static void
run_wrong (void)
{
    static char longest[10000];

    memset (longest, 'x', sizeof longest - 1);
    hpmStop (99);
    hpmStart (-2147483647 - 1, NULL);
    hpmStop (-2147483647 - 1);
    hpmStart (50, "two\nlines\033[31m");
    hpmStop (50);
    hpmStart (51, longest);
    hpmStop (51);
    hpmStart (52, "outer, stopped first");
    hpmStart (53, "inner, stopped last");
    hpmStop (52);
    hpmStop (53);
    for (int id = 1000; id < 1500; id++) {
        hpmStart (id, "one of many");
        hpmStop (id);
    }
}

static void
interrupt (void)
{
    struct sigaction action = { .sa_handler = on_alarm };

    hpmStart (60, "in a handler");
    hpmStop (60);
    sigaction (SIGALRM, &action, NULL);
    for (int i = 0; i < 1000; i++) {
        ualarm (50, 0);
        for (int k = 0; k < 200; k++) {
            hpmStart (61, "interrupted");
            hpmStop (61);
        }
    }
    ualarm (0, 0);
}

static void
be_child (void)
{
    pid_t child = fork ();

    if (child == 0) {
        hpmStart (70, "in the child");
        touch (300);
        hpmStop (70);
        exit (0);
    }
    waitpid (child, NULL, 0);
}

int
main (int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";

    hpmInit (27, "my\nprogram");
    hpmStart (1, "outer call");
    touch (1000);
    for (int i = 0; i < 10; i++) {
        hpmStart (2, i ? "another label" : "computing meaning of life");
        touch (2000);
        hpmStop (2);
    }
    hpmStop (1);
    run_threads ();
    recurse (4);
    run_wrong ();
    interrupt ();
    hpmStart (4, "never stopped");
    touch (500);
    if (strcmp (how, "fork") == 0)
        be_child ();
    if (strcmp (how, "quit") != 0)
        hpmTerminate (27);
    return 0;
}
