/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of functions and lines that samples were taken in, and of functions that
 * called others.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "aggregate/show/rows/rows.h"

const struct hpm_spots *
hpm_rows_spots (const struct hpm_rows *rows)
{
    switch (rows->per) {
    case HPM_PER_ROUTINE:
        return &rows->result->samples.routines;
    case HPM_PER_LINE:
        return &rows->result->samples.lines;
    default:
        return NULL;
    }
}

int
hpm_rows_of_samples (const struct hpm_rows *rows)
{
    return rows->per == HPM_PER_CALLER || hpm_rows_spots (rows);
}

int
hpm_rows_of_places (const struct hpm_rows *rows)
{
    return rows->per == HPM_PER_SITE || rows->per == HPM_PER_MAPPING
           || rows->per == HPM_PER_BINDING || hpm_rows_of_samples (rows);
}

/* Samples stand for so much each; their number n errs by the root of n.  */
static void
take_samples (struct hpm_row *row, const struct hpm_result *result,
              int64_t samples, int64_t inside)
{
    double all = hpm_result_run_number (result, HPM_RUN_samples);
    double period = hpm_result_run_number (result, HPM_RUN_sample_period);
    int clock
        = !strcmp (hpm_result_run (result, HPM_RUN_sampled, ""), "cpu-clock");

    row->samples = samples;
    row->mpi_samples = inside;
    row->share = all > 0 ? (double)samples / all : NAN;
    row->amount = period * (double)samples;
    row->amount_error = period * sqrt ((double)samples);
    row->time_s = clock ? row->amount / 1e9 : NAN;
    row->error_s = clock ? row->amount_error / 1e9 : NAN;
}

void
hpm_row_of_spot (struct hpm_row *row, const struct hpm_result *result,
                 const struct hpm_spot *spot)
{
    double ranks = hpm_result_run_number (result, HPM_RUN_samples_ranks);

    row->place = spot->place;
    row->routine = spot->routine && *spot->routine ? spot->routine : NULL;
    row->file = spot->file && *spot->file ? spot->file : NULL;
    row->module = spot->module && *spot->module ? spot->module : NULL;
    row->line = spot->line > 0 ? spot->line : HPM_NO_INTEGER;
    row->total = result->samples.stacks.count ? spot->total : HPM_NO_INTEGER;
    take_samples (row, result, spot->samples, spot->inside);
    row->ranks = spot->ranks;
    row->rank_min = spot->min;
    row->rank_max = spot->max;
    row->rank_mean = ranks > 0 ? (double)spot->samples / ranks : NAN;
    row->max_rank = spot->max_rank;
    hpm_row_without_counts (row, result);
}

void
hpm_row_of_caller (struct hpm_row *row, const struct hpm_result *result,
                   const struct hpm_caller *caller)
{
    const struct hpm_spot *routines = result->samples.routines.list;

    row->routine = routines[caller->caller].place;
    row->callee = routines[caller->callee].place;
    row->own = caller->own;
    take_samples (row, result, caller->samples, caller->inside);
    hpm_row_without_counts (row, result);
}
