/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An MPI program that starts children in all ways and tells what they
 * inherited, and what it heard of children it did not start.
 *
 *     children FOLDER
 *     children dump          leave a core file instead
 *
 * Rank r writes its lines to FOLDER/r.  Files that the run time opened have the
 * same numbers in every run; so have those of the children, unless somebody
 * else left one open.
 */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t heard;
static FILE *out;

static void
on_child (int signal)
{
    (void)signal;
    heard++;
}

/* What a shell finds open, but for what it opens itself to look; popen's lines
 * come from there.  */
static const char list[]
    = "for n in /proc/$$/fd/*; do printf '%s ' ${n##*/}; done; echo";

static void
show (const char *what, FILE *from)
{
    char line[1024] = "";

    if (!fgets (line, sizeof line, from))
        strcpy (line, "nothing\n");
    fprintf (out, "%s: %s", what, line);
}

static void
by_popen (void)
{
    FILE *pipe = popen (list, "r");

    show ("popen", pipe);
    pclose (pipe);
}

/* By fork and exec, and by system, with a file as standard output.  */
static void
by_command (const char *what, int exec)
{
    char name[] = "/tmp/hpm-children-XXXXXX", command[1100];
    int fd = mkstemp (name), status = 0;
    FILE *file = fdopen (fd, "r");
    pid_t child;

    fcntl (fd, F_SETFD, FD_CLOEXEC);
    snprintf (command, sizeof command, "exec >%s; %s", name, list);
    if (exec) {
        child = fork ();
        if (child == 0) {
            execl ("/bin/sh", "sh", "-c", command, (char *)NULL);
            _exit (127);
        }
        waitpid (child, &status, 0);
    } else
        status = system (command);
    show (what, file);
    fprintf (out, "%s: status %d\n", what, status);
    fclose (file);
    unlink (name);
}

static void
others (const char *when)
{
    int status;
    pid_t child = waitpid (-1, &status, WNOHANG);

    fprintf (out, "%s: SIGCHLD %d, wait %d %s\n", when, (int)heard, (int)child,
             child < 0 ? strerror (errno) : "");
}

int
main (int argc, char **argv)
{
    char name[1024];
    int rank;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    if (argc > 1 && !strcmp (argv[1], "dump")) {
        usleep (500000);
        abort ();
    }
    snprintf (name, sizeof name, "%s/%d", argc > 1 ? argv[1] : ".", rank);
    out = fopen (name, "we");
    if (!out)
        return 1;
    usleep (300000);
    by_popen ();
    by_command ("fork and exec", 1);
    by_command ("system", 0);
    signal (SIGCHLD, on_child);
    usleep (300000);
    others ("before MPI_Finalize");
    MPI_Finalize ();
    others ("after MPI_Finalize");
    fclose (out);
    return 0;
}
