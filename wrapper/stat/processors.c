/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stddef.h>

#include "wrapper/stat/processors.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/node_event.h"
#include "base/text.h"

#define MOST 8192    /* processors that a kernel may have */
#define LONGEST 4096 /* a file of sysfs is a page */

static int
read_online (struct hpm_processors *processors, const char *sysfs,
             struct hpm_error *error)
{
    char path[PATH_MAX];
    char *text;

    snprintf (path, sizeof path, "%s/devices/system/cpu/online", sysfs);
    text = hpm_text_read_file (path, LONGEST, error);
    if (!text)
        return -1;
    text[strcspn (text, "\n")] = '\0';
    processors->count = hpm_node_cpus (text, processors->numbers, MOST);
    free (text);
    return processors->count > 0
               ? 0
               : hpm_error_set (error, "%s is no list of processors", path);
}

static int
read_socket (const char *sysfs, int processor)
{
    char path[PATH_MAX];
    int socket = -1;
    FILE *file;

    snprintf (path, sizeof path,
              "%s/devices/system/cpu/cpu%d/topology/physical_package_id", sysfs,
              processor);
    file = fopen (path, "re");
    if (file) {
        if (fscanf (file, "%d", &socket) != 1)
            socket = -1;
        fclose (file);
    }
    return socket;
}

int
hpm_processors_read (struct hpm_processors *processors, const char *sysfs,
                     struct hpm_error *error)
{
    processors->count = 0;
    processors->numbers = calloc (MOST, sizeof *processors->numbers);
    processors->sockets = calloc (MOST, sizeof *processors->sockets);
    if (!processors->numbers || !processors->sockets)
        return hpm_error_set (error, "out of memory");
    if (read_online (processors, sysfs, error))
        return -1;
    for (int i = 0; i < processors->count; i++)
        processors->sockets[i] = read_socket (sysfs, processors->numbers[i]);
    return 0;
}

void
hpm_processors_release (struct hpm_processors *processors)
{
    free (processors->numbers);
    free (processors->sockets);
    memset (processors, 0, sizeof *processors);
}

/* Where the run of successive numbers that begins at i ends.  */
static int
end_of_run (const struct hpm_processors *processors, int i)
{
    while (i + 1 < processors->count
           && processors->numbers[i + 1] == processors->numbers[i] + 1)
        i++;
    return i;
}

void
hpm_processors_text (const struct hpm_processors *processors, char *buffer,
                     size_t size)
{
    char all[HPM_PROCESSORS_TEXT] = "";
    size_t length = 0;

    for (int i = 0; i < processors->count && length < sizeof all - 32; i++) {
        int last = end_of_run (processors, i);

        length += (size_t)snprintf (all + length, sizeof all - length, "%s%d",
                                    i ? "," : "", processors->numbers[i]);
        if (last > i)
            length += (size_t)snprintf (all + length, sizeof all - length,
                                        "-%d", processors->numbers[last]);
        i = last;
    }
    hpm_text_field (buffer, size, all, length);
}
