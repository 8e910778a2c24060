/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is no error in a definition and still looks wrong.
 */
#include "core/metric_unit.h"

#include <stdio.h>

struct lint {
    const struct hpm_metric_set *set;
    void (*tell) (const char *text, void *data);
    void *data;
    int count;
};

static void
tell (struct lint *lint, const struct hpm_origin *origin, const char *what,
      const char *name, const char *finding)
{
    char text[1024];

    snprintf (text, sizeof (text), "%s:%d: %s %s: %s",
              origin->file ? origin->file : "?", origin->line, what, name,
              finding);
    lint->count++;
    if (lint->tell)
        lint->tell (text, lint->data);
}

static void
lint_unit (struct lint *lint, int metric)
{
    const struct hpm_metric *definition = &lint->set->metrics[metric];
    struct hpm_error why;

    if (definition->unit && hpm_unit_is_decimal_bytes (definition->unit))
        tell (lint, &definition->origin, "metric", definition->name,
              "bytes are to base 2: KiB, MiB, GiB");
    else if (definition->unit && !hpm_unit_fits (lint->set, metric, &why))
        tell (lint, &definition->origin, "metric", definition->name, why.text);
}

static void
lint_metric (struct lint *lint, int metric)
{
    const struct hpm_metric *definition = &lint->set->metrics[metric];
    const struct hpm_origin *origin = &definition->origin;

    lint_unit (lint, metric);
    if (!definition->about)
        tell (lint, origin, "metric", definition->name, "no about line");
    if (!definition->caution)
        tell (lint, origin, "metric", definition->name, "no caution line");
}

int
hpm_metric_set_lint (const struct hpm_metric_set *set,
                     void (*tell_one) (const char *text, void *data),
                     void *data)
{
    struct lint lint = { set, tell_one, data, 0 };

    for (int i = 0; i < set->count; i++)
        lint_metric (&lint, i);
    for (int i = 0; i < set->group_count; i++) {
        const struct hpm_group *group = &set->groups[i];

        if (!group->title)
            tell (&lint, &group->origin, "group", group->name, "no title");
        if (!group->about)
            tell (&lint, &group->origin, "group", group->name, "no about line");
    }
    return lint.count;
}
