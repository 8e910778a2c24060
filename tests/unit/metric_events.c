/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events that metrics take, by what can be counted.
 */
#include "base/metric/metric_events.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"
#include "tests/unit/definition.h"

static const char definitions[]
    = "event a = A1 | A2\n"
      "event sum = B + C | D\n"
      "event free = E | sde:::*::E\n" METRIC ("ratio", "a / sum")
          METRIC ("twice", "ratio + a") METRIC ("quoted", "\"Q\" / wall")
              METRIC ("either", "first (-a, free) / 3")
                  METRIC ("both", "first (a, free) + first (sum, a)")
                      METRIC ("nothing", "2 * wall")
                          METRIC ("machine", "latency_l2 * a");

/* An hpm_metric_can_fn: the names of a text, each between blanks.  */
static int
can (const char *event, void *data)
{
    char word[64];

    snprintf (word, sizeof (word), " %s ", event);
    return strstr (data, word) != NULL;
}

static char *
joined (const struct hpm_event_list *list)
{
    static char text[256];

    text[0] = '\0';
    for (int i = 0; i < list->count; i++)
        snprintf (text + strlen (text), sizeof (text) - strlen (text), "%s%s",
                  i ? " " : "", list->names[i]);
    return text;
}

/* A metric, what can be counted, what it takes then, and what it lacks.  */
static const struct {
    const char *metric, *countable, *events, *missing;
} vectors[] = {
    { "ratio", " ", "", "a" },
    { "ratio", " A1 ", "", "sum" },
    { "ratio", " B C D ", "", "a" },
    { "ratio", " A1 B D ", "A1 D", NULL },
    { "ratio", " A2 B C D ", "A2 B C", NULL },
    { "ratio", " A1 A2 B C ", "A1 B C", NULL },
    { "twice", " A1 D ", "A1 D", NULL },
    { "twice", " D ", "", "a" },
    { "quoted", " ", "", "Q" },
    { "quoted", " Q ", "Q", NULL },
    { "either", " ", "", "free" },
    { "either", " A1 E ", "A1", NULL },
    { "either", " E ", "E", NULL },
    { "either", " sde:::*::E ", "sde:::*::E", NULL },
    { "both", " E D ", "E D", NULL },
    { "both", " E A2 ", "A2", NULL },
    { "both", " E ", "", "a" },
    { "nothing", " ", "", NULL },
    { "machine", " A1 ", "A1", NULL },
};

static void
test_vectors (const struct hpm_metric_set *set)
{
    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_event_list events = { NULL, 0 };
        const char *missing = "?";
        int metric = hpm_metric_set_find (set, vectors[i].metric);
        int failed = hpm_metric_events (
            set, metric, can, (void *)vectors[i].countable, &events, &missing);

        tap_ok (!failed && !strcmp (joined (&events), vectors[i].events),
                "%s with%stakes \"%s\", expected \"%s\"", vectors[i].metric,
                vectors[i].countable, joined (&events), vectors[i].events);
        tap_ok (!missing == !vectors[i].missing
                    && (!missing || !strcmp (missing, vectors[i].missing)),
                "%s with%slacks %s", vectors[i].metric, vectors[i].countable,
                missing ? missing : "nothing");
        hpm_event_list_release (&events);
    }
}

static void
test_all (const struct hpm_metric_set *set)
{
    struct hpm_event_list events = { NULL, 0 };

    hpm_metric_all_events (set, hpm_metric_set_find (set, "twice"), &events);
    tap_ok (!strcmp (joined (&events), "A1 A2 B C D"),
            "all alternatives of a metric, each once: %s", joined (&events));
    hpm_metric_all_events (set, hpm_metric_set_find (set, "either"), &events);
    tap_ok (!strcmp (joined (&events), "A1 A2 B C D E sde:::*::E"),
            "both sides of first (), and patterns, are added: %s",
            joined (&events));
    hpm_event_list_release (&events);
}

int
main (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    if (hpm_metric_set_read_text (&set, "f", definitions, &error)
        || hpm_metric_set_check (&set, &error)) {
        printf ("Bail out! %s\n", error.text);
        return 99;
    }
    test_vectors (&set);
    test_all (&set);
    hpm_metric_set_release (&set);
    return tap_done ();
}
