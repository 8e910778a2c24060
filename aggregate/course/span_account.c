/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Time in MPI is known, and so is processor time, but not how much of the one
 * was the other: between what finds no room outside MPI and all that finds room
 * inside.  Of a rank that polls, or does not wait, that is nearly one number:
 * so each rank is divided by itself, when it is read (time_shares.h).  Files of
 * versions before 3.7 have sums over all ranks alone, as has a run of one
 * interval of which nothing is known over time: these have wider bounds.
 *
 * How long threads waited for a processor has no part in it: the kernel books a
 * wait when it ends, which may be in a later interval.
 */
#include "config.h"

#include "aggregate/course/span_account.h"

#include <math.h>

#include "base/quality.h"

/* A count in s of ns, NAN where there is none or its quality is worse.  */
static double
seconds_of (const struct hpm_result *result, const struct hpm_value *values,
            const char *event, uint32_t worst)
{
    int place = hpm_result_find_event (result, event);

    return place < 0 || !hpm_quality_has_value (values[place].quality)
                   || values[place].quality > worst
               ? NAN
               : 1e-9 * values[place].number;
}

static double
within (double value, double least, double most)
{
    return fmax (least, fmin (value, most));
}

/* It errs by no more than leads to nothing or to all of the whole.  */
static void
set_part (struct hpm_span_account *account, enum hpm_span_part part,
          double value, double error, double whole)
{
    account->part[part] = value;
    account->error[part] = fmin (error, fmax (value, whole - value));
}

/* Shares of a damaged file leave parts that add up, too.  */
static void
divide (struct hpm_span_account *account, double life, const double *shares)
{
    double waiting = within (shares[HPM_SHARE_WAITING], 0, life);
    double outside = life - waiting;
    double computing = within (shares[HPM_SHARE_COMPUTING], 0, outside);
    double apart = fmax (0, shares[HPM_SHARE_APART]);
    double error = fmax (0, fmax (computing - shares[HPM_SHARE_LEAST],
                                  shares[HPM_SHARE_MOST] - computing))
                   + apart;

    set_part (account, HPM_SPAN_COMPUTING, computing, error, life);
    set_part (account, HPM_SPAN_WAITING, waiting, apart, life);
    set_part (account, HPM_SPAN_BLOCKED, outside - computing, error, life);
}

/* Returns 0 where the intervals have none.  */
static int
sum_shares (double shares[HPM_SHARE_COUNT], const struct hpm_timeline *timeline,
            int first, int last)
{
    for (int k = 0; timeline->shares && k < HPM_SHARE_COUNT; k++)
        for (int i = first; i <= last; i++)
            shares[k] += timeline->shares[k * timeline->count + i];
    return timeline->shares != NULL;
}

int
hpm_span_has_account (const struct hpm_result *result)
{
    return hpm_result_is_mpi (result) && !result->joined.count
           && !hpm_result_follows (result);
}

/* Clocks of threads, of which the parts are made; NAN where one is missing.  */
struct clocks {
    double life, cpu, mpi;
};

/* Returns 0 where there can be no account.  */
static int
read_clocks (struct clocks *clocks, const struct hpm_result *result,
             const struct hpm_value *values)
{
    const uint32_t exact = HPM_QUALITY_EXACT;

    clocks->life = seconds_of (result, values, "os::WALL_TIME", exact);
    clocks->cpu = seconds_of (result, values, "os::CPU_TIME", exact);
    clocks->mpi = seconds_of (result, values, "mpi::TIME", exact)
                  + seconds_of (result, values, "mpi::IO_TIME", exact);
    return hpm_span_has_account (result) && clocks->life > 0
           && !isnan (clocks->cpu) && !isnan (clocks->mpi);
}

static void
clear (struct hpm_span_account *account)
{
    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++)
        account->part[i] = account->error[i] = NAN;
}

/* By the clocks alone.  */
static void
divide_clocks (struct hpm_span_account *account, const struct clocks *clocks,
               const struct hpm_result *result, const struct hpm_value *values)
{
    double shares[HPM_SHARE_COUNT] = { 0 };

    hpm_time_shares_add (
        shares, clocks->life, clocks->cpu, clocks->mpi,
        seconds_of (result, values, "mpi::CPU_TIME", HPM_QUALITY_SCALED));
    divide (account, clocks->life, shares);
}

int
hpm_span_account (struct hpm_span_account *account,
                  const struct hpm_result *result, int first, int last,
                  const struct hpm_value *values)
{
    double shares[HPM_SHARE_COUNT] = { 0 };
    struct clocks clocks;

    clear (account);
    if (!read_clocks (&clocks, result, values))
        return 0;
    if (sum_shares (shares, &result->timeline, first, last))
        divide (account, clocks.life, shares);
    else
        divide_clocks (account, &clocks, result, values);
    return 1;
}

int
hpm_span_account_of_member (struct hpm_span_account *account,
                            const struct hpm_result *result,
                            const struct hpm_value *values)
{
    struct clocks clocks;

    clear (account);
    if (!read_clocks (&clocks, result, values))
        return 0;
    divide_clocks (account, &clocks, result, values);
    return 1;
}
