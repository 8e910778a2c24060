/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The link between the two preloaded libraries.  libhpmmpi-calls.so has the
 * wrappers of all MPI functions and keeps the tables they write; libhpmmpi.so
 * knows when counting starts and stops, and what a thread is.  The first shows
 * the second one symbol, `hpm_mpi_calls`.
 *
 * Life:  start, { a thread's first call: attach ... thread_end }, stop, tables
 * are read and released.
 */
#ifndef HPM_PMPI_CALLS_H
#define HPM_PMPI_CALLS_H

#include <stdint.h>

#include "base/arrival.h"
#include "pmpi/calls/calls_ring.h"
#include "pmpi/calls/sampling.h"

#define HPM_CALLS_VERSION 10

/* One function on one thread; times in ticks of the clock.  `shortest` is 0
 * before the first call.  `until` counts the calls that are let pass before one
 * is looked at, and is below 0 during that one.  */
struct hpm_call_row {
    int64_t calls, ticks, shortest, longest, sent, received;
    int64_t until;
    struct hpm_call_sample *sample; /* NULL before the first look; owned */
};

struct hpm_size_row {
    int64_t messages, bytes;
};

/* Where counting pauses (mpi_pause.h): rows of the time that is counted, and
 * those of pauses.  libhpmmpi.so's, but for its end with the table.  */
struct hpm_calls_pause {
    struct hpm_call_row *counted, *aside; /* [functions]: the table's `rows` is
                                           * one of them */
    struct hpm_call_row *parts; /* [functions]: of calls that began or ended in
                                 * a pause, what `counted` lacks or has too
                                 * much */
    int64_t held;               /* call under way when a pause began, or 0 */
    int64_t began, before; /* call under way when counting went on, or 0, and
                            * its ticks by then */
    struct hpm_size_row sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS],
        missed[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS]; /* when a pause began;
                                                        * in all pauses */
};

/* The communicator of the thread's last collective (calls_arrivals.h).  */
struct hpm_calls_arrivals {
    uintptr_t comm;   /* 0: none */
    int64_t until;    /* calls to let pass */
    int64_t last;     /* ticks: end of the last call, ... */
    int64_t deadline; /* ... and up to when one may end that is let pass */
};

/* Calls of one function from one place: an address in the program that the call
 * returns to.  */
struct hpm_site_sums {
    int64_t calls, ticks, sent, received;
};
struct hpm_call_site {
    uintptr_t address; /* 0: free */
    int64_t function;
    struct hpm_site_sums sums;
};

/* All places of a thread (calls_sites.h).  What rows have and these lack is of
 * places that there was no room for.  */
#define HPM_SITES_ROOM 1024 /* so that it is never searched for long ... */
#define HPM_SITES_MOST 768  /* ... no more are in it */
struct hpm_call_sites {
    int count;
    struct hpm_site_last {
        uintptr_t direct;            /* where the last call came from, 0: by way
                                        of a library ... */
        uintptr_t address;           /* ... and from there; 0: none yet */
        struct hpm_call_site *site;  /* NULL: there was no room */
        struct hpm_site_sums before; /* of the row, not of this place */
    } * last;                        /* [functions] */
    struct hpm_call_site sites[HPM_SITES_ROOM];
};

/* Counters of a thread inside MPI and outside (calls_split.h), by looks at them
 * when calls begin and end.  Between two looks there may be several calls; what
 * was counted then, and where, is known by bounds: `inside` has the least.
 * `sequence` is odd while what belongs to one look is written.  */
struct hpm_calls_split {
    int counters; /* of each array; 0: nothing is split */
    int always;   /* a look at each call, however much that costs */
    int looking;  /* counters are being read */
    int64_t due;  /* ticks from when on there may be a look */
    int64_t *now; /* what is being read; owned, with the others behind it */
    uint64_t sequence;
    int64_t *looked;    /* counters at the last look, and ... */
    int64_t since;      /* ... when it was over; 0: there is none */
    int64_t pending[2]; /* ticks in calls that ended since, in MPI and in
                         * MPI I/O */
    int64_t *inside[2]; /* counts there, up to the last look, ... */
    int64_t *unsure[2]; /* ... and how much more they may be */
    int64_t alone[2];   /* calls with a look at both ends */
    int64_t apart;      /* times between calls with such a look at both ends */
    int64_t spent;      /* ticks in looks, but for interruptions */
    int64_t looks;
};

