/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Timing of kernels.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define STEPS_FIRST 1024
#define STEPS_MAX (1L << 40)
#define REPEATS 9
#define SHORTEST_NS 5000000

const struct hpm_sample hpm_sample_none = { NAN, NAN, NAN };

static int64_t
now (void *data)
{
    struct timespec time;

    (void)data;
    clock_gettime (CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

struct hpm_stopwatch
hpm_stopwatch_real (void)
{
    return (struct hpm_stopwatch){ now, NULL, SHORTEST_NS, REPEATS };
}

static int64_t
time_once (const struct hpm_stopwatch *watch, hpm_kernel_fn *kernel, void *data,
           long steps)
{
    int64_t start = watch->now (watch->data);

    kernel (data, steps);
    return watch->now (watch->data) - start;
}

/* Steps that take long enough; the first tries warm up.  */
static long
find_steps (const struct hpm_stopwatch *watch, hpm_kernel_fn *kernel,
            void *data)
{
    long steps = STEPS_FIRST;

    while (time_once (watch, kernel, data, steps) < watch->shortest
           && steps < STEPS_MAX)
        steps *= 2;
    return steps;
}

static int
compare (const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;

    return (first > second) - (first < second);
}

static struct hpm_sample
summarize (double *values, int count)
{
    qsort (values, (size_t)count, sizeof *values, compare);
    return (struct hpm_sample){
        values[0],
        count % 2 ? values[count / 2]
                  : (values[count / 2 - 1] + values[count / 2]) / 2,
        values[count - 1],
    };
}

struct hpm_sample
hpm_sample_take (const struct hpm_stopwatch *watch, hpm_kernel_fn *kernel,
                 void *data)
{
    long steps = find_steps (watch, kernel, data);
    double values[HPM_REPEATS_MAX];

    for (int i = 0; i < watch->repeats; i++)
        values[i]
            = (double)time_once (watch, kernel, data, steps) / (double)steps;
    return summarize (values, watch->repeats);
}

struct hpm_sample
hpm_sample_difference (const struct hpm_stopwatch *watch, hpm_kernel_fn *with,
                       void *with_data, hpm_kernel_fn *without,
                       void *without_data)
{
    long steps = find_steps (watch, with, with_data);
    double values[HPM_REPEATS_MAX];

    time_once (watch, without, without_data, steps);
    for (int i = 0; i < watch->repeats; i++)
        values[i] = (double)(time_once (watch, with, with_data, steps)
                             - time_once (watch, without, without_data, steps))
                    / (double)steps;
    return summarize (values, watch->repeats);
}
