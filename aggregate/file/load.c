/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/load.h"

#include "aggregate/analysis/accumulate.h"
#include "aggregate/file/result_parts.h"

int
hpm_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
          int hosts, struct hpm_error *error)
{
    return hpm_run_load (reader, result, error)
           || hpm_labels_load (reader, result, error)
           || hpm_result_make_aggregates (result, hosts, error)
           || hpm_aggregates_load (reader, result, error)
           || hpm_calls_load (reader, result, error)
           || hpm_sites_load (reader, result, error)
           || hpm_samples_load (reader, result, error)
           || hpm_memory_load (reader, result, error)
           || hpm_regions_load (reader, result, error)
           || hpm_timeline_load (reader, result, error)
           || hpm_verdict_load (reader, result, error)
           || hpm_account_load (reader, result, error)
           || hpm_totals_load (reader, result, error)
           || hpm_joined_load (reader, result, error)
           || hpm_nodes_load (reader, result, error)
           || (hpm_region_qualities_of_metrics (result)
               && hpm_error_set (error, "out of memory"));
}

int
hpm_load_again (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    struct hpm_file_ranks *ranks;
    struct hpm_rank_data data;
    struct hpm_values values = { 0 };
    int got = -1;

    if (hpm_result_make_aggregates (result, 1, error))
        return -1;
    ranks = hpm_file_ranks_create (reader, result, error);
    if (!ranks)
        return -1;
    if (hpm_values_init (&values, result))
        hpm_error_set (error, "out of memory");
    else
        while ((got = hpm_file_ranks_source (ranks)->next (
                    hpm_file_ranks_source (ranks), &data, error))
               == 1) {
            hpm_values_of_rank (&values, result, &data);
            hpm_accumulate_rank (result, &data, &values);
        }
    hpm_values_release (&values);
    hpm_file_ranks_destroy (ranks);
    if (!got)
        hpm_accumulate_totals (result);
    return got;
}
