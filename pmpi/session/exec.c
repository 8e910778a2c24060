/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exec, in a process that is counted by itself.  Where the program that it
 * becomes will not be counted (pmpi/session/successor.h), what was counted so
 * far is brought to a file: nobody else could, as hpmrun is gone.  Otherwise
 * that program counts anew.
 *
 * All of this may run in a signal handler, or between vfork and exec, where the
 * process is another one and nothing is done.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file/program_file.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/message.h"
#include "pmpi/session/session.h"
#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/session/successor.h"

extern char **environ;

/* The next definitions; execv is execve with `environ`, and so on.  */
static int (*next_execve) (const char *, char *const *, char *const *);
static int (*next_execvpe) (const char *, char *const *, char *const *);
static int (*next_fexecve) (int, char *const *, char *const *);
static int (*next_execveat) (int, const char *, char *const *, char *const *,
                             int);

__attribute__ ((constructor)) static void
resolve (void)
{
    if (next_execve)
        return;
    next_execve = (int (*) (const char *, char *const *,
                            char *const *))hpm_dlsym_behind ("execve");
    next_execvpe = (int (*) (const char *, char *const *,
                             char *const *))hpm_dlsym_behind ("execvpe");
    next_fexecve = (int (*) (int, char *const *,
                             char *const *))hpm_dlsym_behind ("fexecve");
    next_execveat = (int (*) (int, const char *, char *const *, char *const *,
                              int))hpm_dlsym_behind ("execveat");
}

/* ---- before and after --------------------------------------------------- */

/* Whether there is a count that may end here: a child of vfork, whose stack may
 * be small, goes no further.  A name that is no address is the kernel's to
 * refuse. errno is kept.  */
static int
may_end (const char *name)
{
    int saved = errno;
    int may = hpm_session_is_standalone () && name
              && (access (name, F_OK) == 0 || errno != EFAULT);

    errno = saved;
    return may;
}

/* Returns whether the count has ended.  errno is kept.  What takes room on the
 * stack is not to be in its callers' frames.  */
static __attribute__ ((noinline)) int
prepare (const char *name, char *const *environment)
{
    struct hpm_error why = { "" };
    char path[PATH_MAX];
    int saved = errno, ends = 0;

    if (!hpm_program_search (name, path, sizeof path))
        ends = hpm_successor_is_counted (path, environment, &why) < 0;
    if (ends)
        hpm_message_once ("not counted from here on, because %s", why.text);
    if (ends && hpm_message_rank_of_many ()) {
        /* 64 files of what a shell did before are no use to anybody.  */
        hpm_checkpoint_leave ();
        ends = 0;
    } else if (ends) {
        hpm_session_cut ();
    } else {
        hpm_checkpoint_leave_user ();
    }
    errno = saved;
    return ends;
}

static int
failed (const char *name, int ended)
{
    if (ended)
        hpm_message_once ("%s was not executed (%s), and its caller is counted "
                          "no more",
                          name, strerror (errno));
    return -1;
}

/* Without a slash it is in this folder, and not in PATH.  */
static __attribute__ ((noinline)) int
prepare_here (const char *path, char *const *environment)
{
    char here[PATH_MAX];

    snprintf (here, sizeof here, "%s%s", strchr (path, '/') ? "" : "./", path);
    return prepare (here, environment);
}

static int
execute (const char *path, char *const *words, char *const *environment)
{
    int ended = may_end (path) && prepare_here (path, environment);

    resolve ();
    next_execve (path, words, environment);
    return failed (path, ended);
}

static int
search_and_execute (const char *name, char *const *words,
                    char *const *environment)
{
    int ended = may_end (name) && prepare (name, environment);

    resolve ();
    next_execvpe (name, words, environment);
    return failed (name, ended);
}

/* ---- the functions ------------------------------------------------------ */

HPM_EXPORT int
execve (const char *path, char *const *words, char *const *environment)
{
    return execute (path, words, environment);
}

HPM_EXPORT int
execv (const char *path, char *const *words)
{
    return execute (path, words, environ);
}

HPM_EXPORT int
execvp (const char *name, char *const *words)
{
    return search_and_execute (name, words, environ);
}

HPM_EXPORT int
execvpe (const char *name, char *const *words, char *const *environment)
{
    return search_and_execute (name, words, environment);
}

HPM_EXPORT int
fexecve (int fd, char *const *words, char *const *environment)
{
    char path[64];
    int ended;

    snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
    ended = may_end (path) && prepare (path, environment);
    resolve ();
    next_fexecve (fd, words, environment);
    return failed (path, ended);
}

static __attribute__ ((noinline)) int
prepare_at (int folder, const char *name, char *const *environment)
{
    char path[PATH_MAX];

    if (*name == '/' || folder == AT_FDCWD)
        snprintf (path, sizeof path, "%s%s", *name == '/' ? "" : "./", name);
    else
        snprintf (path, sizeof path, "/proc/self/fd/%d%s%s", folder,
                  *name ? "/" : "", name);
    return prepare (path, environment);
}

HPM_EXPORT int
execveat (int folder, const char *name, char *const *words,
          char *const *environment, int flags)
{
    int ended = may_end (name) && prepare_at (folder, name, environment);

    resolve ();
    next_execveat (folder, name, words, environment, flags);
    return failed (name, ended);
}

/* ---- lists of words ----------------------------------------------------- */

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

/* A list of words as an array, on the stack of the caller: n words and a NULL.
 */
#define ROOM(n) __builtin_alloca ((n + 1) * sizeof (char *))

HPM_EXPORT int
execl (const char *path, const char *first, ...)
{
    va_list rest;
    char **words;
    size_t n;

    va_start (rest, first);
    n = count (first, rest);
    va_end (rest);
    words = ROOM (n);
    va_start (rest, first);
    fill (words, n, first, rest);
    va_end (rest);
    return execute (path, words, environ);
}

HPM_EXPORT int
execlp (const char *name, const char *first, ...)
{
    va_list rest;
    char **words;
    size_t n;

    va_start (rest, first);
    n = count (first, rest);
    va_end (rest);
    words = ROOM (n);
    va_start (rest, first);
    fill (words, n, first, rest);
    va_end (rest);
    return search_and_execute (name, words, environ);
}

HPM_EXPORT int
execle (const char *path, const char *first, ...)
{
    char *const *environment;
    va_list rest;
    char **words;
    size_t n;

    va_start (rest, first);
    n = count (first, rest);
    va_end (rest);
    words = ROOM (n);
    va_start (rest, first);
    fill (words, n, first, rest);
    environment = va_arg (rest, char *const *);
    va_end (rest);
    return execute (path, words, environment);
}
