/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What only a process with one thread may do, or does in another way: make or
 * enter a namespace of users, and become another user.  (glibc repeats the
 * latter in every thread, and aborts where one of them may not.)  A program
 * that has one thread must not have two with us: ours are out of the way
 * meanwhile.
 *
 * Who makes these system calls without the C library is not seen here.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <linux/nsfs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/session/lone_calls.h"
#include "pmpi/threads/own_thread.h"
#include "pmpi/checkpoint/checkpoint.h"

/* The next definitions.  Looked up early: some may be called in a signal
 * handler.  */
#define FUNCTIONS(X)                                                           \
    X (unshare, (int))                                                         \
    X (setns, (int, int))                                                      \
    X (setuid, (uid_t))                                                        \
    X (setgid, (gid_t))                                                        \
    X (seteuid, (uid_t))                                                       \
    X (setegid, (gid_t))                                                       \
    X (setreuid, (uid_t, uid_t))                                               \
    X (setregid, (gid_t, gid_t))                                               \
    X (setresuid, (uid_t, uid_t, uid_t))                                       \
    X (setresgid, (gid_t, gid_t, gid_t))                                       \
    X (setgroups, (size_t, const gid_t *))                                     \
    X (initgroups, (const char *, gid_t))

static struct {
#define HPM_X(name, parameters) int (*name) parameters;
    FUNCTIONS (HPM_X)
#undef HPM_X
} next;

