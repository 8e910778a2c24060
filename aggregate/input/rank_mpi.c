/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/rank_mpi.h"
#include "base/number_pack.h"

#include <stdlib.h>
#include <string.h>

void *
hpm_chunk_copy (const struct hpm_chunk *chunk, size_t bytes, int64_t *items)
{
    void *copy;

    if (chunk->bytes % bytes)
        return NULL;
    copy = malloc (chunk->bytes ? chunk->bytes : 1);
    if (copy && chunk->bytes)
        memcpy (copy, chunk->payload, chunk->bytes);
    *items = (int64_t)(chunk->bytes / bytes);
    return copy;
}

void
hpm_rank_mpi_clear (struct hpm_rank_mpi *mpi)
{
    free (mpi->calls);
    free (mpi->sizes);
    free (mpi->modules);
    free (mpi->sites);
    free (mpi->added);
    mpi->added = NULL;
    mpi->calls = NULL;
    mpi->sizes = NULL;
    mpi->modules = NULL;
    mpi->sites = NULL;
    mpi->call_count = mpi->size_count = 0;
    mpi->module_bytes = mpi->site_count = mpi->added_count = 0;
    mpi->recorded = 0;
}

void
hpm_rank_mpi_release (struct hpm_rank_mpi *mpi)
{
    hpm_rank_mpi_clear (mpi);
    free (mpi->functions);
    memset (mpi, 0, sizeof *mpi);
}

/* Codes this program does not know are those of what it knows least.  */
static void
check_function (struct hpm_function_record *function)
{
    function->name[sizeof function->name - 1] = '\0';
    if (function->kind < 0 || function->kind >= HPM_CALL_KIND_COUNT)
        function->kind = HPM_CALL_OTHER;
    if (function->sent < 0 || function->sent >= HPM_BYTES_KIND_COUNT)
        function->sent = HPM_BYTES_NONE;
    if (function->received < 0 || function->received >= HPM_BYTES_KIND_COUNT)
        function->received = HPM_BYTES_NONE;
}

/* Once, before the first rank.  */
static int
take_functions (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk)
{
    int64_t count = 0;
    struct hpm_function_record *functions
        = hpm_chunk_copy (chunk, sizeof *functions, &count);

    if (!functions || mpi->functions || count > HPM_FUNCTIONS_MAX) {
        free (functions);
        return -1;
    }
    for (int64_t i = 0; i < count; i++)
        check_function (&functions[i]);
    mpi->functions = functions;
    mpi->function_count = count;
    return 0;
}

static int
take_record (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk)
{
    if (chunk->bytes != sizeof mpi->record || !mpi->functions)
        return -1;
    memcpy (&mpi->record, chunk->payload, sizeof mpi->record);
    mpi->recorded = 1;
    return 0;
}

static int
is_sound_call (const struct hpm_rank_mpi *mpi,
               const struct hpm_call_record *call, int64_t threads)
{
    return call->thread >= 0 && call->thread < threads && call->function >= 0
           && call->function < mpi->function_count && call->calls >= 0
           && call->time >= 0 && call->min_time >= 0 && call->max_time >= 0
           && call->sent >= 0 && call->received >= 0;
}

static int
take_calls (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk,
            int64_t threads)
{
    if (!mpi->recorded || mpi->calls)
        return -1;
    mpi->calls = hpm_chunk_copy (chunk, sizeof *mpi->calls, &mpi->call_count);
    for (int64_t i = 0; mpi->calls && i < mpi->call_count; i++)
        if (!is_sound_call (mpi, &mpi->calls[i], threads))
            return -1;
    return mpi->calls ? 0 : -1;
}

static int
take_sizes (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk)
{
    if (!mpi->recorded || mpi->sizes)
        return -1;
    mpi->sizes = hpm_chunk_copy (chunk, sizeof *mpi->sizes, &mpi->size_count);
    for (int64_t i = 0; mpi->sizes && i < mpi->size_count; i++) {
        const struct hpm_size_record *size = &mpi->sizes[i];

        if (size->kind < 0 || size->kind >= HPM_SIZE_KIND_COUNT
            || size->bucket < 0 || size->bucket >= HPM_SIZE_BUCKETS
            || size->messages < 0 || size->bytes < 0)
            return -1;
    }
    return mpi->sizes ? 0 : -1;
}

