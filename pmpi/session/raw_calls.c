/* SPDX-License-Identifier: BSD-3-Clause
 *
 * System calls that a program makes by their number, where there is something
 * to do before: a thread ends (pmpi/threads/last_thread.h), or the process, or
 * threads are confined (pmpi/guest/confined.h), which prctl does, too; or where
 * ours must be out of the way (pmpi/session/lone_calls.h).
 *
 * Who makes them without the C library is not seen here.
 */
#include "config.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "pmpi/checkpoint/checkpoint.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/syscall_entry.h"
#include "pmpi/guest/uninstrumented.h"
#include "pmpi/session/exit_hooks.h"
#include "pmpi/session/lone_calls.h"
#include "pmpi/session/session.h"
#include "pmpi/threads/last_thread.h"

/* Whoever gives no filter asks what the kernel knows.  */
static void
before_filter (unsigned long flags, long filter)
{
    if (!filter || hpm_is_confined ())
        return;
    if (flags & SECCOMP_FILTER_FLAG_TSYNC)
        hpm_session_confine ();
    else
        hpm_checkpoint_watch ();
    hpm_confine ();
}

typedef int prctl_fn (int, long, long, long, long);

static prctl_fn *next_prctl;

__attribute__ ((constructor)) static void
resolve_prctl (void)
{
    next_prctl = (prctl_fn *)hpm_dlsym_behind ("prctl");
}

/* C knows it with any number of arguments; the registers of all are handed on.
 */
HPM_EXPORT int hpm_prctl (int option, long a, long b, long c,
                          long d) __asm__("prctl");

HPM_EXPORT int
hpm_prctl (int option, long a, long b, long c, long d)
{
    if (option == PR_SET_SECCOMP)
        before_filter (0, a == SECCOMP_MODE_STRICT || b);
    if (!next_prctl)
        resolve_prctl ();
    return next_prctl (option, a, b, c, d);
}

#ifdef HPM_SYSCALL_ENTRY

typedef long syscall_fn (long, long, long, long, long, long, long);

#define MOST_ERRORS 4095

/* As the C library's, for another library's constructor, or its malloc, that
 * calls before the next definition is looked up.  */
HPM_UNINSTRUMENTED static long
make_call (long number, long a, long b, long c, long d, long e, long f)
{
#ifdef __x86_64__
    register long d_ __asm__("r10") = d;
    register long e_ __asm__("r8") = e;
    register long f_ __asm__("r9") = f;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(d_), "r"(e_),
                       "r"(f_)
                     : "rcx", "r11", "memory");
#else
    register long number_ __asm__("x8") = number;
    register long result __asm__("x0") = a;
    register long b_ __asm__("x1") = b;
    register long c_ __asm__("x2") = c;
    register long d_ __asm__("x3") = d;
    register long e_ __asm__("x4") = e;
    register long f_ __asm__("x5") = f;

    __asm__ volatile("svc #0"
                     : "+r"(result)
                     : "r"(number_), "r"(b_), "r"(c_), "r"(d_), "r"(e_), "r"(f_)
                     : "memory");
#endif
    if (result >= 0 || result < -MOST_ERRORS)
        return result;
    errno = (int)-result;
    return -1;
}

extern syscall_fn *hpm_syscall_next;
syscall_fn *hpm_syscall_next __attribute__ ((used)) = make_call;

__attribute__ ((constructor)) static void
resolve (void)
{
    syscall_fn *next = (syscall_fn *)hpm_dlsym_behind ("syscall");

    if (next)
        hpm_syscall_next = next;
}

void hpm_syscall_before (long number, long first, long second, long third);

HPM_UNINSTRUMENTED __attribute__ ((used)) void
hpm_syscall_before (long number, long first, long second, long third)
{
    if (number == SYS_exit)
        hpm_last_thread_leaves ((int)first);
    else if (number == SYS_exit_group)
        hpm_process_leaves_with ((int)first);
    else if (first == SECCOMP_SET_MODE_STRICT) /* a probe has flags */
        before_filter (0, second == 0 && third == 0);
    else if (first == SECCOMP_SET_MODE_FILTER)
        before_filter ((unsigned long)second, third);
}

long hpm_syscall_alone (long number, long first, long second);

__attribute__ ((used)) long
hpm_syscall_alone (long number, long first, long second)
{
    return number == SYS_unshare ? hpm_lone_unshare ((int)first)
                                 : hpm_lone_setns ((int)first, (int)second);
}

HPM_SYSCALL_ENTRY ("hpm_syscall_before", "hpm_syscall_alone",
                   "hpm_syscall_next");

#endif
