/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the threads of the process have counted, as rows of its record.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/calls/mpi_calls.h"
#include "pmpi/threads/thread_private.h"

static int
by_number (const void *a, const void *b)
{
    const struct hpm_thread *const *left = a, *const *right = b;

    return (*left)->record.number - (*right)->record.number;
}

/* Whether a thread's cells are complete; the lock is held.  */
static int
has_cells (const struct hpm_thread *thread)
{
    if (hpm_registry.external && thread->record.role != HPM_ROLE_CHILDREN)
        return 0;
    return thread->cells
           && (thread->state == HPM_THREAD_ENDED
               || thread->state == HPM_THREAD_CLAIMED);
}

/* All threads with cells, in the order of their numbers, as an array that the
 * caller frees; the lock is held.  */
static struct hpm_thread **
sorted_threads (int *count)
{
    struct hpm_thread **all;
    int n = 0, most = HPM_THREAD_ROLE_COUNT;

    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        most++;
    all = calloc ((size_t)most, sizeof *all);
    if (!all)
        return NULL;
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        if (has_cells (t))
            all[n++] = t;
    for (int role = 0; role < HPM_THREAD_ROLE_COUNT; role++)
        if (hpm_registry.merged[role])
            all[n++] = hpm_registry.merged[role];
    qsort (all, (size_t)n, sizeof *all, by_number);
    *count = n;
    return all;
}

int
hpm_thread_collect (struct hpm_thread_rows *rows)
{
    size_t columns = (size_t)hpm_registry.table->count;
    struct hpm_thread **all = sorted_threads (&rows->count);
    size_t n = (size_t)rows->count;

    if (!all)
        return -1;
    rows->threads = hpm_registry.external ? 0 : hpm_registry.seen;
    rows->records = calloc (n + 1, sizeof *rows->records);
    rows->cells = calloc (n * columns + 1, sizeof *rows->cells);
    rows->calls = calloc (n + 1, sizeof *rows->calls);
    rows->regions = calloc (n + 1, sizeof *rows->regions);
    if (!rows->records || !rows->cells || !rows->calls || !rows->regions) {
        free (all);
        hpm_thread_rows_release (rows);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        rows->records[i] = all[i]->record;
        rows->calls[i] = all[i]->calls;
        rows->regions[i] = all[i]->regions;
        all[i]->regions = NULL;
        memcpy (rows->cells + i * columns, all[i]->cells,
                columns * sizeof *rows->cells);
    }
    free (all);
    return 0;
}

/* A thread that is alive may be writing to its calls, and look at its regions.
 */
void
hpm_thread_rows_release (struct hpm_thread_rows *rows)
{
    for (int i = 0; i < rows->count && rows->calls; i++)
        if (!rows->records[i].alive) {
            hpm_mpi_calls_release (rows->calls[i]);
            hpm_regions_release (rows->regions[i]);
        }
    free (rows->calls);
    free (rows->regions);
    free (rows->records);
    free (rows->cells);
    memset (rows, 0, sizeof *rows);
}
