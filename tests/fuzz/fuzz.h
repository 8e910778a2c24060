/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the harnesses share.  Each has one function, LLVMFuzzerTestOneInput,
 * which libFuzzer calls with bytes of its own making; what is wrong ends the
 * process.
 */
#ifndef HPM_TESTS_FUZZ_H
#define HPM_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* A file in memory that has these bytes: its descriptor, and its name in
 * `path`. The caller closes it.  */
static inline int
fuzz_file (const uint8_t *data, size_t size, char path[64])
{
    int file = memfd_create ("fuzz", 0);

    if (file < 0 || write (file, data, size) != (ssize_t)size)
        abort ();
    snprintf (path, 64, "/proc/self/fd/%d", file);
    return file;
}

/* The bytes as a text, the caller's.  */
static inline char *
fuzz_text (const uint8_t *data, size_t size)
{
    char *text = malloc (size + 1);

    if (!text)
        abort ();
    memcpy (text, data, size);
    text[size] = '\0';
    return text;
}

#endif /* HPM_TESTS_FUZZ_H */
