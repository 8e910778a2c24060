/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One look at a running job: what each of its ranks had counted when it took
 * its latest snapshot.
 */
#ifndef HPM_AGGREGATE_LIVE_LOOK_H
#define HPM_AGGREGATE_LIVE_LOOK_H

#include "base/event/event_list.h"
#include "hpm_record.h"
#include "aggregate/recover/recover_inside.h"

#define HPM_LIVE_COLUMNS 64 /* events shown at most */

struct hpm_live_event {
    hpm_text128 name;
    hpm_text16 unit;
    int is_peak;
};

/* Numbers are NAN where they are not known.  */
struct hpm_live_rank {
    int32_t rank, status;
    hpm_text64 host;
    uint32_t pid, space;
    int64_t until; /* of the snapshot, ns since 1970 */
    double wall;   /* counted so far, s */
    double cpu;    /* processor time of all threads of the program, s */
    double mpi;    /* time of theirs in MPI, s */
    double counts[HPM_LIVE_COLUMNS]; /* as in events */
    struct hpm_recovered_inside inside;
};

struct hpm_live_look {
    struct hpm_live_event events[HPM_LIVE_COLUMNS];
    int event_count;
    struct hpm_live_rank *ranks; /* ascending; owned */
    int count;
    int all;             /* ranks of the job */
    int left_out;        /* files that can't be used */
    int in_use;          /* files that say that the job goes on */
    int64_t now;         /* ns since 1970 */
    char *command, *job; /* owned; NULL: not known */
};

/* Look at the snapshots in a folder.  `wanted` are patterns of events to show;
 * with none, those that the run was asked for.  Returns 1, 0 where there is
 * nothing (any more), or -1 with the error; release it in any case.  */
int hpm_live_look (struct hpm_live_look *look, const char *folder,
                   int any_owner, const struct hpm_event_list *wanted,
                   struct hpm_error *error);
void hpm_live_look_release (struct hpm_live_look *look);

#endif /* HPM_AGGREGATE_LIVE_LOOK_H */
