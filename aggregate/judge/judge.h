/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the profiles of all ranks to the verdict.  Memory: what differs of the
 * profiles, 80 to 300 bytes a rank.
 */
#ifndef HPM_AGGREGATE_JUDGE_H
#define HPM_AGGREGATE_JUDGE_H

#include <math.h>

#include "aggregate/model/findings.h"
#include "aggregate/analysis/change.h"
#include "aggregate/analysis/median.h"
#include "aggregate/analysis/packed_rows.h"
#include "aggregate/analysis/profile.h"

struct hpm_judge {
    const struct hpm_result *result;
    struct hpm_packed_rows profiles; /* of ranks, owned */
    size_t count;                    /* ranks */
    struct hpm_text_table masks;     /* lists of processors */
    struct hpm_account rank;         /* of the rank taken last */
    const struct hpm_change *change; /* set before it is finished */
    /* Of all, what these may err, and of hosts: owned, NULL before the first
       rank and where there is one.  */
    struct hpm_account job, errors, *hosts;
};

/* All of a rank's profile.  For a member or two of many ranks that is dear.  */
static inline struct hpm_profile
hpm_judge_profile (const struct hpm_judge *judge, size_t rank)
{
    struct hpm_profile profile;

    hpm_packed_row (&judge->profiles, rank, &profile);
    return profile;
}

/* A member of it that is a double, or a number.  */
static inline double
hpm_judge_real (const struct hpm_judge *judge, size_t rank, size_t cell)
{
    double value;

    hpm_packed_cell (&judge->profiles, rank, cell, &value);
    return value;
}

static inline int64_t
hpm_judge_number (const struct hpm_judge *judge, size_t rank, size_t cell)
{
    int64_t value;

    hpm_packed_cell (&judge->profiles, rank, cell, &value);
    return value;
}

#define HPM_REAL_OF(judge, rank, name)                                         \
    hpm_judge_real (judge, rank, HPM_PROFILE_CELL (name))
#define HPM_NUMBER_OF(judge, rank, name)                                       \
    hpm_judge_number (judge, rank, HPM_PROFILE_CELL (name))

/* A quantity of it (HPM_PROFILE_FIELDS).  */
double hpm_judge_get (const struct hpm_judge *judge, size_t rank, int quantity);

void hpm_judge_init (struct hpm_judge *judge, const struct hpm_result *result);
void hpm_judge_release (struct hpm_judge *judge);

/* Take the next rank.  Returns 0, or -1 without memory.  */
int hpm_judge_take (struct hpm_judge *judge, const struct hpm_rank_data *data,
                    const struct hpm_values *values);

/* After the last rank and the totals: judge.  An earlier verdict in *verdict is
 * dropped.  Returns 0, or -1 without memory.  */
int hpm_judge_finish (const struct hpm_judge *judge,
                      struct hpm_verdict *verdict);

/* Processors of a host that no rank may use; -1 where that is not known.  */
double hpm_judge_unused (const struct hpm_judge *judge, int host);

/* How ranks are bound, in words: "1 processor each"; "" where that is not
 * known or there is one on each host.  Returns 0, or -1 without
 * memory.  */
int hpm_judge_binding (const struct hpm_judge *judge, char *text, size_t size);

/* Its parts.  */

/* Add the account of a rank, which is on that host if it left a record. Returns
 * 0, or -1 without memory.  */
int hpm_judge_add_account (struct hpm_judge *judge,
                           const struct hpm_rank_data *data, int host);
/* The accounts of the job and its hosts into the verdict.  Returns 0, or -1
 * without memory.  */
int hpm_judge_account (const struct hpm_judge *judge,
                       struct hpm_verdict *verdict);

/* After the efficiencies: what costs most, the largest first.  */
int hpm_judge_costs (const struct hpm_judge *judge,
                     struct hpm_verdict *verdict);

/* 0 of what is not known.  */
static inline double
hpm_judge_known (double value)
{
    return isnan (value) ? 0 : value;
}

/* Seconds that a rank was in MPI, with what timing its calls took; and that of
 * the one that is longest outside MPI, which may end before others.  */
double hpm_judge_in_mpi (const struct hpm_judge *judge, size_t rank);
double hpm_judge_slowest_in_mpi (const struct hpm_judge *judge,
                                 const struct hpm_verdict *verdict);

/* Calls of MPI of all ranks, and bytes in them.  */
void hpm_judge_sum_calls (const struct hpm_calls *calls, double *count,
                          double *bytes);

/* 1 if all ranks have one processor, and have work for it for GOOD of the run:
 * how that is divided changes nothing.  */
int hpm_judge_is_full (const struct hpm_judge *judge,
                       const struct hpm_verdict *verdict);

/* 1 if one rank works at a time: their useful times make about one run, with
 * what they wait for processors and without, and they wait long for little
 * data.  */
