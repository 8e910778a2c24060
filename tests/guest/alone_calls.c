/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Endings by system calls, and without them.
 */
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../scope/snapshots.h"
#include "alone.h"

#define MOMENT_US 300000

void
alone_return (void)
{
}

void
alone_end_thread (void)
{
    syscall (SYS_exit, 4);
}

void
alone_end_thread_later (void)
{
    usleep (MOMENT_US);
    alone_end_thread ();
}

typedef long call_fn (long, ...);

/* The C library's function, which nobody precedes.  */
static call_fn *
find_call (void)
{
    return (call_fn *)dlsym (dlopen ("libc.so.6", RTLD_NOW), "syscall");
}

void
alone_end_thread_unseen (void)
{
    call_fn *call = find_call ();

    usleep (MOMENT_US);
    call (SYS_exit, 4);
}

/* ---- confined ----------------------------------------------------------- */

/* All that exit needs is to write, and to end; and a program may sleep.  */
#define ALLOW(number)                                                          \
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),                        \
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static struct sock_filter instructions[]
    = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
        ALLOW (__NR_write), ALLOW (__NR_exit_group),
        ALLOW (__NR_clock_nanosleep),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS) };
static struct sock_fprog filter
    = { .len = sizeof instructions / sizeof *instructions,
        .filter = instructions };

/* The other thread is to make no more calls.  */
static void
prepare (void)
{
    usleep (MOMENT_US);
    wait_for_snapshot ();
    if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _exit (77);
}

/* What was printed is written when the process ends.  As libseccomp does, ask
 * the kernel what it knows.  */
static void
confine (unsigned flags)
{
    prepare ();
    if (syscall (SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1, NULL) == 0
        || syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, NULL) == 0)
        _exit (77);
    if (syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter))
        _exit (77);
    puts ("confined");
}

void
alone_confine (void)
{
    prepare ();
    if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        _exit (77);
    puts ("confined");
    exit (3);
}

void
alone_confine_by_call (void)
{
    confine (0);
    exit (3);
}

/* It takes a second until that is noticed.  */
void
alone_confine_unseen (void)
{
    call_fn *call = find_call ();

    prepare ();
    if (call (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter))
        _exit (77);
    puts ("confined");
    sleep (5);
    exit (3);
}

void
alone_confine_all (void)
{
    confine (SECCOMP_FILTER_FLAG_TSYNC);
    exit (3);
}

void
alone_confine_and_leave (void)
{
    confine (0);
    fflush (stdout);
    _exit (3);
}
