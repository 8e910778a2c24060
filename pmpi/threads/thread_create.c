/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pthread_create and C11's thrd_create: how the registry learns of threads.
 * A thread's end is seen by the destructor of a thread-specific value, which
 * runs for return, pthread_exit and cancellation alike.
 *
 * Threads made in other ways (clone, the helper threads of the C library) are
 * found in /proc when counting starts and stops.
 */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <threads.h>

#include "pmpi/guest/cancel_guard.h"
#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/float_guard.h"
#include "pmpi/guest/stderr_dup.h"
#include "pmpi/calls/mpi_objects.h"
#include "pmpi/threads/thread_private.h"

#define HIDDEN_STACK_BYTES ((size_t)256 << 10)

typedef int pthread_create_fn (pthread_t *, const pthread_attr_t *,
                               void *(*)(void *), void *);
typedef int thrd_create_fn (thrd_t *, thrd_start_t, void *);

static pthread_key_t end_key;
static int have_key;
static pthread_create_fn *real_pthread_create;
static thrd_create_fn *real_thrd_create;
static _Thread_local int mpi_depth __attribute__ ((tls_model ("initial-exec")));

/* What a new thread is to do; freed by it.  */
struct errand {
    struct hpm_thread *thread;
    void *(*start) (void *);
    thrd_start_t c11_start;
    void *argument;
};

void
hpm_thread_enter_mpi (void)
{
    mpi_depth++;
}

void
hpm_thread_leave_mpi (void)
{
    mpi_depth--;
}

/* Resolved before main, when there is one thread only.  A constructor of a
 * library that comes before ours may create threads even earlier: they find
 * the functions unresolved and resolve them to the same values.  */
static void
resolve (void)
{
    if (!real_pthread_create)
        real_pthread_create
            = (pthread_create_fn *)hpm_dlsym_behind ("pthread_create");
    if (!real_thrd_create)
        real_thrd_create = (thrd_create_fn *)hpm_dlsym_behind ("thrd_create");
    if (!have_key)
        have_key = pthread_key_create (&end_key, hpm_thread_end) == 0;
}

/* A forked child is another process: it counts nothing and notes nothing.  */
static void
stop_in_child (void)
{
    pthread_mutex_init (&hpm_registry.lock, NULL);
    pthread_cond_init (&hpm_registry.watched, NULL);
    pthread_mutex_init (&hpm_registry.sampling, NULL);
    hpm_registry.phase = HPM_PHASE_OVER;
    hpm_samples_forked ();
    hpm_stderr_dup_drop ();
}

__attribute__ ((constructor)) static void
prepare (void)
{
    resolve ();
    pthread_atfork (hpm_samples_fork_begins, hpm_samples_fork_over,
                    stop_in_child);
}

static struct errand
take (void *data)
{
    struct errand errand = *(struct errand *)data;
    int64_t began = hpm_clock_monotonic ();
    struct hpm_float_guard guard;
    struct hpm_cancel_guard cancel;

    hpm_cancel_hold (&cancel);
    free (data);
    hpm_float_begin (&guard);
    pthread_setspecific (end_key, errand.thread);
    hpm_thread_begin (errand.thread);
    hpm_thread_note_begin_cost (began);
    hpm_float_end (&guard);
    hpm_cancel_release (&cancel);
    return errand;
}

static void *
run_pthread (void *data)
{
    struct errand errand = take (data);

    hpm_samples_thread_begins (__builtin_return_address (0));
    return errand.start (errand.argument);
}

static int
run_thrd (void *data)
{
    struct errand errand = take (data);

    hpm_samples_thread_begins (__builtin_return_address (0));
    return errand.c11_start (errand.argument);
}

/* The errand of a thread about to be created, or NULL when it is not recorded.
 */
static struct errand *
prepare_errand (const void *caller, void *argument)
{
    int mpi = mpi_depth > 0 || hpm_mpi_object_contains (caller);
    int64_t began = hpm_clock_monotonic ();
    struct errand *errand
        = have_key && !hpm_is_confined () ? calloc (1, sizeof *errand) : NULL;

    if (!errand)
        return NULL;
    errand->argument = argument;
    errand->thread = hpm_thread_register (mpi ? HPM_ROLE_MPI : HPM_ROLE_WORKER);
    if (!errand->thread) {
        free (errand);
        return NULL;
    }
    hpm_thread_note_begin_cost (began);
    return errand;
}

static void
drop (struct errand *errand)
{
    hpm_thread_forget (errand->thread);
    free (errand);
}

int
hpm_thread_create_hidden (pthread_t *thread, void *(*start) (void *),
                          void *data)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    int error;

    resolve ();
    if (!real_pthread_create || pthread_attr_init (&attributes))
        return -1;
    pthread_attr_setstacksize (&attributes, HIDDEN_STACK_BYTES);
    sigfillset (&all);
    pthread_sigmask (SIG_SETMASK, &all, &before);
    error = real_pthread_create (thread, &attributes, start, data);
    if (error == EINVAL) /* thread-local storage needs more */
        error = real_pthread_create (thread, NULL, start, data);
    pthread_sigmask (SIG_SETMASK, &before, NULL);
    pthread_attr_destroy (&attributes);
    return error ? -1 : 0;
}

HPM_EXPORT int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                void *(*start) (void *), void *argument)
{
    struct errand *errand;
    int error;

    resolve ();
    if (!real_pthread_create)
        return EAGAIN;
    errand = prepare_errand (__builtin_return_address (0), argument);
    if (!errand)
        return real_pthread_create (thread, attributes, start, argument);
    errand->start = start;
    error = real_pthread_create (thread, attributes, run_pthread, errand);
    if (error)
        drop (errand);
    return error;
}

HPM_EXPORT int
thrd_create (thrd_t *thread, thrd_start_t start, void *argument)
{
    struct errand *errand;
    int error;

    resolve ();
    if (!real_thrd_create)
        return thrd_error;
    errand = prepare_errand (__builtin_return_address (0), argument);
    if (!errand)
        return real_thrd_create (thread, start, argument);
    errand->c11_start = start;
    error = real_thrd_create (thread, run_thrd, errand);
    if (error != thrd_success)
        drop (errand);
    return error;
}
