/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The installed definitions: every rule a file that comes with the project must
 * keep.
 */
#include "core/metric_unit.h"

#include <stdlib.h>

#include "core/event_list.h"
#include "hpm_os_events.h"
#include "tests/tap.h"

#define TITLE_MOST 18 /* what the tables have room for */

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

    tap_ok (strlen (metric->title) <= TITLE_MOST, "%s: the title \"%s\" fits",
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
is_os_event (const char *name)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, unit, scope, kind, description) name,
        HPM_OS_EVENTS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_OS_EVENT_COUNT; i++)
        if (!strcmp (names[i], name))
            return 1;
    return 0;
}

/* Every "os::..." of a text is an event of hpm_os_events.h.  */
static void
lint_os_events (const char *text)
{
    char name[128];
    int unknown = 0, length;

    while ((text = strstr (text, "os::"))) {
        if (sscanf (text, "%127[A-Za-z_:]%n", name, &length) != 1)
            break;
        if (!is_os_event (name)) {
            printf ("# %s\n", name);
            unknown++;
        }
        text += length;
    }
    tap_ok (!unknown, "every os:: event exists");
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
    tap_ok (hpm_metric_set_lint (&set, print_finding, NULL) == 0,
            "units fit the formulas, and nothing is lacking");
    text = hpm_metric_set_text (&set);
    lint_os_events (text);
    lint_default_events (text);
    free (text);
    hpm_metric_set_release (&set);
    return tap_done ();
}
