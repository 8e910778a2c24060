/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls, as libhpmmpi.so sees them: it asks the library of the wrappers
 * (calls.h) to note them, and makes chunks and cells of what was recorded.
 */
#ifndef HPM_PMPI_MPI_CALLS_H
#define HPM_PMPI_MPI_CALLS_H

#include "pmpi/calls/calls.h"
#include "pmpi/count/event_table.h"
#include "pmpi/calls/measuring.h"
#include "pmpi/calls/split_window.h"
#include "pmpi/wire/stream_buffer.h"
#include "pmpi/wire/thread_rows.h"

/* Whether the library of the wrappers is preloaded.  */
int hpm_mpi_calls_are_there (void);

/* Its wrapper of the MPI function with that name, where there is one and it
 * hands on to `function`; else NULL.  Any thread, at any time.  */
void *hpm_mpi_calls_wrapper_of (const char *name, const void *function);

/* Begin to note calls, as the mode says.  After
 * hpm_threads_start.  `attach` gives a thread its table, and returns the
 * address of its set of counters.  `caller` as for hpm_mpi_find.  Returns 0, or
 * -1 and why calls are not recorded.  */
int hpm_mpi_calls_start (enum hpm_mpi_mode mode,
                         const struct hpm_event_table *table,
                         void *(*attach) (struct hpm_calls_table *),
                         const void *caller, struct hpm_error *error);

/* Stop noting, and measure what it cost; before hpm_threads_stop, on the same
 * thread.  With the error, times and counts keep what measuring added.  */
void hpm_mpi_calls_stop (int with_error);

/* The calling thread ends.  */
void hpm_mpi_calls_thread_end (void);

/* Add the calls of an ended thread to another's, and free them.  Returns whose
 * calls these are now: `into`, or `from` where that was NULL.  */
struct hpm_calls_table *hpm_mpi_calls_merge (struct hpm_calls_table *into,
                                             struct hpm_calls_table *from);

/* Of that the tables alone, but for their places, with so many rows
 * (mpi_merge.c); samples of `from` may be `into`'s then.  */
void hpm_mpi_merge_tables (struct hpm_calls_table *into,
                           struct hpm_calls_table *from, int functions);

/* The thread has ended and nobody needs its calls; NULL is fine.  */
void hpm_mpi_calls_release (struct hpm_calls_table *calls);

/* Whether counters were read around calls, on this rank.  */
int hpm_mpi_calls_are_split (void);

/* The calling thread, whose table that is, reads them at each call from now on:
 * what its regions count in MPI is to be exact.  */
void hpm_mpi_calls_look_always (struct hpm_calls_table *table);

/* Looks at counters that the thread paid for beside what its calls cost, and
 * the ticks in them; 0 where each call has them.  */
struct hpm_mpi_looks {
    int64_t count, ticks;
};
struct hpm_mpi_looks hpm_mpi_calls_looks (const struct hpm_calls_table *table);

/* ---- times without what measuring adds, after the stop (mpi_times.c) */

/* A row of a thread which may be at it still.  Each call's part is as large as
 * another's, so that the shortest may be taken for shorter than it was, but for
 * no less than nothing.  Returns what was taken, in ticks; where that is more
 * than there is, it is 0, and *larger one more.  */
int64_t hpm_mpi_calls_take_row (const struct hpm_call_row *row,
                                struct hpm_call_row *taken, int64_t *larger);

/* Calls a thread made, but for MPI I/O, and of that.  */
void hpm_mpi_calls_made (const struct hpm_calls_table *calls, int64_t made[2]);

/* Time a thread spent inside MPI and MPI I/O, and what measuring added to that,
 * in ns: parts->inside and shares.  What is told of its calls is the
 * difference. */
void hpm_mpi_calls_time (const struct hpm_calls_table *calls,
                         struct hpm_measuring_parts *parts);

/* What so many calls cost outside of their times, in ns.  */
int64_t hpm_mpi_calls_time_outside (int64_t made);

