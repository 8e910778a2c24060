/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups, thresholds and ranges: how they are read, checked, written and used.
 */
#include "base/metric/metric.h"

#include <math.h>
#include <stdlib.h>

#include "tests/metrics/lint.h"
#include "tests/tap.h"
#include "tests/unit/definition.h"

/* What a text is refused with, "" if it is not.  */
static const char *
refusal (const char *text)
{
    static struct hpm_error error;
    struct hpm_metric_set set;

    error.text[0] = '\0';
    hpm_metric_set_init (&set);
    if (hpm_metric_set_read_text (&set, "f", text, &error) == 0)
        hpm_metric_set_check (&set, &error);
    hpm_metric_set_release (&set);
    return error.text;
}

static void
test_refusals (void)
{
    static const struct {
        const char *text, *error;
    } vectors[] = {
        { "metrics a\n", "f:1: a group line must come before: \"metrics\"" },
        { "group g\nunit 1\n",
          "f:2: a metric line must come before: \"unit\"" },
        { "metric m\nevents A\n", "f:2: a group line must come before" },
        { "group 1g\n", "f:1: not a name" },
        { "group g\ngroup g\n", "f:2: defined twice in this file: \"g\"" },
        { "group g\nmetrics a\nmetrics b\n", "f:3: given twice: \"metrics\"" },
        { "group g\nmetrics ,\n", "f:2: expected names, not: \",\"" },
        { "group g\ntitle T\n", "f:1: group g has no metrics" },
        { METRIC ("m", "1") "group g\nmetrics m, n\n",
          "f:5: group g: unknown metric n" },
        { "metric m\ngood 3\n", "f:2: expected above NUMBER or below NUMBER" },
        { "metric m\npoor below\n", "f:2: expected above NUMBER" },
        { "metric m\npoor below x\n", "f:2: expected above NUMBER" },
        { METRIC ("m", "1") "good above 1\n",
          "f:1: metric m has thresholds and no sense" },
        { METRIC ("m", "1") "sense lower\ngood above 1\n",
          "f:1: metric m has a threshold against its sense" },
        { METRIC ("m", "1") "sense higher\npoor above 1\n",
          "f:1: metric m has a threshold against its sense" },
        { METRIC ("m", "1") "sense higher\ngood above 1\npoor below 2\n",
          "f:1: metric m has values that are good and poor" },
        { METRIC ("m", "1") "range 1\n", "f:5: expected MIN MAX, not: \"1\"" },
        { METRIC ("m", "1") "range 0 (\n", "f:5: range of m: " },
        { METRIC ("m", "1") "range 0 wall\n",
          "f:1: metric m: the range may not depend on wall" },
        { METRIC ("m", "1") "range 0 \"A\"\n",
          "f:1: metric m: the range may not depend on A" },
        { METRIC ("m", "1 + n"), "f:1: metric m: unknown name n" },
        { METRIC ("m", "m"), "f:1: metric m depends on itself" },
        { METRIC ("m", "1") "sense higher\ngood above -1.5\npoor below -2\n"
                            "range - width + 2\n",
          "" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        const char *error = refusal (vectors[i].text);
        size_t length = strlen (vectors[i].error);

        tap_ok (length ? !strncmp (error, vectors[i].error, length) : !*error,
                "text %zu is %s%s", i,
                *vectors[i].error ? "refused: " : "accepted", error);
    }
}

static const char whole[]
    = METRIC ("m", "2") "sense higher\ngood above 0.95\n"
                        "poor below -1\nrange 0 width\n"
                        "group g\ntitle G\nabout It.\nmetrics m\n"
                        "events A, B:u=1\n";

static void
test_round_trip (void)
{
    struct hpm_metric_set first, second;
    struct hpm_error error;
    char *text, *again;

    hpm_metric_set_init (&first);
    hpm_metric_set_init (&second);
    hpm_metric_set_read_text (&first, "f", whole, &error);
    text = hpm_metric_set_text (&first);
    tap_ok (hpm_metric_set_read_text (&second, "g", text, &error) == 0,
            "what was written is read");
    again = hpm_metric_set_text (&second);
    tap_ok (!strcmp (text, again), "what was read again is the same");
    tap_ok (second.group_count == 1 && second.groups[0].event_count == 2
                && !strcmp (second.groups[0].events[1], "B:u=1"),
            "the group has its events");
    tap_ok (hpm_metric_set_read_text (&first, "mine", whole, &error) == 0
                && first.count == 1 && first.group_count == 1
                && !strcmp (first.groups[0].origin.file, "mine")
                && !strcmp (first.groups[0].origin.replaced, "f")
                && !strcmp (first.metrics[0].origin.replaced, "f"),
            "a definition knows its file, and whose it replaced");
    tap_ok (hpm_metric_set_read_stored (&first, "s", "metric x\nnew 1\n", NULL)
                == 0,
            "of a stored text, unknown words are skipped");
    free (text);
    free (again);
    hpm_metric_set_release (&first);
    hpm_metric_set_release (&second);
}

/* ---- ratings --------------------------------------------------------------
 */

static void
test_ratings (void)
{
    static const struct {
        const char *words;
        double width, value;
        const char *word;
        double low, high;
    } vectors[] = {
        { "range 0 1\n", 0, -0.5, "suspect", 0, 1 },
        { "range 0 1\n", 0, 1.02, "suspect", 0, 1 },
        { "range 0 1\n", 0, 1.005, "", 0, 1 },
        { "range 0 1\n", 0, NAN, "", 0, 1 },
        { "range 0 width + 2\n", 4, 6.5, "suspect", 0, 6 },
        { "range 0 width + 2\n", 4, 6, "", 0, 6 },
        { "range 0 width + 2\n", 0, 100, "", 0, NAN },
        { "range - 10 * hosts\n", 0, -5, "", NAN, 30 },
        { "range - 10 * hosts\n", 0, 31, "suspect", NAN, 30 },
        { "range 0 clock\n", 0, 1e99, "", 0, NAN },
        { "", 0, 1e99, "", NAN, NAN },
        { "sense higher\ngood above 5\npoor below 2\n", 0, 6, "good", NAN,
          NAN },
        { "sense higher\ngood above 5\npoor below 2\n", 0, 5, "", NAN, NAN },
        { "sense higher\ngood above 5\npoor below 2\n", 0, 1, "poor", NAN,
          NAN },
        { "sense lower\ngood below 2\npoor above 5\n", 0, 6, "poor", NAN, NAN },
        { "sense lower\ngood below 2\npoor above 5\n", 0, 1, "good", NAN, NAN },
        { "sense lower\npoor above 5\nrange 0 9\n", 0, 12, "suspect", 0, 9 },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_metric_input in = { .hosts = 3, .width = vectors[i].width };
        struct hpm_metric_set set;
        struct hpm_error error;
        char text[200];
        double limits[2];
        const char *word;

        snprintf (text, sizeof (text), METRIC ("m", "1") "%s",
                  vectors[i].words);
        hpm_metric_set_init (&set);
        hpm_metric_set_read_text (&set, "f", text, &error);
        hpm_metric_limits (&set.metrics[0], &in, limits);
        word = hpm_rating_word (
            hpm_metric_rate (&set.metrics[0], limits, vectors[i].value));
        tap_ok (!strcmp (word, vectors[i].word)
                    && (isnan (vectors[i].low) ? isnan (limits[0])
                                               : limits[0] == vectors[i].low)
                    && (isnan (vectors[i].high) ? isnan (limits[1])
                                                : limits[1] == vectors[i].high),
                "%zu: %g is \"%s\" within %g to %g", i, vectors[i].value, word,
                limits[0], limits[1]);
        hpm_metric_set_release (&set);
    }
}

/* ---- lint ------------------------------------------------------------------
 */

static void
keep (const char *text, void *data)
{
    strcpy (data, text);
}

static void
test_lint (void)
{
    static const struct {
        const char *unit, *formula, *finding; /* "" for none */
    } vectors[] = {
        { "s", "t", "s times 1e-09" },
        { "s", "1e-9 * t", "" },
        { "1/s", "1e-9 * t", "gives s^1 B^0 J^0, which is not 1/s" },
        { "%", "n / n", "% times 100" },
        { "%", "100 * n / n", "" },
        { "%", "100 * (1 - n / n)", "" },
        { "%", "100e-9 * t / (wall * threads)", "" },
        { "1", "t + n", "adds or compares what is not alike" },
        { "1", "b + 1", "adds or compares what is not alike" },
        { "MiB", "b / 1048576", "" },
        { "MiB", "b / 1000000", "MiB times" },
        { "MiB", "line * n / 1048576", "" },
        { "MiB/s", "b / 1048576 / wall", "" },
        { "MB/s", "1e-6 * b / wall", "bytes are to base 2" },
        { "MHz", "1e3 * n / t", "" },
        { "MFLOPS", "1e-6 * n / wall", "" },
        { "MFLOPS", "n / wall", "MFLOPS times 1e-06" },
        { "MFLOPS", "0.5e-6 * 2 * n / wall", "" },
        { "flop/B", "n / b", "" },
        { "s", "n / clock", "" },
        { "1", "max (n, t)", "adds or compares" },
        { "widgets", "t + b", "" },
        { "1", "first (n, 0)", "" },
        { "s", "first (t, 0) / 1e9", "" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_metric_set set;
        struct hpm_error error = { "" };
        char text[500], found[1024] = "";
        const char *finding = vectors[i].finding;

        snprintf (text, sizeof (text),
                  "event t = os::USER_TIME\nevent n = PAPI_TOT_INS | NATIVE\n"
                  "event b = os::BYTES_READ\nmetric m\ntitle T\nunit %s\n"
                  "formula %s\nabout A.\ncaution C.\n",
                  vectors[i].unit, vectors[i].formula);
        hpm_metric_set_init (&set);
        hpm_metric_set_read_text (&set, "f", text, &error);
        lint_metrics (&set, keep, found);
        tap_ok (*finding ? strstr (found, finding) != NULL : !*found,
                "%s = %s: %s", vectors[i].unit, vectors[i].formula,
                *found ? found : "fits");
        hpm_metric_set_release (&set);
    }
}

static void
test_lint_words (void)
{
    struct hpm_metric_set set;
    char found[1024] = "";

    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "f",
                              METRIC ("m", "1") "group g\nmetrics m\n", NULL);
    tap_ok (lint_metrics (&set, keep, found) == 4
                && !strcmp (found, "f:5: group g: no about line"),
            "what is lacking is told: %s", found);
    hpm_metric_set_release (&set);
}

/* A set cut down to some of its metrics.  */
static void
test_keep (void)
{
    static const char text[]
        = "event a = A\nevent b = B\nevent c = C\n" METRIC ("one", "a")
            METRIC ("two", "one + b") METRIC ("three", "c")
                METRIC ("four", "1") "group g\nmetrics three, two, one\ngroup "
                                     "h\nmetrics three\n";
    struct hpm_metric_set set;
    struct hpm_error error = { "" };
    char *cut;

    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "f", text, NULL);
    tap_ok (!hpm_metric_set_keep (&set, "\1\1\1\1") && set.count == 4
                && set.alias_count == 3 && set.group_count == 2,
            "all stay where all are kept");
    tap_ok (!hpm_metric_set_keep (&set, "\0\1\0\0") && set.count == 2
                && !strcmp (set.metrics[0].name, "one")
                && !strcmp (set.metrics[1].name, "two"),
            "one stays, and what it is made of");
    tap_ok (set.alias_count == 2 && hpm_metric_set_find_alias (&set, "c") < 0,
            "with the events of both");
    tap_ok (set.group_count == 1 && set.groups[0].metric_count == 2
                && !strcmp (set.groups[0].metrics[0], "two"),
            "the group that has any of them stays");
    tap_ok (!hpm_metric_set_check (&set, &error), "what is left is whole: %s",
            error.text);
    tap_ok (!hpm_metric_set_add_to_group (&set, "own", "one")
                && !hpm_metric_set_add_to_group (&set, "own", "one")
                && !hpm_metric_set_add_to_group (&set, "own", "two")
                && set.group_count == 2 && set.groups[1].metric_count == 2,
            "metrics are added to a group that is made, each once");
    cut = hpm_metric_set_text (&set);
    tap_ok (cut && strstr (cut, "group own\n  metrics  one, two\n") != NULL,
            "a group that was made can be written");
    free (cut);
    hpm_metric_set_drop_groups (&set);
    tap_ok (!set.group_count && set.count == 2, "groups may be dropped");
    hpm_metric_set_release (&set);
}

int
main (void)
{
    test_refusals ();
    test_round_trip ();
    test_ratings ();
    test_lint ();
    test_lint_words ();
    test_keep ();
    return tap_done ();
}
