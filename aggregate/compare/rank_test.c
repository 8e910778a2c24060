/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/rank_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/median.h"

#define BOTH (2 * HPM_SAMPLE_MOST)
#define SUMS (BOTH * (BOTH + 1) + 1) /* of doubled ranks */

static int
compare_reals (const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Twice the rank of each of the sorted values, so that a mean of two is an
 * integer, too.  */
static void
make_ranks (const double *sorted, int count, int *ranks)
{
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && sorted[end] == sorted[first];)
            end++;
        for (int i = first; i < end; i++)
            ranks[i] = first + 1 + end;
    }
}

/* Add to ways[k][sum], for all k up to `most`, the ways that have this rank,
 * too: from the largest on, so that none is taken twice.  `sum` is that of the
 * ranks before.  */
static void
take_rank (double (*ways)[SUMS], int most, int sum, int rank)
{
    for (int k = most; k > 0; k--)
        for (int s = 0; s <= sum; s++)
            ways[k][s + rank] += ways[k - 1][s];
}

/* Ways to take `taken` of the ranks, by their sum: [SUMS], in a list that
 * starts at *all, the caller's to free; NULL without memory.  */
static const double *
count_ways (const int *ranks, int count, int taken, double (**all)[SUMS])
{
    double (*ways)[SUMS] = calloc ((size_t)taken + 1, sizeof *ways);
    int sum = 0;

    *all = ways;
    if (!ways)
        return NULL;
    ways[0][0] = 1;
    for (int i = 0; i < count; i++) {
        take_rank (ways, i < taken ? i + 1 : taken, sum, ranks[i]);
        sum += ranks[i];
    }
    return ways[taken];
}

/* The part of the ways that lie as far off the mean as this sum.  */
static double
part_beyond (const double *ways, int mean, int sum)
{
    double all = 0, beyond = 0;

    for (int s = 0; s < SUMS; s++) {
        all += ways[s];
        if (abs (s - mean) >= abs (sum - mean))
            beyond += ways[s];
    }
    return beyond / all;
}

static int
is_size (int count)
{
    return count > 0 && count <= HPM_SAMPLE_MOST;
}

/* The doubled ranks of a's values, added.  */
static int
sum_ranks (const double *a, int na, const double *sorted, const int *ranks)
{
    int sum = 0;

    for (int i = 0; i < na; i++) {
        int place = 0;

        while (sorted[place] != a[i])
            place++;
        sum += ranks[place];
    }
    return sum;
}

double
hpm_rank_test (const double *a, int na, const double *b, int nb)
{
    double sorted[BOTH], (*all)[SUMS], found = NAN;
    const double *ways;
    int ranks[BOTH], count = na + nb;

    if (!is_size (na) || !is_size (nb))
        return NAN;
    memcpy (sorted, a, (size_t)na * sizeof *a);
    memcpy (sorted + na, b, (size_t)nb * sizeof *b);
    for (int i = 0; i < count; i++)
        if (isnan (sorted[i]))
            return NAN;
    qsort (sorted, (size_t)count, sizeof *sorted, compare_reals);
    make_ranks (sorted, count, ranks);
    ways = count_ways (ranks, count, na, &all);
    if (ways)
        found = part_beyond (ways, na * (count + 1),
                             sum_ranks (a, na, sorted, ranks));
    free (all);
    return found;
}

/* Ranks without equal values.  */
static const double *
count_plain (int na, int nb, double (**all)[SUMS])
{
    int ranks[BOTH];

    for (int i = 0; i < na + nb; i++)
        ranks[i] = 2 * (i + 1);
    return count_ways (ranks, na + nb, na, all);
}

double
hpm_rank_test_least (int na, int nb)
{
    double ways = 1;

    if (!is_size (na) || !is_size (nb))
        return NAN;
    for (int i = 1; i <= na; i++)
        ways *= (double)(nb + i) / i;
    return ways < 2 ? 1 : 2 / ways;
}

int
hpm_rank_test_outside (int na, int nb, double level)
{
    double (*all)[SUMS], sum = 0, whole = 0;
    const double *ways;
    int least = na * (na + 1), outside = -1;

    if (!is_size (na) || !is_size (nb))
        return -1;
    ways = count_plain (na, nb, &all);
    for (int s = 0; ways && s < SUMS; s++)
        whole += ways[s];
    for (int u = 0; ways && u <= na * nb; u++) {
        sum += ways[least + 2 * u];
        if (sum / whole > level / 2)
            break;
        outside = u;
    }
    free (all);
    return outside;
}

/* The median of the pairs, which are sorted then, and an interval of them.  */
static struct hpm_shift
shift_of_pairs (double *pairs, int na, int nb, double level)
{
    struct hpm_shift shift = { NAN, NAN, NAN };
    int count = na * nb, outside = hpm_rank_test_outside (na, nb, level);

    qsort (pairs, (size_t)count, sizeof *pairs, compare_reals);
    if (outside >= 0 && 2 * outside < count) {
        shift.low = pairs[outside];
        shift.high = pairs[count - 1 - outside];
    }
    shift.estimate = hpm_median (pairs, (size_t)count);
    return shift;
}

struct hpm_shift
hpm_rank_shift (const double *a, int na, const double *b, int nb, double level)
{
    double differences[HPM_SAMPLE_MOST * HPM_SAMPLE_MOST];
    int count = 0;

    if (!is_size (na) || !is_size (nb))
        return (struct hpm_shift){ NAN, NAN, NAN };
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            differences[count++] = b[j] - a[i];
    return shift_of_pairs (differences, na, nb, level);
}

struct hpm_shift
hpm_rank_ratio (const double *a, int na, const double *b, int nb, double level,
                int is_geometric)
{
    double ratios[HPM_SAMPLE_MOST * HPM_SAMPLE_MOST];
    struct hpm_shift ratio = { NAN, NAN, NAN };
    int count = 0;

    if (!is_size (na) || !is_size (nb))
        return ratio;
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            ratios[count++] = b[j] / a[i];
    ratio = shift_of_pairs (ratios, na, nb, level);
    /* Wider, as a product may be too large.  */
    if (is_geometric && count % 2 == 0)
        ratio.estimate = (double)sqrtl ((long double)ratios[count / 2 - 1]
                                        * ratios[count / 2]);
    return ratio;
}

int
hpm_holm_adjust (double *probabilities, int count)
{
    double *sorted = malloc ((size_t)(count ? count : 1) * sizeof *sorted);
    int tests = 0;

    if (!sorted)
        return -1;
    for (int i = 0; i < count; i++)
        if (!isnan (probabilities[i]))
            sorted[tests++] = probabilities[i];
    qsort (sorted, (size_t)tests, sizeof *sorted, compare_reals);
    /* Never less than that of a smaller one.  */
    for (int i = 0; i < count; i++) {
        double own = probabilities[i], worst = 0;

        if (isnan (own))
            continue;
        for (int k = 0; k < tests && sorted[k] <= own; k++)
            worst = fmax (worst, fmin (1, sorted[k] * (tests - k)));
        probabilities[i] = worst;
    }
    free (sorted);
    return 0;
}
