/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/chosen.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void
add (struct hpm_chosen *chosen, int metric)
{
    for (int i = 0; i < chosen->count; i++)
        if (chosen->metrics[i] == metric)
            return;
    chosen->metrics[chosen->count++] = metric;
}

static void
add_pattern (struct hpm_chosen *chosen, const struct hpm_metric_set *set,
             const char *pattern)
{
    for (int m = 0; m < set->count; m++)
        if (hpm_text_match (pattern, set->metrics[m].name))
            add (chosen, m);
}

/* Returns 0 where there is no such group.  */
static int
add_group (struct hpm_chosen *chosen, const struct hpm_metric_set *set,
           const char *name)
{
    int found = hpm_metric_set_find_group (set, name);

    if (found < 0)
        return 0;
    for (int i = 0; i < set->groups[found].metric_count; i++)
        add_pattern (chosen, set, set->groups[found].metrics[i]);
    return 1;
}

/* Those that were asked for when the program ran.  Returns 0 where none was
 * that the definitions have.  */
static int
add_groups_of_run (struct hpm_chosen *chosen, const struct hpm_result *result)
{
    struct hpm_event_list names = { NULL, 0 };
    int found = 0;

    hpm_event_list_add_all (&names,
                            hpm_result_run (result, HPM_RUN_groups, ""));
    for (int i = 0; i < names.count; i++)
        found |= add_group (chosen, &result->metrics, names.names[i]);
    hpm_event_list_release (&names);
    return found;
}

static void
add_short (struct hpm_chosen *chosen, const struct hpm_result *result)
{
    const struct hpm_metric_set *set = &result->metrics;

    chosen->asked = add_groups_of_run (chosen, result);
    if (chosen->asked || add_group (chosen, set, HPM_GROUP_OVERVIEW))
        add_group (chosen, set, HPM_GROUP_OWN);
    else
        add_pattern (chosen, set, "*");
}

static int
count_values (const struct hpm_result *result)
{
    int count = 0;

    for (int m = 0; m < result->metrics.count; m++)
        count += hpm_result_has_metric (result, 0, m);
    return count;
}

int
hpm_chosen_make (struct hpm_chosen *chosen, const struct hpm_result *result,
                 const struct hpm_selection *selection, int all)
{
    const struct hpm_metric_set *set = &result->metrics;

    memset (chosen, 0, sizeof *chosen);
    chosen->metrics = calloc ((size_t)set->count + 1, sizeof *chosen->metrics);
    if (!chosen->metrics)
        return -1;
    chosen->asked = selection->metrics.count > 0;
    for (int i = 0; i < selection->metrics.count; i++)
        add_pattern (chosen, set, selection->metrics.names[i]);
    if (!chosen->asked && all)
        add_pattern (chosen, set, "*");
    else if (!chosen->asked)
        add_short (chosen, result);
    chosen->left_out = count_values (result);
    for (int i = 0; i < chosen->count; i++)
        chosen->left_out
            -= hpm_result_has_metric (result, 0, chosen->metrics[i]);
    return 0;
}

int
hpm_chosen_is_shown (const struct hpm_result *result,
                     const struct hpm_selection *selection, int region,
                     int metric)
{
    const char *name = result->metrics.metrics[metric].name;

    for (int i = 0; !region && i < selection->metrics.count; i++)
        if (!strcmp (selection->metrics.names[i], name))
            return 1;
    return hpm_result_has_metric (result, region, metric);
}

void
hpm_chosen_release (struct hpm_chosen *chosen)
{
    free (chosen->metrics);
    memset (chosen, 0, sizeof *chosen);
}
