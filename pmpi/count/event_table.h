/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events of this process: the columns of its cells.  Made once, when
 * counting starts; read-only afterwards, but that the events of MPI calls are
 * added behind the others where calls turn out to be recorded.
 */
#ifndef HPM_PMPI_EVENT_TABLE_H
#define HPM_PMPI_EVENT_TABLE_H

#include "base/event/node_event.h"
#include "base/option/option.h"
#include "include/hpm_backend.h"
#include "pmpi/count/os_counters.h"

/* Where a column comes from: an event of the backend, one or two counters
 * of the system that add up, or an event of the node, which no thread counts.
 */
struct hpm_column {
    int backend; /* index among `asked`, or -1 */
    int os[2];   /* HPM_OS_EVENT_COUNT: none */
    int node;    /* index among `nodes`, or -1 */
    int named;   /* of the system, and somebody asked for it by name */
};

/* A setting that cannot be followed.  */
enum hpm_fault { HPM_FAULT_NONE, HPM_FAULT_EVENTS, HPM_FAULT_BACKEND };

struct hpm_event_table {
    struct hpm_event_record *records; /* [width]: the columns */
    struct hpm_column *columns;       /* [count] */
    int count;     /* those that a thread has counters for, or the host */
    int width;     /* of a record: those, and HPM_MPI_EVENT_COUNT or none */
    uint64_t hash; /* of the records */
    const struct hpm_backend *backend; /* NULL: the system's counters only */
    const char *backend_version;
    struct hpm_backend_event *asked; /* [backend_count]: what it was given */
    int backend_count;               /* first, and what other ranks count */
    struct hpm_node_event *nodes;    /* [node_count] */
    int node_count;
    int by_group;         /* names are those of groups, too */
    int asks_files;       /* somebody named a counter that the
                           * system keeps in files */
    char problem[256];    /* why the backend can't count; or "" */
    enum hpm_fault fault; /* what the problem is with, if with what was asked */
};

/* Load the backend that the options name, choose the events and let the backend
 * select.  Which of `ranks` ranks this is decides what it counts where the
 * events are spread over the ranks.  Never fails: what can't be counted has a
 * reason.  */
void hpm_event_table_open (struct hpm_event_table *table,
                           const struct hpm_options *options, int rank,
                           int ranks);
void hpm_event_table_close (struct hpm_event_table *table);

/* MPI calls are recorded: add their events, once, before a record is made.
 * Threads may be counting.  */
void hpm_event_table_add_calls (struct hpm_event_table *table);

/* Make the cells of one thread, cells[table->count], from its counters.
 * `source` holds backend_count cells as the backend read them, or is NULL for a
 * thread without counters, with the reason.  `process` says whether this row
 * carries the process-wide events.  */
void hpm_event_table_fill (const struct hpm_event_table *table,
                           const struct hpm_os_counts *os,
                           const struct hpm_cell *source,
                           enum hpm_reason reason, int process,
                           struct hpm_cell *cells);

/* Whether the kernel tells a column by its ticks (HPM_OS_IS_SAMPLED): scaled,
 * and yet as a whole.  */
int hpm_event_table_is_sampled (const struct hpm_event_table *table,
                                int column);

/* The column of a counter of the system alone, or -1.  */
int hpm_event_table_find_os (const struct hpm_event_table *table,
                             enum hpm_os_event event);

/* Look again at hardware events that stayed 0 in every one of the `rows` rows
 * of cells[rows][table->count]: a counter that does not move when it must is
 * marked HPM_REASON_NEVER_COUNTED.  Call on the thread that opened the table,
 * while its own counters run.  */
void hpm_event_table_verify_zeros (const struct hpm_event_table *table,
                                   struct hpm_cell *cells, int rows);

/* Add the cells of an ended thread to those of others: sums, largest peaks, the
 * worst quality.  */
void hpm_event_table_merge (const struct hpm_event_table *table,
                            struct hpm_cell *into, const struct hpm_cell *from);

#endif /* HPM_PMPI_EVENT_TABLE_H */
