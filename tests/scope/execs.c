/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that becomes a shell:
 *
 *     execs FUNCTION keep|drop|bad|nowhere [fork|vfork|small]
 *
 * by each function of exec, with its environment, without it, or not at all, as
 * the file is no program, or its name no address; itself, or in a child, which
 * may have a small stack.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "/bin/sh"
#define SCRIPT "echo \"became $1 $2\"; exit 3"

static const char *function, *file = PROGRAM;

static int
is (const char *name)
{
    return !strcmp (function, name);
}

static void
become (char *const *environment)
{
    const char *const texts[]
        = { "sh", "-c", SCRIPT, "sh", "one", "two", NULL };
    char *const *words = (char *const *)texts;

    if (is ("execve"))
        execve (file, words, environment);
    if (is ("execvpe"))
        execvpe (*file == '/' ? file + 5 : file, words, environment);
    if (is ("fexecve"))
        fexecve (open (file, O_RDONLY | O_CLOEXEC), words, environment);
    if (is ("execveat"))
        execveat (AT_FDCWD, file, words, environment, 0);
    if (is ("execle"))
        execle (file, "sh", "-c", SCRIPT, "sh", "one", "two", (char *)NULL,
                environment);
    environ = (char **)environment;
    if (is ("execv"))
        execv (file, words);
    if (is ("execvp"))
        execvp (file, words);
    if (is ("execl"))
        execl (file, "sh", "-c", SCRIPT, "sh", "one", "two", (char *)NULL);
    if (is ("execlp"))
        execlp (file, "sh", "-c", SCRIPT, "sh", "one", "two", (char *)NULL);
}

static int
become_in_child (void *environment)
{
    become (environment);
    return 99;
}

/* A child as vfork makes one, on two pages with none below.  */
static pid_t
make_small (char *const *environment)
{
    const size_t page = (size_t)sysconf (_SC_PAGESIZE);
    char *room
        = mmap (NULL, 4 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (room == MAP_FAILED
        || mprotect (room + 2 * page, 2 * page, PROT_READ | PROT_WRITE))
        return -1;
    return clone (become_in_child, room + 4 * page,
                  CLONE_VM | CLONE_VFORK | SIGCHLD, (void *)environment);
}

int
main (int argc, char **argv)
{
    static char variable[] = "A=1";
    static char *const nothing[] = { variable, NULL };
    const char *how = argc > 2 ? argv[2] : "keep";
    const char *who = argc > 3 ? argv[3] : "";
    int status = 0;
    pid_t child = 0;

    function = argc > 1 ? argv[1] : "";
    if (!strcmp (how, "bad"))
        file = "./no-program";
    if (!strcmp (how, "nowhere"))
        file = NULL;
    if (!strcmp (who, "fork"))
        child = fork ();
    if (!strcmp (who, "vfork"))
        child = vfork ();
    if (!strcmp (who, "small"))
        child = make_small (nothing);
    if (child == 0)
        become (strcmp (how, "keep") ? nothing : environ);
    if (child == 0 && *who)
        _exit (99);
    if (child > 0)
        waitpid (child, &status, 0);
    printf ("%s: %d, %s\n", function, status, child ? "" : strerror (errno));
    return 5;
}
