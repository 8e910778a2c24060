/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <pthread.h>

#include "pmpi/guest/confined.h"

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
