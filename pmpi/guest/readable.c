/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/guest/readable.h"

#define NO_CHANGE (-1) /* of a mask of signals: none of the kernel's words */
#define PROBE_BYTES 8  /* the kernel's mask */
#define DEEPEST (UINT32_C (8) << 20) /* below a stack is no other mapping */

/* The kernel reads the mask before it looks at what is to be done with it, and
 * none where it is NULL.  */
static int
is_readable (uintptr_t address)
{
    address &= ~(uintptr_t)(PROBE_BYTES - 1);
    return address
           && (syscall (SYS_rt_sigprocmask, NO_CHANGE, address, NULL,
                        PROBE_BYTES)
                   == 0
               || errno != EFAULT);
}

/* A text, page by page.  */
static int
is_readable_text (const char *text)
{
    const uintptr_t page = (uintptr_t)sysconf (_SC_PAGESIZE);

    while (is_readable ((uintptr_t)text)) {
        size_t room = page - (uintptr_t)text % page;

        if (memchr (text, '\0', room))
            return 1;
        text += room;
    }
    return 0;
}

int
hpm_readable_texts (char *const *texts)
{
    int saved = errno, readable = !texts || is_readable ((uintptr_t)texts);

    for (; texts && readable; texts++) {
        readable = is_readable ((uintptr_t)(texts + 1) - 1);
        if (!readable || !*texts)
            break;
        readable = is_readable_text (*texts);
    }
    errno = saved;
    return readable;
}

/* On the main thread's stack, in what was a frame of a function that has
 * returned: it changes with every function that we call.  */
static int
is_left_behind (const void *address)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address (0);

    return gettid () == getpid () && (uintptr_t)address < here
           && here - (uintptr_t)address < DEEPEST;
}

void
hpm_readable_environment_begin (struct hpm_readable_environment *kept)
{
    kept->before = environ;
    if (is_left_behind (environ) || !hpm_readable_texts (environ))
        environ = NULL;
}

void
hpm_readable_environment_end (const struct hpm_readable_environment *kept)
{
    if (!environ)
        environ = kept->before;
}
