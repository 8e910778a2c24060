/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exec, in a process that is counted by itself.  Where the program that it
 * becomes will not be counted (pmpi/exec/successor.h), what was counted so
 * far is brought to a file: nobody else could, as hpmrun is gone.  Otherwise
 * that program counts anew.  Before MPI_Init nothing was counted yet: it is
 * told, and the other ranks are, that this one takes no part.  Of a rank that
 * becomes another program its snapshots remain, and it is told how to get at
 * them.
 *
 * All of this may run in a signal handler, or between vfork and exec, where the
 * process is another one and nothing is done.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file/program_file.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/message.h"
#include "pmpi/guest/readable.h"
#include "pmpi/session/session.h"
#include "pmpi/job/app_contexts.h"
#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/exec/exec.h"
#include "pmpi/exec/heir_environment.h"
#include "pmpi/exec/successor.h"

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

/* In place of a folder: a name without a slash is looked up in PATH.  */
#define BY_PATH (AT_FDCWD - 1)

/* What it takes to find out who comes; not on the stack, which may be that of a
 * signal handler.  */
struct inquiry {
    char name[PATH_MAX], path[PATH_MAX], library[PATH_MAX];
    struct hpm_program program;
    struct hpm_error why;
};

static void
name_file (char name[PATH_MAX], int folder, const char *given)
{
    if (*given == '/' || folder == BY_PATH
        || (folder == AT_FDCWD && strchr (given, '/')))
        snprintf (name, PATH_MAX, "%s", given);
    else if (folder == AT_FDCWD)
        snprintf (name, PATH_MAX, "./%s", given);
    else
        snprintf (name, PATH_MAX, "/proc/self/fd/%d%s%s", folder,
                  *given ? "/" : "", given);
}

/* Whether who reads a script finds none, as its descriptor has gone by then:
 * the kernel refuses that.  */
static int
closes_script (const struct inquiry *of, int folder, const char *name)
{
    int flags;

    if (folder < 0 || *name == '/' || of->program.path == of->path)
        return 0;
    flags = fcntl (folder, F_GETFD);
    return flags >= 0 && flags & FD_CLOEXEC;
}

/* Whether this is a program; it is then of->program.  */
static int
is_program (struct inquiry *of, int folder, const char *name)
{
    name_file (of->name, folder, name);
    return !hpm_program_search (&of->program, of->name, of->path,
                                sizeof of->path)
           && !closes_script (of, folder, name);
}

/* Whether this is a program, and it will not be counted.  */
static int
is_not_counted (struct inquiry *of, int folder, const char *name,
                char *const *environment)
{
    return is_program (of, folder, name)
           && hpm_successor_is_counted (&of->program, environment, of->library,
                                        &of->why)
                  < 0;
}