__attribute__ ((constructor)) static void
resolve (void)
{
#define HPM_X(name, parameters)                                                \
    if (!next.name)                                                            \
        next.name = (int (*) parameters)hpm_dlsym_behind (#name);
    FUNCTIONS (HPM_X)
#undef HPM_X
}

/* Another library's constructor may come before ours.  */
static unsigned
hold (void (*between) (void))
{
    if (!next.initgroups)
        resolve ();
    return hpm_own_threads_hold (between);
}

/* One of these calls.  No signal comes meanwhile: a handler that jumps out of
 * it would leave our threads away, or come into the middle of what the C
 * library does while there is more than one thread.  */
struct call {
    sigset_t before; /* the thread's mask */
    unsigned held;
};

static struct call
enter (void (*between) (void))
{
    struct call call;
    sigset_t all;
    int saved = errno;

    sigfillset (&all);
    pthread_sigmask (SIG_BLOCK, &all, &call.before);
    errno = saved;
    call.held = hold (between);
    return call;
}

static int
leave (const struct call *call, int result)
{
    int saved = errno;

    hpm_own_threads_resume (call->held);
    pthread_sigmask (SIG_SETMASK, &call->before, NULL);
    errno = saved;
    return result;
}

/* ---- namespaces --------------------------------------------------------- */

#ifndef CLONE_NEWTIME /* glibc before 2.36 */
#define CLONE_NEWTIME 0x80
#endif
#define ALONE_TO_MAKE (CLONE_NEWUSER | CLONE_THREAD | CLONE_SIGHAND | CLONE_VM)
#define ALONE_TO_ENTER (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWTIME)

int
hpm_lone_unshare (int what)
{
    struct call call;

    if (!(what & ALONE_TO_MAKE)) {
        resolve ();
        return next.unshare (what);
    }
    call = enter (NULL);
    return leave (&call, next.unshare (what));
}

/* Whether it takes one thread to enter this namespace, or these of a process. A
 * thread that stays out of the others does no harm, and after setns of process
 * ids none can be started.  */
static int
is_entered_alone (int fd, int what)
{
    int saved = errno;
    int type = ioctl (fd, NS_GET_NSTYPE);

    errno = saved;
    if (type < 0)
        type = what;
    return !type || type & ALONE_TO_ENTER;
}

HPM_EXPORT int
unshare (int what)
{
    return hpm_lone_unshare (what);
}

int
hpm_lone_setns (int fd, int what)
{
    struct call call;

    if (!is_entered_alone (fd, what)) {
        resolve ();
        return next.setns (fd, what);
    }
    call = enter (NULL);
    return leave (&call, next.setns (fd, what));
}

HPM_EXPORT int
setns (int fd, int what)
{
    return hpm_lone_setns (fd, what);
}

/* ---- users -------------------------------------------------------------- */

/* The file of snapshots belongs to the effective user.  One who changes that
 * alone may change it back.  */
static struct call
enter_for_user (uid_t user, int for_good)
{
    int other = user != (uid_t)-1 && user != geteuid ();

    if (other && for_good)
        hpm_checkpoint_hand_over (user);
    return enter (other ? hpm_checkpoint_give_up_place : NULL);
}

HPM_EXPORT int
setuid (uid_t user)
{
    struct call call = enter_for_user (user, 1);

    return leave (&call, next.setuid (user));
}

HPM_EXPORT int
seteuid (uid_t user)
{
    struct call call = enter_for_user (user, 0);

    return leave (&call, next.seteuid (user));
}

HPM_EXPORT int
setreuid (uid_t real, uid_t effective)
{
    struct call call = enter_for_user (effective, 1);

    return leave (&call, next.setreuid (real, effective));
}

HPM_EXPORT int
setresuid (uid_t real, uid_t effective, uid_t saved)
{
    struct call call = enter_for_user (effective, 1);

    return leave (&call, next.setresuid (real, effective, saved));
}

/* ---- groups ------------------------------------------------------------- */

HPM_EXPORT int
setgid (gid_t group)
{
    struct call call = enter (NULL);

    return leave (&call, next.setgid (group));
}

HPM_EXPORT int
setegid (gid_t group)
{
    struct call call = enter (NULL);

    return leave (&call, next.setegid (group));
}

HPM_EXPORT int
setregid (gid_t real, gid_t effective)
{
    struct call call = enter (NULL);

    return leave (&call, next.setregid (real, effective));
}

HPM_EXPORT int
setresgid (gid_t real, gid_t effective, gid_t saved)
{
    struct call call = enter (NULL);

    return leave (&call, next.setresgid (real, effective, saved));
}

HPM_EXPORT int
setgroups (size_t count, const gid_t *groups)
{
    struct call call = enter (NULL);

    return leave (&call, next.setgroups (count, groups));
}

/* Whether the C library's own is the next one.  */
static int
is_plain (const void *function)
{
    Dl_info its, ours;

    return dladdr (function, &its) && dladdr ((const void *)getgrouplist, &ours)
           && its.dli_fbase == ours.dli_fbase;
}

/* All groups of the user, as many as a process may have; the caller's.  Returns
 * how many, or -1 with errno.  */
static int
list_groups (const char *user, gid_t group, gid_t **groups)
{
    int most = (int)sysconf (_SC_NGROUPS_MAX), room = 64, count;

    *groups = NULL;
    do {
        gid_t *larger = realloc (*groups, (size_t)room * sizeof *larger);

        if (!larger) {
            free (*groups);
            return -1;
        }
        *groups = larger;
        count = room;
        room *= 2;
    } while (getgrouplist (user, group, *groups, &count) < 0);
    return most > 0 && count > most ? most : count;
}

static void
free_groups (void *groups)
{
    free (*(gid_t **)groups);
}

/* The group database may be far away: a handler may jump out of reading it, and
 * the thread may be cancelled in there.  So our threads stay for that, and are
 * away for setgroups alone; as the C library, with fewer groups where the
 * kernel does not take as many.  */
HPM_EXPORT int
initgroups (const char *user, gid_t group)
{
    int count, result, saved;
    gid_t *groups = NULL;

    if (!next.initgroups)
        resolve ();
    if (!is_plain ((const void *)next.initgroups))
        return next.initgroups (user, group);
    pthread_cleanup_push (free_groups, &groups);
    count = list_groups (user, group, &groups);
    pthread_cleanup_pop (0);
    if (count < 0)
        return -1;
    do
        result = setgroups ((size_t)count, groups);
    while (result < 0 && errno == EINVAL && --count > 0);
    saved = errno;
    free (groups);
    errno = saved;
    return result;
}
