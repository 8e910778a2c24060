/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions of exec that take their words one by one.
 */
#include "config.h"

#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include "pmpi/exec/exec.h"
#include "pmpi/guest/export.h"

/* Words up to the NULL that ends them; without any, the first is NULL.  */
static size_t
count (const char *first, va_list rest)
{
    size_t n = 0;

    for (const char *word = first; word; word = va_arg (rest, const char *))
        n++;
    return n;
}

/* The words and the NULL behind them.  */
static void
fill (char **words, size_t n, const char *first, va_list rest)
{
    words[0] = (char *)first;
    for (size_t i = 1; i <= n; i++)
        words[i] = va_arg (rest, char *);
}

/* A list of words as an array, on the stack of the caller, with a NULL; `rest`
 * is then behind that of the list.  */
#define TAKE_WORDS(words, first, rest)                                         \
    do {                                                                       \
        size_t n;                                                              \
                                                                               \
        va_start (rest, first);                                                \
        n = count (first, rest);                                               \
        va_end (rest);                                                         \
        words = __builtin_alloca ((n + 1) * sizeof (char *));                  \
        va_start (rest, first);                                                \
        fill (words, n, first, rest);                                          \
    } while (0)

HPM_EXPORT int
execl (const char *path, const char *first, ...)
{
    va_list rest;
    char **words;

    TAKE_WORDS (words, first, rest);
    va_end (rest);
    return hpm_exec_path (path, words, environ);
}

HPM_EXPORT int
execlp (const char *name, const char *first, ...)
{
    va_list rest;
    char **words;

    TAKE_WORDS (words, first, rest);
    va_end (rest);
    return hpm_exec_search (name, words, environ);
}

HPM_EXPORT int
execle (const char *path, const char *first, ...)
{
    char *const *environment;
    va_list rest;
    char **words;

    TAKE_WORDS (words, first, rest);
    environment = va_arg (rest, char *const *);
    va_end (rest);
    return hpm_exec_path (path, words, environment);
}
