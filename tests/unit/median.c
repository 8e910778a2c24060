/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Medians by selection are those by sorting, whatever the order.
 */
#include "aggregate/analysis/median.h"

#include <stdlib.h>

#include "tests/tap.h"

#define MOST 40

static int
compare (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double
sorted_median (double *values, size_t count)
{
    qsort (values, count, sizeof *values, compare);
    return count % 2 ? values[count / 2]
                     : values[count / 2 - 1] / 2 + values[count / 2] / 2;
}

/* Values below `limit`, of which many are the same where that is small.  */
static void
test_random (int limit, const char *claim)
{
    int different = 0;

    for (int round = 0; round < 2000; round++) {
        double values[MOST], same[MOST];
        size_t count = 1 + (size_t)(rand () % MOST);

        for (size_t i = 0; i < count; i++)
            values[i] = same[i] = rand () % limit - limit / 2;
        different += hpm_median (values, count) != sorted_median (same, count);
    }
    tap_ok (!different, "%s", claim);
}

int
main (void)
{
    double up[] = { 1, 2, 3, 4 }, down[] = { 5, 4, 3, 2, 1 }, one[] = { 7 };
    double ends[] = { -INFINITY, 1, INFINITY };

    srand (1);
    tap_near (hpm_median (NULL, 0), NAN, 0, "nothing has no median");
    tap_near (hpm_median (one, 1), 7, 0, "the median of one value is that");
    tap_near (hpm_median (up, 4), 2.5, 0,
              "the median of four is half way between the middle two");
    tap_near (hpm_median (down, 5), 3, 0, "values may fall");
    tap_near (hpm_median (ends, 3), 1, 0, "values may be without end");
    test_random (3, "many of the same value have the median of sorting");
    test_random (1000000, "different values have the median of sorting");
    return tap_done ();
}
