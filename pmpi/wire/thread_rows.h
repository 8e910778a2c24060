/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the threads of a process have counted, as its record holds it.
 */
#ifndef HPM_PMPI_THREAD_ROWS_H
#define HPM_PMPI_THREAD_ROWS_H

#include "include/hpm_record.h"

struct hpm_calls_table;
struct hpm_paths;

/* What a finished count holds: rows, and cells[rows][table->count].  The
 * caller's, to be freed with hpm_thread_rows_release.  */
struct hpm_thread_rows {
    struct hpm_thread_record *records;
    struct hpm_cell *cells;
    struct hpm_calls_table **calls; /* [count], NULL where it made none */
    struct hpm_paths **regions;     /* [count], NULL where it marked none */
    int count;
    int threads; /* threads in all, merged ones included */
};

#endif /* HPM_PMPI_THREAD_ROWS_H */
