/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/exec/heir_environment.h"

#include <string.h>
#include <sys/mman.h>

#include "base/preload.h"

#define PRELOAD HPM_PRELOAD "="

/* The memory of the last environment.  A child of vfork has it in common with
 * its parent, and cannot give it back when it has become another program: the
 * next child of the same thread does.  */
static _Thread_local __attribute__ ((tls_model ("initial-exec"))) struct {
    void *room;
    size_t size;
} last;

/* The list of an entry that is LD_PRELOAD, or NULL.  */
static const char *
list_in (const char *entry)
{
    return strncmp (entry, PRELOAD, strlen (PRELOAD)) == 0
               ? entry + strlen (PRELOAD)
               : NULL;
}

int
hpm_environment_has_us (char *const *environment)
{
    const char *list;

    for (; environment && *environment; environment++)
        if ((list = list_in (*environment)) && hpm_preload_has_ours (list))
            return 1;
    return 0;
}

/* The entries with the NULL behind them, and the texts that may change.  */
static size_t
room_for (char *const *environment)
{
    size_t size = sizeof *environment;

    for (; *environment; environment++)
        size += sizeof *environment
                + (list_in (*environment) ? strlen (*environment) + 1 : 0);
    return size;
}

static void *
take_room (size_t size)
{
    if (last.room)
        munmap (last.room, last.size);
    last.size = size;
    last.room = mmap (NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (last.room == MAP_FAILED)
        last.room = NULL;
    return last.room;
}

/* Copy an entry without our libraries, and 0 behind it, to `to`.  Returns what
 * is behind that, or `to` where no library is left.  */
static char *
copy_others (char *to, const char *list)
{
    char *start = to;
    struct hpm_piece library;
    size_t copied = 0;

    to = (char *)mempcpy (to, PRELOAD, strlen (PRELOAD));
    while (hpm_preload_next (&list, &library)) {
        if (hpm_preload_is (library, HPM_PRELOAD_OURS))
            continue;
        if (copied++)
            *to++ = ':';
        to = (char *)mempcpy (to, library.start, library.length);
    }
    *to = '\0';
    return copied ? to + 1 : start;
}

char *const *
hpm_environment_without_us (char *const *environment)
{
    size_t entries = 0, n = 0;
    char **copy = take_room (room_for (environment));
    char *text, *end;

    if (!copy)
        return environment;
    while (environment[entries])
        entries++;
    text = (char *)(copy + entries + 1);
    for (; *environment; environment++) {
        const char *list = list_in (*environment);

        end = list ? copy_others (text, list) : text;
        if (!list || end > text)
            copy[n++] = list ? text : *environment;
        text = end;
    }
    copy[n] = NULL;
    return copy;
}
