/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/mean_size.h"

#include <math.h>
#include <string.h>

/* Also those of MPI 4 with "_c" or "_init" behind the name.  */
static int
is_broadcast (const char *name)
{
    return !strncmp (name, "MPI_Bcast", strlen ("MPI_Bcast"))
           || !strncmp (name, "MPI_Ibcast", strlen ("MPI_Ibcast"));
}

/* Of messages of a kind.  */
static double
mean_of_kind (const struct hpm_calls *calls, int kind)
{
    double messages = 0, bytes = 0;

    for (int bucket = 0; bucket < calls->buckets; bucket++) {
        messages += (double)calls->sizes[kind][bucket][HPM_SIZE_MESSAGES];
        bytes += (double)calls->sizes[kind][bucket][HPM_SIZE_BYTES];
    }
    return messages > 0 ? bytes / messages : NAN;
}

/* The multiple of a power of two between two sizes, of the largest that has
 * one: most messages have such sizes.  */
static double
roundest (double least, double most)
{
    double step = 1;

    if (!(most > least))
        return least;
    while (step < most)
        step *= 2;
    while (step > most - least && ceil (least / step) * step > most)
        step /= 2;
    return ceil (least / step) * step;
}

double
hpm_mean_size (const struct hpm_result *result, int function)
{
    const struct hpm_calls *calls = &result->calls;
    double bytes = hpm_calls_bytes (calls, function);
    double count = hpm_calls_total (calls, function, HPM_SUM_CALLS), finished;

    if (!strcmp (calls->functions[function].name, "MPI_Startall"))
        return mean_of_kind (calls, HPM_SIZE_STARTED);
    if (is_broadcast (calls->functions[function].name))
        bytes += hpm_calls_total (calls, function, HPM_SUM_RECEIVED);
    if (!hpm_result_run (result, HPM_RUN_recovered, NULL) || bytes == 0)
        return bytes / count;
    finished = count - (double)result->threads;
    return finished > 0 ? roundest (bytes / count, bytes / finished) : NAN;
}
