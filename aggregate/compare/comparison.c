/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/median.h"
#include "aggregate/compare/rank_test.h"

/* The run's number of a quantity; where a name that it lacks was not there to
 * be counted, that is 0.  */
static double
value_of (const struct hpm_compared_run *run,
          const struct hpm_quantity *quantity, int *is_count)
{
    const struct hpm_quantity *own
        = run->count ? bsearch (quantity, run->list, (size_t)run->count,
                                sizeof *run->list, hpm_quantity_compare)
                     : NULL;

    if (own) {
        *is_count &= own->is_count;
        return own->value;
    }
    return run->recorded >> quantity->kind & 1 ? 0 : NAN;
}

/* Whether some run has 0 of it, or of its lower end.  */
static int
begins_with_0 (const struct hpm_comparison *comparison,
               const struct hpm_quantity *quantity,
               const struct hpm_two_samples *values)
{
    const char *least = quantity->kind == HPM_QUANTITY_JOB
                            ? hpm_quantity_least (quantity->key)
                            : NULL;

    for (int s = 0; s < HPM_SIDES; s++) {
        if (!hpm_two_samples_are_positive (values, s))
            return 1;
        for (int i = 0; least && i < comparison->side[s].count; i++) {
            const struct hpm_quantity *own
                = hpm_quantity_find (&comparison->side[s].runs[i], least);

            if (own && !(own->value > 0))
                return 1;
        }
    }
    return 0;
}

/* Returns 0, or -1 where some run lacks it.  */
static int
gather (struct hpm_two_samples *values, const struct hpm_comparison *comparison,
        const struct hpm_quantity *quantity)
{
    memset (values, 0, sizeof *values);
    values->is_count = quantity->is_count;
    for (int s = 0; s < HPM_SIDES; s++) {
        const struct hpm_side_runs *side = &comparison->side[s];
        double *of = values->of[s];

        for (int i = 0; i < side->count && i < HPM_SAMPLE_MOST; i++) {
            of[i] = value_of (&side->runs[i], quantity, &values->is_count);
            if (isnan (of[i]))
                return -1;
            values->count[s]++;
            values->varies[s] |= of[i] > of[0] || of[i] < of[0];
        }
    }
    values->begins_with_0 = begins_with_0 (comparison, quantity, values);
    return 0;
}

static void
describe (struct hpm_change *change, const struct hpm_two_samples *values,
          int s)
{
    double sorted[HPM_SAMPLE_MOST], sum = 0, squares = 0;
    int count = values->count[s];

    change->median[s] = change->mean[s] = change->deviation[s] = NAN;
    if (!count)
        return;
    memcpy (sorted, values->of[s], sizeof sorted);
    for (int i = 0; i < count; i++)
        sum += sorted[i];
    change->mean[s] = sum / count;
    for (int i = 0; i < count; i++)
        squares
            += (sorted[i] - change->mean[s]) * (sorted[i] - change->mean[s]);
    if (count > 1)
        change->deviation[s] = sqrt (squares / (count - 1));
    change->median[s] = hpm_median (sorted, (size_t)count);
}

/* Time of all ranks together, of the side where that is more.  */
static double
all_time (const struct hpm_comparison *comparison)
{
    double most = 0;

    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < comparison->side[s].count; i++) {
            const struct hpm_compared_run *run = &comparison->side[s].runs[i];
            const struct hpm_quantity *wall = hpm_quantity_find (run, "wall");

            if (wall)
                most = fmax (most, wall->value * run->ranks);
        }
    return most;
}

/* By all runs of both sides alike, so that what is left may be tested.  */
static int
is_minor (const struct hpm_quantity *quantity,
          const struct hpm_two_samples *values, double time)
{
    if (quantity->kind == HPM_QUANTITY_JOB
        || quantity->kind == HPM_QUANTITY_METRIC
        || strcmp (quantity->unit, "s"))
        return 0;
    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < values->count[s]; i++)
            if (values->of[s][i] >= HPM_COMPARE_MINOR * time)
                return 0;
    return 1;
}

static int
is_wall (const struct hpm_change *change)
{
    return change->quantity->kind == HPM_QUANTITY_JOB
           && !strcmp (change->quantity->key, "wall");
}

