/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The installed definitions: every rule a file that comes with the project must
 * keep.
 */
#include "base/metric/metric_unit.h"

#include <stdlib.h>

#include "base/event/event_list.h"
#include "hpm_mpi_record.h"
#include "hpm_os_events.h"
#include "tests/metrics/lint.h"
#include "tests/tap.h"

#define TITLE_MAX 18 /* what the tables have room for */

static int
is_sentence (const char *text)
{
    return text && text[0] >= 'A' && text[0] <= 'Z'
           && text[strlen (text) - 1] == '.';
}

static void
lint_metric (const struct hpm_metric *metric)
{
    struct hpm_dimension dimension;

    tap_ok (strlen (metric->title) <= TITLE_MAX, "%s: the title \"%s\" fits",
            metric->name, metric->title);
    tap_ok (hpm_unit_find (&dimension, metric->unit) == 0,
            "%s: unit %s is known", metric->name, metric->unit);
    tap_ok (is_sentence (metric->about), "%s: about is a sentence",
            metric->name);
    tap_ok (is_sentence (metric->caution), "%s: caution is a sentence",
            metric->name);
}

static void
print_finding (const char *text, void *data)
{
    (void)data;
    printf ("# %s\n", text);
}

static int
is_own_event (const char *name)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, unit, scope, kind, description) name,
        HPM_OS_EVENTS (HPM_X)
#undef HPM_X
#define HPM_X(identifier, name, unit, description) name,
            HPM_MPI_EVENTS (HPM_X)
#undef HPM_X
    };

    for (size_t i = 0; i < sizeof (names) / sizeof (names[0]); i++)
        if (!strcmp (names[i], name))
            return 1;
    return 0;
}

/* Every "os::..." and "mpi::..." of a text is an event of ours.  */
static void
lint_own_events (const char *text, const char *family)
{
    char name[128];
    int unknown = 0, found = 0, length;

    while ((text = strstr (text, family))) {
        if (sscanf (text, "%127[A-Za-z_:]%n", name, &length) != 1)
            break;
        found++;
        if (!is_own_event (name)) {
            printf ("# %s\n", name);
            unknown++;
        }
        text += length;
    }
    tap_ok (found && !unknown, "all %d %s events exist", found, family);
}

/* 1 if the formula of a metric names it.  */
static int
is_used (const struct hpm_metric_set *set, const char *event)
{
    for (int i = 0; i < set->count; i++)
        for (int k = 0; k < set->metrics[i].formula->name_count; k++)
            if (!strcmp (set->metrics[i].formula->names[k].text, event))
                return 1;
    return 0;
}

static int
is_in_group (const struct hpm_metric_set *set, const char *metric)
{
    for (int i = 0; i < set->group_count; i++)
        for (int k = 0; k < set->groups[i].metric_count; k++)
            if (!strcmp (set->groups[i].metrics[k], metric))
                return 1;
    return 0;
}

/* One file of ours does not undo another, and nothing is left over.  */
static void
lint_together (const struct hpm_metric_set *set)
{
    for (int i = 0; i < set->alias_count; i++) {
        tap_ok (is_used (set, set->aliases[i].name), "event %s is used",
                set->aliases[i].name);
        tap_ok (!set->aliases[i].origin.replaced, "event %s stands in one file",
                set->aliases[i].name);
    }
    for (int i = 0; i < set->count; i++)
        tap_ok (!set->metrics[i].origin.replaced,
                "metric %s stands in one file", set->metrics[i].name);
    for (int i = 0; i < set->count; i++)
        if (strncmp (set->metrics[i].name, "mpi_", 4) != 0)
            tap_ok (is_in_group (set, set->metrics[i].name), "%s is in a group",
                    set->metrics[i].name);
}

/* A default event that no metric uses would take a counter for nothing.  */
static void
lint_default_events (const char *text)
{
    int unused = 0;

    for (int i = 0; hpm_default_events[i]; i++)
        if (!strstr (text, hpm_default_events[i])) {
            printf ("# %s\n", hpm_default_events[i]);
            unused++;
        }
    tap_ok (!unused, "every default event feeds a metric");
}

int
main (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };
    char *text;

    hpm_metric_set_init (&set);
    tap_ok (hpm_metric_set_read_directory (&set, METRIC_FILES, &error) == 0,
            "the files are read %s", error.text);
    tap_ok (hpm_metric_set_check (&set, &error) == 0, "they fit together %s",
            error.text);
    tap_ok (set.count >= 20, "there are %d metrics", set.count);
    for (int i = 0; i < set.count; i++)
        lint_metric (&set.metrics[i]);
    tap_ok (lint_metrics (&set, print_finding, NULL) == 0,
            "units fit the formulas, and nothing is lacking");
    text = hpm_metric_set_text (&set);
    lint_own_events (text, "os::");
    lint_own_events (text, "mpi::");
    lint_together (&set);
    lint_default_events (text);
    free (text);
    hpm_metric_set_release (&set);
    return tap_done ();
}
