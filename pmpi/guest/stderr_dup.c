/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/descriptor_room.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/guest/stderr_file.h"

/* How long the program's must be gone: at the end it is for a moment.  */
#define GONE_NS INT64_C (500000000)

static struct {
    int descriptor; /* 0: none, or somebody has it in hand; atomic */
    int64_t gone;   /* when it was first seen that the program closed its own */
} kept;

static int
take (void)
{
    return __atomic_exchange_n (&kept.descriptor, 0, __ATOMIC_ACQ_REL);
}

static void
put_back (int descriptor)
{
    __atomic_store_n (&kept.descriptor, descriptor, __ATOMIC_RELEASE);
}

/* The program may have closed the copy, and opened something else.  */
static void
drop (int descriptor)
{
    if (descriptor > 0 && hpm_stderr_is (descriptor))
        close (descriptor);
}

void
hpm_stderr_dup_begin (void)
{
    int copy = hpm_descriptor_copy_away (STDERR_FILENO);

    if (copy < 0)
        return;
    if (!hpm_stderr_is (copy)) {
        close (copy);
        return;
    }
    kept.gone = 0;
    put_back (copy);
}

void
hpm_stderr_dup_look (void)
{
    int saved = errno;
    int64_t now = hpm_clock_monotonic ();

    if (hpm_stderr_is (STDERR_FILENO)) {
        kept.gone = 0;
    } else if (!kept.gone) {
        kept.gone = now;
    } else if (now - kept.gone > GONE_NS) {
        drop (take ());
    }
    errno = saved;
}

void
hpm_stderr_dup_restore (void)
{
    int saved = errno, copy = take ();

    if (copy > 0 && hpm_stderr_is (copy) && fcntl (STDERR_FILENO, F_GETFD) < 0)
        dup2 (copy, STDERR_FILENO);
    put_back (copy);
    errno = saved;
}

void
hpm_stderr_dup_drop (void)
{
    int saved = errno;

    drop (take ());
    errno = saved;
}