/* What is to be taken from counts; all 0 where nothing is.  */
const struct hpm_calls_cost *hpm_mpi_calls_cost (void);

/* hpm_measuring_take_parts; what is too small is counted in the rank's record.
 */
int64_t hpm_mpi_calls_take (struct hpm_measuring_parts *parts);

/* How many regions cells have under a mode.  */
int hpm_mpi_calls_regions (enum hpm_mpi_mode mode);

/* Lay the cells of all rows out as a record has them: rows->cells[rows][count]
 * becomes [rows][regions][width], split by region where the mode says so.  The
 * cells of the events of calls are not filled in yet.  Returns 0, or -1 without
 * memory.  */
int hpm_mpi_calls_lay_out (struct hpm_thread_rows *rows,
                           const struct hpm_event_table *table,
                           enum hpm_mpi_mode mode);

/* The functions whose calls are recorded, and their number; NULL where none
 * are.  */
const struct hpm_function_record *hpm_mpi_calls_functions (int *count);

/* Append the chunks REGIONS and FUNCTIONS, of the run, ...  */
void hpm_mpi_calls_append_run (struct hpm_stream_buffer *buffer,
                               enum hpm_mpi_mode mode);
/* ... and MPI, CALLS and SIZES, of this rank; the rows have been laid out, and
 * their cells get the events of calls.  */
void hpm_mpi_calls_append_rank (struct hpm_stream_buffer *buffer, int rank,
                                struct hpm_thread_rows *rows,
                                const struct hpm_event_table *events,
                                int regions);

/* Append the chunk ADDED of a rank whose threads made so many calls: nothing
 * where counts are split, or what noting calls adds was not measured
 * (mpi_added.c).  */
void hpm_mpi_added_append (struct hpm_stream_buffer *buffer, int rank,
                           const struct hpm_event_table *events, int64_t made);

/* ---- parts of these, for snapshots (mpi_snapshot.c) */

/* Functions that are recorded; 0 where none is.  Whether one is of MPI I/O.  */
int hpm_mpi_calls_function_count (void);
int hpm_mpi_calls_counters (void); /* that a split reads */
int hpm_mpi_calls_function_io (int function);

/* While calls are recorded: the record so far, with what is known of the clock,
 * for the thread that takes snapshots; the clock's ticks now, for any thread;
 * ticks in ns.  */
void hpm_mpi_calls_look (struct hpm_mpi_record *record);
int64_t hpm_mpi_calls_now (void);
int64_t hpm_mpi_calls_nanoseconds (int64_t ticks);

/* The record of one function on one thread, which may be at it still.  */
struct hpm_call_record hpm_mpi_call_record (int thread, int function,
                                            const struct hpm_call_row *row);

/* How a thread spent the time in its calls, by a sample of them (mpi_clocks.c):
 * HPM_SAMPLE_CPU, HPM_SAMPLE_WAIT.  */
struct hpm_mpi_clocks {
    int thread;   /* its row */
    int64_t time; /* in calls, ns, as
                     recorded */
    int64_t value[HPM_SAMPLE_CLOCKS], error[HPM_SAMPLE_CLOCKS]; /* ns */
    int64_t looks[HPM_SAMPLE_CLOCKS];
};

/* Estimate them for a thread, which may be at it still.  */
void hpm_mpi_clocks_estimate (const struct hpm_calls_table *table, int thread,
                              struct hpm_mpi_clocks *clocks);

/* What threads of a rank called.  */
struct hpm_mpi_called {
    const struct hpm_call_record *calls;
    size_t call_count;
    const struct hpm_mpi_clocks *clocks; /* of the threads that made them */
    int clock_count;
};

/* Fill in the events of calls in cells[rows][regions][width]: what the calls of
 * these rows add up to.  Nothing where the table has no such events.  */
void hpm_mpi_cells_fill (const struct hpm_event_table *events, int regions,
                         struct hpm_cell *cells, int rows,
                         const struct hpm_mpi_called *called);

/* Add sizes up, and make records[kinds x buckets] of those that are there.
 * Returns how many.  */
