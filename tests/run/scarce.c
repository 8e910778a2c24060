/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Preloaded: on rank $SCARCE_RANK, from scarce_begin on, libhpmmpi.so gets
 * $SCARCE_AFTER more blocks of memory and then none; whoever else asks gets
 * what he wants.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc (size_t);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);
void scarce_begin (void);

static uintptr_t first, last; /* of the library */
static long left;

void
scarce_begin (void)
{
    const char *rank = getenv ("OMPI_COMM_WORLD_RANK");
    const char *wanted = getenv ("SCARCE_RANK"),
               *after = getenv ("SCARCE_AFTER");
    FILE *maps;
    char line[512];
    uintptr_t from, to;

    if (!rank || !wanted || strcmp (rank, wanted))
        return;
    left = after ? atol (after) : 0;
    maps = fopen ("/proc/self/maps", "r");
    while (maps && fgets (line, sizeof line, maps))
        if (strstr (line, "/libhpmmpi.so")
            && sscanf (line, "%zx-%zx", &from, &to) == 2) {
            last = to;
            first = first ? first : from;
        }
    if (maps)
        fclose (maps);
}

static int
refuses (const void *caller)
{
    if ((uintptr_t)caller < first || (uintptr_t)caller >= last)
        return 0;
    if (__atomic_sub_fetch (&left, 1, __ATOMIC_RELAXED) >= 0)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *
malloc (size_t bytes)
{
    return refuses (__builtin_return_address (0)) ? NULL
                                                  : __libc_malloc (bytes);
}

void *
calloc (size_t n, size_t bytes)
{
    return refuses (__builtin_return_address (0)) ? NULL
                                                  : __libc_calloc (n, bytes);
}

void *
realloc (void *block, size_t bytes)
{
    return refuses (__builtin_return_address (0))
               ? NULL
               : __libc_realloc (block, bytes);
}
