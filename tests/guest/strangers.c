/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program of one thread that sees whether another one is there.
 *
 *     strangers numbers|memory
 *
 * For a second it asks for descriptors by number, or has a child that lives and
 * looks who calls malloc, which is its own, and for one thread.  Ends with 0 if
 * nobody was seen.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FIRST 3
#define LAST 9

static _Alignas(16) char memory[64 << 20];
static size_t used;
static volatile int seen, begun;

void *malloc (size_t bytes);
void *calloc (size_t count, size_t bytes);
void *realloc (void *old, size_t bytes);
void free (void *old);

static void
look (void)
{
    if (begun && syscall (SYS_gettid) != syscall (SYS_getpid))
        seen++;
}

void *
malloc (size_t bytes)
{
    size_t *block = (size_t *)(memory + used);

    look ();
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > sizeof memory - used - 16)
        return NULL;
    used += bytes + 16;
    *block = bytes;
    return block + 2;
}

void *
calloc (size_t count, size_t bytes)
{
    void *block = malloc (count * bytes);

    return block ? memset (block, 0, count * bytes) : NULL;
}

void *
realloc (void *old, size_t bytes)
{
    size_t before = old ? ((size_t *)old)[-2] : 0;
    void *block = malloc (bytes);

    if (block && old)
        memcpy (block, old, before < bytes ? before : bytes);
    return block;
}

void
free (void *old)
{
    (void)old;
    look ();
}

static double
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void
fail (const char *what, int number)
{
    dprintf (STDERR_FILENO, "%s of %d: %s\n", what, number, strerror (errno));
    seen++;
}

/* Nobody else opens anything: the lowest number that is free is the next.  */
static void
ask_for_numbers (void)
{
    for (int n = FIRST; n <= LAST; n++)
        if (dup2 (STDIN_FILENO, n) != n)
            fail ("dup2", n);
    for (int n = FIRST; n <= LAST; n++)
        close (n);
    for (int n = FIRST; n <= LAST; n++)
        if (open ("/dev/null", O_RDONLY) != n)
            fail ("open", n);
    for (int n = FIRST; n <= LAST; n++)
        close (n);
}

int
main (int argc, char **argv)
{
    int numbers = argc > 1 && !strcmp (argv[1], "numbers");
    double until = now () + 1;
    pid_t child = numbers ? -1 : fork ();

    if (child == 0) {
        pause ();
        _exit (0);
    }
    begun = 1;
    while (now () < until && !seen)
        if (numbers)
            ask_for_numbers ();
    begun = 0;
    if (child > 0) {
        kill (child, SIGKILL);
        waitpid (child, NULL, 0);
    }
    return seen > 0;
}
