/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions of the C library that are younger than glibc 2.28 (RHEL 8), as they
 * are written where it has none.  config.h includes this where configure missed
 * one of them, and then the usual name means ours; the code that calls them
 * includes nothing.  tests/packages/libc.sh tells which others are too young.
 */
#ifndef HPM_LIBC_H
#define HPM_LIBC_H

#include <semaphore.h>
#include <spawn.h>
#include <sys/types.h>
#include <time.h>

/* gettid(2), glibc 2.30.  */
pid_t hpm_libc_gettid (void);

/* sigabbrev_np(3), glibc 2.32: "HUP" for SIGHUP; NULL for signals without a
 * name of their own.  */
const char *hpm_libc_sigabbrev_np (int number);

/* sem_clockwait(3), glibc 2.30, with CLOCK_MONOTONIC or CLOCK_REALTIME.  Waits
 * on the latter: where somebody sets that clock meanwhile, the wait is so much
 * longer or shorter.  */
int hpm_libc_sem_clockwait (sem_t *semaphore, clockid_t clock,
                            const struct timespec *until);

/* close_range(2), glibc 2.34; fails with ENOSYS on Linux before 5.9.  */
int hpm_libc_close_range (unsigned first, unsigned last, int flags);

/* glibc 2.34.  Closes the descriptors that are open now.  Returns an error
 * number, 0 for none.  */
int hpm_libc_posix_spawn_file_actions_addclosefrom_np (
    posix_spawn_file_actions_t *actions, int first);

#ifndef HAVE_GETTID
#define gettid hpm_libc_gettid
#endif
#ifndef HAVE_SIGABBREV_NP
#define sigabbrev_np hpm_libc_sigabbrev_np
#endif
#ifndef HAVE_SEM_CLOCKWAIT
#define sem_clockwait hpm_libc_sem_clockwait
#endif
#ifndef HAVE_CLOSE_RANGE
#define close_range hpm_libc_close_range
#define CLOSE_RANGE_UNSHARE 2u
#endif
#ifndef HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
#define posix_spawn_file_actions_addclosefrom_np                               \
    hpm_libc_posix_spawn_file_actions_addclosefrom_np
#endif

#endif /* HPM_LIBC_H */
