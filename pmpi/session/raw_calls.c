/* SPDX-License-Identifier: BSD-3-Clause
 *
 * System calls that a program makes by their number, where there is something
 * to do before: a thread ends (pmpi/threads/last_thread.h).
 *
 * Who makes them without the C library is not seen here.
 */
#include "config.h"

#include <errno.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/syscall_entry.h"
#include "pmpi/guest/uninstrumented.h"
#include "pmpi/threads/last_thread.h"

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

void hpm_syscall_before (long number, long first, long second);

HPM_UNINSTRUMENTED __attribute__ ((used)) void
hpm_syscall_before (long number, long first, long second)
{
    (void)second;
    if (number == SYS_exit)
        hpm_last_thread_leaves ((int)first);
}

HPM_SYSCALL_ENTRY ("hpm_syscall_before", "hpm_syscall_next");

#endif
