/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A set of definitions: its life, look-ups, merging.
 */
#include "core/metric_private.h"

#include <stdlib.h>
#include <string.h>

void
hpm_metric_set_init (struct hpm_metric_set *set)
{
    memset (set, 0, sizeof (*set));
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
    hpm_formula_destroy (metric->formula);
}

static void
release_alias (struct hpm_alias *alias)
{
    for (int i = 0; i < alias->count; i++)
        free (alias->alternatives[i]);
    free (alias->alternatives);
    free (alias->name);
}

void
hpm_metric_set_release (struct hpm_metric_set *set)
{
    for (int i = 0; i < set->count; i++)
        release_metric (&set->metrics[i]);
    for (int i = 0; i < set->alias_count; i++)
        release_alias (&set->aliases[i]);
    free (set->metrics);
    free (set->aliases);
    hpm_metric_set_init (set);
}

int
hpm_metric_set_find (const struct hpm_metric_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp (set->metrics[i].name, name))
            return i;
    return -1;
}

int
hpm_metric_set_find_alias (const struct hpm_metric_set *set, const char *name)
{
    for (int i = 0; i < set->alias_count; i++)
        if (!strcmp (set->aliases[i].name, name))
            return i;
    return -1;
}

/* Make room for `more` entries; returns 0, or -1 with nothing changed.  */
static int
reserve (struct hpm_metric_set *set, int more, int more_aliases)
{
    size_t count = (size_t)set->count + (size_t)more;
    size_t alias_count = (size_t)set->alias_count + (size_t)more_aliases;
    struct hpm_metric *metrics;
    struct hpm_alias *aliases;

    if (count) {
        metrics = realloc (set->metrics, count * sizeof (*metrics));
        if (!metrics)
            return -1;
        set->metrics = metrics;
    }
    if (alias_count) {
        aliases = realloc (set->aliases, alias_count * sizeof (*aliases));
        if (!aliases)
            return -1;
        set->aliases = aliases;
    }
    return 0;
}

struct hpm_metric *
hpm_metric_set_append (struct hpm_metric_set *set, struct hpm_piece name)
{
    char *copy = hpm_piece_copy (name);
    struct hpm_metric *metric;

    if (!copy || reserve (set, 1, 0) != 0) {
        free (copy);
        return NULL;
    }
    metric = &set->metrics[set->count++];
    memset (metric, 0, sizeof (*metric));
    metric->name = copy;
    metric->total = 1;
    return metric;
}

struct hpm_alias *
hpm_metric_set_append_alias (struct hpm_metric_set *set, struct hpm_piece name)
{
    char *copy = hpm_piece_copy (name);
    struct hpm_alias *alias;

    if (!copy || reserve (set, 0, 1) != 0) {
        free (copy);
        return NULL;
    }
    alias = &set->aliases[set->alias_count++];
    memset (alias, 0, sizeof (*alias));
    alias->name = copy;
    return alias;
}

static void
move_metrics (struct hpm_metric_set *set, struct hpm_metric_set *from)
{
    for (int i = 0; i < from->count; i++) {
        int old = hpm_metric_set_find (set, from->metrics[i].name);

        if (old >= 0)
            release_metric (&set->metrics[old]);
        else
            old = set->count++;
        set->metrics[old] = from->metrics[i];
    }
    from->count = 0;
}

static void
move_aliases (struct hpm_metric_set *set, struct hpm_metric_set *from)
{
    for (int i = 0; i < from->alias_count; i++) {
        int old = hpm_metric_set_find_alias (set, from->aliases[i].name);

        if (old >= 0)
            release_alias (&set->aliases[old]);
        else
            old = set->alias_count++;
        set->aliases[old] = from->aliases[i];
    }
    from->alias_count = 0;
}

int
hpm_metric_set_merge (struct hpm_metric_set *set, struct hpm_metric_set *from,
                      struct hpm_error *error)
{
    if (set->count + from->count > HPM_METRIC_DEFINITIONS_MOST
        || set->alias_count + from->alias_count > HPM_METRIC_DEFINITIONS_MOST)
        return hpm_error_set (error, "more than %d definitions",
                              HPM_METRIC_DEFINITIONS_MOST);
    if (reserve (set, from->count, from->alias_count) != 0)
        return hpm_error_set (error, "out of memory for metric definitions");
    move_metrics (set, from);
    move_aliases (set, from);
    hpm_metric_set_release (from);
    return 0;
}

int
hpm_metric_constant_find (const char *name)
{
    static const char *const names[] = {
#define HPM_X(identifier, name) name,
        HPM_METRIC_CONSTANTS (HPM_X)
#undef HPM_X
    };
    int cost = hpm_cost_constant_find (name);

    for (int i = 0; i < HPM_CONSTANT_COSTS; i++)
        if (!strcmp (names[i], name))
            return i;
    return cost < 0 ? -1 : HPM_CONSTANT_COSTS + cost;
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
