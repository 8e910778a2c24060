/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/perf/perf_formula.h"
#include "tests/tap.h"

#define BIG 4611686018427387905 /* 2^62 + 1: no double has it */

static const struct {
    const char *kind, *text;
    int terms;
} bad[] = {
    { "", "", 0 },
    { "NOT_DERIVED", "", HPM_PERF_MOST_TERMS + 1 },
    { "DERIVED_PS", "", 2 },
    { "DERIVED_ADD_PS", "", 3 },
    { "DERIVED_WHATEVER", "", 1 },
    { "DERIVED_POSTFIX", "", 1 },
    { "DERIVED_POSTFIX", "|", 1 },
    { "DERIVED_POSTFIX", "N0|N1|+", 2 },
    { "DERIVED_POSTFIX", "N0|N2|+|", 2 },
    { "DERIVED_POSTFIX", "N0|N1|", 2 },
    { "DERIVED_POSTFIX", "N0|+|N1|", 2 },
    { "DERIVED_POSTFIX", "N0|N1|+|-|", 2 },
    { "DERIVED_POSTFIX", "N|", 1 },
    { "DERIVED_POSTFIX", "N-1|", 1 },
    { "DERIVED_POSTFIX", "N0|#|*|", 1 },
    { "DERIVED_POSTFIX", "N0|1.5|*|", 1 },
    { "DERIVED_POSTFIX", "N0|99999999999999999999|*|", 1 },
    { "DERIVED_POSTFIX", "N0|N1|%|", 2 },
};

static const struct {
    const char *kind, *text;
    int terms;
    int64_t values[4], expected;
} good[] = {
    { "NOT_DERIVED", "", 1, { BIG }, BIG },
    { "", "", 1, { 7 }, 7 },
    { "DERIVED_CMPD", "", 2, { 7, 9 }, 7 },
    { "DERIVED_ADD", "", 1, { 5 }, 5 },
    { "DERIVED_ADD", "", 4, { 1, 20, 300, 4000 }, 4321 },
    { "DERIVED_ADD", "", 2, { BIG, 2 }, BIG + 2 },
    { "DERIVED_ADD", "", 2, { INT64_MAX, INT64_MAX }, INT64_MAX },
    { "DERIVED_SUB", "", 3, { 100, 20, 3 }, 77 },
    { "DERIVED_SUB", "", 2, { 3, 10 }, -7 },
    { "DERIVED_SUB", "", 2, { BIG, 4 }, BIG - 4 },
    { "DERIVED_POSTFIX", "N1|", 2, { 3, 10 }, 10 },
    { "DERIVED_POSTFIX", "42|", 1, { 3 }, 42 },
    { "DERIVED_POSTFIX", "N0|N1|+|N2|-|N3|-|", 4, { 9, 8, 2, 1 }, 14 },
    { "DERIVED_POSTFIX", "N0|4|*|N1|8|*|+|", 2, { 3, 5 }, 52 },
    { "DERIVED_POSTFIX", "N0|N1|/|", 2, { 7, 2 }, 3 },
    { "DERIVED_POSTFIX", "N0|N1|-|N1|N0|-|*|", 2, { 7, 2 }, -25 },
    { "DERIVED_POSTFIX", "N0||N1|+|", 2, { 7, 2 }, 9 },
};

int
main (void)
{
    struct hpm_perf_formula formula;
    int64_t value;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        tap_ok (hpm_perf_formula_parse (&formula, bad[i].kind, bad[i].text,
                                        bad[i].terms)
                    == -1,
                "kind '%s', text '%s' of %d is refused", bad[i].kind,
                bad[i].text, bad[i].terms);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        value = -1;
        tap_ok (
            hpm_perf_formula_parse (&formula, good[i].kind, good[i].text,
                                    good[i].terms)
                    == 0
                && hpm_perf_formula_evaluate (&formula, good[i].values, &value)
                       == 0
                && value == good[i].expected,
            "kind '%s', text '%s' of %d is %lld, expected %lld", good[i].kind,
            good[i].text, good[i].terms, (long long)value,
            (long long)good[i].expected);
    }
    hpm_perf_formula_parse (&formula, "DERIVED_POSTFIX", "N0|N1|/|", 2);
    tap_ok (hpm_perf_formula_evaluate (&formula, (int64_t[]){ 7, 0 }, &value)
                == -1,
            "a division by zero has no value");
    return tap_done ();
}
