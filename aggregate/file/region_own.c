/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/region_own.h"

#include <stdlib.h>

#define BLOCK_BYTES (1 << 22)

static const enum hpm_variable variables[HPM_REGION_OWN_COUNT]
    = { [HPM_REGION_OWN_ALL] = HPM_VARIABLE_RANK_REGION_COUNT,
        [HPM_REGION_OWN_MPI] = HPM_VARIABLE_RANK_REGION_MPI_COUNT,
        [HPM_REGION_OWN_USEFUL] = HPM_VARIABLE_RANK_REGION_USEFUL_COUNT };

struct hpm_region_own {
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    int region;                            /* that the block is of, -1: none */
    hsize_t first, ranks, most, rank;      /* its ranks, and the one at hand */
    int64_t *counts[HPM_REGION_OWN_COUNT]; /* [event][ranks], owned */
    int64_t *inside;                       /* room for the same, owned */
};

struct hpm_region_own *
hpm_region_own_create (const struct hpm_h5_reader *reader,
                       const struct hpm_result *result)
{
    struct hpm_region_own *own = calloc (1, sizeof *own);
    size_t events = (size_t)result->event_count + 1, bytes;
    int failed;

    if (!own)
        return NULL;
    own->reader = reader;
    own->result = result;
    own->region = -1;
    own->most = 1 + BLOCK_BYTES / (events * sizeof (int64_t));
    if (own->most > reader->length[HPM_DIMENSION_RANK])
        own->most = reader->length[HPM_DIMENSION_RANK] + 1;
    bytes = own->most * events * sizeof (int64_t);
    own->inside = malloc (bytes);
    failed = !own->inside;
    for (int p = 0; p < HPM_REGION_OWN_COUNT; p++) {
        own->counts[p] = malloc (bytes);
        failed |= !own->counts[p];
    }
    if (!failed)
        return own;
    hpm_region_own_destroy (own);
    return NULL;
}

void
hpm_region_own_destroy (struct hpm_region_own *own)
{
    if (!own)
        return;
    for (int p = 0; p < HPM_REGION_OWN_COUNT; p++)
        free (own->counts[p]);
    free (own->inside);
    free (own);
}

static int
read_counts (const struct hpm_region_own *own, enum hpm_variable variable,
             int region, int64_t *counts, struct hpm_error *error)
{
    return hpm_h5_read_block (own->reader, variable, (hsize_t)region, 1,
                              own->first, own->ranks, counts, error);
}

static void
take_away (int64_t *counts, const int64_t *inside, size_t n)
{
    for (size_t i = 0; i < n; i++)
        counts[i] = counts[i] == HPM_NO_COUNT || inside[i] == HPM_NO_COUNT
                        ? HPM_NO_COUNT
                        : counts[i] - inside[i];
}

static int
cover_part (struct hpm_region_own *own, enum hpm_region_own_part part,
            struct hpm_error *error)
{
    const struct hpm_region_tree *tree = &own->result->tree;
    enum hpm_variable variable = variables[part];
    int64_t *counts = own->counts[part];

    if (read_counts (own, variable, own->region, counts, error))
        return -1;
    for (int i = tree->inner[own->region]; i >= 0; i = tree->beside[i]) {
        if (read_counts (own, variable, i, own->inside, error))
            return -1;
        take_away (counts, own->inside,
                   (size_t)own->ranks * (size_t)own->result->event_count);
    }
    return 0;
}

int
hpm_region_own_get (struct hpm_region_own *own, int region, int64_t rank,
                    struct hpm_error *error)
{
    hsize_t at = (hsize_t)rank;
    hsize_t left = own->reader->length[HPM_DIMENSION_RANK] - at;

    own->rank = at;
    if (region == own->region && at >= own->first
        && at < own->first + own->ranks)
        return 0;
    own->region = region;
    own->first = at;
    own->ranks = left < own->most ? left : own->most;
    for (int p = 0; p < HPM_REGION_OWN_COUNT; p++)
        if (cover_part (own, (enum hpm_region_own_part)p, error)) {
            own->region = -1;
            return -1;
        }
    return 0;
}

void
hpm_region_own_part (const struct hpm_region_own *own,
                     enum hpm_region_own_part part, int64_t *counts)
{
    const int64_t *from = own->counts[part] + (own->rank - own->first);

    for (int e = 0; e < own->result->event_count; e++)
        counts[e] = from[(hsize_t)e * own->ranks];
}
