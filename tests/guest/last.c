/* SPDX-License-Identifier: BSD-3-Clause
 *
 * last FIRST LATER: the first thread ends in one way and, when it is gone, the
 * other one in another.  The code is 7 or 5, where the way has one.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOMENT_US 20000

static const char *later;

static void
end (const char *way, int code)
{
    if (!strcmp (way, "pthread_exit"))
        pthread_exit (NULL);
    if (!strcmp (way, "SYS_exit"))
        syscall (SYS_exit, code);
    if (!strcmp (way, "SYS_exit_group"))
        syscall (SYS_exit_group, code);
#ifdef __x86_64__
    if (!strcmp (way, "instruction")) {
        long result;

        __asm__ volatile("syscall"
                         : "=a"(result)
                         : "a"(SYS_exit), "D"(code)
                         : "rcx", "r11", "memory");
    }
#endif
    if (!strcmp (way, "exit"))
        exit (code);
    if (!strcmp (way, "_exit"))
        _exit (code);
}

/* As a zombie it stays until all have ended.  */
static int
first_is_gone (void)
{
    char path[64], text[512];
    const char *state;
    ssize_t n;
    int fd;

    snprintf (path, sizeof path, "/proc/self/task/%d/stat", (int)getpid ());
    fd = open (path, O_RDONLY);
    n = read (fd, text, sizeof text - 1);
    close (fd);
    text[n < 0 ? 0 : n] = '\0';
    state = strrchr (text, ')');
    return state && state[2] == 'Z';
}

static void *
work (void *data)
{
    while (!first_is_gone ())
        usleep (MOMENT_US);
    end (later, 5);
    return data;
}

int
main (int argc, char **argv)
{
    pthread_t thread;

    if (argc != 3)
        return 99;
    later = argv[2];
    pthread_create (&thread, NULL, work, NULL);
    end (argv[1], 7);
    return 98;
}
