/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that is linked statically, and so is counted from outside.
 *
 *     outside exit N | raise SIGNAL | copy | wait | touch | child | close N |
 * stop N
 *
 * `copy` copies its input, `wait` says its process id and ends with 7, after a
 * word, when it is told to (SIGTERM); `touch` touches PAGES pages, and `child`
 * has a child do so; `close` closes its output and reads to the end of its
 * input, or for half a minute; `stop` stops itself, and has a child that
 * continues it alone.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

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

static void
have_child_touch (void)
{
    pid_t child = fork ();

    if (child == 0) {
        touch ();
        _exit (0);
    }
    waitpid (child, NULL, 0);
}

static void
copy (void)
{
    int c;

    while ((c = getchar ()) != EOF)
        putchar (c);
}

static void
leave (int number)
{
    static const char word[] = "told\n";

    (void)number;
    _exit (write (STDOUT_FILENO, word, sizeof word - 1) < 0 ? 1 : 7);
}

static void
wait_for_word (void)
{
    signal (SIGTERM, leave);
    printf ("%d\n", (int)getpid ());
    fflush (stdout);
    for (;;)
        pause ();
}

static void
close_output (void)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };

    close (STDOUT_FILENO);
    close (STDERR_FILENO);
    poll (&input, 1, 30000);
}

static void
stop (void)
{
    pid_t self = getpid (), child = fork ();

    if (child == 0) {
        usleep (300000);
        kill (self, SIGCONT);
        _exit (0);
    }
    raise (SIGSTOP);
}

int
main (int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "exit";
    int number = argc > 2 ? (int)strtol (argv[2], NULL, 10) : 0;

    if (!strcmp (what, "raise"))
        raise (number);
    if (!strcmp (what, "copy"))
        copy ();
    if (!strcmp (what, "wait"))
        wait_for_word ();
    if (!strcmp (what, "touch"))
        touch ();
    if (!strcmp (what, "stop"))
        stop ();
    if (!strcmp (what, "close"))
        close_output ();
    if (!strcmp (what, "child"))
        have_child_touch ();
    return number;
}
