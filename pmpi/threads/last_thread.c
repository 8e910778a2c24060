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
    int64_t next;        /* when somebody looks whether it has ended; atomic */
} first;

/* How the threads of a process ended until now: bits, and above them its id, as
 * a child of fork begins with none.  In one word, as the thread that ends and
 * the one that finds the first one gone may tell at once.  */
enum {
    CODE = 0xff,        /* of the last thread that ended, by the system call */
    IS_FIRSTS = 1 << 8, /* the code is the first thread's */
    FIRST_ENDED = 1 << 9, /* alone */
    BY_CALL = 1 << 10,    /* a thread ended by the call: no handler will run */
    ENDINGS_BITS = 16,
};
static uint64_t endings; /* atomic */

static unsigned
endings_of (uint64_t word, pid_t process)
{
    return word >> ENDINGS_BITS == (uint64_t)process
               ? (unsigned)(word & ((1 << ENDINGS_BITS) - 1))
               : 0;
}

static unsigned
endings_here (void)
{
    return endings_of (__atomic_load_n (&endings, __ATOMIC_ACQUIRE), getpid ());
}

/* The last code is this one, and these bits are known of the process; nothing,
 * and 0, where any of `unless` is.  */
static int
note (pid_t process, int code, unsigned bits, unsigned unless)
{
    uint64_t new, old = __atomic_load_n (&endings, __ATOMIC_ACQUIRE);

    do {
        unsigned known = endings_of (old, process);

        if (known & unless)
            return 0;
        known = (known & ~(unsigned)(CODE | IS_FIRSTS)) | bits
                | ((unsigned)code & CODE);
        new = (uint64_t)process << ENDINGS_BITS | known;
    } while (!__atomic_compare_exchange_n (&endings, &old, new, 0,
                                           __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return 1;
}

/* The signal that ended the first thread alone, as a filter of system calls
 * does (SECCOMP_RET_KILL_THREAD): without ours it would have ended the process.
 */
static int fatal; /* atomic */

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
    note (first.owner, 0, FIRST_ENDED | IS_FIRSTS, 0);
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
    return (endings_here () & FIRST_ENDED) != 0;
}

/* The first thread has ended by the system call, as it says itself, or as
 * another one found, if none did before: threads that end after it may have
 * told more.
 */
static void
note_first (int code, unsigned unless)
{
    if (note (getpid (), code, FIRST_ENDED | IS_FIRSTS | BY_CALL, unless))
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
        note_first (0, FIRST_ENDED);
}

void
hpm_last_thread_leaves (int exit_code)
{
    if (!is_watched () || hpm_is_confined ())
        return;
    if (gettid () == getpid ()) {
        note_first (exit_code, 0);
    } else {
        see_first ();
        note (getpid (), exit_code, BY_CALL, 0);
    }
}

void
hpm_last_thread_left (void)
{
    if (!is_watched ())
        return;
    see_first ();
    note (getpid (), 0, 0, 0);
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
    note_first (exit_code, FIRST_ENDED);
}

/* Another thread will be the last, and ends with 0 unless it says so, as it may
 * do meanwhile.  */
static void
forget_code_of_first (void)
{
    uint64_t word = __atomic_load_n (&endings, __ATOMIC_ACQUIRE);

    if (endings_of (word, getpid ()) & IS_FIRSTS)
        __atomic_compare_exchange_n (&endings, &word,
                                     word & ~(uint64_t)(CODE | IS_FIRSTS), 0,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
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
    if (strangers)
        forget_code_of_first ();
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

    if (number && (endings_here () & IS_FIRSTS) && hpm_last_thread_is_ours ())
        die_of (number);
    if ((endings_here () & BY_CALL) && hpm_last_thread_is_ours ())
        syscall (SYS_exit, endings_here () & CODE);
}

int64_t
hpm_last_thread_until (int64_t time)
{
    int64_t look = hpm_clock_monotonic () + (is_known () ? LOOK_NS : SELDOM_NS);

    return look < time ? look : time;
}
