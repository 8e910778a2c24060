/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/perf/perf_formula.h"

static int
append (struct hpm_perf_formula *formula, char verb, long number)
{
    if (formula->count == HPM_PERF_MOST_STEPS)
        return -1;
    formula->steps[formula->count++]
        = (struct hpm_perf_step){ .verb = verb, .number = number };
    return 0;
}

/* N0, or N0 verb N1 verb N2 ...  */
static int
parse_chain (struct hpm_perf_formula *formula, char verb, int terms)
{
    int failed = append (formula, 'N', 0);

    for (int i = 1; i < terms; i++) {
        failed |= append (formula, 'N', i);
        failed |= append (formula, verb, 0);
    }
    return failed;
}

/* One token of a postfix text, from `text` to the next '|'.  */
static int
parse_token (struct hpm_perf_formula *formula, const char *text, size_t length,
             int terms)
{
    char verb = *text, *end;
    long number;

    if (length == 1 && strchr ("+-*/", verb))
        return append (formula, verb, 0);
    text += verb == 'N';
    if (!isdigit ((unsigned char)*text))
        return -1;
    number = strtol (text, &end, 10);
    if (*end != '|' || number == LONG_MAX || (verb == 'N' && number >= terms))
        return -1;
    return append (formula, verb == 'N' ? 'N' : '#', number);
}

static int
parse_postfix (struct hpm_perf_formula *formula, const char *text, int terms)
{
    const char *end;

    while ((end = strchr (text, '|'))) {
        if (end > text
            && parse_token (formula, text, (size_t)(end - text), terms))
            return -1;
        text = end + 1;
    }
    return *text ? -1 : 0;
}

/* Whether each verb finds its operands and one value is left.  */
static int
check_stack (const struct hpm_perf_formula *formula)
{
    int depth = 0;

    for (int i = 0; i < formula->count; i++) {
        if (strchr ("N#", formula->steps[i].verb))
            depth++;
        else if (--depth < 1)
            return -1;
    }
    return depth == 1 ? 0 : -1;
}

int
hpm_perf_formula_parse (struct hpm_perf_formula *formula, const char *kind,
                        const char *text, int terms)
{
    int failed = -1;

    formula->count = 0;
    if (terms < 1 || terms > HPM_PERF_MOST_TERMS)
        return -1;
    /* DERIVED_CMPD: the count lives in the first of its native events.  */
    if (!*kind || !strcmp (kind, "NOT_DERIVED")
        || !strcmp (kind, "DERIVED_CMPD"))
        failed = append (formula, 'N', 0);
    else if (!strcmp (kind, "DERIVED_ADD"))
        failed = parse_chain (formula, '+', terms);
    else if (!strcmp (kind, "DERIVED_SUB"))
        failed = parse_chain (formula, '-', terms);
    else if (!strcmp (kind, "DERIVED_POSTFIX")
             || !strcmp (kind, "DERIVED_INFIX"))
        failed = parse_postfix (formula, text, terms);
    return failed || check_stack (formula) ? -1 : 0;
}

/* Apply a verb to the two numbers on top of the stack.  */
static int
apply (char verb, long double *left, long double right)
{
    if (verb == '+')
        *left += right;
    else if (verb == '-')
        *left -= right;
    else if (verb == '*')
        *left *= right;
    else if (right != 0)
        *left /= right;
    else
        return -1;
    return 0;
}

/* long double holds every 64-bit integer on x86-64, AArch64 and POWER.  */
int
hpm_perf_formula_evaluate (const struct hpm_perf_formula *formula,
                           const int64_t *terms, int64_t *value)
{
    long double stack[HPM_PERF_MOST_STEPS];
    int top = 0;

    if (hpm_perf_formula_term (formula) >= 0) {
        *value = terms[hpm_perf_formula_term (formula)];
        return 0;
    }
    for (int i = 0; i < formula->count; i++) {
        const struct hpm_perf_step *step = &formula->steps[i];

        if (step->verb == 'N')
            stack[top++] = (long double)terms[step->number];
        else if (step->verb == '#')
            stack[top++] = (long double)step->number;
        else if (top--, apply (step->verb, &stack[top - 1], stack[top]))
            return -1;
    }
    if (stack[0] >= (long double)INT64_MAX)
        *value = INT64_MAX;
    else if (stack[0] <= (long double)INT64_MIN)
        *value = INT64_MIN;
    else
        *value = (int64_t)stack[0];
    return 0;
}

int
hpm_perf_formula_adds_up (const struct hpm_perf_formula *formula)
{
    for (int i = 0; i < formula->count; i++)
        if (!strchr ("N+-", formula->steps[i].verb))
            return 0;
    return 1;
}
