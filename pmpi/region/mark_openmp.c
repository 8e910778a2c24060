/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parallel regions of OpenMP, where the run-time library tells of them by OMPT,
 * as LLVM's does and GNU's does not.
 *
 * The thread that meets the construct is in the region from its begin to its
 * end.  The others learn that the barrier at its end is over when the next
 * region begins only, and what the first thread does alone in between must not
 * look like their waiting: for them it ends where they come to that barrier, or
 * with the last task that they do there.  Which barrier is the last one LLVM 14
 * tells afterwards, so that each that nobody wrote may be.
 *
 * The numbers, and what is passed, are those of OpenMP 5.0 and later.
 */
#include "config.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/region/marks.h"
#include "pmpi/region/regions.h"

#define MARK_TLS _Thread_local __attribute__ ((tls_model ("initial-exec")))

union data {
    uint64_t value;
    const void *pointer;
};

typedef void callback_fn (void);
typedef callback_fn *lookup_fn (const char *name);
typedef int set_callback_fn (int event, callback_fn *callback);

struct tool {
    int (*initialize) (lookup_fn *lookup, int device, union data *data);
    void (*finalize) (union data *data);
    union data data;
};

enum event {
    PARALLEL_BEGIN = 3,
    PARALLEL_END = 4,
    TASK_SCHEDULE = 6,
    IMPLICIT_TASK = 7,
    SYNC_REGION = 23
};
enum { SCOPE_BEGIN = 1, SCOPE_END = 2 };
enum { TASK_INITIAL = 1 };
enum { TASK_SWITCH = 7 };

/* Barriers that nobody wrote: of 5.0, where it may be any of these, and at the
 * end of the region.  */
enum { BARRIER_IMPLICIT = 2, BARRIER_IMPLICIT_PARALLEL = 9 };

struct tool *ompt_start_tool (unsigned version, const char *runtime);

/* ---- labels ------------------------------------------------------------- */

#define PLACES 4096

/* By the address behind the construct; a place is never given back.  */
static struct {
    const void *address; /* atomic */
    const struct hpm_label *label;
} places[PLACES];

static const struct hpm_label *
make_label (const void *address)
{
    char text[HPM_LABEL_BYTES];
    const char *name = "?";
    uintptr_t base = 0;
    Dl_info object;

    if (!address)
        return hpm_marks_label ("parallel", HPM_MARK_OPENMP);
    if (dladdr (address, &object)) {
        const char *slash = strrchr (object.dli_fname, '/');

        name = object.dli_sname ? object.dli_sname
               : slash          ? slash + 1
                                : object.dli_fname;
        base = (uintptr_t)(object.dli_sname ? object.dli_saddr
                                            : object.dli_fbase);
    }
    snprintf (text, sizeof text, "parallel %.*s+0x%lx",
              (int)hpm_label_fit (name, 400), name,
              (unsigned long)((uintptr_t)address - base));
    return hpm_marks_label (text, HPM_MARK_OPENMP);
}

/* Of one address there may be two places, of the same label; never one that is
 * half written.  */
