/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Endings by system calls.
 */
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/* The C library's function, which nobody precedes.  */
void
alone_end_thread_unseen (void)
{
    long (*call) (long, ...) = (long (*) (long, ...))dlsym (
        dlopen ("libc.so.6", RTLD_NOW), "syscall");

    usleep (MOMENT_US);
    call (SYS_exit, 4);
}
