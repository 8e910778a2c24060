/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/segments.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/analysis/median.h"

/* Noise below that is of no interest, and would make steps of nothing.  */
#define LEAST_NOISE 0.01

/* Price of a cut: so many times that of one in independent noise (two
 * parameters a quantity and the place, by Schwarz's criterion), since that of
 * runs is not independent.  */
#define CUT_PRICE 4

/* Of runs the noise of an interval has to do with that of the next ones: it is
 * taken from points that are so far apart, too; but of few points no further
 * than that one step does not lie between most of them.  */
#define LAG 5
#define LAG_PART 4 /* of the course */

/* Between the first segment and the last, a shorter one than this part of the
 * course, or than so many points, is an event and no level.  */
#define SHORTEST_PART 20
#define SHORTEST_POINTS 3

/* Sums over all points before one, so that the squares of any segment are known
 * at once.  */
struct sums {
    const struct hpm_courses *courses;
    double *weight;                         /* [count + 1] */
    double *first[HPM_SEGMENT_QUANTITIES];  /* the same, of x */
    double *second[HPM_SEGMENT_QUANTITIES]; /* of its squares */
    double noise[HPM_SEGMENT_QUANTITIES];   /* standard deviation */
    double *memory;
};

double
hpm_segment_level (const struct hpm_courses *courses, int quantity, int from,
                   int to)
{
    double sum = 0, weight = 0;

    for (int i = from; i < to; i++) {
        sum += courses->weights[i] * courses->x[quantity][i];
        weight += courses->weights[i];
    }
    return sum / weight;
}

/* From the differences of points: steps, being few, do not matter.  */
static double
noise_at (const double *x, int count, int lag, double *room)
{
    for (int i = lag; i < count; i++)
        room[i - lag] = fabs (x[i] - x[i - lag]);
    return count > lag ? HPM_MAD_TO_DEVIATION / M_SQRT2
                             * hpm_median (room, (size_t)(count - lag))
                       : 0;
}

static double
noise_of (const double *x, int count, double *room)
{
    int lag = count / LAG_PART < LAG ? count / LAG_PART : LAG;

    return fmax (LEAST_NOISE,
                 fmax (noise_at (x, count, 1, room),
                       noise_at (x, count, lag > 1 ? lag : 1, room)));
}

/* Weights are 1 on average.  */
static void
fill_sums (struct sums *sums)
{
    const struct hpm_courses *courses = sums->courses;
    double mean = 0;

    for (int i = 0; i < courses->count; i++)
        mean += courses->weights[i] / courses->count;
    for (int i = 0; i < courses->count; i++) {
        double weight = courses->weights[i] / mean;

        sums->weight[i + 1] = sums->weight[i] + weight;
        for (int q = 0; q < courses->quantities; q++) {
            double x = courses->x[q][i];

            sums->first[q][i + 1] = sums->first[q][i] + weight * x;
            sums->second[q][i + 1] = sums->second[q][i] + weight * x * x;
        }
    }
}

static int
make_sums (struct sums *sums, const struct hpm_courses *courses)
{
    size_t points = (size_t)courses->count + 1;
    double *at = calloc (points * (2 * HPM_SEGMENT_QUANTITIES + 1), sizeof *at);

    *sums = (struct sums){ .courses = courses, .memory = at, .weight = at };
    if (!at)
        return -1;
    for (int q = 0; q < courses->quantities; q++) {
        sums->noise[q] = noise_of (courses->x[q], courses->count, sums->weight);
        sums->first[q] = at += points;
        sums->second[q] = at += points;
    }
    sums->weight[0] = 0;
    fill_sums (sums);
    return 0;
}

/* Squares of the deviations from one level, in those of the noise.  */
static double
price_of (const struct sums *sums, int from, int to)
{
    double weight = sums->weight[to] - sums->weight[from], price = 0;

    for (int q = 0; q < sums->courses->quantities; q++) {
        double first = sums->first[q][to] - sums->first[q][from];
        double second = sums->second[q][to] - sums->second[q][from];
        double squares = fmax (0, second - first * first / weight);

        price += squares / (sums->noise[q] * sums->noise[q]);
    }
    return price;
}

static int
is_too_short (int from, int to, int count)
{
    int shortest = count / SHORTEST_PART;

    if (shortest < SHORTEST_POINTS)
        shortest = SHORTEST_POINTS;
    return from > 0 && to < count && to - from < shortest;
}

/* best[i]: the least price of the points before i, whose last segment begins at
 * before[i].  */
static void
partition (const struct sums *sums, double *best, int *before)
{
    int count = sums->courses->count;
    double cut
        = CUT_PRICE * (2 * sums->courses->quantities + 1) * log (count + 1.);

    best[0] = 0;
    for (int i = 1; i <= count; i++) {
        best[i] = INFINITY;
        for (int j = 0; j < i; j++) {
            double price = best[j] + cut + price_of (sums, j, i);

            if (price < best[i] && !is_too_short (j, i, count)) {
                best[i] = price;
                before[i] = j;
            }
        }
    }
}

/* From the last to the first, then turned round.  */
static int
collect (const int *before, int count, int *starts)
{
    int found = 0;

    for (int i = count; i > 0; i = before[i])
        starts[found++] = before[i];
    for (int i = 0; i < found / 2; i++) {
        int swapped = starts[i];

        starts[i] = starts[found - 1 - i];
        starts[found - 1 - i] = swapped;
    }
    return found;
}

/* The largest difference of a quantity between a segment and the next.  */
static double
step_after (const struct hpm_courses *courses, const int *starts, int found,
            int segment)
{
    int from = starts[segment], middle = starts[segment + 1];
    int to = segment + 2 < found ? starts[segment + 2] : courses->count;
    double largest = 0;

    for (int q = 0; q < courses->quantities; q++)
        largest = fmax (largest,
                        fabs (hpm_segment_level (courses, q, from, middle)
                              - hpm_segment_level (courses, q, middle, to)));
    return largest;
}

/* Of segments that are at one level make one, the likest first.  */
static int
merge (const struct hpm_courses *courses, int *starts, int found)
{
    while (found > 1) {
        double least = INFINITY;
        int likest = 0;

        for (int i = 0; i + 1 < found; i++) {
            double step = step_after (courses, starts, found, i);

            if (step < least) {
                least = step;
                likest = i;
            }
        }
        if (least >= HPM_SEGMENT_STEP)
            break;
        for (int i = likest + 1; i + 1 < found; i++)
            starts[i] = starts[i + 1];
        found--;
    }
    return found;
}

int
hpm_segments (const struct hpm_courses *courses, int *starts)
{
    size_t points = (size_t)courses->count + 1;
    double *best = malloc (points * sizeof *best);
    int *before = malloc (points * sizeof *before);
    struct sums sums;
    int found = -1;

    if (!make_sums (&sums, courses) && best && before) {
        partition (&sums, best, before);
        found
            = merge (courses, starts, collect (before, courses->count, starts));
    }
    free (sums.memory);
    free (best);
    free (before);
    return found;
}
