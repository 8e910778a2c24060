/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that becomes a shell:
 *
 *     execs FUNCTION keep|drop|bad [fork|vfork]
 *
 * by each function of exec, with its environment, without it, or not at all, as
 * the file is no program; itself, or in a child.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

int
main (int argc, char **argv)
{
    static char variable[] = "A=1";
    char *const nothing[] = { variable, NULL };
    const char *how = argc > 2 ? argv[2] : "keep";
    const char *who = argc > 3 ? argv[3] : "";
    int status = 0;
    pid_t child = 0;

    function = argc > 1 ? argv[1] : "";
    if (!strcmp (how, "bad"))
        file = "./no-program";
    if (!strcmp (who, "fork"))
        child = fork ();
    if (!strcmp (who, "vfork"))
        child = vfork ();
    if (child == 0)
        become (strcmp (how, "keep") ? nothing : environ);
    if (child == 0 && *who)
        _exit (99);
    if (child > 0)
        waitpid (child, &status, 0);
    printf ("%s: %d, %s\n", function, status, child ? "" : strerror (errno));
    return 5;
}
