/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A set of definitions: its life, look-ups, merging.
 */
#include "base/metric/metric_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
hpm_metric_set_init (struct hpm_metric_set *set)
{
    memset (set, 0, sizeof (*set));
}

static void
release_list (char **list, int count)
{
    for (int i = 0; i < count; i++)
        free (list[i]);
    free (list);
}

static void
release_origin (struct hpm_origin *origin)
{
    free (origin->file);
    free (origin->replaced);
}

static void
release_metric (struct hpm_metric *metric)
{
    free (metric->name);
    free (metric->title);
    free (metric->unit);
    free (metric->formula_text);
    free (metric->about);
    free (metric->caution);
    free (metric->range_text);
    hpm_formula_destroy (metric->formula);
    hpm_formula_destroy (metric->range[0]);
    hpm_formula_destroy (metric->range[1]);
    release_origin (&metric->origin);
}

static void
release_alias (struct hpm_alias *alias)
{
    release_list (alias->alternatives, alias->count);
    free (alias->name);
    release_origin (&alias->origin);
}

static void
release_group (struct hpm_group *group)
{
    free (group->name);
    free (group->title);
    free (group->about);
    release_list (group->metrics, group->metric_count);
    release_list (group->events, group->event_count);
    release_origin (&group->origin);
}

void
hpm_metric_set_release (struct hpm_metric_set *set)
{
    for (int i = 0; i < set->count; i++)
        release_metric (&set->metrics[i]);
    for (int i = 0; i < set->alias_count; i++)
        release_alias (&set->aliases[i]);
    for (int i = 0; i < set->group_count; i++)
        release_group (&set->groups[i]);
    free (set->metrics);
    free (set->aliases);
    free (set->groups);
    hpm_metric_set_init (set);
}

/* Most names differ in their first letter, and are looked up by the thousand.
 */
static inline int
is_same (const char *a, const char *b)
{
    return *a == *b && !strcmp (a, b);
}

int
hpm_metric_set_find (const struct hpm_metric_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (is_same (set->metrics[i].name, name))
            return i;
    return -1;
}

int
hpm_metric_set_find_alias (const struct hpm_metric_set *set, const char *name)
{
    for (int i = 0; i < set->alias_count; i++)
        if (is_same (set->aliases[i].name, name))
            return i;
    return -1;
}

int
hpm_metric_set_find_group (const struct hpm_metric_set *set, const char *name)
{
    for (int i = 0; i < set->group_count; i++)
        if (is_same (set->groups[i].name, name))
            return i;
    return -1;
}

int
hpm_metric_set_choose_group (const struct hpm_metric_set *set, const char *name,
                             struct hpm_error *error)
{
    int found = hpm_metric_set_find_group (set, name);
    char known[512] = "";

    if (found >= 0)
        return found;
    for (int i = 0; i < set->group_count; i++)
        snprintf (known + strlen (known), sizeof known - strlen (known),
                  "%s %s", i ? "," : "", set->groups[i].name);
    return hpm_error_set (error, "no group '%s' in the definitions%s%s", name,
                          *known ? "; there are" : ", which have none", known);
}

/* Make room for `more` entries of `size` bytes behind `count`.  Returns where
 * they are then, NULL without memory, and *entries stays as it was.  */
static void *
grow (void *entries, int count, int more, size_t size)
{
    return realloc (entries, ((size_t)count + (size_t)more + 1) * size);
}

/* Make room in all three lists; returns 0, or -1 with nothing lost.  */
static int
reserve (struct hpm_metric_set *set, int more, int more_aliases,
         int more_groups)
{
    struct hpm_metric *metrics
        = grow (set->metrics, set->count, more, sizeof (*metrics));
    struct hpm_alias *aliases = grow (set->aliases, set->alias_count,
                                      more_aliases, sizeof (*aliases));
    struct hpm_group *groups
        = grow (set->groups, set->group_count, more_groups, sizeof (*groups));

    set->metrics = metrics ? metrics : set->metrics;
    set->aliases = aliases ? aliases : set->aliases;
    set->groups = groups ? groups : set->groups;
    return metrics && aliases && groups ? 0 : -1;
}

struct hpm_metric *
hpm_metric_set_append (struct hpm_metric_set *set, struct hpm_piece name)
{
    char *copy = hpm_piece_copy (name);
    struct hpm_metric *metric;

    if (!copy || reserve (set, 1, 0, 0) != 0) {
        free (copy);
        return NULL;
    }
    metric = &set->metrics[set->count++];
    *metric = (struct hpm_metric){ .name = copy, .total = 1 };
    return metric;
}

struct hpm_alias *
hpm_metric_set_append_alias (struct hpm_metric_set *set, struct hpm_piece name)
{
    char *copy = hpm_piece_copy (name);
    struct hpm_alias *alias;

    if (!copy || reserve (set, 0, 1, 0) != 0) {
        free (copy);
        return NULL;
    }
    alias = &set->aliases[set->alias_count++];
    *alias = (struct hpm_alias){ .name = copy };
    return alias;
}

