/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/processes.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static int
compare (const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;

    return (left > right) - (left < right);
}

/* ---- processes ---------------------------------------------------------- */

/* The process that a thread is of, or 0 where there is no such thread.  */
static int
process_of (int thread)
{
    char path[64], line[256];
    int process = 0;
    FILE *file;

    snprintf (path, sizeof path, "/proc/%d/status", thread);
    file = fopen (path, "re");
    while (file && !process && fgets (line, sizeof line, file))
        if (!strncmp (line, "Tgid:", 5))
            process = (int)strtol (line + 5, NULL, 10);
    if (file)
        fclose (file);
    return process;
}

/* /proc has folders of threads, too, though it does not list them.  */
static int
check_process (int number, struct hpm_error *error)
{
    int process = process_of (number);

    if (process == number)
        return 0;
    return process ? hpm_error_set (error,
                                    "--pid=%d: that is a thread of process %d, "
                                    "which can be counted",
                                    number, process)
                   : hpm_error_set (error, "--pid=%d: there is no such process",
                                    number);
}

static int
take_process (struct hpm_targets *targets, const char *list,
              struct hpm_piece piece, struct hpm_error *error)
{
    char text[16] = "", *end;
    long number;

    piece = hpm_piece_trim (piece);
    if (piece.length && piece.length < sizeof text)
        memcpy (text, piece.start, piece.length);
    number = strtol (text, &end, 10);
    if (!hpm_text_is_digit (*text) || *end || number < 1 || number > INT_MAX)
        return hpm_error_set (
            error, "--pid=%.200s: expected process ids, separated by commas",
            list);
    if (targets->count == HPM_PROCESSES_MOST)
        return hpm_error_set (error, "--pid: more than %d processes",
                              HPM_PROCESSES_MOST);
    for (int i = 0; i < targets->count; i++)
        if (targets->numbers[i] == number)
            return 0;
    targets->numbers[targets->count++] = (int)number;
    return check_process ((int)number, error);
}

int
hpm_processes_read (struct hpm_targets *targets, const char *list,
                    struct hpm_error *error)
{
    const char *rest = list;
    struct hpm_piece piece;

    *targets = (struct hpm_targets){ .kind = HPM_TARGETS_PROCESSES };
    targets->numbers = calloc (HPM_PROCESSES_MOST, sizeof *targets->numbers);
    if (!targets->numbers)
        return hpm_error_set (error, "out of memory");
    while (hpm_text_part (&rest, ',', &piece))
        if (take_process (targets, list, piece, error))
            return -1;
    qsort (targets->numbers, (size_t)targets->count, sizeof *targets->numbers,
           compare);
    return 0;
}

/* ---- threads ------------------------------------------------------------ */

static int
add_thread (pid_t **threads, int count, const char *name)
{
    pid_t *more = realloc (*threads, ((size_t)count + 1) * sizeof **threads);

    if (!more)
        return -1;
    more[count] = (pid_t)strtol (name, NULL, 10);
    *threads = more;
    return count + 1;
}

int
hpm_process_threads (pid_t process, pid_t **threads)
{
    char path[64];
    struct dirent *entry;
    DIR *folder;
    int count = 0;

    *threads = NULL;
    snprintf (path, sizeof path, "/proc/%d/task", process);
    folder = opendir (path);
    while (folder && count >= 0 && (entry = readdir (folder)))
        if (hpm_text_is_digit (*entry->d_name))
            count = add_thread (threads, count, entry->d_name);
    if (folder)
        closedir (folder);
    if (count > 0) {
        qsort (*threads, (size_t)count, sizeof **threads, compare);
        return count;
    }
    free (*threads);
    *threads = NULL;
    return -1;
}
