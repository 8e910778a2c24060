/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is no error in a definition and still looks wrong: those that are
 * installed have none of it.
 */
#include "tests/metrics/lint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/metric/metric_unit.h"

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

/* 1 for a unit such as MB that has bytes to base 10.  */
static int
is_decimal_bytes (const char *unit)
{
    static const char *const units[] = { "kB", "KB", "MB", "GB", "TB" };

    for (size_t i = 0; i < sizeof (units) / sizeof (units[0]); i++)
        if (!strncmp (units[i], unit, 2) && (unit[2] == '\0' || unit[2] == '/'))
            return 1;
    return 0;
}

static void
lint_unit (struct lint *lint, int metric)
{
    const struct hpm_metric *definition = &lint->set->metrics[metric];
    struct hpm_error why;

    if (definition->unit && is_decimal_bytes (definition->unit))
        tell (lint, &definition->origin, "metric", definition->name,
              "bytes are to base 2: KiB, MiB, GiB");
    else if (!hpm_unit_fits (lint->set, definition->formula, definition->unit,
                             &why))
        tell (lint, &definition->origin, "metric", definition->name, why.text);
}

/* The limit where it is a plain number, NAN otherwise.  */
static double
plain_limit (const struct hpm_metric *metric, int side)
{
    struct hpm_metric_input nothing = { .count = 0 };
    double limits[2];

    if (!metric->range[side] || metric->range[side]->name_count)
        return NAN;
    hpm_metric_limits (metric, &nothing, limits);
    return limits[side];
}

static int
is_outside (const struct hpm_threshold *threshold, const double limits[2])
{
    return threshold->given
           && (threshold->value < limits[0] || threshold->value > limits[1]);
}

static void
lint_range (struct lint *lint, int metric)
{
    const struct hpm_metric *definition = &lint->set->metrics[metric];
    double limits[2]
        = { plain_limit (definition, 0), plain_limit (definition, 1) };
    struct hpm_error why;
    char text[sizeof why.text + 20];

    for (int side = 0; side < 2; side++)
        if (!hpm_unit_fits (lint->set, definition->range[side],
                            definition->unit, &why)) {
            snprintf (text, sizeof (text), "in the range, %s", why.text);
            tell (lint, &definition->origin, "metric", definition->name, text);
        }
    if (limits[0] >= limits[1])
        tell (lint, &definition->origin, "metric", definition->name,
              "the range is empty");
    if (is_outside (&definition->good, limits)
        || is_outside (&definition->poor, limits))
        tell (lint, &definition->origin, "metric", definition->name,
              "a threshold is outside the range");
}

static void
lint_metric (struct lint *lint, int metric)
{
    const struct hpm_metric *definition = &lint->set->metrics[metric];
    const struct hpm_origin *origin = &definition->origin;

    lint_unit (lint, metric);
    lint_range (lint, metric);
    if (!definition->about)
        tell (lint, origin, "metric", definition->name, "no about line");
    if (!definition->caution)
        tell (lint, origin, "metric", definition->name, "no caution line");
}

/* 1 if every event of one alternative is in the other.  */
static int
is_part (const char *one, const char *other)
{
    struct hpm_piece rest = { one, strlen (one) };

    while (rest.length) {
        struct hpm_piece word = hpm_piece_first_word (rest, &rest);
        struct hpm_piece within = { other, strlen (other) };
        int found = 0;

        while (within.length && !found) {
            struct hpm_piece candidate = hpm_piece_first_word (within, &within);

            found = candidate.length == word.length
                    && !memcmp (candidate.start, word.start, word.length);
        }
        if (!found && !hpm_piece_is (word, "+"))
            return 0;
    }
    return 1;
}

/* An alternative that needs all of an earlier one is never taken.  */
static void
lint_alias (struct lint *lint, const struct hpm_alias *alias)
{
    char text[512];

    for (int i = 1; i < alias->count; i++)
        for (int k = 0; k < i; k++)
            if (is_part (alias->alternatives[k], alias->alternatives[i])) {
                snprintf (text, sizeof (text),
                          "%s is never taken: %s is before",
                          alias->alternatives[i], alias->alternatives[k]);
                tell (lint, &alias->origin, "event", alias->name, text);
            }
}

static void
lint_group (struct lint *lint, const struct hpm_group *group)
{
    char text[256];

    if (!group->title)
        tell (lint, &group->origin, "group", group->name, "no title");
    if (!group->about)
        tell (lint, &group->origin, "group", group->name, "no about line");
    for (int i = 1; i < group->metric_count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp (group->metrics[i], group->metrics[k])) {
                snprintf (text, sizeof (text), "%s is in it twice",
                          group->metrics[i]);
                tell (lint, &group->origin, "group", group->name, text);
            }
}

int
lint_metrics (const struct hpm_metric_set *set,
              void (*tell_one) (const char *text, void *data), void *data)
{
    struct lint lint = { set, tell_one, data, 0 };

    for (int i = 0; i < set->count; i++)
        lint_metric (&lint, i);
    for (int i = 0; i < set->alias_count; i++)
        lint_alias (&lint, &set->aliases[i]);
    for (int i = 0; i < set->group_count; i++)
        lint_group (&lint, &set->groups[i]);
    return lint.count;
}