struct hpm_group *
hpm_metric_set_append_group (struct hpm_metric_set *set, struct hpm_piece name)
{
    char *copy = hpm_piece_copy (name);
    struct hpm_group *group;

    if (!copy || reserve (set, 0, 0, 1) != 0) {
        free (copy);
        return NULL;
    }
    group = &set->groups[set->group_count++];
    *group = (struct hpm_group){ .name = copy };
    return group;
}

char *
hpm_metric_list_append (char ***list, int *count, struct hpm_piece text)
{
    char **grown = realloc (*list, ((size_t)*count + 1) * sizeof (char *));
    char *copy;

    if (!grown)
        return NULL;
    *list = grown;
    copy = hpm_piece_copy (text);
    if (copy)
        grown[(*count)++] = copy;
    return copy;
}

/* The new definition remembers which file had the old one.  */
static void
inherit_place (struct hpm_origin *origin, struct hpm_origin *old)
{
    free (origin->replaced);
    origin->replaced = old->file;
    old->file = NULL;
}

static void
move_metrics (struct hpm_metric_set *set, struct hpm_metric_set *from)
{
    for (int i = 0; i < from->count; i++) {
        int old = hpm_metric_set_find (set, from->metrics[i].name);

        if (old >= 0) {
            inherit_place (&from->metrics[i].origin, &set->metrics[old].origin);
            release_metric (&set->metrics[old]);
        } else {
            old = set->count++;
        }
        set->metrics[old] = from->metrics[i];
    }
    from->count = 0;
}

static void
move_aliases (struct hpm_metric_set *set, struct hpm_metric_set *from)
{
    for (int i = 0; i < from->alias_count; i++) {
        int old = hpm_metric_set_find_alias (set, from->aliases[i].name);

        if (old >= 0) {
            inherit_place (&from->aliases[i].origin, &set->aliases[old].origin);
            release_alias (&set->aliases[old]);
        } else {
            old = set->alias_count++;
        }
        set->aliases[old] = from->aliases[i];
    }
    from->alias_count = 0;
}

static void
move_groups (struct hpm_metric_set *set, struct hpm_metric_set *from)
{
    for (int i = 0; i < from->group_count; i++) {
        int old = hpm_metric_set_find_group (set, from->groups[i].name);

        if (old >= 0) {
            inherit_place (&from->groups[i].origin, &set->groups[old].origin);
            release_group (&set->groups[old]);
        } else {
            old = set->group_count++;
        }
        set->groups[old] = from->groups[i];
    }
    from->group_count = 0;
}

int
hpm_metric_set_merge (struct hpm_metric_set *set, struct hpm_metric_set *from,
                      struct hpm_error *error)
{
    if (set->count + from->count > HPM_METRIC_DEFINITIONS_MAX
        || set->alias_count + from->alias_count > HPM_METRIC_DEFINITIONS_MAX
        || set->group_count + from->group_count > HPM_METRIC_DEFINITIONS_MAX)
        return hpm_error_set (error, "more than %d definitions",
                              HPM_METRIC_DEFINITIONS_MAX);
    if (reserve (set, from->count, from->alias_count, from->group_count) != 0)
        return hpm_error_set (error, "out of memory for metric definitions");
    move_metrics (set, from);
    move_aliases (set, from);
    move_groups (set, from);
    hpm_metric_set_release (from);
    return 0;
}

int
hpm_metric_constant_find (const char *name)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, unit, machine) name,
        HPM_METRIC_CONSTANTS (HPM_X)
#undef HPM_X
    };
    int cost = hpm_cost_constant_find (name);

    for (int i = 0; i < HPM_CONSTANT_COSTS; i++)
        if (is_same (names[i], name))
            return i;
    return cost < 0 ? -1 : HPM_CONSTANT_COSTS + cost;
}

int
hpm_metric_constant_is_of_machine (int constant)
{
    static const int of_machine[] = {
#define HPM_X(identifier, name, unit, machine) machine,
        HPM_METRIC_CONSTANTS (HPM_X)
#undef HPM_X
    };

    return constant >= HPM_CONSTANT_COSTS
           || (constant >= 0 && of_machine[constant]);
}

struct hpm_reference
hpm_metric_refer (const struct hpm_metric_set *set,
                  const struct hpm_formula_name *name)
{
    struct hpm_reference reference = { HPM_REFERENCE_EVENT, -1 };

    if (name->quoted)
        return reference;
    reference.kind = HPM_REFERENCE_CONSTANT;
    reference.index = hpm_metric_constant_find (name->text);
    if (reference.index >= 0)
        return reference;
    reference.kind = HPM_REFERENCE_ALIAS;
    reference.index = hpm_metric_set_find_alias (set, name->text);
    if (reference.index >= 0)
        return reference;
    reference.kind = HPM_REFERENCE_METRIC;
    reference.index = hpm_metric_set_find (set, name->text);
    if (reference.index < 0)
        reference.kind = HPM_REFERENCE_UNKNOWN;
    return reference;
}
