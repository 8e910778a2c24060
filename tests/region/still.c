/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose marks meet what its author did not think of:
 *
 *     still pause   counting pauses and goes on PAUSES times while threads are
 *                   at marks, page faults between them
 *     still leave   LEAVERS threads leave a mark by a jump, one after another,
 *                   and end
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hpm.h"

#define MARKERS 3
#define PAUSES 40
#define LEAVERS 8

#define PAGE 4096

long *program_work (void);
long *program_cycles (void);

/* What the source of counts reads of the calling thread (work_backend.c).  */
static _Thread_local long *work;
static _Thread_local sigjmp_buf back;
static int over;

long *
program_work (void)
{
    if (!work)
        work = mmap (NULL, PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return work;
}

long *
program_cycles (void)
{
    return program_work ();
}

static void
touch_page (void)
{
    char *page = mmap (NULL, PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED)
        return;
    *page = 1;
    munmap (page, PAGE);
}

/* ---- pauses -------------------------------------------------------------- */

static void *
mark (void *data)
{
    hpm_region_begin ("open");
    while (!__atomic_load_n (&over, __ATOMIC_RELAXED)) {
        hpm_region_begin ("around");
        touch_page ();
        hpm_region_begin ("inside");
        touch_page ();
        hpm_region_end ("inside");
        hpm_region_end ("around");
    }
    return data;
}

static void
let_pause (void)
{
    pthread_t threads[MARKERS];

    for (int i = 0; i < MARKERS; i++)
        pthread_create (&threads[i], NULL, mark, NULL);
    for (int i = 0; i < PAUSES; i++) {
        usleep (5000);
        kill (getpid (), SIGUSR2);
        usleep (5000);
        kill (getpid (), SIGUSR1);
    }
    usleep (20000);
    __atomic_store_n (&over, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < MARKERS; i++)
        pthread_join (threads[i], NULL);
}

/* ---- jumps --------------------------------------------------------------- */

static void
jump (int number)
{
    (void)number;
    siglongjmp (back, 1);
}

/* The mark reads a page that it may not.  */
static void *
leave (void *data)
{
    hpm_region_begin ("around");
    if (sigsetjmp (back, 1) == 0) {
        mprotect (program_work (), PAGE, PROT_NONE);
        hpm_region_begin ("left");
        fputs ("the mark came to its end\n", stderr);
    }
    mprotect (work, PAGE, PROT_READ | PROT_WRITE);
    return data;
}

static void
let_leave (void)
{
    pthread_t thread;

    signal (SIGSEGV, jump);
    for (int i = 0; i < LEAVERS; i++) {
        pthread_create (&thread, NULL, leave, NULL);
        pthread_join (thread, NULL);
    }
}

int
main (int argc, char **argv)
{
    if (argc > 1 && !strcmp (argv[1], "leave"))
        let_leave ();
    else
        let_pause ();
    return 0;
}