enum {
#define HPM_X(type, field, unit, description) SITE_FIELD_##field,
    HPM_SITE_FIELDS (HPM_X)
#undef HPM_X
        SITE_FIELDS
};

/* Two texts of each.  */
static int64_t
count_modules (const struct hpm_rank_mpi *mpi)
{
    int64_t texts = 0;

    for (int64_t i = 0; i < mpi->module_bytes; i++)
        texts += !mpi->modules[i];
    return texts % 2 ? -1 : texts / 2;
}

static int
take_modules (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk)
{
    if (!mpi->recorded || mpi->modules
        || (chunk->bytes && chunk->payload[chunk->bytes - 1]))
        return -1;
    mpi->modules = hpm_chunk_copy (chunk, 1, &mpi->module_bytes);
    return mpi->modules && count_modules (mpi) >= 0 ? 0 : -1;
}

static int
is_sound_site (const struct hpm_rank_mpi *mpi,
               const struct hpm_site_record *site, int64_t modules)
{
    return site->function >= 0 && site->function < mpi->function_count
           && site->module >= HPM_SITE_OTHERS && site->module < modules
           && site->calls >= 0 && site->time >= 0 && site->sent >= 0
           && site->received >= 0;
}

/* Returns the byte behind its fields, or NULL.  */
static const unsigned char *
unpack_site (const unsigned char *at, const unsigned char *end,
             struct hpm_site_record *site)
{
    uint64_t value;

#define HPM_X(type, field, unit, description)                                  \
    if (!(at = hpm_number_unpack (at, end, &value)))                           \
        return NULL;                                                           \
    site->field = (hpm_##type)value;
    HPM_SITE_FIELDS (HPM_X)
#undef HPM_X
    if (site->module < 0)
        return NULL;
    site->module -= HPM_SITE_MODULE_BASE;
    return at;
}

/* A field has a byte at least.  */
static int
take_sites (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk)
{
    const unsigned char *at = (const unsigned char *)chunk->payload;
    const unsigned char *end = at + chunk->bytes;
    int64_t modules;

    if (!mpi->modules || mpi->sites)
        return -1;
    modules = count_modules (mpi);
    mpi->sites = malloc ((chunk->bytes / SITE_FIELDS + 1) * sizeof *mpi->sites);
    while (mpi->sites && at < end) {
        struct hpm_site_record *site = &mpi->sites[mpi->site_count++];

        at = unpack_site (at, end, site);
        if (!at || !is_sound_site (mpi, site, modules))
            return -1;
    }
    return mpi->sites ? 0 : -1;
}

static int
take_added (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk)
{
    if (!mpi->recorded || mpi->added)
        return -1;
    mpi->added = hpm_chunk_copy (chunk, sizeof *mpi->added, &mpi->added_count);
    for (int64_t i = 0; mpi->added && i < mpi->added_count; i++)
        if (mpi->added[i] < 0)
            return -1;
    return mpi->added ? 0 : -1;
}

int
hpm_rank_mpi_take (struct hpm_rank_mpi *mpi, const struct hpm_chunk *chunk,
                   int64_t threads)
{
    switch (chunk->type) {
    case HPM_CHUNK_FUNCTIONS:
        return take_functions (mpi, chunk);
    case HPM_CHUNK_MPI:
        return take_record (mpi, chunk);
    case HPM_CHUNK_CALLS:
        return take_calls (mpi, chunk, threads);
    case HPM_CHUNK_ADDED:
        return take_added (mpi, chunk);
    case HPM_CHUNK_SITE_MODULES:
        return take_modules (mpi, chunk);
    case HPM_CHUNK_SITES:
        return take_sites (mpi, chunk);
    default:
        return take_sizes (mpi, chunk);
    }
}
