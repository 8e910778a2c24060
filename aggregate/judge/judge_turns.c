/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether one rank works at a time.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>

void
hpm_judge_sum_calls (const struct hpm_calls *calls, double *count,
                     double *bytes)
{
    *count = *bytes = 0;
    for (int f = 0; f < calls->count; f++) {
        *count += hpm_calls_total (calls, f, HPM_SUM_CALLS);
        *bytes += hpm_calls_total (calls, f, HPM_SUM_SENT)
                  + hpm_calls_total (calls, f, HPM_SUM_RECEIVED);
    }
}

static int
is_one_run (double runs)
{
    return runs >= HPM_LIMIT_SERIAL_LEAST && runs <= HPM_LIMIT_SERIAL_MOST;
}

/* Useful times of all ranks in runs, what ranks go without a processor taken
 * off both sides: what waiting stretches adds up to anything.  */
static double
worked_runs (const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency, *part = verdict->account->part;
    double ranks = e[HPM_EFFICIENCY_RANKS];
    double worked = ranks * e[HPM_EFFICIENCY_USEFUL_MEAN];
    double whole = ranks * e[HPM_EFFICIENCY_RUNTIME];

    return ranks * (worked - part[HPM_PART_WAITING])
           / (whole - part[HPM_PART_WAITING] - part[HPM_PART_MPI_WAITING]);
}

/* What main threads wait for processors outside MPI, at most, in s: what is not
 * told apart may all have been there.  One that waits while it works makes the
 * others wait in MPI, where they poll, as if it was its turn.  */
static double
waits_at_work (const struct hpm_judge *judge)
{
    double waits = 0;

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete))
            waits += hpm_judge_known (HPM_REAL_OF (judge, i, waiting_most));
    return waits;
}

/* Ranks that work have the processors they want, for the most part.  */
static int
is_work_served (const struct hpm_verdict *verdict, double waits)
{
    const double *e = verdict->efficiency;
    double useful = e[HPM_EFFICIENCY_RANKS] * e[HPM_EFFICIENCY_USEFUL_MEAN];

    return is_one_run (worked_runs (verdict)) && useful > 0
           && waits <= HPM_LIMIT_SERIAL_WAITS * useful;
}

/* Nearly all waiting for processors is in MPI, and that is none for work: what
 * has a processor outside MPI makes one run already, and polling had another
 * one beside it, which work would have had that there was.  */
static int
do_pollers_wait (const struct hpm_verdict *verdict, double waits)
{
    const double *e = verdict->efficiency, *part = verdict->account->part;
    double useful = e[HPM_EFFICIENCY_RANKS] * e[HPM_EFFICIENCY_USEFUL_MEAN];

    return is_one_run ((useful - waits) / e[HPM_EFFICIENCY_RUNTIME])
           && waits <= HPM_LIMIT_SERIAL_OUTSIDE
                           * (waits + part[HPM_PART_MPI_WAITING])
           && part[HPM_PART_MPI_RUNNING]
                  >= HPM_LIMIT_SERIAL_POLLS * e[HPM_EFFICIENCY_RUNTIME];
}

/* They wait long for little data.  */
static int
are_calls_long (const struct hpm_judge *judge,
                const struct hpm_verdict *verdict)
{
    double mpi = 0, calls, bytes;

    for (size_t i = 0; i < judge->count; i++)
        mpi += hpm_judge_known (HPM_REAL_OF (judge, i, mpi));
    mpi -= verdict->account->part[HPM_PART_MPI_WAITING];
    hpm_judge_sum_calls (&judge->result->calls, &calls, &bytes);
    return mpi >= HPM_LIMIT_SERIAL_CALL * calls
           && bytes <= HPM_LIMIT_SERIAL_RATE * mpi;
}

int
hpm_judge_take_turns (const struct hpm_judge *judge,
                      const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;
    double ranks = e[HPM_EFFICIENCY_RANKS], waits = waits_at_work (judge);

    return ranks >= HPM_LIMIT_SERIAL_RANKS
           && is_one_run (ranks * e[HPM_EFFICIENCY_PARALLEL])
           && (is_work_served (verdict, waits)
               || do_pollers_wait (verdict, waits))
           && are_calls_long (judge, verdict);
}
