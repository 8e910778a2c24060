/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/timeline/time_shares.h"

#include <math.h>

#include "aggregate/timeline/timeline.h"
#include "hpm_schema.h"

void
hpm_time_shares_add (double shares[HPM_SHARE_COUNT], double life, double cpu,
                     double mpi, double inside)
{
    double waiting = fmin (mpi, life), on = fmin (cpu, life);
    double least = fmax (0, on - waiting), most = fmin (on, life - waiting);
    double computing = isnan (inside) ? (least + most) / 2
                                      : fmax (least, fmin (on - inside, most));

    shares[HPM_SHARE_COMPUTING] += computing;
    shares[HPM_SHARE_LEAST] += least;
    shares[HPM_SHARE_MOST] += most;
    shares[HPM_SHARE_WAITING] += waiting;
    shares[HPM_SHARE_APART] += fmax (0, fmax (cpu, mpi) - life);
}

/* Of the rank that was added last, in s; NAN where there is none.  */
static double
seconds_in (const struct hpm_timeline *timeline, int event, int interval)
{
    int64_t count = event < 0
                        ? HPM_NO_COUNT
                        : timeline->rank[(size_t)event * (size_t)timeline->count
                                         + (size_t)interval];

    return count == HPM_NO_COUNT ? NAN : 1e-9 * (double)count;
}

void
hpm_timeline_divide (struct hpm_timeline *timeline,
                     const struct hpm_timeline_clocks *clocks)
{
    for (int i = 0; i < timeline->count; i++) {
        double shares[HPM_SHARE_COUNT] = { 0 };
        double life = seconds_in (timeline, clocks->life, i);
        double cpu = seconds_in (timeline, clocks->cpu, i);
        double mpi = seconds_in (timeline, clocks->mpi, i)
                     + seconds_in (timeline, clocks->io, i);

        if (isnan (life) || isnan (cpu) || isnan (mpi))
            continue;
        hpm_time_shares_add (shares, life, cpu, mpi,
                             seconds_in (timeline, clocks->inside, i));
        for (int k = 0; k < HPM_SHARE_COUNT; k++)
            timeline->shares[k * timeline->count + i] += shares[k];
    }
}
