/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/guest/confined.h"
#include "pmpi/guest/proc.h"

enum { FREE, CONFINED, CONFINED_CHILD };

static int state; /* atomic */

int
hpm_is_confined (void)
{
    return __atomic_load_n (&state, __ATOMIC_ACQUIRE) != FREE;
}

int
hpm_is_confined_child (void)
{
    return __atomic_load_n (&state, __ATOMIC_ACQUIRE) == CONFINED_CHILD;
}

void
hpm_confine (void)
{
    int was = FREE;

    __atomic_compare_exchange_n (&state, &was, CONFINED, 0, __ATOMIC_ACQ_REL,
                                 __ATOMIC_ACQUIRE);
}

/* A number in the status of a thread of this process; 0 if it is not there.  */
static int
number_of (pid_t thread, const char *name)
{
    char path[64], text[4096], *field;

    snprintf (path, sizeof path, "/proc/self/task/%d/status", (int)thread);
    hpm_proc_read (text, sizeof text, path);
    field = strstr (text, name);
    return field ? atoi (field + strlen (name)) : 0;
}

/* The kernel tells the number of filters since 5.9; before, only whether there
 * are any.  */
int
hpm_confined_unseen (void)
{
    static const char *const names[] = { "\nSeccomp:", "\nSeccomp_filters:" };
    pid_t own = gettid ();

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int number = number_of (getpid (), names[i]);

        if (!number)
            return 0;
        if (number != number_of (own, names[i]))
            return 1;
    }
    return 0;
}

static void
note_child (void)
{
    if (hpm_is_confined ())
        __atomic_store_n (&state, CONFINED_CHILD, __ATOMIC_RELEASE);
}

__attribute__ ((constructor)) static void
watch_fork (void)
{
    pthread_atfork (NULL, NULL, note_child);
}
