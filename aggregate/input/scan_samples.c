/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/scan_samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/input/place_names.h"

static const char *const events[] = {
#define HPM_X(identifier, name, unit, type, config, meaning) name,
    HPM_SAMPLE_EVENTS (HPM_X)
#undef HPM_X
};

static const char *const reasons[] = {
#define HPM_X(identifier, because) because,
    HPM_SAMPLE_REASONS (HPM_X)
#undef HPM_X
};

int
hpm_sample_sums_add (struct hpm_sample_sums *sums, struct hpm_result *result,
                     int64_t rank, const struct hpm_rank_samples *samples)
{
    struct hpm_sampling_record *all = &sums->record;
    const struct hpm_sampling_record *more = &samples->record;

    if (!samples->recorded)
        return 0;
    if (!sums->wanted++) {
        all->event = more->event;
        all->period = more->period;
    }
    all->callers |= more->callers;
    all->broken += more->broken;
    all->folded += more->folded;
    all->samples += more->samples;
    all->lost += more->lost;
    all->threads += more->threads;
    all->unsampled += more->unsampled;
    if (more->reason > all->reason && more->reason < HPM_SAMPLE_REASON_COUNT)
        all->reason = more->reason;
    sums->ranks += more->threads > 0;
    return hpm_sites_add_rank (&result->samples.addresses, rank, samples->list,
                               samples->count, samples->modules,
                               samples->module_bytes)
                   || hpm_sites_add_rank (&result->samples.addresses, rank,
                                          samples->frames, samples->chain_count,
                                          samples->modules,
                                          samples->module_bytes)
               ? -1
               : 0;
}

static void
tell_number (struct hpm_result *result, enum hpm_run_field field, int64_t value)
{
    char text[32];

    snprintf (text, sizeof text, "%lld", (long long)value);
    free (result->run[field]);
    result->run[field] = strdup (text);
}

static void
tell (const struct hpm_sample_sums *sums, struct hpm_result *result)
{
    const struct hpm_sampling_record *record = &sums->record;

    result->run[HPM_RUN_sampled] = strdup (events[record->event]);
    tell_number (result, HPM_RUN_sample_period, record->period);
    tell_number (result, HPM_RUN_samples, record->samples);
    tell_number (result, HPM_RUN_samples_lost, record->lost);
    tell_number (result, HPM_RUN_samples_ranks, sums->ranks);
    tell_number (result, HPM_RUN_unsampled_threads, record->unsampled);
    if (record->callers) {
        tell_number (result, HPM_RUN_samples_broken, record->broken);
        tell_number (result, HPM_RUN_samples_folded, record->folded);
    }
    if (record->reason)
        result->run[HPM_RUN_unsampled_because]
            = strdup (reasons[record->reason]);
}

int
hpm_sample_sums_finish (const struct hpm_sample_sums *sums,
                        struct hpm_result *result)
{
    static const int same[] = { 0 }; /* there is one "function" */
    struct hpm_sites *addresses = &result->samples.addresses;

    if (!sums->wanted)
        return 0;
    tell (sums, result);
    addresses->exact = 1;
    hpm_sites_finish (addresses, same);
    return hpm_sites_name (addresses) || hpm_samples_group (&result->samples)
               ? -1
               : 0;
}
