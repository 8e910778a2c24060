/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/count/os_counters.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/proc.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/thread_private.h"

#define LOOK_NS 20000000
#define SELDOM_NS 1000000000

static struct {
    pthread_key_t key;
    void (*ends) (void); /* NULL: nobody watches; atomic, written last */
    pid_t owner;         /* the process that was told of */
    pid_t ended;         /* the process whose first thread has ended; atomic */
    pid_t by_call; /* the process of which any thread ended by the system call,
                    * so that no exit handler will run; atomic */
    int64_t next;  /* when somebody looks whether it has; atomic */
} first;

/* The signal that ended the first thread alone, as a filter of system calls
 * does (SECCOMP_RET_KILL_THREAD): without ours it would have ended the process.
 */
static int fatal; /* atomic */

/* Of the last thread that ended, 0 unless it was by the system call; atomic. */
static int code, code_is_firsts;

static void
set_code (int exit_code, int is_firsts)
{
    __atomic_store_n (&code, exit_code, __ATOMIC_RELAXED);
    __atomic_store_n (&code_is_firsts, is_firsts, __ATOMIC_RELAXED);
}

/* Any thread asks, also while the first one begins to be watched.  */
static int
is_watched (void)
{
    return __atomic_load_n (&first.ends, __ATOMIC_ACQUIRE) != NULL;
}

static void
tell_end (void)
{
    void (*ends) (void) = __atomic_load_n (&first.ends, __ATOMIC_ACQUIRE);

    ends ();
}

/* The destructor of a value of the first thread's: exit does not call it.  */
static void
end_first (void *data)
{
    (void)data;
    set_code (0, 1);
    __atomic_store_n (&first.ended, first.owner, __ATOMIC_RELEASE);
    if (!hpm_is_confined ())
        tell_end ();
}

void
hpm_last_thread_watch (void (*ends) (void))
{
    if (gettid () != getpid () || (is_watched () && first.owner == getpid ())
        || (!is_watched () && pthread_key_create (&first.key, end_first)))
        return;
    first.owner = getpid ();
    __atomic_store_n (&first.ends, ends, __ATOMIC_RELEASE);
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
note_call (int exit_code, int is_firsts)
{
    set_code (exit_code, is_firsts);
    __atomic_store_n (&first.by_call, getpid (), __ATOMIC_RELAXED);
}

/* The first thread has ended by the system call.  */
static void
note_first (int exit_code)
{
    note_call (exit_code, 1);
    __atomic_store_n (&first.ended, getpid (), __ATOMIC_RELEASE);
    tell_end ();
}

/* The kernel takes the list of robust mutexes, which the C library gives it of
 * every thread, from a thread that ends.  0.1 us.  */
static int
first_has_no_list (void)
{
    size_t length = 0;
    void *head = &length;

    return syscall (SYS_get_robust_list, getpid (), &head, &length) == 0
           && !head;
}

/* Another thread is about to end: if the first one is gone, it was before.  */
static void
see_first (void)
{
    if (!is_known () && first_has_no_list ())
        note_first (0);
}

void
hpm_last_thread_leaves (int exit_code)
{
    if (!is_watched () || hpm_is_confined ())
        return;
    if (gettid () == getpid ()) {
        note_first (exit_code);
    } else {
        see_first ();
        note_call (exit_code, 0);
    }
}

void
hpm_last_thread_left (void)
{
    if (!is_watched ())
        return;
    see_first ();
    set_code (0, 0);
}

static int
code_of (const char *status)
{
    int number = status ? atoi (status) : 0;

    if (number & 0x7f)
        __atomic_store_n (&fatal, number & 0x7f, __ATOMIC_RELAXED);
    return number >> 8 & 0xff;
}

/* The first thread stays as a zombie for as long as there are others.  The last
 * field tells what it ended with.  */
static int
first_is_gone (int *exit_code)
{
    char path[64], text[1024];
    const char *name_end, *last;

    snprintf (path, sizeof path, "/proc/self/task/%d/stat", (int)getpid ());
    hpm_proc_read (text, sizeof text, path);
    name_end = strrchr (text, ')');
    last = strrchr (text, ' ');
    *exit_code = code_of (last ? last + 1 : NULL);
    return name_end && strchr ("ZX", name_end[1] ? name_end[2] : ' ');
}

/* It tells nothing where it makes the system call itself.  The second question
 * opens a file, which is not done while the first thread lives (apart).  */
static void
look_seldom (void)
{
    int exit_code;
    int64_t now = hpm_clock_monotonic ();
    int64_t next = __atomic_load_n (&first.next, __ATOMIC_RELAXED);

    if (now < next
        || !__atomic_compare_exchange_n (&first.next, &next, now + SELDOM_NS, 0,
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)
        || !is_watched () || !first_has_no_list ()
        || !first_is_gone (&exit_code))
        return;
    note_first (exit_code);
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

static void
die_of (int number)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t one;

    sigaction (number, &plain, NULL);
    sigemptyset (&one);
    sigaddset (&one, number);
    pthread_sigmask (SIG_UNBLOCK, &one, NULL);
    syscall (SYS_tgkill, getpid (), gettid (), number);
}

void
hpm_last_thread_end (void)
{
    int number = __atomic_load_n (&fatal, __ATOMIC_RELAXED);

    if (number && __atomic_load_n (&code_is_firsts, __ATOMIC_RELAXED)
        && hpm_last_thread_is_ours ())
        die_of (number);
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
