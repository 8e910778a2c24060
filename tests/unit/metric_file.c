/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Definition files: what is refused, what is taken, where they lie.
 */
#include "base/metric/metric.h"

#include <stdlib.h>
#include <unistd.h>

#include "tests/tap.h"
#include "tests/unit/definition.h"

/* Returns the error of reading a text into an empty set, "" if there is none.
 */
static const char *
read_error (const char *text)
{
    static struct hpm_error error;
    struct hpm_metric_set set;

    error.text[0] = '\0';
    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "F", text, &error);
    hpm_metric_set_release (&set);
    return error.text;
}

static void
test_bad_files (void)
{
    static const struct {
        const char *text, *error;
    } vectors[] = {
        { "gibberish", "F:1: unknown word: \"gibberish\"" },
        { "metric m\nformla 1",
          "F:2: unknown word (did you mean formula?): \"formla\"" },
        { "metric", "F:1: nothing behind: \"metric\"" },
        { "metric m\ntitle \t\n", "F:2: nothing behind: \"title\"" },
        { "# x\n\ntitle T", "F:3: a metric line must come before: \"title\"" },
        { "metric m\nunit s\nunit s", "F:3: given twice: \"unit\"" },
        { "metric 1m", "F:1: not a name (letters, digits and _, at most 63): "
                       "\"1m\"" },
        { "metric a b", "F:1: not a name (letters, digits and _, at most 63): "
                        "\"a b\"" },
        { "metric wall", "F:1: a name with a meaning of its own: \"wall\"" },
        { "event min = A", "F:1: a name with a meaning of its own: \"min\"" },
        { "metric m\nmetric m", "F:2: defined twice in this file: \"m\"" },
        { "event m = A\nmetric m", "F:2: defined twice in this file: \"m\"" },
        { "metric m\nsense up", "F:2: sense is higher, lower or none, not: "
                                "\"up\"" },
        { "metric m\ntotal 1", "F:2: total is yes or no, not: \"1\"" },
        { "metric m\nformula 1 +", "F:2: formula of m: expected a number, a "
                                   "name or \"(\" at the end" },
        { "metric m\nabout a\x01", "F:2: control character in the text: "
                                   "\"a?\"" },
        { "event", "F:1: nothing behind: \"event\"" },
        { "event e", "F:1: expected event NAME = EVENT | EVENT ...: \"e\"" },
        { "event e =", "F:1: expected an event name: \"\"" },
        { "event e = A |", "F:1: expected an event name: \"\"" },
        { "event e = A || B", "F:1: expected an event name: \"\"" },
        { "event e = A B", "F:1: expected names with | or + between: \"A B\"" },
        { "event e = A +", "F:1: expected an event name: \"A +\"" },
        { "event e = + A", "F:1: expected names with | or + between: \"+ A\"" },
        { "event e = \"A\"", "F:1: no quotes here: \"\"A\"\"" },
        { "metric m\nevent e = A\nunit s",
          "F:3: a metric line must come before: \"unit\"" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (read_error (vectors[i].text), vectors[i].error,
                  "text %zu is refused as it must be", i);
}

static const char *
check_error (const char *text)
{
    static struct hpm_error error;
    struct hpm_metric_set set;

    hpm_metric_set_init (&set);
    error.text[0] = '\0';
    if (hpm_metric_set_read_text (&set, "F", text, &error) == 0)
        hpm_metric_set_check (&set, &error);
    hpm_metric_set_release (&set);
    return error.text;
}

static void
test_checks (void)
{
    static const struct {
        const char *text, *error;
    } vectors[] = {
        { "metric m\nunit 1\nformula 1", "F:1: metric m has no title" },
        { "metric m\ntitle T\nformula 1", "F:1: metric m has no unit" },
        { "metric m\ntitle T\nunit 1", "F:1: metric m has no formula" },
        { METRIC ("m", "1 + min + 2"), "F:1: metric m: unknown name min" },
        { METRIC ("m", "PAPI_TOT_CYC"),
          "F:1: metric m: unknown name PAPI_TOT_CYC" },
        { METRIC ("m", "m + 1"), "F:1: metric m depends on itself" },
        { METRIC ("a", "b") METRIC ("b", "c") METRIC ("c", "a"),
          "F:1: metric a depends on itself" },
        { METRIC ("a", "b") METRIC ("b", "c") METRIC ("c", "b"),
          "F:5: metric b depends on itself" },
        { "", "" },
        { METRIC ("a", "b + c") METRIC ("b", "c") METRIC ("c", "wall"), "" },
        { "event e = A\n" METRIC ("m", "e / \"B\""), "" },
    };
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (check_error (vectors[i].text), vectors[i].error,
                  "set %zu is checked as it must be", i);
    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "F", METRIC ("x", "1"), &error);
    hpm_metric_set_read_text (&set, "G", "event x = A", &error);
    hpm_metric_set_check (&set, &error);
    tap_text (error.text, "F:1: x is both a metric and an event",
              "a name that two files use differently");
    hpm_metric_set_release (&set);
}

static void
test_failure_changes_nothing (void)
{
    struct hpm_metric_set set;
    struct hpm_error error;
    char *before, *after;

    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "F", "event e = A\n" METRIC ("m", "e"),
                              &error);
    before = hpm_metric_set_text (&set);
    tap_ok (hpm_metric_set_read_text (
                &set, "G", "event e = B\n" METRIC ("m", "2") "metric n\nbad",
                &error)
                == -1,
            "a second file is refused");
    after = hpm_metric_set_text (&set);
    tap_text (after, before, "a refused file leaves the set as before");
    free (before);
    free (after);
    hpm_metric_set_release (&set);
}

