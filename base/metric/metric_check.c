/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether the definitions make sense together, and in which order to evaluate
 * them.
 */
#include "base/metric/metric_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACE_MAX 256 /* "FILE:LINE: " in an error */

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

/* "FILE:LINE: ", or nothing for what stands in no file.  */
static const char *
place (char *buffer, size_t size, const struct hpm_origin *origin)
{
    buffer[0] = '\0';
    if (origin->file)
        snprintf (buffer, size, "%s:%d: ", origin->file, origin->line);
    return buffer;
}

/* What is wrong with the thresholds, or NULL.  */
static const char *
fault_of_thresholds (const struct hpm_metric *metric)
{
    const struct hpm_threshold *good = &metric->good, *poor = &metric->poor;
    int higher = metric->sense == HPM_SENSE_HIGHER;

    if (!good->given && !poor->given)
        return NULL;
    if (metric->sense == HPM_SENSE_NONE)
        return "has thresholds and no sense";
    if ((good->given && good->above != higher)
        || (poor->given && poor->above == higher))
        return "has a threshold against its sense";
    if (good->given && poor->given
        && (higher ? good->value < poor->value : good->value > poor->value))
        return "has values that are good and poor";
    return NULL;
}

/* The first name in a range that is no constant of the machine, or NULL.  */
static const char *
stranger_in_range (const struct hpm_metric *metric)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0;
             metric->range[side] && i < metric->range[side]->name_count; i++) {
            const struct hpm_formula_name *name
                = &metric->range[side]->names[i];

            if (name->quoted
                || !hpm_metric_constant_is_of_machine (
                    hpm_metric_constant_find (name->text)))
                return name->text;
        }
    return NULL;
}

static const char *
lacking (const struct hpm_metric *metric)
{
    return !metric->title     ? "title"
           : !metric->unit    ? "unit"
           : !metric->formula ? "formula"
                              : NULL;
}

static int
check_metric (const struct hpm_metric_set *set, const struct hpm_metric *metric,
              struct hpm_error *error)
{
    char at[PLACE_MAX];
    const char *where = place (at, sizeof (at), &metric->origin);

    if (lacking (metric))
        return hpm_error_set (error, "%smetric %s has no %s", where,
                              metric->name, lacking (metric));
    if (hpm_metric_set_find_alias (set, metric->name) >= 0)
        return hpm_error_set (error, "%s%s is both a metric and an event",
                              where, metric->name);
    for (int i = 0; i < metric->formula->name_count; i++) {
        const struct hpm_formula_name *name = &metric->formula->names[i];

        if (hpm_metric_refer (set, name).kind == HPM_REFERENCE_UNKNOWN)
            return hpm_error_set (error, "%smetric %s: unknown name %s", where,
                                  metric->name, name->text);
    }
    if (fault_of_thresholds (metric))
        return hpm_error_set (error, "%smetric %s %s", where, metric->name,
                              fault_of_thresholds (metric));
    if (stranger_in_range (metric))
        return hpm_error_set (error,
                              "%smetric %s: the range may not depend on %s",
                              where, metric->name, stranger_in_range (metric));
    return 0;
}

static int
check_group (const struct hpm_metric_set *set, const struct hpm_group *group,
             struct hpm_error *error)
{
    char at[PLACE_MAX];
    const char *where = place (at, sizeof (at), &group->origin);

    if (!group->metric_count)
        return hpm_error_set (error, "%sgroup %s has no metrics", where,
                              group->name);
    for (int i = 0; i < group->metric_count; i++)
        if (hpm_metric_set_find (set, group->metrics[i]) < 0)
            return hpm_error_set (error, "%sgroup %s: unknown metric %s", where,
                                  group->name, group->metrics[i]);
    return 0;
}

static int
check_circles (const struct hpm_metric_set *set, struct hpm_error *error)
{
    size_t count = (size_t)set->count;
    int *order = malloc ((count + 1) * sizeof (*order));
    char *state = malloc (count + 1);
    char at[PLACE_MAX];
    int circular = -1, result = 0;

    if (!order || !state)
        result = hpm_error_set (error, "out of memory to check the metrics");
    else
        hpm_metric_set_order (set, order, state, &circular);
    if (circular >= 0)
        result = hpm_error_set (
            error, "%smetric %s depends on itself",
            place (at, sizeof (at), &set->metrics[circular].origin),
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
    for (int i = 0; i < set->group_count; i++)
        if (check_group (set, &set->groups[i], error) != 0)
            return -1;
    return check_circles (set, error);
}
