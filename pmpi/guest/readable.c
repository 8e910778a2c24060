/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "pmpi/guest/readable.h"

#define DEEPEST (UINT32_C (8) << 20) /* below a stack is no other mapping */

/* The kernel reads a byte of this process for us.  Where it does not do that
 * for anybody, in a sandbox, say, what the program has given is believed.  */
static int
can_read (uintptr_t address)
{
    char byte;
    struct iovec here = { .iov_base = &byte, .iov_len = 1 };
    struct iovec there = { .iov_base = (void *)address, .iov_len = 1 };

    return process_vm_readv (getpid (), &here, 1, &there, 1, 0) == 1
           || errno != EFAULT;
}

/* Pages: most texts of an array are in the same.  */
struct pages {
    uintptr_t bytes; /* of each */
    uintptr_t known; /* begins one that can be read; 0: none */
};

static int
is_readable (struct pages *pages, const void *address)
{
    uintptr_t page = (uintptr_t)address & ~(pages->bytes - 1);

    if (page && page == pages->known)
        return 1;
    if (!can_read ((uintptr_t)address))
        return 0;
    pages->known = page;
    return 1;
}

/* A text, page by page.  */
static int
is_readable_text (struct pages *pages, const char *text)
{
    while (is_readable (pages, text)) {
        size_t room = pages->bytes - ((uintptr_t)text & (pages->bytes - 1));

        if (memchr (text, '\0', room))
            return 1;
        text += room;
    }
    return 0;
}

int
hpm_readable_texts (char *const *texts)
{
    struct pages array = { .bytes = (uintptr_t)sysconf (_SC_PAGESIZE) };
    struct pages inside = array;
    int saved = errno, readable = 1;

    for (; texts && readable; texts++) {
        readable = is_readable (&array, texts)
                   && is_readable (&array, (const char *)(texts + 1) - 1);
        if (!readable || !*texts)
            break;
        readable = is_readable_text (&inside, *texts);
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
