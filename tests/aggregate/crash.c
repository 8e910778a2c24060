/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded into hpmagg: what reads snapshots crashes, as it might of bytes
 * that nobody thought of; with CRASH=fsync the writer, when all is written.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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
