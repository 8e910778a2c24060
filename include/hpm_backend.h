/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The seam between the library and a source of counts.  A backend is a shared
 * object with one exported symbol, `hpm_backend`, loaded when counting starts
 * (a child process that never calls MPI_Init loads none) or when hpmrun lists
 * and checks events.  The PAPI backend is one, the deterministic one of the
 * tests another.
 *
 * Nothing here exits, prints, takes a signal or throws.  A failure is an
 * enum hpm_reason.
 *
 * Life of a backend in the library:
 *     open, select, { thread_open, thread_read..., thread_close }*, close
 * open, select and close are called by one thread.  thread_* may be called by
 * several threads at once, each with a set of its own.
 */
#ifndef HPM_BACKEND_H
#define HPM_BACKEND_H

#include <stdint.h>
#include <sys/types.h>

#include "hpm_quality.h"
#include "hpm_record.h"

#define HPM_BACKEND_ABI 7

/* X(code, identifier, word, meaning) */
#define HPM_DOMAINS(X)                                                         \
    X (1, HPM_DOMAIN_USER, "user", "in user code")                             \
    X (2, HPM_DOMAIN_KERNEL, "kernel", "in the kernel")                        \
    X (3, HPM_DOMAIN_ALL, "all", "in both")

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_domain { HPM_DOMAINS (HPM_X) };
#undef HPM_X

/* How to count, beside where.  */
enum hpm_backend_flag {
    HPM_BACKEND_MULTIPLEX = 1 /* more events than counters, counted in turn:
                               * cells say for how long of the time */
};

/* An event the caller asks for.  `record.name` is set by the caller; select
 * fills in the rest of the record and the reason why it can't be counted.  */
struct hpm_backend_event {
    struct hpm_event_record record;
    uint32_t reason; /* HPM_REASON_NONE: will be counted */
};

/* One thread's counters, opaque to the caller.  */
struct hpm_backend_set;

struct hpm_backend {
    uint32_t abi;     /* HPM_BACKEND_ABI */
    const char *name; /* "papi" */

    /* Start the source; `flags` are of enum hpm_backend_flag.  Returns
     * HPM_REASON_NONE or why it can't count at all.  On success *version is a
     * text that lives as long as the backend.  */
    enum hpm_reason (*open) (enum hpm_domain domain, unsigned flags,
                             const char **version);

    /* Say which of the n events will be counted, in one pass unless open was
     * told to multiplex, and describe all of them.  Events that do not fit
     * beside those before them are marked, never silently dropped.  The array
     * must outlive the backend's use: sets refer to it.  */
    void (*select) (struct hpm_backend_event *events, int n);

    /* Events that the program itself exports, as far as it has done so by now:
     * their names into names[most].  Returns how many.  May be NULL.  */
    int (*program_events) (hpm_text128 *names, int most);

    /* Start counting the selected events on the calling thread (tid 0) or on
     * another thread of this process.  Returns a set, or NULL and *reason.  */
    struct hpm_backend_set *(*thread_open) (pid_t tid, enum hpm_reason *reason);

    /* Read a running set, from its own thread or from another, into cells[n]:
     * n and order as in select.  Cells of events not counted keep quality
     * unavailable and their reason.  Returns 0, or -1 with all cells marked. */
    int (*thread_read) (struct hpm_backend_set *set, struct hpm_cell *cells);

    /* Stop and free a set; from its own thread or, when that thread no longer
     * uses it, from another.  */
    void (*thread_close) (struct hpm_backend_set *set);

    /* Called at the end on the thread that called open, after every set but
     * its own is closed, for events that stayed 0 on the whole process: make
     * the event happen and look whether the counter moves.  moved[i] is 1 when
     * event i counted or when nobody can tell, 0 when the counter is dead.  */
    void (*verify_zeros) (const int *indices, int count, int *moved);

    void (*close) (void);

    /* For hpmrun: call `each` for every event offered (record filled in),
     * until it returns non-zero.  `available` is 1 if it can be counted here,
     * by itself.  */
    void (*list) (int (*each) (const struct hpm_event_record *event,
                               int available, void *data),
                  void *data);

    /* Read the calling thread's own running set, fast: values[n], n and order
     * as in select; only those of events that are counted for each thread are
     * set.  For differences between two reads.  Returns 0, or -1 when the set
     * can't be read.  May be NULL.  */
    int (*thread_read_values) (struct hpm_backend_set *set, int64_t *values);

    /* Whether differences of selected event i between two such reads add up to
     * its count: not for an event that is a product or quotient of others.
     * NULL: for all.  */
    int (*adds_up) (int i);

    /* Bytes that the thread of a set has read from the kernel to read the set
     * by itself: the system counts them as read by the program.  Any thread.
     * NULL: none.  */
    int64_t (*bytes_read) (const struct hpm_backend_set *set);

    /* Count the selected events in all programs that are executed from here on
     * in processes that the calling thread starts, or one that it creates from
     * here on, or such a process; and nothing in this process.  What ended
     * processes counted stays in the counts.  The set is read and closed as
     * any.  Returns it, or NULL and *reason.  May be NULL.  */
    struct hpm_backend_set *(*children_open) (enum hpm_reason *reason);

    /* For hpmrun: 0 when an event that can't be counted here is one of no
     * machine at all; 1 when it is, or that can't be known.  NULL: it never
     * can.  */
    int (*knows) (const char *name);

    /* Look at a running set between start and end, so that the errors of events
     * that share a counter are known from how much their rates vary.  Returns 1
     * if any event does.  Any thread; not while the set is closed.  May be
     * NULL.  */
    int (*thread_look) (struct hpm_backend_set *set);

    /* For hpmrun: the parts that the source has, as text, to be told where a
     * name asks for one that it lacks.  May be NULL.  */
    const char *(*parts) (void);

    /* Start (on) or stop what selected events of scope HPM_SCOPE_NODE count for
     * the whole host, in one process of it; and what selected event i of these
     * has counted so far.  Any thread, one at a time.  Return 0, or -1 when
     * that fails.  NULL: no event has that scope.  */
    int (*host_run) (int on);
    int (*host_read) (int i, struct hpm_cell *cell);

    /* For hpmstat: count the selected events on a processor, in all that runs
     * there (tid -1), or in a thread of any process and those that it creates
     * from here on (cpu -1).  The set is read and closed as any.  Returns it,
     * or NULL and *reason.  May be NULL.  */
    struct hpm_backend_set *(*other_open) (pid_t tid, int cpu,
                                           enum hpm_reason *reason);
};

#endif /* HPM_BACKEND_H */
