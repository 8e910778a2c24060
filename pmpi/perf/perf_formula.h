/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How an event is made of the counts of native ones: PAPI's presets are sums,
 * differences, or small formulas in postfix form.  Pure code.
 */
#ifndef HPM_PMPI_PERF_FORMULA_H
#define HPM_PMPI_PERF_FORMULA_H

#include <stdint.h>

#define HPM_PERF_MOST_TERMS 16 /* native events of one event */
#define HPM_PERF_MOST_STEPS 64

struct hpm_perf_step {
    char verb; /* 'N': push term, '#': push number, + - * / */
    long number;
};

struct hpm_perf_formula {
    int count;
    struct hpm_perf_step steps[HPM_PERF_MOST_STEPS];
};

/* Parse PAPI's name of the kind ("NOT_DERIVED", "DERIVED_ADD", "DERIVED_SUB",
 * "DERIVED_CMPD", "DERIVED_POSTFIX") and, for the last, its text
 * ("N0|2|*|N1|+|"), over `terms` native events.  Returns 0, or -1 for what is
 * no formula over counts: kinds that give a rate (DERIVED_PS), the clock rate
 * in a text, terms that are not there, a malformed text.  */
int hpm_perf_formula_parse (struct hpm_perf_formula *formula, const char *kind,
                            const char *text, int terms);

/* Whether the formula of a sum is the sum of formulas: plus and minus alone. */
int hpm_perf_formula_adds_up (const struct hpm_perf_formula *formula);

/* The term that is the value, where the formula is one term alone; else -1.  On
 * the path of every call that is split.  */
static inline int
hpm_perf_formula_term (const struct hpm_perf_formula *formula)
{
    return formula->count == 1 && formula->steps[0].verb == 'N'
               ? (int)formula->steps[0].number
               : -1;
}

/* Evaluate over the counts of the terms.  Sums and differences of counts are
 * exact; what has a fraction is cut towards 0, as PAPI does.  Returns 0, or -1
 * when a divisor is 0.  */
int hpm_perf_formula_evaluate (const struct hpm_perf_formula *formula,
                               const int64_t *terms, int64_t *value);

#endif /* HPM_PMPI_PERF_FORMULA_H */