static struct inquiry *
begin_inquiry (void)
{
    void *room = mmap (NULL, sizeof (struct inquiry), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return room == MAP_FAILED ? NULL : room;
}

/* Whether it will not be counted; where it is so, that is told.  `since` says
 * from when on.  */
static int
inquire (int folder, const char *name, char *const *environment,
         const char *since)
{
    struct inquiry *of = begin_inquiry ();
    int not_counted;

    if (!of)
        return 0;
    not_counted = is_not_counted (of, folder, name, environment);
    if (not_counted)
        hpm_message_once ("not counted%s, because %s", since, of->why.text);
    munmap (of, sizeof *of);
    return not_counted;
}

/* The process that counts by itself.  Returns whether the count has ended.  */
static int
leave_alone (int folder, const char *name, char *const *environment)
{
    if (inquire (folder, name, environment, " from here on")) {
        hpm_session_cut ();
        return 1;
    }
    hpm_checkpoint_leave_unfound (hpm_successor_token (environment));
    return 0;
}

/* The process that was to call MPI_Init.  The others are not to wait for it. */
static void
leave_job (int folder, const char *name, char *const *environment)
{
    if (inquire (folder, name, environment, ""))
        hpm_app_contexts_leave ();
}

/* A rank: whatever it becomes, its MPI ends here.  */
static void
leave_rank (int folder, const char *name)
{
    struct inquiry *of = begin_inquiry ();

    if (!of)
        return;
    if (is_program (of, folder, name))
        hpm_checkpoint_tell_kept ("became another program");
    munmap (of, sizeof *of);
}

/* What is no address is the kernel's to refuse.  */
static int
can_be_read (const char *name, char *const *environment)
{
    return name && (access (name, F_OK) == 0 || errno != EFAULT)
           && hpm_readable_texts (environment);
}

/* Returns whether a count has ended.  A child of vfork, whose stack may be
 * small, goes no further than to ask what this process is; one that is confined
 * not even so far, and its snapshots are what is left.  errno is kept.  */
static int
prepare (int folder, const char *name, char *const *environment)
{
    int saved = errno, ended = 0;

    if (hpm_is_confined ())
        return 0;
    if (hpm_session_is_standalone ()) {
        if (can_be_read (name, environment))
            ended = leave_alone (folder, name, environment);
    } else if (hpm_process_expects_mpi ()) {
        if (can_be_read (name, environment))
            leave_job (folder, name, environment);
    } else if (hpm_checkpoint_look () && can_be_read (name, environment)) {
        leave_rank (folder, name);
    }
    errno = saved;
    return ended;
}

static int
suffers (const struct hpm_program *program)
{
    return hpm_program_other_loader (program) != NULL
           || hpm_program_has_other_words (program);
}

/* Whether this is a program whose loader would end it for us, or complain. Most
 * are named by a path, which is looked at as it is.  */
static int
suffers_from_us (int folder, const char *name)
{
    struct inquiry *of;
    struct hpm_program program;
    int found;

    if (*name == '/' || folder == AT_FDCWD)
        return !hpm_program_read (&program, name) && suffers (&program);
    if (!(of = begin_inquiry ()))
        return 0;
    found = is_program (of, folder, name) && suffers (&of->program);
    munmap (of, sizeof *of);
    return found;
}

/* What the program gets as its environment: without us where its loader would
 * end it for us, or complain.  In any process, as children get LD_PRELOAD, too.
 */
static char *const *
fit_environment (int folder, const char *name, char *const *environment)
{
    return !hpm_is_confined () && can_be_read (name, environment)
                   && hpm_environment_has_us (environment)
                   && suffers_from_us (folder, name)
               ? hpm_environment_without_us (environment)
               : environment;
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

int
hpm_exec_path (const char *path, char *const *words, char *const *environment)
{
    int ended = prepare (AT_FDCWD, path, environment);

    resolve ();
    next_execve (path, words, fit_environment (AT_FDCWD, path, environment));
    return failed (path, ended);
}

int
hpm_exec_search (const char *name, char *const *words, char *const *environment)
{
    int ended = prepare (BY_PATH, name, environment);

    resolve ();
    next_execvpe (name, words, fit_environment (BY_PATH, name, environment));
    return failed (name, ended);
}

/* ---- the functions ------------------------------------------------------ */

HPM_EXPORT int
execve (const char *path, char *const *words, char *const *environment)
{
    return hpm_exec_path (path, words, environment);
}

HPM_EXPORT int
execv (const char *path, char *const *words)
{
    return hpm_exec_path (path, words, environ);
}

HPM_EXPORT int
execvp (const char *name, char *const *words)
{
    return hpm_exec_search (name, words, environ);
}

HPM_EXPORT int
execvpe (const char *name, char *const *words, char *const *environment)
{
    return hpm_exec_search (name, words, environment);
}

HPM_EXPORT int
fexecve (int fd, char *const *words, char *const *environment)
{
    int ended = prepare (fd, "", environment);

    resolve ();
    next_fexecve (fd, words, fit_environment (fd, "", environment));
    return failed ("a file", ended);
}

/* A program that finds ours may call it where the C library has none.  */
#if !__GLIBC_PREREQ(2, 34)
int execveat (int folder, const char *name, char *const *words,
              char *const *environment, int flags);
#endif

/* "" can be read: what is no address gives EFAULT.  */
static int
is_empty (const char *name)
{
    int saved = errno, empty;

    empty = access (name, F_OK) != 0 && errno == ENOENT && *name == '\0';
    errno = saved;
    return empty;
}

/* Whether that can be a program: the kernel refuses other flags, and takes ""
 * for what `folder` is on request alone.  */
static int
can_name_program (const char *name, int flags)
{
    return !(flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW))
           && (flags & AT_EMPTY_PATH || !is_empty (name));
}

HPM_EXPORT int
execveat (int folder, const char *name, char *const *words,
          char *const *environment, int flags)
{
    int ended = 0;

    if (!hpm_is_confined () && can_name_program (name, flags)) {
        ended = prepare (folder, name, environment);
        environment = fit_environment (folder, name, environment);
    }
    resolve ();
    if (next_execveat)
        next_execveat (folder, name, words, environment, flags);
    else
        syscall (SYS_execveat, folder, name, words, environment, flags);
    return failed (ended && !*name ? "a file" : name, ended);
}
