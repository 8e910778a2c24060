/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Steps of made-up courses are found where they are, and noise makes none, be
 * it of its own in each interval or one that lasts for some of them.
 */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "aggregate/course/segments.h"
#include "tests/tap.h"

#define POINTS 200
#define QUANTITIES 3
#define SERIES 200

static uint64_t state = 1;

/* From 0 to 1 (xorshift64*, G. Marsaglia and S. Vigna).  */
static double
random_share (void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)(state * UINT64_C (0x2545F4914F6CDD1D) >> 11) * 0x1p-53;
}

/* Nearly normal, with a deviation of 1.  */
static double
random_normal (void)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += random_share ();
    return sum;
}

struct made {
    double x[QUANTITIES][POINTS], weights[POINTS];
    int starts[POINTS];
};

/* A level, and another from `step` on; of the noise of a point, `kept` goes on
 * in the next one.  */
static int
cut (struct made *made, int step, double height, double noise, double kept)
{
    struct hpm_courses courses = { QUANTITIES, POINTS, { NULL }, NULL };

    for (int q = 0; q < QUANTITIES; q++) {
        double last = 0;

        for (int i = 0; i < POINTS; i++) {
            last = kept * last
                   + noise * sqrt (1 - kept * kept) * random_normal ();
            made->x[q][i] = 0.3 + (q == 1 && i >= step ? height : 0) + last;
            made->weights[i] = 0.5 + random_share ();
        }
        courses.x[q] = made->x[q];
    }
    courses.weights = made->weights;
    return hpm_segments (&courses, made->starts);
}

/* How often a course without a step is one segment.  */
static int
count_whole (struct made *made, double noise, double kept)
{
    int whole = 0;

    for (int i = 0; i < SERIES; i++)
        whole += cut (made, POINTS, 0, noise, kept) == 1;
    return whole;
}

/* How often one step is found, and where it is.  */
static int
count_found (struct made *made, double height, double noise, double kept)
{
    int found = 0;

    for (int i = 0; i < SERIES; i++) {
        int step = 5 + (int)(random_share () * (POINTS - 10));

        found += cut (made, step, height, noise, kept) == 2
                 && abs (made->starts[1] - step) <= 1;
    }
    return found;
}

/* Each of few points is a good part of the course: a step lies between many of
 * those that are some points apart.  */
static void
test_few (struct made *made)
{
    int found = 0;

    for (int points = 10; points < 20; points++)
        for (int step = 4; step <= points - 4; step++) {
            struct hpm_courses courses
                = { 1, points, { made->x[0] }, made->weights };

            for (int i = 0; i < points; i++) {
                made->x[0][i] = i < step ? 0 : 0.5;
                made->weights[i] = 1;
            }
            found += hpm_segments (&courses, made->starts) == 2
                     && made->starts[1] == step;
        }
    tap_ok (found == 75, "a step of few points is found where it is");
}

static void
test_first (struct made *made)
{
    const double weights[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
                 x[12] = { 0.5 };
    const struct hpm_courses courses = { 1, 12, { x }, weights };

    tap_ok (hpm_segments (&courses, made->starts) == 2 && made->starts[1] == 1,
            "the first segment may be one point");
}

int
main (void)
{
    struct made *made = calloc (1, sizeof *made);

    tap_ok (count_whole (made, 0, 0) == SERIES,
            "a course without noise is one segment");
    tap_ok (count_whole (made, 0.05, 0) >= SERIES * 99 / 100,
            "noise of each point makes no segments");
    tap_ok (count_whole (made, 0.2, 0.5) >= SERIES * 99 / 100,
            "noise that lasts for some points makes none either");
    tap_ok (count_found (made, 0.11, 0, 0) == SERIES,
            "a small step is found where there is no noise");
    tap_ok (count_whole (made, 0, 0) == SERIES
                && cut (made, POINTS / 2, 0.09, 0, 0) == 1,
            "a step that is smaller than that is none");
    tap_ok (count_found (made, 0.3, 0.05, 0) >= SERIES * 99 / 100,
            "a step in noise is found where it is");
    tap_ok (count_found (made, -0.3, 0.05, 0.5) >= SERIES * 95 / 100,
            "a step down in noise that lasts is found where it is");
    test_few (made);
    test_first (made);
    free (made);
    return tap_done ();
}
