/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/count/os_counters.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/thread_private.h"

#define LOOK_NS 20000000
#define SELDOM_NS 1000000000

static struct {
    pthread_key_t key;
    void (*ends) (void);
    pid_t owner;   /* the process that was told of */
    pid_t ended;   /* the process whose first thread has ended; atomic */
    pid_t by_call; /* the same, where no exit handler will run; atomic */
    int64_t next;  /* when somebody looks whether it has; atomic */
} first;

/* Of the last thread that ended by the system call; atomic.  */
static int code, code_is_firsts;

/* The destructor of a value of the first thread's: exit does not call it.  */
static void
end_first (void *data)
{
    (void)data;
    __atomic_store_n (&first.ended, first.owner, __ATOMIC_RELEASE);
    if (!hpm_is_confined ())
        first.ends ();
}

void
hpm_last_thread_watch (void (*ends) (void))
{
    if (gettid () != getpid () || (first.ends && first.owner == getpid ())
        || (!first.ends && pthread_key_create (&first.key, end_first)))
        return;
    first.owner = getpid ();
    first.ends = ends;
    pthread_setspecific (first.key, &first);
}

/* Whether the first thread has ended alone, as it told: from then on all of
 * ours look.  */
static int
is_known (void)
{
    return __atomic_load_n (&first.ended, __ATOMIC_ACQUIRE) == getpid ();
}

static void
note_call (int exit_code)
{
    __atomic_store_n (&code, exit_code, __ATOMIC_RELAXED);
    __atomic_store_n (&code_is_firsts, 1, __ATOMIC_RELAXED);
    __atomic_store_n (&first.by_call, getpid (), __ATOMIC_RELAXED);
    __atomic_store_n (&first.ended, getpid (), __ATOMIC_RELEASE);
    first.ends ();
}

void
hpm_last_thread_leaves (int exit_code)
{
    if (!first.ends || hpm_is_confined ())
        return;
    if (gettid () == getpid ()) {
        note_call (exit_code);
    } else {
        __atomic_store_n (&code, exit_code, __ATOMIC_RELAXED);
        __atomic_store_n (&code_is_firsts, 0, __ATOMIC_RELAXED);
    }
}

/* The first thread stays as a zombie for as long as there are others.  The last
 * field tells what it ended with.  */
static int
first_is_gone (int *exit_code)
{
    char text[1024];
    const char *name_end, *last;
    int fd;
    ssize_t n;

    snprintf (text, sizeof text, "/proc/self/task/%d/stat", (int)getpid ());
    fd = open (text, O_RDONLY | O_CLOEXEC);
    n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
    if (fd >= 0)
        close (fd);
    text[n < 0 ? 0 : n] = '\0';
    name_end = strrchr (text, ')');
    last = strrchr (text, ' ');
    *exit_code = last ? atoi (last + 1) >> 8 & 0xff : 0;
    return name_end && strchr ("ZX", name_end[1] ? name_end[2] : ' ');
}

/* It tells nothing where it makes the system call itself.  */
static void
look_seldom (void)
{
    int exit_code;
    int64_t now = hpm_clock_monotonic ();
    int64_t next = __atomic_load_n (&first.next, __ATOMIC_RELAXED);

    if (now < next
        || !__atomic_compare_exchange_n (&first.next, &next, now + SELDOM_NS, 0,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)
        || !first.ends || !first_is_gone (&exit_code))
        return;
    note_call (exit_code);
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
    int strangers = 0, exit_code;

    if (!is_known ())
        look_seldom ();
    if (!is_known () || !first_is_gone (&exit_code)
        || hpm_os_threads (note_stranger, &strangers) < 0)
        return 0;
    /* Another one will be the last, and ends with 0 unless it says so.  */
    if (strangers && __atomic_load_n (&code_is_firsts, __ATOMIC_RELAXED))
        __atomic_store_n (&code, 0, __ATOMIC_RELAXED);
    return !strangers;
}

void
hpm_last_thread_end (void)
{
    if (__atomic_load_n (&first.by_call, __ATOMIC_RELAXED) == getpid ()
        && hpm_last_thread_is_ours ())
        syscall (SYS_exit, __atomic_load_n (&code, __ATOMIC_RELAXED));
}

int64_t
hpm_last_thread_until (int64_t time)
{
    int64_t look = hpm_clock_monotonic () + (is_known () ? LOOK_NS : SELDOM_NS);

    return look < time ? look : time;
}
