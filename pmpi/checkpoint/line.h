/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A coarse line of what this process has counted over time, out of samples:
 * with a bounded number of edges.  When it is full, every second edge goes, and
 * from then on half as many come.  Which ones is told by the clock of the day,
 * so that the lines of all ranks have the same edges.
 *
 * Takes no memory from the heap but for hpm_line_append.
 */
#ifndef HPM_PMPI_LINE_H
#define HPM_PMPI_LINE_H

#include "include/hpm_line_record.h"
#include "pmpi/wire/stream_buffer.h"

struct hpm_line {
    int64_t step;           /* ns between slots; 0: there is no line */
    int64_t multiple;       /* of slots that edges are at */
    int64_t start;          /* ns since 1970 */
    int64_t last;           /* slot of the last sample, or of the beginning */
    int events;             /* of an edge */
    int room, count;        /* edges */
    int64_t *slots, *times; /* of edges; times in ns since 1970 */
    int64_t *counts;        /* [room][events], which do not fall */
    int64_t *sample;        /* [events], for whoever takes one */
    unsigned char *counted; /* [events]: had a count at an edge */
    void *memory;
    size_t bytes; /* of it */
};

/* Make an empty line of so many edges at most.  Returns 0, or -1 without
 * memory: then there is none, and nothing comes of what follows.  */
int hpm_line_open (struct hpm_line *line, int64_t step, int room, int events);
void hpm_line_close (struct hpm_line *line);

/* It begins at `start`, in ns since 1970, once: there is no edge in the half
 * step from there, where no sample is due (due.h).  One that is taken at once,
 * or because the run ends, may lie there, and in another slot than the
 * beginning. */
void hpm_line_begin (struct hpm_line *line, int64_t start);

/* Whether a sample at `time` would be an edge.  */
int hpm_line_wants (const struct hpm_line *line, int64_t time);

/* Whether the count of this event, -1 for none, is less than at the last edge:
 * then the sample lacks a thread that is about to end, as at the end of the
 * run, and is none of its time.  */
int hpm_line_falls (const struct hpm_line *line, int event,
                    const int64_t *counts);

/* Add one that would: counts[events], HPM_NO_COUNT where there is none.  */
void hpm_line_add (struct hpm_line *line, int64_t time, const int64_t *counts);

/* The same of one that was due at `due`, less than half a step before: slots
 * are those of the moments when samples are due.  */
void hpm_line_add_due (struct hpm_line *line, int64_t due, int64_t time,
                       const int64_t *counts);

/* Append the chunk LINE, where there are edges.  */
void hpm_line_append (const struct hpm_line *line, int rank,
                      struct hpm_stream_buffer *buffer);

#endif /* HPM_PMPI_LINE_H */
