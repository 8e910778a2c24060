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
#include <sys/ioctl.h>
#include <unistd.h>

#include "pmpi/guest/export.h"
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
        next.name = (int (*) parameters)dlsym (RTLD_NEXT, #name);
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

/* ---- namespaces --------------------------------------------------------- */

#define ALONE_TO_MAKE (CLONE_NEWUSER | CLONE_THREAD | CLONE_SIGHAND | CLONE_VM)
#define ALONE_TO_ENTER (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWTIME)

HPM_EXPORT int
unshare (int what)
{
    unsigned held;
    int result;

    if (!(what & ALONE_TO_MAKE)) {
        resolve ();
        return next.unshare (what);
    }
    held = hold (NULL);
    result = next.unshare (what);
    hpm_own_threads_resume (held);
    return result;
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
setns (int fd, int what)
{
    unsigned held;
    int result;

    held = is_entered_alone (fd, what) ? hold (NULL) : 0;
    resolve ();
    result = next.setns (fd, what);
    hpm_own_threads_resume (held);
    return result;
}

/* ---- users -------------------------------------------------------------- */

/* The file of snapshots belongs to the effective user.  */
static unsigned
hold_for_user (uid_t user)
{
    int other = user != (uid_t)-1 && user != geteuid ();

    return hold (other ? hpm_checkpoint_give_up_place : NULL);
}

HPM_EXPORT int
setuid (uid_t user)
{
    unsigned held = hold_for_user (user);
    int result = next.setuid (user);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
seteuid (uid_t user)
{
    unsigned held = hold_for_user (user);
    int result = next.seteuid (user);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
setreuid (uid_t real, uid_t effective)
{
    unsigned held = hold_for_user (effective);
    int result = next.setreuid (real, effective);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
setresuid (uid_t real, uid_t effective, uid_t saved)
{
    unsigned held = hold_for_user (effective);
    int result = next.setresuid (real, effective, saved);

    hpm_own_threads_resume (held);
    return result;
}

/* ---- groups ------------------------------------------------------------- */

HPM_EXPORT int
setgid (gid_t group)
{
    unsigned held = hold (NULL);
    int result = next.setgid (group);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
setegid (gid_t group)
{
    unsigned held = hold (NULL);
    int result = next.setegid (group);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
setregid (gid_t real, gid_t effective)
{
    unsigned held = hold (NULL);
    int result = next.setregid (real, effective);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
setresgid (gid_t real, gid_t effective, gid_t saved)
{
    unsigned held = hold (NULL);
    int result = next.setresgid (real, effective, saved);

    hpm_own_threads_resume (held);
    return result;
}

HPM_EXPORT int
setgroups (size_t count, const gid_t *groups)
{
    unsigned held = hold (NULL);
    int result = next.setgroups (count, groups);

    hpm_own_threads_resume (held);
    return result;
}

static void
resume (void *held)
{
    hpm_own_threads_resume (*(unsigned *)held);
}

/* It reads the group database: the thread may be cancelled in there.  */
HPM_EXPORT int
initgroups (const char *user, gid_t group)
{
    unsigned held = hold (NULL);
    int result;

    pthread_cleanup_push (resume, &held);
    result = next.initgroups (user, group);
    pthread_cleanup_pop (1);
    return result;
}
