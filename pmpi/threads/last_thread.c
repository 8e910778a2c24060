/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/count/os_counters.h"
#include "pmpi/guest/clock.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/thread_private.h"

#define LOOK_NS 20000000

static struct {
    pthread_key_t key;
    void (*ends) (void);
    pid_t ended; /* the process whose first thread has ended; atomic */
} first;

/* The destructor of a value of the first thread's: exit does not call it.  */
static void
end_first (void *data)
{
    (void)data;
    __atomic_store_n (&first.ended, getpid (), __ATOMIC_RELEASE);
    first.ends ();
}

void
hpm_last_thread_watch (void (*ends) (void))
{
    if (gettid () != getpid ()
        || (!first.ends && pthread_key_create (&first.key, end_first)))
        return;
    first.ends = ends;
    pthread_setspecific (first.key, &first);
}

int
hpm_last_thread_looks (void)
{
    return __atomic_load_n (&first.ended, __ATOMIC_ACQUIRE) == getpid ();
}

/* The first thread stays as a zombie for as long as there are others.  */
static int
first_is_gone (void)
{
    char text[256];
    const char *name_end;
    int fd;
    ssize_t n;

    snprintf (text, sizeof text, "/proc/self/task/%d/stat", (int)getpid ());
    fd = open (text, O_RDONLY | O_CLOEXEC);
    n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
    if (fd >= 0)
        close (fd);
    text[n < 0 ? 0 : n] = '\0';
    name_end = strrchr (text, ')');
    return name_end && strchr ("ZX", name_end[1] ? name_end[2] : ' ');
}

/* hpm_os_threads callback.  */
static void
note_stranger (pid_t tid, void *data)
{
    if (tid != getpid () && !hpm_thread_is_hidden (tid))
        *(int *)data = 1;
}

int
hpm_last_thread_is_ours (void)
{
    int strangers = 0;

    return hpm_last_thread_looks () && first_is_gone ()
           && hpm_os_threads (note_stranger, &strangers) == 0 && !strangers;
}

int64_t
hpm_last_thread_until (int64_t time)
{
    int64_t look;

    if (!hpm_last_thread_looks ())
        return time;
    look = hpm_clock_monotonic () + LOOK_NS;
    return look < time ? look : time;
}
