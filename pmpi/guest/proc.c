/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/guest/proc.h"

size_t
hpm_proc_read (char *text, size_t size, const char *path)
{
    int fd = open (path, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    ssize_t n;

    text[0] = '\0';
    if (fd < 0)
        return 0;
    while (length < size - 1
           && (n = read (fd, text + length, size - 1 - length)) > 0)
        length += (size_t)n;
    close (fd);
    text[length] = '\0';
    return length;
}

static void
give (const struct dirent64 *entry, void (*each) (int number, void *data),
      void *data)
{
    char *end;
    long number = strtol (entry->d_name, &end, 10);

    if (end != entry->d_name && !*end)
        each ((int)number, data);
}

int
hpm_proc_each (const char *folder, void (*each) (int number, void *data),
               void *data)
{
    int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    _Alignas(struct dirent64) char entries[2048];
    long bytes = -1;

    if (fd < 0)
        return -1;
    while ((bytes = syscall (SYS_getdents64, fd, entries, sizeof entries)) > 0)
        for (char *at = entries; at < entries + bytes;
             at += ((struct dirent64 *)at)->d_reclen)
            give ((struct dirent64 *)at, each, data);
    close (fd);
    return bytes < 0 ? -1 : 0;
}
