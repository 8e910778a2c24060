/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arrays of programs that know where their memory is, and what the kernel tells
 * of them.
 */
#ifndef HPM_TESTS_ARRAYS_H
#define HPM_TESTS_ARRAYS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MIB ((size_t)1 << 20)

/* Between pages that nobody may touch, so that no neighbour is merged with it,
 * which are larger than the guard of a stack.  */
static char *
map_apart (size_t bytes)
{
    char *all = mmap (NULL, bytes + 2 * MIB, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (all == MAP_FAILED
        || mprotect (all + MIB, bytes, PROT_READ | PROT_WRITE))
        abort ();
    return all + MIB;
}

/* "KEY:  N kB" of the mapping that starts there, in bytes; -1: there is none.
 */
static long long
smaps_of (const char *at, const char *key)
{
    FILE *file = fopen ("/proc/self/smaps", "r");
    unsigned long long from = 0, to;
    size_t length = strlen (key);
    long long bytes = -1;
    char line[8192];

    while (file && fgets (line, sizeof line, file))
        if (sscanf (line, "%llx-%llx ", &from, &to) != 2
            && from == (uintptr_t)at && !strncmp (line, key, length)
            && line[length] == ':')
            bytes = 1024 * strtoll (line + length + 1, NULL, 10);
    if (file)
        fclose (file);
    return bytes;
}

#endif /* HPM_TESTS_ARRAYS_H */
