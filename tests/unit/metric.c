/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/metric.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "hpm_quality.h"
#include "tests/tap.h"
#include "tests/unit/scratch.h"

#define EVENTS_MOST 8

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
                  "a file refused");
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

#define METRIC(name, formula)                                                  \
    "metric " name "\ntitle T\nunit 1\nformula " formula "\n"

static void
test_checks (void)
{
    static const struct {
        const char *text, *error;
    } vectors[] = {
        { "metric m\nunit 1\nformula 1", "metric m has no title" },
        { "metric m\ntitle T\nformula 1", "metric m has no unit" },
        { "metric m\ntitle T\nunit 1", "metric m has no formula" },
        { METRIC ("m", "1 + min + 2"), "metric m: unknown name min" },
        { METRIC ("m", "PAPI_TOT_CYC"), "metric m: unknown name PAPI_TOT_CYC" },
        { METRIC ("m", "m + 1"), "metric m depends on itself" },
        { METRIC ("a", "b") METRIC ("b", "c") METRIC ("c", "a"),
          "metric a depends on itself" },
        { METRIC ("a", "b") METRIC ("b", "c") METRIC ("c", "b"),
          "metric b depends on itself" },
        { "", "" },
        { METRIC ("a", "b + c") METRIC ("b", "c") METRIC ("c", "wall"), "" },
        { "event e = A\n" METRIC ("m", "e / \"B\""), "" },
    };
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (check_error (vectors[i].text), vectors[i].error,
                  "a set checked");
    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "F", METRIC ("x", "1"), &error);
    hpm_metric_set_read_text (&set, "G", "event x = A", &error);
    hpm_metric_set_check (&set, &error);
    tap_text (error.text, "x is both a metric and an event",
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
    tap_text (after, before, "and the set is as before");
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
            "a complete definition");
    tap_ok (set.count == 1 && set.metrics[0].sense == HPM_SENSE_LOWER
                && !set.metrics[0].total
                && !strcmp (set.metrics[0].title, "T #1")
                && set.alias_count == 1 && set.aliases[0].count == 3,
            "is taken");
    text = hpm_metric_set_text (&set);
    tap_text (text, complete, "and written as it was");
    free (text);
    hpm_metric_set_read_text (&set, "G",
                              "# other\r\n\n\tmetric  n \r\n formula 2\r\n"
                              "metric m\nformula 3\nevent e=Z",
                              &error);
    text = hpm_metric_set_text (&set);
    tap_text (text,
              "event e = Z\n"
              "metric m\n  formula  3\n  sense    none\n  total    yes\n"
              "metric n\n  formula  2\n  sense    none\n  total    yes\n",
              "a later file replaces in place and appends");
    tap_ok (hpm_metric_set_find (&set, "n") == 1
                && hpm_metric_set_find (&set, "e") == -1
                && hpm_metric_set_find_alias (&set, "e") == 0,
            "look-ups");
    free (text);
    hpm_metric_set_release (&set);
}

/* Events with names "A=VALUE:QUALITY" separated by blanks, and what comes out
 * of the formula over one event line `e`.  */
static struct hpm_metric_value
evaluate_alias (const char *alternatives, const char *table)
{
    struct hpm_event_record events[EVENTS_MOST];
    double values[EVENTS_MOST];
    uint32_t qualities[EVENTS_MOST];
    struct hpm_metric_input in
        = { events, values, qualities, 0, 1, 1, 1, 0, 0 };
    struct hpm_metric_value result = { NAN, HPM_METRIC_MISSING, 99, NULL };
    struct hpm_metric_set set;
    struct hpm_error error;
    char text[500];
    int length;

    memset (events, 0, sizeof (events));
    while (sscanf (table, "%99[^=]=%lf:%u %n", events[in.count].name,
                   &values[in.count], &qualities[in.count], &length)
           == 3) {
        table += length;
        in.count++;
    }
    snprintf (text, sizeof (text), "event e = %s\nmetric m\nformula e",
              alternatives);
    hpm_metric_set_init (&set);
    if (hpm_metric_set_read_text (&set, "F", text, &error) == 0)
        result = hpm_metric_evaluate (&set, &set.metrics[0], &in);
    result.missing = NULL;
    hpm_metric_set_release (&set);
    return result;
}

