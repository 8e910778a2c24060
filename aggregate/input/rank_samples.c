/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/rank_samples.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/input/rank_mpi.h"
#include "base/number_pack.h"

void
hpm_rank_samples_clear (struct hpm_rank_samples *samples)
{
    free (samples->modules);
    free (samples->list);
    free (samples->chains);
    free (samples->frames);
    memset (samples, 0, sizeof *samples);
}

/* So that sums over 2^24 ranks fit.  */
#define MOST (INT64_C (1) << 36)

static int
is_amount (int64_t value)
{
    return value >= 0 && value < MOST;
}

static int
take_record (struct hpm_rank_samples *samples, const struct hpm_chunk *chunk)
{
    struct hpm_sampling_record *record = &samples->record;

    if (chunk->bytes != sizeof *record || samples->recorded)
        return -1;
    memcpy (record, chunk->payload, sizeof *record);
    samples->recorded = 1;
    return record->event >= 0 && record->event < HPM_SAMPLE_EVENT_COUNT
                   && record->period > 0 && is_amount (record->samples)
                   && is_amount (record->lost) && is_amount (record->threads)
                   && is_amount (record->unsampled)
                   && is_amount (record->broken) && is_amount (record->folded)
               ? 0
               : -1;
}

static int
take_modules (struct hpm_rank_samples *samples, const struct hpm_chunk *chunk)
{
    int64_t texts = 0;

    if (!samples->recorded || samples->modules
        || (chunk->bytes && chunk->payload[chunk->bytes - 1]))
        return -1;
    samples->modules = hpm_chunk_copy (chunk, 1, &samples->module_bytes);
    if (!samples->modules)
        return -1;
    for (int64_t i = 0; i < samples->module_bytes; i++)
        texts += !samples->modules[i];
    samples->module_count = texts / 2;
    return texts % 2 ? -1 : 0;
}

enum {
#define HPM_X(type, field, unit, description) SAMPLE_FIELD_##field,
    HPM_SAMPLE_FIELDS (HPM_X)
#undef HPM_X
        SAMPLE_FIELDS
};

/* Returns the byte behind its fields, or NULL.  */
static const unsigned char *
unpack (const unsigned char *at, const unsigned char *end,
        struct hpm_sample_record *sample)
{
    uint64_t value;

#define HPM_X(type, field, unit, description)                                  \
    if (!(at = hpm_number_unpack (at, end, &value)))                           \
        return NULL;                                                           \
    sample->field = (hpm_##type)value;
    HPM_SAMPLE_FIELDS (HPM_X)
#undef HPM_X
    if (sample->module < 0)
        return NULL;
    sample->module -= HPM_SAMPLE_MODULE_BASE;
    return at;
}

static int
add (struct hpm_rank_samples *samples, const struct hpm_sample_record *sample)
{
    if (sample->module >= samples->module_count || !is_amount (sample->samples)
        || sample->inside < 0 || sample->inside > sample->samples)
        return -1;
    samples->list[samples->count++]
        = (struct hpm_site_record){ .module = sample->module,
                                    .address = sample->address,
                                    .calls = sample->samples,
                                    .time = sample->samples,
                                    .sent = sample->inside };
    return 0;
}

/* A field has a byte at least.  */
static int
take_samples (struct hpm_rank_samples *samples, const struct hpm_chunk *chunk)
{
    const unsigned char *at = (const unsigned char *)chunk->payload;
    const unsigned char *end = at + chunk->bytes;

    if (!samples->modules || samples->list)
        return -1;
    samples->list
        = malloc ((chunk->bytes / SAMPLE_FIELDS + 1) * sizeof *samples->list);
    while (samples->list && at < end) {
        struct hpm_sample_record sample = { 0 };

        at = unpack (at, end, &sample);
        if (!at || add (samples, &sample))
            return -1;
    }
    return samples->list ? 0 : -1;
}

/* ---- callers ------------------------------------------------------------ */

enum {
#define HPM_X(type, field, unit, description) CHAIN_FIELD_##field,
    HPM_CHAIN_FIELDS (HPM_X)
#undef HPM_X
        CHAIN_FIELDS
};

/* Returns the byte behind its fields, or NULL; its caller comes before it, the
 * place `at` of the stream.  */
static const unsigned char *
unpack_chain (const unsigned char *at, const unsigned char *end, int64_t place,
              int64_t modules, struct hpm_chain_record *chain)
{
    uint64_t value;

#define HPM_X(type, field, unit, description)                                  \
    if (!(at = hpm_number_unpack (at, end, &value)))                           \
        return NULL;                                                           \
    chain->field = (hpm_##type)value;
    HPM_CHAIN_FIELDS (HPM_X)
#undef HPM_X
    chain->parent--;
    chain->module -= HPM_SAMPLE_MODULE_BASE;
    return chain->parent < -1 || chain->parent >= place
                   || chain->module < HPM_SAMPLE_OTHERS
                   || chain->module >= modules || !is_amount (chain->samples)
                   || chain->inside < 0 || chain->inside > chain->samples
               ? NULL
               : at;
}

/* What lies in no object and has no caller that does is no caller: where there
 * are no frame pointers, callers end in what the register happens to hold.  */
static int32_t
add_chain (struct hpm_rank_samples *samples,
           const struct hpm_chain_record *chain)
{
    int nowhere = chain->module < 0 && chain->parent < 0;

    if (nowhere && !chain->samples)
        return -1;
    samples->frames[samples->chain_count]
        = (struct hpm_site_record){ .module = chain->module,
                                    .address = chain->address };
    samples->chains[samples->chain_count++] = *chain;
    return nowhere ? -1 : (int32_t)(samples->chain_count - 1);
}

/* `places` has those of the list, of so many of the stream, which may be that
 * of none.  */
static int
add_chains (struct hpm_rank_samples *samples, const struct hpm_chunk *chunk,
            int32_t *places)
{
    const unsigned char *at = (const unsigned char *)chunk->payload;
    const unsigned char *end = at + chunk->bytes;

    for (int64_t i = 0; at < end; i++) {
        struct hpm_chain_record chain = { 0 };

        at = unpack_chain (at, end, i, samples->module_count, &chain);
        if (!at)
            return -1;
        if (chain.parent >= 0)
            chain.parent = places[chain.parent];
        places[i] = add_chain (samples, &chain);
    }
    return 0;
}

static int
take_chains (struct hpm_rank_samples *samples, const struct hpm_chunk *chunk)
{
    size_t most = chunk->bytes / CHAIN_FIELDS + 1;
    int32_t *places;
    int failed;

    if (!samples->list || samples->chains || samples->frames
        || !samples->record.callers || most > INT32_MAX)
        return -1;
    places = malloc (most * sizeof *places);
    samples->chains = malloc (most * sizeof *samples->chains);
    samples->frames = malloc (most * sizeof *samples->frames);
    failed = !places || !samples->chains || !samples->frames
             || add_chains (samples, chunk, places);
    free (places);
    return failed ? -1 : 0;
}

int
hpm_rank_samples_take (struct hpm_rank_samples *samples,
                       const struct hpm_chunk *chunk)
{
    switch (chunk->type) {
    case HPM_CHUNK_SAMPLING:
        return take_record (samples, chunk);
    case HPM_CHUNK_SAMPLE_MODULES:
        return take_modules (samples, chunk);
    case HPM_CHUNK_SAMPLE_CHAINS:
        return take_chains (samples, chunk);
    default:
        return take_samples (samples, chunk);
    }
}
