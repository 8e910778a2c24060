/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics of one quantity over ranks: sum, mean, standard deviation, min and
 * max and where they are, whatever the order of the ranks; integer sums are
 * exact to 128 bits.  Pure.
 */
#ifndef HPM_BASE_STATISTICS_H
#define HPM_BASE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "base/quality.h"

struct hpm_statistics {
    uint64_t count;   /* values added */
    uint64_t missing; /* ranks without a value */
    uint64_t sum_low; /* exact sum of the integers added, two's */
    int64_t sum_high; /* complement in 128 bits */
    double mean;
    double squares;         /* sum of squared deviations from the mean */
    int64_t origin_integer; /* first value, as integer or as real: the mean */
    double origin;          /* is kept once more as what it lies off the */
    double offset;          /* first, which loses nothing at 10^15 +- 1 */
    double min, max;
    int64_t min_integer, max_integer; /* exact, of the integers added */
    double sum;                       /* compensated, of reals added */
    double compensation;
    int64_t min_rank, max_rank; /* the lowest rank that has it */
    uint32_t quality;           /* worst enum hpm_quality among the values */
};

/* Empty: min, max and mean are NAN, their ranks -1.  */
void hpm_statistics_init (struct hpm_statistics *statistics);
/* One accumulator takes integers or reals.  A value of quality unavailable, and
 * a real that is not finite, is a missing one; one of quality absent is none at
 * all.  */
void hpm_statistics_add_integer (struct hpm_statistics *statistics,
                                 int64_t value, int64_t rank, uint32_t quality);
void hpm_statistics_add_real (struct hpm_statistics *statistics, double value,
                              int64_t rank, uint32_t quality);
/* A rank without a value: not 0, not in the mean; a sum over the others is
 * then partial at best.  */
void hpm_statistics_add_missing (struct hpm_statistics *statistics,
                                 int64_t rank);

/* Quality of the whole: the worst part; partial when some ranks are missing;
 * unavailable when all are; absent when nothing was added at all.  */
uint32_t hpm_statistics_quality (const struct hpm_statistics *statistics);

/* Population standard deviation, 0 for one value, NAN for none.  */
double hpm_statistics_deviation (const struct hpm_statistics *statistics);

/* The population standard deviation of so many times in ns, from the sum of
 * their squares, which is rounded: not more than the least and the greatest
 * allow, and 0 where these are not further apart than the clock's resolution.
 */
double hpm_deviation_of_squares (double count, double mean, double squares,
                                 double least, double greatest);

/* The sum as a double, whichever kind was added.  */
double hpm_statistics_sum (const struct hpm_statistics *statistics);

/* Make the sum of integers that of a double; nothing is changed where 128 bits
 * do not hold it.  */
void hpm_statistics_set_sum (struct hpm_statistics *statistics, double total);

/* A double as an integer, at the limit where it leaves 64 bits.  */
int64_t hpm_bounded_integer (double value);

/* a + b, at most INT64_MAX; both are 0 or more.  */
int64_t hpm_add_bounded (int64_t a, int64_t b);

/* max / mean: 1 is perfect balance.  NAN unless mean > 0.  */
double hpm_statistics_imbalance (const struct hpm_statistics *statistics);

/* The relative error to expect of a count that was scaled up by
 * enabled / running, where nobody looked at it in between: that of a mean over
 * the slices of 4 ms that it was on a counter, of a rate that varies from slice
 * to slice by as much as it is large,
 *
 *     2 sqrt ((1 - running / enabled) / slices)
 *     = sqrt ((1 - running / enabled) / (running / 16 ms)),
 *
 * twice the standard error of a simple random sample without replacement, with
 * its finite population correction, for a coefficient of variation of 1
 * (Cochran, Sampling Techniques, 3rd ed., section 2.6): 19 of 20 are within.
 *
 * The kernel turns the groups of counters every 4 ms unless it is told
 * otherwise.  0 for a count that was not scaled; 1 at most.  */
double hpm_scaled_error (int64_t enabled, int64_t running);

/* The longest time between ticks that a kernel is built with, ns.  */
#define HPM_LONGEST_TICK 10e6

/* The error, ns, of a part of the processor time `whole`, in user code or in
 * the kernel, within which 19 of 20 are: twice the standard error of a share
 * that as many ticks tell as there were in it.  Ticks are 1 to 10 ms apart, as
 * the kernel was built: the longest are taken.
 *
 * It is by ticks, too, that the kernel lets another thread have the processor:
 * one that was taken it from so many times begins behind a tick, and where it
 * has done its work before the next one and waits in the kernel from there on,
 * as one does that polls in MPI, all ticks find it there.  What each of these
 * times may hide is a tick.  */
double hpm_tick_error (int64_t part, int64_t whole, int64_t preemptions);

/* Decimal text of a 128-bit two's complement integer.  `buffer` holds at least
 * 41 bytes.  Returns buffer.  */
char *hpm_integer128_text (char *buffer, uint64_t low, int64_t high);

#endif /* HPM_BASE_STATISTICS_H */
