/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded into hpmagg: what reads snapshots crashes, as it might of bytes
 * that nobody thought of; with CRASH=fsync the writer, when all is written;
 * with CRASH=open whoever opens a result file with "crash" in its name.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdint.h>
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

/* As hdf5.h declares it.  */
int64_t H5Fopen (const char *name, unsigned flags, int64_t list);

int64_t
H5Fopen (const char *name, unsigned flags, int64_t list)
{
    int64_t (*real) (const char *, unsigned, int64_t);
    const char *crash = getenv ("CRASH");

    if (crash && !strcmp (crash, "open") && strstr (name, "crash"))
        raise (SIGSEGV);
    *(void **)&real = dlsym (RTLD_NEXT, "H5Fopen");
    return real (name, flags, list);
}
