/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/summary/finding_region.h"

#include <math.h>
#include <string.h>

static const struct hpm_statistics *
sum_of (const struct hpm_region_tree *tree, int region, enum hpm_region_sum sum)
{
    return &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum];
}

/* Only the main threads were in it, whose time outside MPI is what a rank is
 * judged by; also where ranks did not enter it.  */
static int
is_of_main_threads (const struct hpm_region_tree *tree, int region)
{
    double main
        = hpm_statistics_sum (sum_of (tree, region, HPM_REGION_SUM_MAIN_TIME));
    double all
        = hpm_statistics_sum (sum_of (tree, region, HPM_REGION_SUM_TIME));

    return sum_of (tree, region, HPM_REGION_SUM_THREADS)->max <= 1
           && main >= 0.99 * all;
}

/* Seconds of the rank beyond the mean of the others; 0 where another is longer
 * in it.  */
static double
excess_in (const struct hpm_region_tree *tree, int region, double rank)
{
    const struct hpm_statistics *own
        = sum_of (tree, region, HPM_REGION_SUM_USEFUL);
    double count = (double)own->count;

    if (own->count < 2 || own->missing || (double)own->max_rank != rank)
        return 0;
    return 1e-9 * (own->max - own->mean) * count / (count - 1);
}

/* What it enters the region as often as any.  */
static double
entries_of (const struct hpm_region_tree *tree, int region, double rank)
{
    const struct hpm_statistics *entries
        = sum_of (tree, region, HPM_REGION_SUM_ENTRIES);

    return entries->min == entries->max || (double)entries->max_rank == rank
               ? entries->max
               : NAN;
}

struct hpm_finding_region
hpm_finding_region (const struct hpm_result *result, double rank, double more)
{
    const struct hpm_region_tree *tree = &result->tree;
    struct hpm_finding_region found = { -1, NAN, NAN, NAN };
    double most = fmax (HPM_LIMIT_CAUSE * more,
                        HPM_LIMIT_LEAST * 1e-9 * result->wall.mean);

    if (result->ranks_partial || result->ranks_missing || !isfinite (most))
        return found;
    for (int i = 0; i < tree->count; i++) {
        double excess = excess_in (tree, i, rank);

        if (!(excess >= most) || !is_of_main_threads (tree, i))
            continue;
        most = found.more = excess;
        found.region = i;
    }
    if (found.region < 0)
        return found;
    found.entries = entries_of (tree, (int)found.region, rank);
    found.each = found.more / found.entries;
    return found;
}

#define PATH_SHOWN 60 /* bytes, of the end of a longer one */

const char *
hpm_region_end_of_path (const char *path, int *is_cut)
{
    size_t bytes = strlen (path);
    const char *rest
        = bytes > PATH_SHOWN ? strchr (path + bytes - PATH_SHOWN, '/') : path;

    if (!rest)
        rest = strrchr (path, '/');
    *is_cut = rest && rest != path;
    return rest ? rest : path;
}

void
hpm_finding_region_put (FILE *out, const struct hpm_result *result,
                        double region)
{
    int is_cut;
    const char *path = hpm_region_end_of_path (
        result->tree.regions[(int)region].path, &is_cut);

    fprintf (out, "%s%s", is_cut ? "..." : "", path);
}
