/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How far a count may be off that took turns on the counters, by what was seen
 * of its rate.  Pure code.
 *
 * A look is the count and its two times at some moment.  From one look to the
 * next the rate of the time on the counter is known; how much successive rates
 * differ tells how much the rate of the time off the counter may.  That a rate
 * drifts slowly is in all of them, and hardly in the differences (von Neumann,
 * "Distribution of the ratio of the mean square successive difference to the
 * variance", 1941).
 */
#ifndef HPM_PMPI_SLICES_H
#define HPM_PMPI_SLICES_H

#include <stdint.h>

/* All 0 before the first look.  */
struct hpm_slices {
    int64_t value, enabled, running; /* of the last look that was taken */
    int64_t looks;
    double first, rate, time; /* counts a ns before the first look, and before
                               * the last one; time on the counter, ns */
    double difference;        /* of the last two rates, over the deviation that
                               * it had by chance if a time of 1 ns had 1 */
    double squares, changes;  /* squares of all differences, and of how much
                               * successive ones differ */
};

/* A look at a counter: its raw count, and its times in ns.  Before it was on
 * the counter again, there is nothing to see.  */
void hpm_slices_look (struct hpm_slices *slices, int64_t value, int64_t enabled,
                      int64_t running);

/* How far the count, scaled up from these, may be off in 19 of 20 programs, in
 * its unit; 0 where it counted all the time, and -1 where there were too few
 * looks to tell.  */
double hpm_slices_error (const struct hpm_slices *slices, int64_t enabled,
                         int64_t running);

#endif /* HPM_PMPI_SLICES_H */
