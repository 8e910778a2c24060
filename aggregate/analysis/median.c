/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/median.h"

#include <math.h>

static void
swap (double *a, double *b)
{
    double kept = *a;

    *a = *b;
    *b = kept;
}

/* The value that sorting would bring to place `at`, and none larger before it:
 * Hoare's selection.  */
static double
select_value (double *values, ptrdiff_t count, ptrdiff_t at)
{
    ptrdiff_t low = 0, high = count - 1;

    while (low < high) {
        double pivot = values[at];
        ptrdiff_t i = low, j = high;

        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j)
                swap (&values[i++], &values[j--]);
        }
        low = j < at ? i : low;
        high = at < i ? j : high;
    }
    return values[at];
}

double
hpm_median (double *values, size_t count)
{
    double upper, lower = -INFINITY;

    if (!count)
        return NAN;
    upper = select_value (values, (ptrdiff_t)count, (ptrdiff_t)count / 2);
    if (count % 2)
        return upper;
    for (size_t i = 0; i < count / 2; i++)
        lower = fmax (lower, values[i]);
    return lower / 2 + upper / 2;
}