static enum hpm_change_kind
kind_of (const struct hpm_quantity *quantity,
         const struct hpm_two_samples *values, double time)
{
    int varies = values->varies[0] || values->varies[1];

    if (!values->count[HPM_SIDE_BASE])
        return HPM_CHANGE_SINGLE;
    if (hpm_two_samples_are_same (values))
        return HPM_CHANGE_SAME;
    if (is_minor (quantity, values, time))
        return HPM_CHANGE_MINOR;
    if (values->count[0] < 2 || values->count[1] < 2)
        return HPM_CHANGE_SINGLE;
    return !varies && values->is_count ? HPM_CHANGE_EXACT : HPM_CHANGE_UNSHOWN;
}

static void
compare (struct hpm_change *change, const struct hpm_quantity *quantity,
         const struct hpm_two_samples *values, double time)
{
    struct hpm_shift shift = { NAN, NAN, NAN };

    memset (change, 0, sizeof *change);
    change->quantity = quantity;
    change->kind = kind_of (quantity, values, time);
    for (int s = 0; s < HPM_SIDES; s++)
        describe (change, values, s);
    if (values->count[HPM_SIDE_BASE])
        shift = hpm_two_samples_shift (values, change->median[HPM_SIDE_BASE]);
    change->shift = shift.estimate;
    change->low = change->high = change->probability = change->adjusted = NAN;
    change->share = shift.estimate / fabs (change->median[HPM_SIDE_BASE]);
    if (change->kind != HPM_CHANGE_UNSHOWN && change->kind != HPM_CHANGE_MINOR)
        return;
    change->low = shift.low;
    change->high = shift.high;
    if (change->kind == HPM_CHANGE_UNSHOWN)
        change->probability = hpm_rank_test (values->of[0], values->count[0],
                                             values->of[1], values->count[1]);
}

/* Half the level is the run time's.  */
static int
adjust (struct hpm_comparison *comparison)
{
    double *others = malloc (((size_t)comparison->count + 1) * sizeof *others);
    int failed;

    if (!others)
        return -1;
    for (int i = 0; i < comparison->count; i++) {
        const struct hpm_change *change = &comparison->list[i];

        comparison->tested += !isnan (change->probability);
        others[i] = is_wall (change) ? NAN : change->probability;
    }
    failed = hpm_holm_adjust (others, comparison->count);
    for (int i = 0; !failed && i < comparison->count; i++) {
        struct hpm_change *change = &comparison->list[i];

        change->adjusted = fmin (
            1, 2 * (is_wall (change) ? change->probability : others[i]));
        if (isnan (change->probability))
            change->adjusted = NAN;
        if (change->adjusted <= HPM_COMPARE_LEVEL)
            change->kind = HPM_CHANGE_SHOWN;
    }
    free (others);
    return failed;
}

/* The largest first: from or to nothing is more than all else.  */
static double
size_of (const struct hpm_change *change)
{
    return isnan (change->share) ? -1 : fabs (change->share);
}

static int
by_size (const void *a, const void *b)
{
    const struct hpm_change *x = a, *y = b;
    double first = size_of (x), second = size_of (y);

    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (first > second || first < second)
        return first > second ? -1 : 1;
    return hpm_quantity_compare (x->quantity, y->quantity);
}

/* Every quantity of any run, once, in order; malloc'ed, NULL without memory. */
static struct hpm_quantity *
collect (const struct hpm_comparison *comparison, int *count)
{
    struct hpm_quantity *all;
    size_t most = 0, filled = 0;

    *count = 0;
    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < comparison->side[s].count; i++)
            most += (size_t)comparison->side[s].runs[i].count;
    all = malloc ((most + 1) * sizeof *all);
    for (int s = 0; all && s < HPM_SIDES; s++)
        for (int i = 0; i < comparison->side[s].count; i++) {
            const struct hpm_compared_run *run = &comparison->side[s].runs[i];

            for (int k = 0; k < run->count; k++)
                all[filled++] = run->list[k];
        }
    if (!all)
        return NULL;
    if (filled)
        qsort (all, filled, sizeof *all, hpm_quantity_compare);
    for (size_t i = 0; i < filled; i++)
        if (!*count || hpm_quantity_compare (&all[*count - 1], &all[i]))
            all[(*count)++] = all[i];
    return all;
}