void hpm_mpi_sizes_add (struct hpm_size_row (*into)[HPM_SIZE_BUCKETS],
                        struct hpm_size_row (*from)[HPM_SIZE_BUCKETS]);
int hpm_mpi_size_records (struct hpm_size_row (*sizes)[HPM_SIZE_BUCKETS],
                          struct hpm_size_record *records);

/* What a thread counted inside MPI, [0], and inside MPI I/O, [1].  */
struct hpm_mpi_inside {
    struct hpm_measuring_parts time; /* ns */
    int64_t made[2];                 /* calls */
    const int64_t *counts[2];        /* as read (split_counters.c), ... */
    const int64_t *unsure[2];        /* ... and how much more they may be */
    int64_t alone[2], apart;         /* as in the table */
    struct hpm_mpi_looks looks;
    int partial; /* some calls were not read */

    /* In a snapshot: the call under way when this was looked at, and what is
     * known of the time since the thread's last look at its counters.  */
    int64_t under_way;                /* as in the table; 0: none */
    int64_t at;                       /* ticks, of this look */
    int64_t since, pending[2];        /* as in the table */
    int is_still;                     /* that call was, when they were read */
    const int64_t *looked;            /* counts then, or NULL */
    struct hpm_split_window window;   /* the time since */
    int io;                           /* 1 for MPI I/O */
    const struct hpm_os_counts *base; /* of the thread's counts */
};

/* Fill the regions of one row, cells[regions][width], from the first;
 * `inside` is NULL for a thread that made no call.  */
void hpm_mpi_split_row (const struct hpm_event_table *events,
                        const struct hpm_mpi_inside *inside, int role,
                        struct hpm_cell *cells);

/* ---- what a split reads (split_counters.c) */

/* Which counters a look takes: the backend's, or without any, those of
 * the thread's clock and getrusage(2).  Returns how many.  */
int hpm_split_counters_start (const struct hpm_event_table *table);

/* The same for calls that are noted as `mode` says: in how->counters those that
 * are read around calls, or in how->trial_counters those of the backend where
 * only times are noted.  */
void hpm_split_counters_choose (const struct hpm_event_table *table,
                                enum hpm_mpi_mode mode,
                                struct hpm_calls_start *how);

/* Whether those are the backend's, which are read at each call.  */
int hpm_split_counters_are_events (void);

/* What a column counts: a time that is spent in parts of the run, which goes on
 * while calls are noted, and tells how long looks at counters took.  */
struct hpm_split_kind {
    int is_time, in_calls, in_looks;
};
struct hpm_split_kind
hpm_split_counters_kind (const struct hpm_event_table *table, int column);

/* The event of one of those, by its place in a look; NULL where it is none that
 * is counted by pieces.  */
const char *hpm_split_counters_name (int counter);

/* Read them for the calling thread, whose set of counters is kept at that
 * address (a struct hpm_backend_set **).  Returns 0 or -1.  */
int hpm_split_counters_read (void *set, int64_t *values);

/* Counters of the system, of the calling thread since it began: how many there
 * are, which event of the system each is (enum hpm_os_event), where one stands
 * among them, -1 for none, and a look at all, by two system calls.  Returns 0,
 * or -1.  */
int hpm_system_counters (void);
int hpm_system_counter_event (int place);
int hpm_system_counter_place (int event);
int hpm_system_counters_read (int64_t *values);

/* What a column counted inside: of inside[] as read.  Returns 0, or -1 when the
 * column is not split.  */
int hpm_split_counters_value (const struct hpm_event_table *table, int column,
                              const int64_t *inside, int64_t *value);

/* What a column counted since the thread's last look, from its count `whole` up
 * to now; base and looked as in struct hpm_mpi_inside.  */
int64_t hpm_split_counters_since (const struct hpm_event_table *table,
                                  int column, int64_t whole,
                                  const struct hpm_mpi_inside *inside);

#endif /* HPM_PMPI_MPI_CALLS_H */
