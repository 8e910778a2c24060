/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which ranks were inside MPI when they were seen last, and in which function.
 */
#ifndef HPM_AGGREGATE_RECOVER_INSIDE_H
#define HPM_AGGREGATE_RECOVER_INSIDE_H

#include "hpm_mpi_record.h"
#include "aggregate/recover/recover_checkpoint.h"

struct hpm_recovery;

/* Of one rank: of the first of its threads that was inside.  */
struct hpm_recovered_inside {
    int mpi;             /* it is an MPI program's */
    int known;           /* its calls were recorded */
    hpm_text64 function; /* "" outside MPI */
    int64_t since;       /* ns since 1970 */
};

void hpm_recovered_inside_read (struct hpm_recovered_inside *inside,
                                const struct hpm_checkpoint_data *saved);

/* One line for each function, for the ranks outside, and for those of which it
 * is not known, with `between` between the lines, over ranks that were
 * counting; malloc'ed, "" where there are none, NULL without memory.  */
char *hpm_recovery_inside (const struct hpm_recovery *recovery,
                           const char *between);

/* Whether it is known of any.  */
int hpm_recovery_knows_inside (const struct hpm_recovery *recovery);

#endif /* HPM_AGGREGATE_RECOVER_INSIDE_H */