/* What one thread did.  Written by that thread alone, without locks; whoever
 * reads it while the thread is alive uses hpm_calls_load.
 *
 * Who wants what is recorded and the call under way to fit each other reads
 * `under_way` before and after: a call that ends first sets it to 0, and then
 * is recorded.  */
struct hpm_calls_table {
    struct hpm_calls_table *next;
    struct hpm_call_row *rows;    /* [functions] */
    void *row_memory;             /* that they are in, owned */
    struct hpm_call_sites *sites; /* owned */
    struct hpm_calls_arrivals arrivals;
    int64_t under_way;          /* hpm_calls_under_way of a call, or 0 */
    int64_t ticks;              /* in all calls, for the thread itself */
    struct hpm_calls_ring ring; /* of its samples */
    struct hpm_size_row sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS];
    void *thread; /* what attach gave, for `read` */
    struct hpm_calls_split split;
    int64_t lost; /* split: times that counters could not be read */
    struct hpm_calls_pause *pause; /* NULL: counting never paused */
    struct hpm_calls_reading {
        int64_t ticks;           /* when it was read, or how long that took */
        int64_t processor, wait; /* ns; -1: unknown */
    } look, last; /* before the call that is looked at; the last one */
    const struct hpm_call_row *looked; /* the row of the call that is looked
                                        * at; another's, where counting paused
                                        * meanwhile */
    uint64_t random;                   /* for hpm_sample_draw */
    int64_t bytes_read;                /* by looks, which the system counts */
};

static inline __attribute__ ((always_inline)) int64_t
hpm_calls_load (const int64_t *value)
{
    return __atomic_load_n (value, __ATOMIC_ACQUIRE);
}

/* For the thread that owns the table.  */
static inline __attribute__ ((always_inline)) void
hpm_calls_add (int64_t *value, int64_t more)
{
    __atomic_store_n (value, *value + more, __ATOMIC_RELAXED);
}

/* The same, after everything the thread has written before.  */
static inline __attribute__ ((always_inline)) void
hpm_calls_publish (int64_t *value, int64_t more)
{
    __atomic_store_n (value, *value + more, __ATOMIC_RELEASE);
}

/* A call under way in one number, so that others see both or none: its
 * function, and when it began in the upper bits, of which a call lasts less
 * than all.  */
#define HPM_CALLS_FUNCTION_BITS 12 /* HPM_FUNCTIONS_MAX of them */

static inline __attribute__ ((always_inline)) int64_t
hpm_calls_under_way (int function, int64_t start)
{
    return (int64_t)((uint64_t)start << HPM_CALLS_FUNCTION_BITS) | function;
}

static inline int
hpm_calls_function_of (int64_t under_way)
{
    return (int)(under_way & ((1 << HPM_CALLS_FUNCTION_BITS) - 1));
}

/* Ticks since it began.  */
static inline int64_t
hpm_calls_ticks_of (int64_t under_way, int64_t now)
{
    uint64_t start = (uint64_t)under_way >> HPM_CALLS_FUNCTION_BITS;

    return (int64_t)(((uint64_t)now - start) << HPM_CALLS_FUNCTION_BITS
                     >> HPM_CALLS_FUNCTION_BITS);
}

/* Time in collectives whose arrivals are not recorded, in ticks: by class of
 * the call, of which the first has calls of up to `limit` ticks.  */
struct hpm_arrivals_beside {
    int64_t limit, ticks[HPM_ARRIVAL_CLASSES];
    int64_t alone;   /* of communicators of one rank */
    int64_t unknown; /* and of others */
};

/* A call that is recorded; `comm` of the call means nothing yet.  */
struct hpm_arrival_told {
    struct hpm_arrival call;
    struct hpm_arrival_comm comm;
};

