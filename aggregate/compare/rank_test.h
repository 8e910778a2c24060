/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether two small samples differ, and by how much, without supposing how
 * values are distributed: the exact rank test of Mann and Whitney, and the
 * estimate and interval of Hodges and Lehmann that go with it (Hollander and
 * Wolfe, Nonparametric Statistical Methods, chapter 4).  Pure, thread-safe.
 */
#ifndef HPM_AGGREGATE_RANK_TEST_H
#define HPM_AGGREGATE_RANK_TEST_H

#define HPM_SAMPLE_MOST 50 /* values of a sample */

/* The probability that ranks drawn by chance lie as far apart as those of the
 * samples, or farther, either way: of all ways to take na of the na + nb
 * values, where equal ones share the mean of their ranks.  1 for two samples
 * of the same values; NAN for a sample of none, or of too many.  */
double hpm_rank_test (const double *a, int na, const double *b, int nb);

/* The least that hpm_rank_test gives for samples of this size.  */
double hpm_rank_test_least (int na, int nb);

/* How many of the smallest, and of the largest, of the na x nb differences lie
 * outside an interval that misses the shift with a probability of at most
 * `level`; -1 where the samples are too small for one.  */
int hpm_rank_test_outside (int na, int nb, double level);

/* By how much b is more than a: the median of all differences, and an interval
 * of them, NAN where there is none.  */
struct hpm_shift {
    double estimate, low, high;
};
struct hpm_shift hpm_rank_shift (const double *a, int na, const double *b,
                                 int nb, double level);

/* How many times a b is, all above 0, or 0 on one side: the same of all
 * ratios.  Of an even number the median is the geometric mean of the two in the
 * middle, so that the sides exchanged give the inverse, or else (0) the
 * arithmetic one, which is not 0 if one of them is.  No logarithms: equal
 * numbers have the ratio 1, and larger ones never a smaller ratio.  */
struct hpm_shift hpm_rank_ratio (const double *a, int na, const double *b,
                                 int nb, double level, int is_geometric);

/* Multiply the probabilities by Holm's factors, in place: those of the list
 * that are `level` or less then may all be believed at that level.  NAN stands
 * for no test, and stays.  Returns 0, or -1 without memory.  */
int hpm_holm_adjust (double *probabilities, int count);

#endif /* HPM_AGGREGATE_RANK_TEST_H */
