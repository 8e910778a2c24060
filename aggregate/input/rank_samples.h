/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The chunks of a record stream that speak of samples, taken one by one and
 * checked: what is in here may be used as an index.
 */
#ifndef HPM_AGGREGATE_RANK_SAMPLES_H
#define HPM_AGGREGATE_RANK_SAMPLES_H

#include "aggregate/input/chunk.h"
#include "aggregate/model/result.h"
#include "hpm_sample_record.h"

struct hpm_rank_samples {
    int recorded; /* this rank was to be sampled */
    struct hpm_sampling_record record;
    char *modules; /* owned: "path\0build id\0..." */
    int64_t module_bytes, module_count;
    /* As places of MPI calls are told: `calls` and `time` are samples, `sent`
     * those of them that are inside MPI.  Owned.  */
    struct hpm_site_record *list;
    int64_t count;
    /* Callers, each before what it calls, and where each is: of no calls. Those
     * outermost that lie in no object are left out.  Owned.  */
    struct hpm_chain_record *chains;
    struct hpm_site_record *frames;
    int64_t chain_count;
};

void hpm_rank_samples_clear (struct hpm_rank_samples *samples);

/* Take a chunk SAMPLING, SAMPLE_MODULES, SAMPLES or SAMPLE_CHAINS.  Returns 0,
 * or -1 where it is malformed.  */
int hpm_rank_samples_take (struct hpm_rank_samples *samples,
                           const struct hpm_chunk *chunk);

#endif /* HPM_AGGREGATE_RANK_SAMPLES_H */