/* What libhpmmpi.so tells when counting starts.  */
struct hpm_calls_start {
    const void *caller; /* an address in the object that called MPI_Init */
    int has_world;      /* there is MPI_COMM_WORLD */

    /* The calling thread has its first MPI call: give what the table's field
     * `thread` is to hold, or NULL if this thread is not to be recorded.  */
    void *(*attach) (struct hpm_calls_table *table);

    /* Split only, else 0: read the calling thread's counters into
     * values[counters].  Returns 0 or -1.  */
    int counters;
    int (*read) (void *thread, int64_t *values);

    /* Split: read them where that takes no more than a part of the time, and
     * not at each call; bit i of `times` says that counter i is a time in ns,
     * which in a part of the run goes on by no more than that took; counter
     * `gave_up` is of times that the thread gave up its processor.  */
    int is_sparse, gave_up;
    uint64_t times;

    /* Not split: how many counters `read` reads where it is measured what
     * noting calls adds to them; 0 where nothing is counted.  */
    int trial_counters;
};

/* What noting calls costs, seen at `calls` of them that did nothing: the part
 * between the two looks at the clock, which is in the time recorded, and the
 * whole, in ticks.  Split: what each counter counted between the looks at the
 * two ends of a call, and from the end of one to the beginning of the next, in
 * `looked` calls; otherwise `outside` is what each counted in the whole, and
 * `inside` NULL, and so is either where there are no counters.  `look_ticks` is
 * what a look takes beside: one of the sample. Each is the least of several
 * rounds.  */
struct hpm_calls_cost {
    int64_t calls; /* 0: not measured, and the rest is 0 */
    int64_t ticks_inside, ticks, look_ticks;
    int64_t looked;
    const int64_t *inside, *outside; /* [counters] or [trial_counters] */
    const int64_t *edge; /* [counters], NULL: what one look adds to what is
                          * counted between two; taken already */
};

struct hpm_calls_link {
    uint32_t version; /* HPM_CALLS_VERSION */
    const struct hpm_function_record *(*functions) (int *count);

    /* Begin to note calls.  Returns 0, or -1 when the MPI library behind lacks
     * what is needed.  */
    int (*start) (const struct hpm_calls_start *start);

    /* The calling thread ends: its calls from now on are not recorded, and its
     * table is complete.  */
    void (*thread_end) (void);

    /* Note nothing any more, on the calling thread from now on, and on others
     * soon; no counters are read after this has returned.  Fills in the
     * record's clock and its rate, and what noting costs; its arrays are never
     * freed.  */
    void (*stop) (struct hpm_mpi_record *record, struct hpm_calls_cost *cost);

    /* Between start and stop, on one thread at a time: learn anew how fast the
     * clock is, and fill in which it is and its rate.  Returns its ticks now.
     */
    int64_t (*look) (struct hpm_mpi_record *record);

    /* Ticks of the clock in ns: as well as the last look could tell, exactly
     * when counting is over.  */
    int64_t (*nanoseconds) (int64_t ticks);

    /* From now on read the counters of the calling thread, whose table that is,
     * at each call.  */
    void (*look_always) (struct hpm_calls_table *table);

    /* After stop: hpm_arrivals_table, hpm_arrivals_tell; and whether a function
     * is one whose calls are recorded there.  */
    const struct hpm_calls_table *(*arrivals_table) (void);
    int (*arrivals) (int most, struct hpm_arrival_told **told,
                     struct hpm_arrivals_beside *beside);
    int (*arrives) (int function);

    /* Add the places of the calls of an ended thread to another's, before its
     * rows are.  */
    void (*merge_sites) (struct hpm_calls_table *into,
                         const struct hpm_calls_table *from);

    /* Free the table of a thread that has ended.  */
    void (*release) (struct hpm_calls_table *table);

    /* The wrapper of the MPI function with that name, where it hands on to
     * `function`; else NULL.  Any thread, at any time.  */
    void *(*wrapper_of) (const char *name, const void *function);
};

extern const struct hpm_calls_link hpm_mpi_calls;

#endif /* HPM_PMPI_CALLS_H */