int hpm_judge_take_turns (const struct hpm_judge *judge,
                          const struct hpm_verdict *verdict);

/* Seconds that all ranks are in the kernel outside MPI, 0 if that is not worth
 * telling; and the finding.  */
double hpm_judge_in_kernel (const struct hpm_judge *judge,
                            const struct hpm_verdict *verdict);
int hpm_judge_system (const struct hpm_judge *judge,
                      struct hpm_verdict *verdict);

/* That the run changed on its way, which is known.  */
int hpm_judge_change (const struct hpm_judge *judge,
                      struct hpm_verdict *verdict);

/* Processor time of all threads, s.  */
double hpm_judge_processor_time (const struct hpm_judge *judge);

/* Seconds of an account that go by without a processor.  */
double hpm_judge_without_processor (const struct hpm_account *account);

/* That all ranks wait for processors, if they do; `in_vain` seconds of it in
 * MPI at most, while they wait there for others, which processors would not
 * save. */
int hpm_judge_processors_wait (const struct hpm_judge *judge,
                               struct hpm_verdict *verdict, double in_vain);

/* The rank that computes or is blocked longest beyond the others, whatever it
 * waits for a processor, and how much more that is, in seconds, with the
 * waiting that goes with it; 0 where no difference is larger than chance.
 * Returns the rank, -1 if there is none.  */
double hpm_judge_blamed (const struct hpm_judge *judge, double *more);

/* Why a rank is slower than the others: the one to blame, if there is one who
 * has `more` seconds, else the slowest; `cost` is what that costs, in s.  */
int hpm_judge_slowest (const struct hpm_judge *judge,
                       struct hpm_verdict *verdict, double blamed, double more,
                       double cost);
/* Where most ranks are as slow as the slowest, in s: the one with the least to
 * do is the one to tell.  */
int hpm_judge_light (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                     double usual, double cost);
/* The rank that came to MPI_Init last, where the others may have waited for it
 * there, before they are counted; also of a run too short to judge.  Returns 0,
 * or -1 without memory.  */
int hpm_judge_late_start (const struct hpm_judge *judge,
                          struct hpm_verdict *verdict);
/* Ranks and hosts far from the rest.  */
int hpm_judge_outliers (const struct hpm_judge *judge,
                        struct hpm_verdict *verdict);

/* Who had the processors of a host when its threads waited for them.  */
enum hpm_crowd {
    HPM_CROWD_UNKNOWN = -1,
    HPM_CROWD_OTHERS, /* the job can't have wanted more than there are */
    HPM_CROWD_ITSELF, /* more of its threads were busy than there are */
    HPM_CROWD_BOTH,   /* so they were, and had less than half their part */
    HPM_CROWD_LIMIT   /* nobody: the limit of a control group stopped them */
};

/* Processors that the ranks may use.  crowds[hosts] is filled in.  */
int hpm_judge_masks (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                     enum hpm_crowd *crowds);

/* Take from a rank's data the processors of all its threads, and their cores.
 * Returns 0, or -1 without memory.  */
int hpm_judge_note_processors (struct hpm_judge *judge,
                               struct hpm_profile *profile,
                               const struct hpm_rank_data *data);

/* Ranks on hyper-threads of the same cores, where other cores have no rank.  */
int hpm_judge_cores (const struct hpm_judge *judge,
                     struct hpm_verdict *verdict);

/* Take from the record of a rank what limits its processor time.  */
void hpm_judge_note_limit (struct hpm_profile *profile,
                           const struct hpm_rank_record *record);
/* For how long limits of control groups stopped ranks, if they did: a finding,
 * and the seconds of all of it.  */
int hpm_judge_throttled (const struct hpm_judge *judge,
                         struct hpm_verdict *verdict, double *stopped);
/* Before it is said who had the processors: where a limit stopped ranks it is
 * not known who had them meanwhile, and a rank that waits does so for it.  */
int hpm_judge_limits (const struct hpm_judge *judge,
                      struct hpm_verdict *verdict, enum hpm_crowd *crowds);

/* Median of a quantity over the complete ranks but `other` (none with -1);
 * `room` holds a double for each rank.  */
double hpm_judge_median (const struct hpm_judge *judge, int quantity,
                         double other, double *room);

/* Part of their run that all main threads wait for a processor, and part of
 * their lives that all threads do, of complete ranks; 0 where that is unknown.
 */
double hpm_judge_waiting (const struct hpm_judge *judge);
double hpm_judge_threads_waiting (const struct hpm_judge *judge);

/* A finding with no subject.  */
struct hpm_finding hpm_finding (enum hpm_rule rule, double rank, double host,
                                double value, double reference, double share);

#endif /* HPM_AGGREGATE_JUDGE_H */