/* Qualities: 0 absent, 1 exact, 2 scaled, 3 partial, 4 unavailable.  */
static void
test_alternatives (void)
{
    static const struct {
        const char *alternatives, *table;
        double value; /* NAN: missing */
        uint32_t quality;
    } vectors[] = {
        { "A | B", "", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A | B", "C=1:1", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A | B", "A=1:4 B=2:0", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A | B", "A=1:77", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A | B", "A=nan:1", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A | B", "B=2:1 A=1:1", 1, HPM_QUALITY_EXACT },
        { "A | B", "A=1:4 B=2:2", 2, HPM_QUALITY_SCALED },
        { "A | B", "A=1:0 B=2:1", 2, HPM_QUALITY_EXACT },
        { "A | B", "A=1:3 B=2:1", 1, HPM_QUALITY_PARTIAL },
        { "A | B", "A=0:1 B=2:1", 0, HPM_QUALITY_EXACT },
        { "A + B", "A=1:1", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A + B", "A=1:1 B=2:4", NAN, HPM_QUALITY_UNAVAILABLE },
        { "A + B | A", "A=1:1 B=2:4", 1, HPM_QUALITY_EXACT },
        { "A + B | A", "A=1:1 B=2:2", 3, HPM_QUALITY_SCALED },
        { "x*", "x1=1:4 x2=2:4", NAN, HPM_QUALITY_UNAVAILABLE },
        { "x*", "x1=1:0 x2=2:0", NAN, HPM_QUALITY_UNAVAILABLE },
        { "x*", "x1=1:1 y=9:1 x2=2:1", 3, HPM_QUALITY_EXACT },
        { "x*", "x1=1:1 x2=2:2", 3, HPM_QUALITY_SCALED },
        { "x*", "x1=1:1 x2=2:4", 1, HPM_QUALITY_PARTIAL },
        { "x*", "x1=1:1 x2=2:0", 1, HPM_QUALITY_EXACT },
        { "x* | B", "B=7:1 x1=1:4", 7, HPM_QUALITY_EXACT },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_metric_value value
            = evaluate_alias (vectors[i].alternatives, vectors[i].table);
        int same
            = isnan (vectors[i].value)
                  ? isnan (value.value) && value.status == HPM_METRIC_MISSING
                  : value.value == vectors[i].value
                        && value.status == HPM_METRIC_OK;

        tap_ok (same && value.quality == vectors[i].quality, "%s of %s",
                vectors[i].alternatives, vectors[i].table);
    }
}

/* One binding over ranks whose counts differ in what is there.  */
static void
test_binding (void)
{
    static const char text[]
        = "event work = FAST | SLOW\n" METRIC ("rate", "twice / wall / 2")
            METRIC ("twice", "2 * work") METRIC ("circle", "square + 1")
                METRIC ("square", "circle * 2") METRIC ("behind", "square")
                    METRIC ("unknown", "nobody") "metric empty\n";
    struct hpm_event_record events[2];
    double values[2] = { 10, 20 };
    uint32_t qualities[2] = { HPM_QUALITY_EXACT, HPM_QUALITY_EXACT };
    struct hpm_metric_input in = { NULL, values, qualities, 2, 2, 1, 1, 0, 0 };
    struct hpm_metric_value results[7];
    struct hpm_metric_binding *binding;
    struct hpm_metric_set set;
    struct hpm_error error;

    memset (events, 0, sizeof (events));
    strcpy (events[0].name, "FAST");
    strcpy (events[1].name, "SLOW");
    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "F", text, &error);
    binding = hpm_metric_binding_create (&set, events, 2);
    memset (events, 'x', sizeof (events));

    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].value == 5 && results[1].value == 20,
            "a metric of a metric that is defined later");
    qualities[0] = HPM_QUALITY_UNAVAILABLE;
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].value == 10, "the next rank lacks the first choice");
    qualities[1] = HPM_QUALITY_UNAVAILABLE;
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].status == HPM_METRIC_MISSING
                && !strcmp (results[0].missing, "work"),
            "and one has neither, and says what is missing");
    qualities[0] = HPM_QUALITY_EXACT;
    in.wall_s = 0;
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].status == HPM_METRIC_DIVISION && results[1].value == 20,
            "no time is a division by zero, where it divides");
    tap_ok (results[2].status == HPM_METRIC_MISSING
                && results[3].status == HPM_METRIC_MISSING
                && results[4].status == HPM_METRIC_MISSING,
            "circles are missing, without end");
    tap_ok (!strcmp (results[5].missing, "nobody"), "so are unknown names");
    tap_ok (results[6].status == HPM_METRIC_MISSING,
            "and a metric without a formula");
    hpm_metric_binding_destroy (binding);
    hpm_metric_binding_destroy (NULL);
    hpm_metric_set_release (&set);
}

static void
test_constants (void)
{
    static const struct {
        const char *name;
        double value;
    } vectors[] = { { "wall", 2.5 },
                    { "threads", 8 },
                    { "ranks", 4 },
                    { "line", 128 },
                    { "clock", 2e9 } };
    struct hpm_metric_input in = { NULL, NULL, NULL, 0, 2.5, 8, 4, 2e9, 128 };
    struct hpm_metric_set set;
    struct hpm_error error;
    char text[100];

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        snprintf (text, sizeof (text), METRIC ("m", "%s"), vectors[i].name);
        hpm_metric_set_init (&set);
        hpm_metric_set_read_text (&set, "F", text, &error);
        tap_near (hpm_metric_evaluate (&set, &set.metrics[0], &in).value,
                  vectors[i].value, 0, vectors[i].name);
        hpm_metric_set_release (&set);
    }
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
            "one bad file: %s", error.text);
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
    test_alternatives ();
    test_binding ();
    test_constants ();
    test_directory ();
    return tap_done ();
}
