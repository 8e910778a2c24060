/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A set that is cut down to some of its metrics.
 */
#include "base/metric/metric_private.h"

#include <stdlib.h>
#include <string.h>

/* What stays, and room for what goes.  */
struct cut {
    char *metrics, *aliases;
    struct hpm_metric_set gone;
};

/* Mark what the formula of a metric refers to.  Returns 1 when another metric
 * is among it that was not marked yet.  */
static int
mark_references (struct cut *cut, const struct hpm_metric_set *set, int metric)
{
    const struct hpm_formula *formula = set->metrics[metric].formula;
    int more = 0;

    for (int i = 0; formula && i < formula->name_count; i++) {
        struct hpm_reference reference
            = hpm_metric_refer (set, &formula->names[i]);

        if (reference.kind == HPM_REFERENCE_ALIAS)
            cut->aliases[reference.index] = 1;
        if (reference.kind == HPM_REFERENCE_METRIC
            && !cut->metrics[reference.index])
            more = cut->metrics[reference.index] = 1;
    }
    return more;
}

static void
mark (struct cut *cut, const struct hpm_metric_set *set, const char *keep)
{
    int more = 1;

    for (int i = 0; i < set->count; i++)
        cut->metrics[i] = keep[i] != 0;
    while (more) {
        more = 0;
        for (int i = 0; i < set->count; i++)
            if (cut->metrics[i])
                more |= mark_references (cut, set, i);
    }
}

static void
cut_metrics (struct cut *cut, struct hpm_metric_set *set)
{
    int count = 0;

    for (int i = 0; i < set->count; i++)
        if (cut->metrics[i])
            set->metrics[count++] = set->metrics[i];
        else
            cut->gone.metrics[cut->gone.count++] = set->metrics[i];
    set->count = count;
}

static void
cut_aliases (struct cut *cut, struct hpm_metric_set *set)
{
    int count = 0;

    for (int i = 0; i < set->alias_count; i++)
        if (cut->aliases[i])
            set->aliases[count++] = set->aliases[i];
        else
            cut->gone.aliases[cut->gone.alias_count++] = set->aliases[i];
    set->alias_count = count;
}

static void
cut_group (const struct hpm_metric_set *set, struct hpm_group *group)
{
    int count = 0;

    for (int i = 0; i < group->metric_count; i++)
        if (hpm_metric_set_find (set, group->metrics[i]) >= 0)
            group->metrics[count++] = group->metrics[i];
        else
            free (group->metrics[i]);
    group->metric_count = count;
}

static void
cut_groups (struct cut *cut, struct hpm_metric_set *set)
{
    int count = 0;

    for (int i = 0; i < set->group_count; i++) {
        cut_group (set, &set->groups[i]);
        if (set->groups[i].metric_count)
            set->groups[count++] = set->groups[i];
        else
            cut->gone.groups[cut->gone.group_count++] = set->groups[i];
    }
    set->group_count = count;
}

int
hpm_metric_set_keep (struct hpm_metric_set *set, const char *keep)
{
    struct hpm_metric_set *gone;
    struct cut cut = { calloc ((size_t)set->count + 1, 1),
                       calloc ((size_t)set->alias_count + 1, 1),
                       { NULL } };
    int failed;

    gone = &cut.gone;
    gone->metrics = calloc ((size_t)set->count + 1, sizeof *gone->metrics);
    gone->aliases
        = calloc ((size_t)set->alias_count + 1, sizeof *gone->aliases);
    gone->groups = calloc ((size_t)set->group_count + 1, sizeof *gone->groups);
    failed = !cut.metrics || !cut.aliases || !gone->metrics || !gone->aliases
             || !gone->groups;
    if (!failed) {
        mark (&cut, set, keep);
        cut_metrics (&cut, set);
        cut_aliases (&cut, set);
        cut_groups (&cut, set);
    }
    free (cut.metrics);
    free (cut.aliases);
    hpm_metric_set_release (gone);
    return failed ? -1 : 0;
}

void
hpm_metric_set_drop_groups (struct hpm_metric_set *set)
{
    struct hpm_metric_set gone
        = { .groups = set->groups, .group_count = set->group_count };

    set->groups = NULL;
    set->group_count = 0;
    hpm_metric_set_release (&gone);
}

void
hpm_metric_set_empty_groups (struct hpm_metric_set *set)
{
    for (int i = 0; i < set->group_count; i++) {
        struct hpm_group *group = &set->groups[i];

        while (group->metric_count)
            free (group->metrics[--group->metric_count]);
    }
}

int
hpm_metric_set_add_to_group (struct hpm_metric_set *set, const char *group,
                             const char *metric)
{
    const struct hpm_piece name = { group, strlen (group) };
    const struct hpm_piece member = { metric, strlen (metric) };
    int found = hpm_metric_set_find_group (set, group);
    struct hpm_group *into = found < 0 ? hpm_metric_set_append_group (set, name)
                                       : &set->groups[found];

    for (int i = 0; into && i < into->metric_count; i++)
        if (!strcmp (into->metrics[i], metric))
            return 0;
    return into
                   && hpm_metric_list_append (&into->metrics,
                                              &into->metric_count, member)
               ? 0
               : -1;
}
