/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launch.h"
#include "base/stderr_room.h"
#include "base/text.h"
#include "include/hpm_launch.h"
#include "pmpi/guest/message.h"
#include "base/signal_guard.h"
#include "pmpi/guest/stderr_file.h"

/* What the launcher told when this library was loaded: later the environment
 * may be gone, or be changed just when a thread of ours has something to say.
 */
static struct {
    int known, ranks; /* -1: not told */
    char rank[16];    /* "": not told */
    int again;        /* others said it */
    uid_t user;
} launched;

__attribute__ ((constructor)) static void
note_launch (void)
{
    const char *user;
    int rank;

    if (launched.known)
        return;
    rank = hpm_launch_number (HPM_LAUNCH_RANK, -1);
    launched.ranks = hpm_launch_number (HPM_LAUNCH_RANKS, -1);
    if (rank >= 0)
        snprintf (launched.rank, sizeof launched.rank, "%d", rank);
    launched.again = getenv (HPM_SPAWNED_AGAIN_VARIABLE) != NULL;
    user = getenv (HPM_LAUNCHED_USER_VARIABLE);
    launched.user = user ? (uid_t)strtoul (user, NULL, 10) : getuid ();
    launched.known = 1;
}

/* One who does not read what is full may do so for ever: that is waited for
 * once.  */
static int patience = 1000; /* ms; atomic */

static int speaker = -1; /* 1 for it, 0 for others, -1: see the environment */

void
hpm_message_set_speaker (int speaks)
{
    __atomic_store_n (&speaker, speaks, __ATOMIC_RELAXED);
}

static int quiet; /* nothing is said */

void
hpm_message_set_quiet (int is_quiet)
{
    __atomic_store_n (&quiet, is_quiet, __ATOMIC_RELAXED);
}

static int
speaks_for_the_job (void)
{
    int known = __atomic_load_n (&speaker, __ATOMIC_RELAXED);

    note_launch ();
    if (launched.again)
        return 0;
    if (known >= 0)
        return known;
    return !*launched.rank || !strcmp (launched.rank, "0");
}

const char *
hpm_message_rank_of_many (void)
{
    note_launch ();
    return *launched.rank && launched.ranks != 1 ? launched.rank : NULL;
}

const char *
hpm_message_any_owner (void)
{
    note_launch ();
    return geteuid () == launched.user ? "" : " --any-owner";
}

static void
say (const char *format, va_list arguments)
{
    char text[1024] = "hpmmpi: ";
    size_t prefix = strlen (text);
    int saved = errno;
    int n = __atomic_load_n (&quiet, __ATOMIC_RELAXED)
                    || !hpm_stderr_is (STDERR_FILENO)
                ? -1
                : vsnprintf (text + prefix, sizeof text - prefix - 1, format,
                             arguments);

    if (n >= 0) {
        size_t length = strlen (hpm_text_tame (text));
        struct hpm_signal_guard guard;

        text[length] = '\n';
        hpm_signal_guard_begin (&guard);
        if (hpm_stderr_has_room (&patience)
            && write (STDERR_FILENO, text, length + 1) < 0)
            errno = saved; /* a program without stderr has none to tell */
        hpm_signal_guard_end (&guard);
    }
    errno = saved;
}

void
hpm_message (const char *format, ...)
{
    va_list arguments;

    va_start (arguments, format);
    say (format, arguments);
    va_end (arguments);
}

void
hpm_message_once (const char *format, ...)
{
    va_list arguments;

    if (!speaks_for_the_job ())
        return;
    va_start (arguments, format);
    say (format, arguments);
    va_end (arguments);
}
