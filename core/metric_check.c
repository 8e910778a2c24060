/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether the definitions make sense together, and in which order to evaluate
 * them.
 */
#include "core/metric_private.h"

#include <stdlib.h>
#include <string.h>

enum state { NEW, ACTIVE, ORDERED, CIRCULAR };

/* A walk over the metrics along their formulas.  */
struct walk {
    const struct hpm_metric_set *set;
    int *order;
    int count;   /* in order */
    char *state; /* of each metric */
    int circular;
};

/* Returns 0 when the metric has its place in the order, -1 when it is part of a
 * circle or depends on one.  The depth is at most the number of metrics.  */
static int
visit (struct walk *walk, int metric)
{
    const struct hpm_formula *formula = walk->set->metrics[metric].formula;
    int result = 0;

    if (walk->state[metric] == ACTIVE && walk->circular < 0)
        walk->circular = metric;
    if (walk->state[metric] != NEW)
        return walk->state[metric] == ORDERED ? 0 : -1;
    walk->state[metric] = ACTIVE;
    for (int i = 0; formula && i < formula->name_count; i++) {
        struct hpm_reference reference
            = hpm_metric_refer (walk->set, &formula->names[i]);

        if (reference.kind == HPM_REFERENCE_METRIC
            && visit (walk, reference.index) != 0)
            result = -1;
    }
    walk->state[metric] = result == 0 ? ORDERED : CIRCULAR;
    if (result == 0)
        walk->order[walk->count++] = metric;
    return result;
}

int
hpm_metric_set_order (const struct hpm_metric_set *set, int *order, char *state,
                      int *circular)
{
    struct walk walk = { set, order, 0, state, -1 };

    memset (state, NEW, (size_t)set->count);
    for (int i = 0; i < set->count; i++)
        visit (&walk, i);
    *circular = walk.circular;
    return walk.count;
}

static int
check_metric (const struct hpm_metric_set *set, const struct hpm_metric *metric,
              struct hpm_error *error)
{
    const char *lacking = !metric->title     ? "title"
                          : !metric->unit    ? "unit"
                          : !metric->formula ? "formula"
                                             : NULL;

    if (lacking)
        return hpm_error_set (error, "metric %s has no %s", metric->name,
                              lacking);
    if (hpm_metric_set_find_alias (set, metric->name) >= 0)
        return hpm_error_set (error, "%s is both a metric and an event",
                              metric->name);
    for (int i = 0; i < metric->formula->name_count; i++) {
        const struct hpm_formula_name *name = &metric->formula->names[i];

        if (hpm_metric_refer (set, name).kind == HPM_REFERENCE_UNKNOWN)
            return hpm_error_set (error, "metric %s: unknown name %s",
                                  metric->name, name->text);
    }
    return 0;
}

static int
check_circles (const struct hpm_metric_set *set, struct hpm_error *error)
{
    size_t count = (size_t)set->count;
    int *order = malloc ((count + 1) * sizeof (*order));
    char *state = malloc (count + 1);
    int circular = -1, result = 0;

    if (!order || !state)
        result = hpm_error_set (error, "out of memory to check the metrics");
    else
        hpm_metric_set_order (set, order, state, &circular);
    if (circular >= 0)
        result = hpm_error_set (error, "metric %s depends on itself",
                                set->metrics[circular].name);
    free (order);
    free (state);
    return result;
}

int
hpm_metric_set_check (const struct hpm_metric_set *set, struct hpm_error *error)
{
    for (int i = 0; i < set->count; i++)
        if (check_metric (set, &set->metrics[i], error) != 0)
            return -1;
    return check_circles (set, error);
}
