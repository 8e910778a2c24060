/* SPDX-License-Identifier: BSD-3-Clause
 *
 * For programs that start and stop counting themselves.
 */
#ifndef HPM_TESTS_SIGNAL_AND_SEE_H
#define HPM_TESTS_SIGNAL_AND_SEE_H

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Tell the library, whose thread then says by its name that it has done so.  */
static inline void
signal_and_see (int number, const char *name)
{
    int seen = 0;

    kill (getpid (), number);
    while (!seen) {
        DIR *tasks = opendir ("/proc/self/task");
        struct dirent *task;

        while (tasks && (task = readdir (tasks))) {
            char path[300], comm[32] = "";
            FILE *file;

            snprintf (path, sizeof path, "/proc/self/task/%s/comm",
                      task->d_name);
            if (*task->d_name == '.' || !(file = fopen (path, "r")))
                continue;
            seen |= fgets (comm, sizeof comm, file)
                    && !strncmp (comm, name, strlen (name));
            fclose (file);
        }
        closedir (tasks);
    }
}

#endif /* HPM_TESTS_SIGNAL_AND_SEE_H */
