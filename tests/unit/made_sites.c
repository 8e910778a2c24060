/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/made_result.h"

/* The program, whose path is another one on each rank and whose build id is
 * not, and a library without one: two places in the first, one in the other,
 * and one in none.  */
#define SITES 4
static const struct hpm_site_record records[SITES]
    = { { 0, 0, 0x1000, 5, 700, 40, 0 },
        { 1, 0, 0x2000, 7, 900, 0, 56 },
        { 0, 1, 0x1000, 1, 100, 8, 8 },
        { 1, HPM_SITE_OTHERS, 0, 2, 50, 0, 0 } };
static const char modules[2][22] = { "/a/x\0"
                                     "c0ffee\0"
                                     "/b/y\0",
                                     "/z/x\0"
                                     "c0ffee\0"
                                     "/b/y\0" };

void
make_sites (struct hpm_result *result)
{
    static const int places[] = { 0, 1 };
    struct hpm_sites *sites = &result->sites;

    for (int rank = 0; rank < 3; rank++) {
        struct hpm_site_record own[SITES];

        memcpy (own, records, sizeof own);
        own[1].time += rank;
        hpm_sites_add_rank (sites, rank, own, rank == 2 ? 2 : SITES,
                            modules[rank % 2], 18);
    }
    hpm_sites_finish (sites, places);
    for (int i = 0; i < sites->count; i++) {
        sites->list[i].place = strdup (i % 2 ? "x.c:4 (main)" : "y+0x1");
        sites->list[i].file = i % 2 ? strdup ("/src/x.c") : NULL;
        sites->list[i].routine = i % 2 ? strdup ("main") : NULL;
        sites->list[i].line = i % 2 ? 4 : 0;
    }
}

static int
is_same_text (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "") == 0;
}

static int
is_same (const struct hpm_site *a, const struct hpm_site *b)
{
    return is_same_text (a->place, b->place) && is_same_text (a->file, b->file)
           && is_same_text (a->routine, b->routine)
           && is_same_text (a->module, b->module)
           && is_same_text (a->build_id, b->build_id)
           && a->function == b->function && a->line == b->line
           && a->address == b->address && a->calls == b->calls
           && a->time == b->time && a->sent == b->sent
           && a->received == b->received && a->ranks == b->ranks
           && a->min_time == b->min_time && a->max_time == b->max_time
           && a->max_rank == b->max_rank;
}

/* Places of all ranks are one, and sorted by time.  */
int
are_merged_sites (const struct hpm_sites *sites)
{
    const struct hpm_site *most = sites->list;

    return sites->count == SITES && most->function == 1 && most->calls == 3 * 7
           && most->time == 3 * 900 + 3 && most->ranks == 3
           && most->min_time == 900 && most->max_time == 902
           && most->max_rank == 2 && most->received == 3 * 56
           && !strcmp (most->build_id, "c0ffee") && sites->list[2].ranks == 2
           && !sites->list[2].build_id
           && sites->list[3].where == HPM_SITE_OTHERS && !sites->list[3].module;
}

int
are_same_sites (const struct hpm_sites *made, const struct hpm_sites *got)
{
    if (made->count != SITES || got->count != SITES)
        return 0;
    for (int i = 0; i < SITES; i++)
        if (!is_same (&made->list[i], &got->list[i])) {
            printf ("# place %d is different\n", i);
            return 0;
        }
    return 1;
}
