/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that starts processes, each of which touches PAGES pages.
 *
 *     children HOW N [PROGRAM]
 *
 * `fork` and `exec` (of PROGRAM, this one if there is none) wait for all N,
 * `leave` for none, although they have ended; of `ignored` the kernel keeps
 * nothing, as SIGCHLD is ignored; `nested` has a child that starts
 * and waits for N, and is waited for.  `touch` touches the pages itself, as
 * does what is executed.
 *
 * `early` and `late` run with --start=paused: a child touches its pages before
 * counting starts, while it counts, and after it was stopped.  It ends while it
 * counts, or after that; `many` has a child that has waited for N.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "signal_and_see.h"

#ifdef WITH_MPI
#include <mpi.h>
#endif

#define PAGES 3000

static void
touch (void)
{
    size_t page = (size_t)sysconf (_SC_PAGESIZE);
    char *data = mmap (NULL, PAGES * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (data == MAP_FAILED)
        exit (1);
    madvise (data, PAGES * page, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PAGES; i++)
        data[i * page] = 1;
}

static pid_t
start (const char *program, const char *how)
{
    pid_t child = fork ();

    if (child != 0)
        return child;
    if (!strcmp (how, "exec"))
        execl (program, program, "touch", "1", (char *)NULL);
    touch ();
    _exit (0);
}

/* The end of a child, which stays one that nobody waited for.  */
static void
see_end (pid_t child)
{
    siginfo_t info;

    waitid (P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
}

static void
start_all (const char *program, const char *how, int n)
{
    for (int i = 0; i < n; i++) {
        pid_t child = start (program, how);

        if (!strcmp (how, "leave"))
            see_end (child);
        else
            waitpid (child, NULL, 0);
    }
}

/* ---- a child beside a pause --------------------------------------------- */

/* In the child: touch the pages at each word, and say so.  */
static void
touch_at_words (const char *how, int n, int words, int answers)
{
    char word;

    while (read (words, &word, 1) == 1) {
        if (!strcmp (how, "many"))
            for (int i = 0; i < n; i++)
                waitpid (start ("", "fork"), NULL, 0);
        else
            touch ();
        if (write (answers, &word, 1) != 1)
            _exit (1);
    }
    _exit (0);
}

static void
ask (int words, int answers)
{
    char word = '.';

    if (write (words, &word, 1) != 1 || read (answers, &word, 1) != 1)
        exit (1);
}

static void
count_beside (const char *how, int n)
{
    int words[2], answers[2], early = !strcmp (how, "early");
    pid_t child;

    if (pipe (words) || pipe (answers))
        exit (1);
    child = fork ();
    if (child == 0) {
        close (words[1]);
        touch_at_words (how, n, words[0], answers[1]);
    }
    ask (words[1], answers[0]);
    signal_and_see (SIGUSR1, "hpmmpi counts");
    ask (words[1], answers[0]);
    if (early) {
        close (words[1]);
        waitpid (child, NULL, 0);
    }
    signal_and_see (SIGUSR2, "hpmmpi paused");
    if (early)
        return;
    ask (words[1], answers[0]);
    close (words[1]);
    waitpid (child, NULL, 0);
}

static void
nest (const char *program, int n)
{
    pid_t child = fork ();

    if (child == 0) {
        start_all (program, "exec", n);
        _exit (0);
    }
    waitpid (child, NULL, 0);
}

int
main (int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "fork";
    int n = argc > 2 ? (int)strtol (argv[2], NULL, 10) : 1;
    const char *program = argc > 3 ? argv[3] : argv[0];

#ifdef WITH_MPI
    MPI_Init (&argc, &argv);
#endif
    if (!strcmp (how, "touch"))
        touch ();
    else if (!strcmp (how, "nested"))
        nest (program, n);
    else if (!strcmp (how, "early") || !strcmp (how, "late")
             || !strcmp (how, "many"))
        count_beside (how, n);
    else {
        if (!strcmp (how, "ignored"))
            signal (SIGCHLD, SIG_IGN);
        start_all (program, how, n);
    }
#ifdef WITH_MPI
    MPI_Finalize ();
#endif
    return 0;
}
