/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values of metrics: alternatives, bindings, constants.
 */
#include "base/cost/cost.h"
#include "base/metric/metric.h"

#include "hpm_quality.h"
#include "tests/tap.h"
#include "tests/unit/definition.h"

#define EVENTS_MAX 8

/* Events with names "A=VALUE:QUALITY" separated by blanks, and what comes out
 * of the formula over one event line `e`.  */
static struct hpm_metric_value
evaluate_alias (const char *alternatives, const char *table)
{
    struct hpm_event_record events[EVENTS_MAX];
    struct hpm_value values[EVENTS_MAX] = { { .count = 0 } };
    struct hpm_metric_input in = { .events = events,
                                   .values = values,
                                   .wall_s = 1,
                                   .threads = 1,
                                   .ranks = 1 };
    struct hpm_metric_value result
        = { NAN, HPM_METRIC_MISSING, 99, NULL, 0, 0 };
    struct hpm_metric_set set;
    struct hpm_error error;
    char text[500];
    int length;

    memset (events, 0, sizeof (events));
    while (sscanf (table, "%99[^=]=%lf:%u %n", events[in.count].name,
                   &values[in.count].number, &values[in.count].quality, &length)
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

        tap_ok (same && value.quality == vectors[i].quality,
                "%s has its value of %s", vectors[i].alternatives,
                vectors[i].table);
    }
}

/* One binding over ranks whose counts differ in what is there.  */
static void
test_binding (void)
{
    static const char text[]
        = "event work = FAST | SLOW\n" METRIC ("rate", "twice / wall / 2")
            METRIC ("twice", "2 * work");
    struct hpm_event_record events[2];
    struct hpm_value values[2]
        = { { .number = 10, .quality = HPM_QUALITY_EXACT },
            { .number = 20, .quality = HPM_QUALITY_EXACT } };
    struct hpm_metric_input in = {
        .values = values, .count = 2, .wall_s = 2, .threads = 1, .ranks = 1
    };
    struct hpm_metric_value results[2];
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
    values[0].quality = HPM_QUALITY_UNAVAILABLE;
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].value == 10, "the next rank lacks the first choice");
    values[1].quality = HPM_QUALITY_UNAVAILABLE;
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].status == HPM_METRIC_MISSING
                && !strcmp (results[0].missing, "work"),
            "a rank that has neither says what is missing");
    values[0].quality = HPM_QUALITY_EXACT;
    in.wall_s = 0;
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].status == HPM_METRIC_DIVISION && results[1].value == 20,
            "no time is a division by zero, where it divides");
    hpm_metric_binding_destroy (binding);
    hpm_metric_binding_destroy (NULL);
    hpm_metric_set_release (&set);
}

/* A set that nobody checked.  */
static void
test_circles (void)
{
    static const char text[] = METRIC ("circle", "first (square, 1)")
        METRIC ("square", "circle * 2") METRIC ("behind", "first (square, 3)")
            METRIC ("unknown", "nobody") "metric empty\n" METRIC ("last", "1");
    struct hpm_metric_input in = { .wall_s = 1, .threads = 1, .ranks = 1 };
    struct hpm_metric_value results[6];
    struct hpm_metric_binding *binding;
    struct hpm_metric_set set;
    struct hpm_error error;

    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (&set, "F", text, &error);
    binding = hpm_metric_binding_create (&set, NULL, 0);
    hpm_metric_binding_evaluate (binding, &in, results);
    tap_ok (results[0].status == HPM_METRIC_MISSING
                && results[1].status == HPM_METRIC_MISSING,
            "circles are missing, without end");
    tap_ok (results[2].status == HPM_METRIC_MISSING,
            "what needs a circle is missing");
    tap_ok (results[3].status == HPM_METRIC_MISSING
                && !strcmp (results[3].missing, "nobody"),
            "unknown names are missing");
    tap_ok (results[4].status == HPM_METRIC_MISSING,
            "a metric without a formula is missing");
    tap_ok (results[5].value == 1, "the rest is not harmed");
    hpm_metric_binding_destroy (binding);
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
    struct hpm_metric_input in = { .wall_s = 2.5,
                                   .threads = 8,
                                   .ranks = 4,
                                   .clock_hz = 2e9,
                                   .line_bytes = 128 };
    struct hpm_metric_set set;
    struct hpm_error error;
    char text[100];

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        snprintf (text, sizeof (text), METRIC ("m", "%s"), vectors[i].name);
        hpm_metric_set_init (&set);
        hpm_metric_set_read_text (&set, "F", text, &error);
        tap_near (hpm_metric_evaluate (&set, &set.metrics[0], &in).value,
                  vectors[i].value, 0, "the value of %s is known",
                  vectors[i].name);
        hpm_metric_set_release (&set);
    }
}

