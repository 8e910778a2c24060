/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Names of result files with "%" and a letter in them.
 */
#ifndef HPM_BASE_PATTERN_H
#define HPM_BASE_PATTERN_H

#include <stddef.h>
#include <time.h>

#include "base/error.h"

/* X(letter, meaning) */
#define HPM_PATTERN_LETTERS(X)                                                 \
    X ('u', "user")                                                            \
    X ('j', "job id of the batch system, else the process id of rank 0")       \
    X ('p', "program")                                                         \
    X ('h', "host of rank 0")                                                  \
    X ('Y', "year")                                                            \
    X ('m', "month")                                                           \
    X ('d', "day")                                                             \
    X ('H', "hour")                                                            \
    X ('M', "minute")                                                          \
    X ('S', "second")                                                          \
    X ('%', "a percent sign")

/* What the letters stand for; the texts are the caller's.  */
struct hpm_pattern_values {
    const char *user, *job, *program, *host;
    struct tm time;
};

/* Whether there is a "%" in a name.  */
int hpm_pattern_is (const char *name);

/* Bytes of the folder part before the first "%": what has to be there.  */
size_t hpm_pattern_fixed (const char *name);

/* Whether each "%" has a letter that is known.  Returns 0, or -1 with an error
 * that names the pattern and the letters.  */
int hpm_pattern_check (const char *name, struct hpm_error *error);

/* Put the values in.  A value is one part of a path, whatever is in it: "/" and
 * control characters, and "." at its start, become "_".  Returns 0, or -1 with
 * the error, also where it does not fit into buffer[size].  */
int hpm_pattern_expand (char *buffer, size_t size, const char *name,
                        const struct hpm_pattern_values *values,
                        struct hpm_error *error);

#endif /* HPM_BASE_PATTERN_H */
