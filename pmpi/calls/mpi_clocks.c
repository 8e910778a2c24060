/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the samples of a thread's calls to how it spent the time in all of them.
 */
#include "config.h"

#include "pmpi/calls/mpi_calls.h"

/* Sums over functions, as struct hpm_sample_estimate.  */
struct sums {
    struct hpm_sample_estimate of[HPM_SAMPLE_CLOCKS];
    int64_t looks[HPM_SAMPLE_CLOCKS];
    double unknown; /* ns in calls of which there is no sample */
    double time;    /* ns in all */
};

/* Newton's method: the C library has a root in libm alone.  */
static double
square_root (double x)
{
    double root = x > 1 ? x : 1;

    if (x <= 0)
        return 0;
    for (int i = 0; i < 200; i++) {
        double next = (root + x / root) / 2;

        if (next >= root)
            break;
        root = next;
    }
    return root;
}

static void
add_row (struct sums *sums, const struct hpm_call_row *row, double tick_ns)
{
    int64_t calls = hpm_calls_load (&row->calls);
    int64_t ticks = hpm_calls_load (&row->ticks);
    const struct hpm_call_sample *own
        = __atomic_load_n (&row->sample, __ATOMIC_ACQUIRE);
    struct hpm_call_sample sample;

    if (!calls)
        return;
    sums->time += (double)ticks * tick_ns;
    if (!own || hpm_sample_copy (&sample, own) < 0) {
        sums->unknown += (double)ticks * tick_ns;
        return;
    }
    for (int k = 0; k < HPM_SAMPLE_CLOCKS; k++) {
        struct hpm_sample_estimate estimate
            = hpm_sample_estimate (&sample, k, calls, ticks, tick_ns);

        sums->of[k].value += estimate.value;
        sums->of[k].square += estimate.square;
        sums->of[k].edges += estimate.edges;
        for (int c = 0; c < HPM_SAMPLE_CLASSES; c++)
            sums->looks[k] += sample.classes[c].sums[k].looks;
    }
}

void
hpm_mpi_clocks_estimate (const struct hpm_calls_table *table, int thread,
                         struct hpm_mpi_clocks *clocks)
{
    double tick_ns = (double)hpm_mpi_calls_nanoseconds (1000000000) / 1e9;
    int functions = hpm_mpi_calls_function_count ();
    const struct hpm_call_row *rows
        = table->pause ? table->pause->counted : table->rows;
    struct sums sums = { 0 };

    for (int f = 0; f < functions; f++)
        add_row (&sums, &rows[f], tick_ns);
    *clocks = (struct hpm_mpi_clocks){ .thread = thread,
                                       .time = (int64_t)sums.time };
    for (int k = 0; k < HPM_SAMPLE_CLOCKS; k++) {
        clocks->looks[k] = sums.looks[k];
        clocks->value[k] = (int64_t)(sums.of[k].value + sums.unknown / 2);
        clocks->error[k] = (int64_t)(square_root (sums.of[k].square)
                                     + sums.of[k].edges + sums.unknown / 2);
    }
}
