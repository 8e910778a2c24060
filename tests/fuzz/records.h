/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Going through records twice, as the writer does.
 */
#ifndef HPM_TESTS_FUZZ_RECORDS_H
#define HPM_TESTS_FUZZ_RECORDS_H

#include "aggregate/input/recorded_ranks.h"

static inline void
fuzz_ranks (struct hpm_records *records, const struct hpm_result *result,
            const struct hpm_scan *scan)
{
    struct hpm_error error;
    struct hpm_rank_data data;
    struct hpm_recorded_ranks *ranks
        = hpm_recorded_ranks_create (records, result, scan, &error);
    struct hpm_rank_source *source
        = ranks ? hpm_recorded_ranks_source (ranks) : NULL;

    while (source && source->next (source, &data, &error) == 1)
        continue;
    hpm_recorded_ranks_destroy (ranks);
}

static inline void
fuzz_records (struct hpm_records *records)
{
    struct hpm_result result;
    struct hpm_scan scan;
    struct hpm_error error;

    hpm_result_init (&result);
    if (!hpm_scan_records (records, &result, &scan, &error))
        fuzz_ranks (records, &result, &scan);
    hpm_scan_release (&scan);
    hpm_result_release (&result);
}

#endif /* HPM_TESTS_FUZZ_RECORDS_H */