/* Constants of the table of costs.  */
static void
test_costs (void)
{
    double costs[HPM_COST_CONSTANT_COUNT];
    struct hpm_metric_input in = { .wall_s = 2.5, .threads = 8, .ranks = 4 };
    struct hpm_metric_value value;
    struct hpm_metric_set set;
    struct hpm_error error;

    for (int i = 0; i < HPM_COST_CONSTANT_COUNT; i++)
        costs[i] = i + 1;
    hpm_metric_set_init (&set);
    hpm_metric_set_read_text (
        &set, "F", METRIC ("m", "cost_load + 100 * latency_tlb + wall"),
        &error);
    value = hpm_metric_evaluate (&set, &set.metrics[0], &in);
    tap_ok (value.status == HPM_METRIC_MISSING
                && !strcmp (value.missing, "cost_load"),
            "without a table it is said which cost is missing");
    in.costs = costs;
    value = hpm_metric_evaluate (&set, &set.metrics[0], &in);
    tap_near (value.value,
              HPM_COST_OF_LOAD + 1 + 100 * (HPM_COST_LATENCY_TLB + 1) + 2.5, 0,
              "each constant has its cost");
    costs[HPM_COST_LATENCY_TLB] = NAN;
    value = hpm_metric_evaluate (&set, &set.metrics[0], &in);
    tap_ok (value.status == HPM_METRIC_MISSING
                && !strcmp (value.missing, "latency_tlb"),
            "what the table does not tell is missing");
    hpm_metric_set_release (&set);
}

/* a = 100 +- 10, b = 50 +- 1, by hand, to first order.  */
static void
test_errors (void)
{
    static const struct {
        const char *formula;
        double error;
    } vectors[] = { { "a", 10 },
                    { "a + b", 11 },
                    { "a - b", 11 },
                    { "3 * a", 30 },
                    { "a * b", 600 },
                    { "a / b", 0.24 },
                    { "a / 4 - wall", 2.5 },
                    { "-a", 10 },
                    { "max (a, b)", 10 },
                    { "first (nobody, b)", 1 },
                    { "a / zero", 0 },
                    { "wall", 0 } };
    struct hpm_event_record events[3]
        = { { .name = "A" }, { .name = "B" }, { .name = "ZERO" } };
    struct hpm_value values[3] = {
        { .number = 100, .quality = HPM_QUALITY_SCALED, .sampling.error = 10 },
        { .number = 50, .quality = HPM_QUALITY_SCALED, .sampling.error = 1 },
        { .number = 0, .quality = HPM_QUALITY_EXACT }
    };
    struct hpm_metric_input in = { .events = events,
                                   .values = values,
                                   .count = 3,
                                   .wall_s = 2.5,
                                   .threads = 8,
                                   .ranks = 4 };
    struct hpm_metric_set set;
    struct hpm_error error;
    char text[300];

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        snprintf (text, sizeof (text),
                  "event a = A\nevent b = B\nevent zero = ZERO\n"
                  "event nobody = NOBODY\n" METRIC ("m", "%s"),
                  vectors[i].formula);
        hpm_metric_set_init (&set);
        tap_ok (hpm_metric_set_read_text (&set, "F", text, &error) == 0,
                "%s is read", vectors[i].formula);
        tap_near (hpm_metric_evaluate (&set, &set.metrics[0], &in).error,
                  vectors[i].error, 1e-12, "the error of %s is as by hand",
                  vectors[i].formula);
        hpm_metric_set_release (&set);
    }
}

int
main (void)
{
    test_errors ();
    test_alternatives ();
    test_binding ();
    test_circles ();
    test_constants ();
    test_costs ();
    return tap_done ();
}