static const struct hpm_label *
label_of (const void *address)
{
    size_t at
        = ((uintptr_t)address * UINT64_C (0x9e3779b97f4a7c15) >> 40) % PLACES;
    const void *known = __atomic_load_n (&places[at].address, __ATOMIC_ACQUIRE);
    const struct hpm_label *label;
    const void *none = NULL;

    if (known && known == address)
        return __atomic_load_n (&places[at].label, __ATOMIC_ACQUIRE)
                   ? places[at].label
                   : make_label (address);
    label = make_label (address);
    if (!known
        && __atomic_compare_exchange_n (&places[at].address, &none, address, 0,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        __atomic_store_n (&places[at].label, label, __ATOMIC_RELEASE);
    return label;
}

/* ---- callbacks ---------------------------------------------------------- */

static void
parallel_begin (union data *task, const void *frame, union data *parallel,
                unsigned threads, int flags, const void *address)
{
    const struct hpm_label *label = label_of (address);

    (void)task;
    (void)frame;
    (void)threads;
    (void)flags;
    parallel->pointer = label;
    hpm_regions_enter (label);
}

static void
parallel_end (union data *parallel, union data *task, int flags,
              const void *address)
{
    (void)task;
    (void)flags;
    (void)address;
    if (parallel && parallel->pointer)
        hpm_regions_leave (parallel->pointer);
}

/* A thread that is not the first of its team: where it is.  */
static MARK_TLS struct {
    const struct hpm_label *label; /* NULL: in none */
    const union data *team;        /* its own; it may lead another one inside */
    const union data *left;        /* task at a barrier, left for others */
    int waits;                     /* in a barrier that may be the last */
} worker;

static void
wait_perhaps (void)
{
    worker.waits = 1;
    hpm_regions_leave_perhaps (worker.label);
}

static void
go_on (void)
{
    worker.waits = 0;
    hpm_regions_return (worker.label);
}

/* Thread 0 of a team is the one that met the construct.  */
static void
implicit_task (int endpoint, union data *parallel, union data *task,
               unsigned threads, unsigned index, int flags)
{
    (void)task;
    (void)threads;
    if (index == 0 || (flags & TASK_INITIAL))
        return;
    if (worker.label && !worker.waits)
        hpm_regions_leave (worker.label);
    worker.label
        = endpoint == SCOPE_BEGIN && parallel ? parallel->pointer : NULL;
    worker.team = parallel;
    worker.left = NULL;
    worker.waits = 0;
    if (worker.label)
        hpm_regions_enter (worker.label);
}

/* The end of the barrier that is the last one belongs to no region any more. */
static void
sync_region (int kind, int endpoint, union data *parallel, union data *task,
             const void *address)
{
    (void)task;
    (void)address;
    if (!worker.label || (parallel && parallel != worker.team)
        || (kind != BARRIER_IMPLICIT && kind != BARRIER_IMPLICIT_PARALLEL))
        return;
    if (endpoint == SCOPE_BEGIN && !worker.waits)
        wait_perhaps ();
    else if (endpoint == SCOPE_END && worker.waits && parallel)
        go_on ();
}

/* Tasks that were left for the barrier.  One that waits for tasks of its own
 * has the thread do others meanwhile: the thread is at the barrier again where
 * it goes on with what it did there.  */
static void
task_schedule (union data *before, int status, union data *next)
{
    if (worker.label && worker.waits && status == TASK_SWITCH) {
        worker.left = before;
        go_on ();
    } else if (worker.label && worker.left && next == worker.left) {
        worker.left = NULL;
        wait_perhaps ();
    }
}

/* ---- the tool ----------------------------------------------------------- */

static int
initialize (lookup_fn *lookup, int device, union data *data)
{
    set_callback_fn *set = (set_callback_fn *)lookup ("ompt_set_callback");

    (void)device;
    (void)data;
    if (!set)
        return 0;
    set (PARALLEL_BEGIN, (callback_fn *)parallel_begin);
    set (PARALLEL_END, (callback_fn *)parallel_end);
    set (IMPLICIT_TASK, (callback_fn *)implicit_task);
    set (TASK_SCHEDULE, (callback_fn *)task_schedule);
    set (SYNC_REGION, (callback_fn *)sync_region);
    return 1;
}

static void
finalize (union data *data)
{
    (void)data;
}

/* What LLVM loads by itself where the program looks for races: that would take
 * barriers for races without it.  */
static int
needs_archer (void)
{
    return hpm_dlsym_first ("__tsan_func_entry") != NULL;
}

/* There is one tool in a process: another one's comes before ours, whether it
 * is loaded or named.  */
HPM_EXPORT struct tool *
ompt_start_tool (unsigned version, const char *runtime)
{
    static struct tool tool
        = { .initialize = initialize, .finalize = finalize };
    struct tool *(*next) (unsigned, const char *)
        = (struct tool * (*)(unsigned, const char *))
            hpm_dlsym_behind ("ompt_start_tool");
    struct tool *theirs = next ? next (version, runtime) : NULL;
    const char *named = getenv ("OMP_TOOL_LIBRARIES");

    if (theirs)
        return theirs;
    return (named && *named) || needs_archer () ? NULL : &tool;
}
