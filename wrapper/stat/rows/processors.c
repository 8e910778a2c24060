/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/processors.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/node_event.h"
#include "base/text.h"

#define MOST 8192    /* processors that a kernel may have */
#define LONGEST 4096 /* a file of sysfs is a page */

static int
read_online (struct hpm_targets *targets, const char *sysfs,
             struct hpm_error *error)
{
    char path[PATH_MAX];
    char *text;

    snprintf (path, sizeof path, "%s/devices/system/cpu/online", sysfs);
    text = hpm_text_read_file (path, LONGEST, error);
    if (!text)
        return -1;
    text[strcspn (text, "\n")] = '\0';
    targets->count = hpm_node_cpus (text, targets->numbers, MOST);
    free (text);
    return targets->count > 0
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
hpm_processors_read (struct hpm_targets *targets, const char *sysfs,
                     struct hpm_error *error)
{
    *targets = (struct hpm_targets){ .kind = HPM_TARGETS_PROCESSORS };
    targets->numbers = calloc (MOST, sizeof *targets->numbers);
    targets->sockets = calloc (MOST, sizeof *targets->sockets);
    if (!targets->numbers || !targets->sockets)
        return hpm_error_set (error, "out of memory");
    if (read_online (targets, sysfs, error))
        return -1;
    for (int i = 0; i < targets->count; i++)
        targets->sockets[i] = read_socket (sysfs, targets->numbers[i]);
    return 0;
}
