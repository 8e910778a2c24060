/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the records of a run's ranks come from: a record stream (stream.h), or
 * the snapshots that a run left (recover_records.h).  They are gone through
 * twice, and are the same each time: by the scan, which finds out what is to be
 * written (scan.h), and then rank by rank (recorded_ranks.h).
 */
#ifndef HPM_AGGREGATE_RECORDS_H
#define HPM_AGGREGATE_RECORDS_H

#include "aggregate/input/rank_reader.h"
#include "base/error.h"

struct hpm_records {
    const char *kind, *name; /* "record stream", and which; not owned */
    uint64_t bytes;          /* that they take */
    int complete; /* after the last one: none was cut off or left out */

    /* Go back to the first.  Returns 0, or -1 with the error.  */
    int (*rewind) (struct hpm_records *records, struct hpm_error *error);

    /* Give a reader, which began with the first, what comes before the next
     * whole rank, and that rank.  Returns 1, 0 after the last one, or -1 with
     * the error.  */
    int (*next) (struct hpm_records *records, struct hpm_rank_reader *reader,
                 struct hpm_error *error);
};

#endif /* HPM_AGGREGATE_RECORDS_H */