static const char complete[] = "event e = A | sde:::*::B | C + D\n"
                               "metric m\n"
                               "  title    T #1\n"
                               "  unit     MiB/s\n"
                               "  formula  1e-6 * e / \"X\"\n"
                               "  sense    lower\n"
                               "  total    no\n"
                               "  about    What it tells.\n"
                               "  caution  When it misleads.\n";

static void
test_definitions (void)
{
    struct hpm_metric_set set;
    struct hpm_error error;
    char *text;

    hpm_metric_set_init (&set);
    tap_ok (hpm_metric_set_read_text (&set, "F", complete, &error) == 0,
            "a complete definition is read");
    tap_ok (set.count == 1 && set.metrics[0].sense == HPM_SENSE_LOWER
                && !set.metrics[0].total
                && !strcmp (set.metrics[0].title, "T #1")
                && set.alias_count == 1 && set.aliases[0].count == 3,
            "a complete definition is taken");
    text = hpm_metric_set_text (&set);
    tap_text (text, complete, "a complete definition is written as it was");
    free (text);
    hpm_metric_set_read_text (&set, "G",
                              "# other\r\n\n\tmetric  n \r\n formula 2\r\n"
                              "metric m\nformula 3\nevent e=Z",
                              &error);
    text = hpm_metric_set_text (&set);
    tap_text (text,
              "event e = Z\n"
              "metric m\n  formula  3\n"
              "metric n\n  formula  2\n",
              "a later file replaces in place and appends");
    tap_ok (hpm_metric_set_find (&set, "n") == 1
                && hpm_metric_set_find (&set, "e") == -1
                && hpm_metric_set_find_alias (&set, "e") == 0,
            "metrics and events are looked up");
    free (text);
    hpm_metric_set_release (&set);
}

static void
write_file (const char *directory, const char *name, const char *text)
{
    char path[200];
    FILE *file;

    snprintf (path, sizeof (path), "%s/%s", directory, name);
    file = fopen (path, "w");
    if (file) {
        fputs (text, file);
        fclose (file);
    }
}

static void
remove_file (const char *directory, const char *name)
{
    char path[200];

    snprintf (path, sizeof (path), "%s/%s", directory, name);
    remove (path);
}

static void
test_directory (void)
{
    static const char *const files[]
        = { "2.metric", "1.metric", ".hidden.metric", "x.metric~", "3.metric" };
    char directory[] = "/tmp/hpm-metric-XXXXXX";
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    tap_ok (hpm_metric_set_read_directory (&set, "/nonexistent", &error) == -1
                && strstr (error.text, "/nonexistent"),
            "no folder: %s", error.text);
    tap_ok (hpm_metric_set_read_file (&set, "/nonexistent", &error) == -1,
            "no file: %s", error.text);
    if (!mkdtemp (directory))
        tap_ok (0, "a folder in /tmp");
    write_file (directory, files[0], METRIC ("m", "2"));
    write_file (directory, files[1], METRIC ("m", "1") METRIC ("n", "1"));
    write_file (directory, files[2], "bad");
    write_file (directory, files[3], "bad");
    tap_ok (hpm_metric_set_read_directory (&set, directory, &error) == 0
                && set.count == 2 && !strcmp (set.metrics[0].formula_text, "2"),
            "files are read in the order of their names %s", error.text);
    write_file (directory, files[4], METRIC ("z", "1") "bad");
    tap_ok (hpm_metric_set_read_directory (&set, directory, &error) == -1
                && strstr (error.text, "3.metric:5: ") && set.count == 2,
            "a bad file is refused and changes nothing: %s", error.text);
    for (int i = 0; i < 5; i++)
        remove_file (directory, files[i]);
    rmdir (directory);
    hpm_metric_set_release (&set);
}

int
main (void)
{
    test_bad_files ();
    test_checks ();
    test_failure_changes_nothing ();
    test_definitions ();
    test_directory ();
    return tap_done ();
}
