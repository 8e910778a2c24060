/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loops of known length without MPI:
 *
 *     serial LENGTH [N | parts]
 *
 * executes LENGTH turns; with N, nothing but N processes one after the other
 * that do, each of this program; or three times LENGTH, and lets the second
 * time alone be counted.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "turn.h"

/* Wait until a thread of this process has the name.  */
static void
wait_for (const char *name)
{
    int found = 0;

    while (!found) {
        DIR *tasks = opendir ("/proc/self/task");
        struct dirent *entry;

        while (!found && (entry = readdir (tasks))) {
            char path[300], got[32] = "";
            FILE *file;

            snprintf (path, sizeof path, "/proc/self/task/%s/comm",
                      entry->d_name);
            file = fopen (path, "r");
            if (file && fgets (got, sizeof got, file))
                found = !strncmp (got, name, strlen (name));
            if (file)
                fclose (file);
        }
        closedir (tasks);
        usleep (1000);
    }
}

static void
turn_in_parts (uint64_t length)
{
    turn (length);
    raise (SIGUSR1);
    wait_for ("hpmmpi counts");
    turn (length);
    raise (SIGUSR2);
    wait_for ("hpmmpi paused");
    turn (length);
}

static void
have_children (char *program, char *length, int count)
{
    for (int i = 0; i < count; i++) {
        pid_t child = fork ();

        if (child == 0) {
            execl (program, program, length, (char *)NULL);
            _exit (127);
        }
        waitpid (child, NULL, 0);
    }
}

int
main (int argc, char **argv)
{
    uint64_t length = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;

    if (argc < 3)
        turn (length);
    else if (!strcmp (argv[2], "parts"))
        turn_in_parts (length);
    else
        have_children (argv[0], argv[1], atoi (argv[2]));
    return 0;
}
