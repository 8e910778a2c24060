/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Formulas as metrics see them: parsed, bound and evaluated.
 */
#include "base/metric/formula.h"

#include <stdlib.h>

#include "base/metric/metric.h"
#include "hpm_quality.h"
#include "tests/tap.h"

static void
test_bad_formulas (void)
{
    static const struct {
        const char *text, *error;
    } vectors[] = {
        { "", "expected a number, a name or \"(\" at the end" },
        { "1 +", "expected a number, a name or \"(\" at the end" },
        { "* 2", "expected a number, a name or \"(\" at \"* 2\"" },
        { "(1", "expected \")\" at the end" },
        { "1)", "expected an operator at \")\"" },
        { "1 2", "expected an operator at \"2\"" },
        { "a b", "expected an operator at \"b\"" },
        { "0x10", "expected an operator at \"x10\"" },
        { "1..2", "expected an operator at \".2\"" },
        { "1e999", "expected a number, a name or \"(\" at \"1e999\"" },
        { "a % b", "expected an operator at \"% b\"" },
        { "sqrt (2)", "expected an operator at \"(2)\"" },
        { "min (1)", "expected \",\" at \")\"" },
        { "min (1, 2", "expected \")\" at the end" },
        { "min (1, 2, 3)", "expected \")\" at \", 3)\"" },
        { "\"abc", "expected an event name with a quote at both ends at "
                   "\"\"abc\"" },
        { "\"\"", "expected an event name at \"\"\"\"" },
        { "\" \"", "expected an event name at \"\" \"\"" },
        { "a\x01", "expected an operator at \"?\"" },
        { "PAPI::X", "expected an operator at \"::X\"" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_error error = { "" };
        struct hpm_formula *formula
            = hpm_formula_parse (vectors[i].text, &error);

        tap_ok (!formula, "formula %zu is refused: %s", i, vectors[i].text);
        tap_text (error.text, vectors[i].error, "formula %zu: it is told where",
                  i);
        hpm_formula_destroy (formula);
    }
}

/* `open` n times, "1", `close` n times.  */
static int
parses_nested (const char *open, const char *close, int n)
{
    char text[4000] = "";
    struct hpm_error error;
    struct hpm_formula *formula;

    for (int i = 0; i < n; i++)
        strcat (text, open);
    strcat (text, "1");
    for (int i = 0; i < n; i++)
        strcat (text, close);
    formula = hpm_formula_parse (text, &error);
    hpm_formula_destroy (formula);
    return formula != NULL;
}

static void
test_nesting (void)
{
    tap_ok (parses_nested ("(", ")", 63), "63 levels are taken");
    tap_ok (!parses_nested ("(", ")", 64), "64 levels are too many");
    tap_ok (!parses_nested ("(", ")", 1500), "1500 levels are too many");
    tap_ok (!parses_nested ("-", "", 3000), "3000 signs are too many");
    tap_ok (parses_nested ("1+(", ")", 60), "60 values fit on the stack");
    tap_ok (!parses_nested ("1+1*(", ")", 40), "80 values are too many");
    tap_ok (parses_nested ("1+", "", 1500), "a long sum is not nested");
}

static struct hpm_metric_value
evaluate (const char *formula)
{
    static const char *const names[]
        = { "A", "B", "ZERO", "SCALED", "LOST", "sde:::x::N", "sde:::y::N" };
    const struct hpm_value values[]
        = { { .number = 12, .quality = HPM_QUALITY_EXACT },
            { .number = 5, .quality = HPM_QUALITY_EXACT },
            { .number = 0, .quality = HPM_QUALITY_EXACT },
            { .number = 3, .quality = HPM_QUALITY_SCALED },
            { .number = 99, .quality = HPM_QUALITY_UNAVAILABLE },
            { .number = 1, .quality = HPM_QUALITY_EXACT },
            { .number = 2, .quality = HPM_QUALITY_EXACT } };
    struct hpm_event_record events[7];
    struct hpm_metric_input in = { .events = events,
                                   .values = values,
                                   .count = 7,
                                   .wall_s = 2.5,
                                   .threads = 8,
                                   .ranks = 4 };
    struct hpm_metric_value result = { NAN, HPM_METRIC_MISSING, 0, "?", 0, 0 };
    struct hpm_metric_set set;
    struct hpm_error error;
    char text[500];

    memset (events, 0, sizeof (events));
    for (int i = 0; i < 7; i++)
        strcpy (events[i].name, names[i]);
    snprintf (text, sizeof (text),
              "event a = A\nevent b = B\nevent zero = ZERO\n"
              "event lost = LOST\nevent never = NEVER\n"
              "metric m\nformula %s\n",
              formula);
    hpm_metric_set_init (&set);
    if (hpm_metric_set_read_text (&set, "text", text, &error) == 0)
        result = hpm_metric_evaluate (&set, &set.metrics[0], &in);
    /* The name would go with the set.  */
    if (result.missing)
        result.missing = strstr (formula, result.missing) ? "named" : "wrong";
    hpm_metric_set_release (&set);
    return result;
}

static void
test_missing (void)
{
    static const struct {
        const char *text;
        enum hpm_metric_status status;
    } vectors[] = {
        { "a / zero", HPM_METRIC_DIVISION },
        { "zero / zero", HPM_METRIC_DIVISION },
        { "1 + min (1, a / zero)", HPM_METRIC_DIVISION },
        { "0 * (a / zero)", HPM_METRIC_DIVISION },
        { "1e300 * 1e300", HPM_METRIC_DIVISION },
        { "lost", HPM_METRIC_MISSING },
        { "-never", HPM_METRIC_MISSING },
        { "\"NEVER\" + 1", HPM_METRIC_MISSING },
        { "0 * lost", HPM_METRIC_MISSING },
        { "min (a, lost)", HPM_METRIC_MISSING },
        { "lost / zero", HPM_METRIC_MISSING },
        { "a / zero + lost", HPM_METRIC_MISSING },
        { "clock", HPM_METRIC_MISSING },
        { "first (lost, never)", HPM_METRIC_MISSING },
        { "unheard_of", HPM_METRIC_MISSING },
        { "first (a / zero, b)", HPM_METRIC_DIVISION },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_metric_value value = evaluate (vectors[i].text);

        tap_ok (value.status == vectors[i].status && isnan (value.value)
                    && (value.status == HPM_METRIC_DIVISION
                            ? !value.missing
                            : value.missing && !strcmp (value.missing, "named")
                                  && value.quality == HPM_QUALITY_UNAVAILABLE),
                "there is no value of %s", vectors[i].text);
    }
}

static void
test_values (void)
{
    static const struct {
        const char *text;
        double value;
        uint32_t quality;
    } vectors[] = {
        { "7", 7, HPM_QUALITY_EXACT },
        { "a", 12, HPM_QUALITY_EXACT },
        { "1 + 2 * 3", 7, HPM_QUALITY_EXACT },
        { "(1 + 2) * 3", 9, HPM_QUALITY_EXACT },
        { "10 - 4 - 3", 3, HPM_QUALITY_EXACT },
        { "100 / 5 / 4", 5, HPM_QUALITY_EXACT },
        { "2 * -a", -24, HPM_QUALITY_EXACT },
        { "- - + -a", -12, HPM_QUALITY_EXACT },
        { "1e-6*a/wall", 4.8e-6, HPM_QUALITY_EXACT },
        { "threads / ranks", 2, HPM_QUALITY_EXACT },
        { "line", 64, HPM_QUALITY_EXACT },
        { "min(a,b)", 5, HPM_QUALITY_EXACT },
        { "max ( a , b ) + 1", 13, HPM_QUALITY_EXACT },
        { "100 * (1 - b / a)", 100 * (1 - 5.0 / 12), HPM_QUALITY_EXACT },
        { "\"A\" + \"B\"", 17, HPM_QUALITY_EXACT },
        { "\"sde:::*::N\"", 3, HPM_QUALITY_EXACT },
        { "\"SCALED\" * a", 36, HPM_QUALITY_SCALED },
        { "first (lost, a)", 12, HPM_QUALITY_EXACT },
        { "first (line * never, first (lost, b))", 5, HPM_QUALITY_EXACT },
        { "first (a, lost)", 12, HPM_QUALITY_EXACT },
        { "zero / a", 0, HPM_QUALITY_EXACT },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        struct hpm_metric_value value = evaluate (vectors[i].text);

        tap_near (value.value, vectors[i].value, 1e-15,
                  "the value of %s is as by hand", vectors[i].text);
        tap_ok (value.status == HPM_METRIC_OK && !value.missing
                    && value.quality == vectors[i].quality,
                "the quality of %s is as by hand", vectors[i].text);
    }
}

int
main (void)
{
    test_bad_formulas ();
    test_nesting ();
    test_missing ();
    test_values ();
    return tap_done ();
}