/* The quantity itself, in the run that has it.  */
static const struct hpm_quantity *
stored (const struct hpm_comparison *comparison,
        const struct hpm_quantity *quantity)
{
    for (int s = HPM_SIDES - 1; s >= 0; s--)
        for (int i = 0; i < comparison->side[s].count; i++) {
            const struct hpm_compared_run *run = &comparison->side[s].runs[i];
            const struct hpm_quantity *own
                = run->count ? bsearch (quantity, run->list, (size_t)run->count,
                                        sizeof *run->list, hpm_quantity_compare)
                             : NULL;

            if (own)
                return own;
        }
    return NULL;
}

static int
add (struct hpm_comparison *comparison, const struct hpm_quantity *quantity,
     double time)
{
    struct hpm_two_samples values;

    if (hpm_comparison_is_needless (comparison, quantity))
        return 0;
    if (!gather (&values, comparison, quantity)) {
        compare (&comparison->list[comparison->count++],
                 stored (comparison, quantity), &values, time);
        return 0;
    }
    comparison->unmatched++;
    if (!comparison->unmatched_name)
        comparison->unmatched_name = strdup (quantity->key);
    return comparison->unmatched_name ? 0 : -1;
}

int
hpm_comparison_make (struct hpm_comparison *comparison)
{
    int count, failed;
    struct hpm_quantity *all;
    double time;

    hpm_comparison_drop_copies (comparison);
    all = collect (comparison, &count);
    if (!all)
        return -1;
    time = all_time (comparison);
    comparison->list = calloc ((size_t)count + 1, sizeof *comparison->list);
    failed = !comparison->list;
    for (int i = 0; !failed && i < count; i++)
        failed = add (comparison, &all[i], time);
    free (all);
    if (failed || adjust (comparison))
        return -1;
    comparison->is_alternating = hpm_comparison_takes_turns (comparison);
    qsort (comparison->list, (size_t)comparison->count,
           sizeof *comparison->list, by_size);
    return 0;
}

/* The new runs by what they have at least and the base's by what they have at
 * most, or (1) the other way.  */
static void
mix (struct hpm_two_samples *mixed, const struct hpm_two_samples *high,
     const struct hpm_two_samples *low, int end)
{
    const struct hpm_two_samples *of[HPM_SIDES]
        = { end ? low : high, end ? high : low };

    *mixed = *high;
    for (int s = 0; s < HPM_SIDES; s++)
        memcpy (mixed->of[s], of[s]->of[s], sizeof mixed->of[s]);
}

/* Lower ends against lower ends are between, too: where those of the base are 0
 * in some run, their change is no ratio.  */
static void
widen (struct hpm_change_end ends[2], const struct hpm_change *least)
{
    double base = fabs (least->median[HPM_SIDE_BASE]);
    struct hpm_change_end own
        = { least->share, least->low / base, least->high / base };

    if (!isfinite (own.share))
        return;
    if (own.share < ends[0].share - HPM_COMPARE_ROUNDING)
        ends[0] = own;
    if (own.share > ends[1].share + HPM_COMPARE_ROUNDING)
        ends[1] = own;
}

int
hpm_comparison_ends (const struct hpm_comparison *comparison,
                     const struct hpm_change *most,
                     const struct hpm_change *least,
                     struct hpm_change_end ends[2])
{
    struct hpm_two_samples high, low, mixed;
    struct hpm_shift ratio;
    int tested = !isnan (most->low);

    if (gather (&high, comparison, most->quantity)
        || gather (&low, comparison, least->quantity)
        || !hpm_two_samples_are_positive (&high, HPM_SIDE_BASE)
        || !hpm_two_samples_are_positive (&high, HPM_SIDE_NEW))
        return -1;
    for (int end = 0; end < 2; end++) {
        mix (&mixed, &high, &low, end);
        ratio = hpm_two_samples_ratio (&mixed);
        ends[end]
            = (struct hpm_change_end){ ratio.estimate, tested ? ratio.low : NAN,
                                       tested ? ratio.high : NAN };
    }
    widen (ends, least);
    return 0;
}
