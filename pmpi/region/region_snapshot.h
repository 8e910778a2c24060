/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions in a snapshot: what threads have counted in theirs so far, read while
 * they go on.  Regions that are open count up to that moment, as entries that
 * never ended.  Takes no memory from the heap, and stops nobody.
 */
#ifndef HPM_PMPI_REGION_SNAPSHOT_H
#define HPM_PMPI_REGION_SNAPSHOT_H

#include "include/hpm_region_record.h"
#include "pmpi/region/regions.h"

/* A snapshot has no more rows of threads in regions: the rest is counted in
 * those around them.  */
#define HPM_REGION_SNAPSHOT_MAX (1 << 16)

/* Regions of a thread that may be open.  */
#define HPM_REGION_OPEN_MAX ((size_t)HPM_PATHS_DEPTH + 2)

/* What it has to have room for.  */
struct hpm_region_room {
    size_t paths; /* of all threads */
    size_t texts; /* bytes */
};

/* A region that is open: what it has but for the moment of the snapshot, and
 * the same of its entry.  */
struct hpm_region_open {
    size_t row;
    int64_t time, began; /* ns */
    int64_t mpi_time;    /* ticks */
};

/* Everything is in the caller's memory.  */
struct hpm_region_snapshot {
    const struct hpm_event_table *events;
    struct hpm_region_room room, used;
    struct hpm_path_record *paths;  /* [room.paths] */
    struct hpm_region_record *rows; /* [room.paths] */
    int64_t *inner;                 /* [room.paths]: time of those inside */
    const struct hpm_path **made;   /* [room.paths] */
    int64_t *counts;                /* [room.paths][events->width] */
    int64_t *split; /* the same[HPM_REGION_SPLIT_COUNT]; NULL: not split */
    struct hpm_region_open *open;   /* of the thread that is looked at */
    int64_t *open_values;           /* [open][counters] */
    int64_t *values;                /* [counters] */
    char *texts;                    /* [room.texts] */
    const struct hpm_paths *thread; /* that is looked at, or NULL */
    size_t first;                   /* its first row */
    size_t open_count;
    int runs; /* 1: the thread that is looked at may run */
    int naps; /* taken, until a thread was out of a mark */
};

/* Add what a thread has now, NULL for none, and some to come.  */
void hpm_region_room_add (struct hpm_region_room *room,
                          const struct hpm_paths *paths);

/* Memory for it, in bytes; a multiple of 8.  */
size_t hpm_region_snapshot_bytes (const struct hpm_region_room *room,
                                  const struct hpm_event_table *events);

/* Begin one, in that memory.  */
void hpm_region_snapshot_begin (struct hpm_region_snapshot *snapshot,
                                const struct hpm_event_table *events,
                                const struct hpm_region_room *room,
                                void *memory);

/* Look at the regions of a thread, or NULL, which is `row`; before its counters
 * are read.  Where it `runs` and stands still within a mark, some ms are waited
 * for it: not with a lock.  Then finish it with its calls, or NULL, and the
 * cells that were read.  They stay meanwhile.  A thread that was not added to
 * the room has what the others leave of it, and none where that is no room at
 * all.  */
void hpm_region_snapshot_look (struct hpm_region_snapshot *snapshot, int row,
                               const struct hpm_paths *paths, int runs);
void hpm_region_snapshot_finish (struct hpm_region_snapshot *snapshot,
                                 const struct hpm_calls_table *calls,
                                 const struct hpm_cell *cells);

/* Bytes of the chunks; and append them, none where nothing was marked.  */
size_t hpm_region_chunk_bytes (const struct hpm_region_snapshot *snapshot);
void hpm_region_snapshot_append (const struct hpm_region_snapshot *snapshot,
                                 int rank, struct hpm_stream_buffer *buffer);

#endif /* HPM_PMPI_REGION_SNAPSHOT_H */
