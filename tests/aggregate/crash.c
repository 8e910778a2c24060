/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded into hpmagg: what reads snapshots crashes, as it might of bytes
 * that nobody thought of; with CRASH=fsync the writer, when all is written, and
 * with CRASH=pwrite before its first byte is; with CRASH=open whoever opens a
 * result file with "crash" in its name.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int
is_late (void)
{
    return getenv ("CRASH") != NULL;
}

FILE *
open_memstream (char **text, size_t *size)
{
    FILE *(*real) (char **, size_t *);

    if (!is_late ())
        raise (SIGSEGV);
    *(void **)&real = dlsym (RTLD_NEXT, "open_memstream");
    return real (text, size);
}

int
fsync (int file)
{
    (void)file;
    return raise (SIGKILL);
}

/* Of a library or not: HDF5 may be a part of hpmagg.  */
static ssize_t
pwrite_by (const char *function, int file, const void *data, size_t bytes,
           off_t offset)
{
    ssize_t (*real) (int, const void *, size_t, off_t);
    const char *crash = getenv ("CRASH");

    if (crash && !strcmp (crash, "pwrite"))
        raise (SIGKILL);
    *(void **)&real = dlsym (RTLD_NEXT, function);
    return real (file, data, bytes, offset);
}

ssize_t
pwrite (int file, const void *data, size_t bytes, off_t offset)
{
    return pwrite_by ("pwrite", file, data, bytes, offset);
}

ssize_t
pwrite64 (int file, const void *data, size_t bytes, off_t offset)
{
    return pwrite_by ("pwrite64", file, data, bytes, offset);
}

/* The same.  */
static int
open_by (const char *function, const char *name, int flags, mode_t mode)
{
    int (*real) (const char *, int, ...);
    const char *crash = getenv ("CRASH");

    if (crash && !strcmp (crash, "open") && strstr (name, "crash"))
        raise (SIGSEGV);
    *(void **)&real = dlsym (RTLD_NEXT, function);
    return real (name, flags, mode);
}

#define OPEN(function)                                                         \
    int function (const char *name, int flags, ...)                            \
    {                                                                          \
        mode_t mode = 0;                                                       \
        va_list rest;                                                          \
                                                                               \
        va_start (rest, flags);                                                \
        if (flags & O_CREAT)                                                   \
            mode = va_arg (rest, mode_t);                                      \
        va_end (rest);                                                         \
        return open_by (#function, name, flags, mode);                         \
    }
OPEN (open)
OPEN (open64)
