/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The records of a run that was recovered, straight from its snapshots.  What a
 * rank that did not count to its end counted is marked partial, cell by cell.
 * A rank whose snapshot makes no sense is left out.
 */
#ifndef HPM_AGGREGATE_RECOVER_RECORDS_H
#define HPM_AGGREGATE_RECOVER_RECORDS_H

#include "aggregate/recover/recover_list.h"
#include "aggregate/input/records.h"

struct hpm_recovered_records {
    struct hpm_records records; /* first: this gives them */
    const struct hpm_recovery *recovery;
    char *run; /* payload of RUN, owned */
    size_t run_bytes;

    /* What the reader was given.  */
    int next;                /* place of the next rank */
    int head;                /* whose definitions; -1: none */
    int functions;           /* those of some head */
    struct hpm_chunk events; /* the latest, in a head */
};

/* The records of what was found at `name`; both must outlive this.  Returns 0,
 * or -1 without memory; release it in either case.  */
int hpm_recovered_records_init (struct hpm_recovered_records *recovered,
                                const struct hpm_recovery *recovery,
                                const char *name, struct hpm_error *error);
void hpm_recovered_records_release (struct hpm_recovered_records *recovered);

#endif /* HPM_AGGREGATE_RECOVER_RECORDS_H */
