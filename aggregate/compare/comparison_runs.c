/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/compare/rank_test.h"

int
hpm_comparison_init (struct hpm_comparison *comparison, int base, int new_ones)
{
    const int counts[HPM_SIDES] = { base, new_ones };

    memset (comparison, 0, sizeof *comparison);
    for (int s = 0; s < HPM_SIDES; s++) {
        struct hpm_side_runs *side = &comparison->side[s];

        side->runs = calloc ((size_t)counts[s] + 1, sizeof *side->runs);
        if (!side->runs)
            return -1;
        side->count = counts[s];
        for (int i = 0; i < counts[s]; i++)
            if (hpm_compared_run_init (&side->runs[i], ""))
                return -1;
    }
    return 0;
}

void
hpm_comparison_release (struct hpm_comparison *comparison)
{
    for (int s = 0; s < HPM_SIDES; s++) {
        struct hpm_side_runs *side = &comparison->side[s];

        for (int i = 0; side->runs && i < side->count; i++)
            hpm_compared_run_release (&side->runs[i]);
        free (side->runs);
    }
    free (comparison->list);
    free (comparison->unmatched_name);
    memset (comparison, 0, sizeof *comparison);
}

int
hpm_compared_run_is_same (const struct hpm_compared_run *run,
                          const struct hpm_compared_run *other)
{
    return *run->start && !strcmp (run->start, other->start)
           && !strcmp (run->job, other->job)
           && !strcmp (run->text[HPM_COMPARED_COMMAND],
                       other->text[HPM_COMPARED_COMMAND])
           && !(run->wall < other->wall) && !(run->wall > other->wall);
}

void
hpm_comparison_drop_copies (struct hpm_comparison *comparison)
{
    for (int s = 0; s < HPM_SIDES; s++) {
        struct hpm_side_runs *side = &comparison->side[s];
        int kept = 0;

        for (int i = 0; i < side->count; i++) {
            int same = 0;

            while (same < kept
                   && !hpm_compared_run_is_same (&side->runs[same],
                                                 &side->runs[i]))
                same++;
            if (same == kept) {
                side->runs[kept++] = side->runs[i];
                continue;
            }
            if (!comparison->copies++) {
                comparison->copy = side->runs[i].path;
                comparison->copied = side->runs[same].path;
            }
            hpm_compared_run_release (&side->runs[i]);
        }
        side->count = kept;
    }
}

static int
compare_starts (const void *a, const void *b)
{
    const struct hpm_compared_run *const *x = a, *const *y = b;

    return strcmp ((*x)->start, (*y)->start);
}

int
hpm_comparison_takes_turns (const struct hpm_comparison *comparison)
{
    const struct hpm_compared_run *all[HPM_SIDES * HPM_SAMPLE_MOST];
    const struct hpm_side_runs *side = comparison->side;
    int count = 0, turns = 0, fewest;

    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < side[s].count && i < HPM_SAMPLE_MOST; i++) {
            if (!*side[s].runs[i].start)
                return 1;
            all[count++] = &side[s].runs[i];
        }
    qsort (all, (size_t)count, sizeof *all, compare_starts);
    for (int i = 1; i < count; i++) {
        int before = all[i - 1] >= side[0].runs
                     && all[i - 1] < side[0].runs + side[0].count;
        int now
            = all[i] >= side[0].runs && all[i] < side[0].runs + side[0].count;

        turns += before != now;
    }
    fewest = side[0].count < side[1].count ? side[0].count : side[1].count;
    return turns >= fewest;
}

const struct hpm_change *
hpm_comparison_find (const struct hpm_comparison *comparison, const char *key)
{
    const struct hpm_change *found = NULL;

    for (int i = 0; i < comparison->count; i++) {
        const struct hpm_change *change = &comparison->list[i];

        if (!strcmp (change->quantity->key, key)
            && (!found || change->quantity->kind < found->quantity->kind))
            found = change;
    }
    return found;
}

const char *
hpm_change_word (enum hpm_change_kind kind)
{
    static const char *const words[HPM_CHANGE_KIND_COUNT] = {
#define HPM_X(identifier, word, meaning) word,
        HPM_CHANGES (HPM_X)
#undef HPM_X
    };

    return words[kind];
}

/* ---- ranges ------------------------------------------------------------- */

const struct hpm_change *
hpm_comparison_find_number (const struct hpm_comparison *comparison,
                            const char *key)
{
    const struct hpm_change *change = hpm_comparison_find (comparison, key);
    const char *whole = hpm_quantity_whole (key);

    return change || !whole ? change : hpm_comparison_find (comparison, whole);
}

const struct hpm_change *
hpm_comparison_find_least (const struct hpm_comparison *comparison,
                           const struct hpm_change *most)
{
    for (int i = 0; i < comparison->count; i++) {
        const char *whole
            = hpm_quantity_whole (comparison->list[i].quantity->key);

        if (whole && !strcmp (whole, most->quantity->key))
            return &comparison->list[i];
    }
    return NULL;
}

int
hpm_compared_run_has_range (const struct hpm_compared_run *run, const char *key)
{
    const char *whole = hpm_quantity_whole (key);
    const struct hpm_quantity *least = hpm_quantity_find (run, key),
                              *most
                              = whole ? hpm_quantity_find (run, whole) : NULL;

    return least && most && least->value < most->value;
}

int
hpm_comparison_is_needless (const struct hpm_comparison *comparison,
                            const struct hpm_quantity *quantity)
{
    if (quantity->kind != HPM_QUANTITY_JOB
        || !hpm_quantity_whole (quantity->key))
        return 0;
    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < comparison->side[s].count; i++)
            if (hpm_compared_run_has_range (&comparison->side[s].runs[i],
                                            quantity->key))
                return 0;
    return 1;
}
