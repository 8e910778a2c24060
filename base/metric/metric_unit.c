/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A formula is run with dimensions in place of values.
 */
#include "base/metric/metric_unit.h"

#include <math.h>
#include <string.h>

#include "hpm_os_events.h"

#define CLOSE 1e-9 /* relative, of factors */

enum kind {
    KNOWN,
    LITERAL, /* made of numbers alone: fits whatever it meets */
    UNKNOWN, /* nothing is known of an operand */
    WRONG    /* seconds were added to bytes, or the like */
};

struct operand {
    enum kind kind;
    double number; /* of a literal */
    struct hpm_dimension dimension;
};

static const struct operand unknown = { .kind = UNKNOWN };
static const struct operand wrong = { .kind = WRONG };

int
hpm_unit_find (struct hpm_dimension *dimension, const char *unit)
{
    static const struct {
        const char *name;
        struct hpm_dimension dimension;
    } units[] = {
#define HPM_X(name, factor, s, B, J) { name, { factor, s, B, J } },
        HPM_UNITS (HPM_X)
#undef HPM_X
    };

    for (size_t i = 0; i < sizeof (units) / sizeof (units[0]); i++)
        if (!strcmp (units[i].name, unit)) {
            *dimension = units[i].dimension;
            return 0;
        }
    return -1;
}

/* X(beginning of the name, unit); the first that fits.  */
#define EVENT_FAMILIES(X)                                                      \
    X ("mpi::TIME", "ns")                                                      \
    X ("mpi::IO_TIME", "ns")                                                   \
    X ("mpi::BYTES", "byte")                                                   \
    X ("mpi::IO_BYTES", "byte")                                                \
    X ("mpi::", "1")                                                           \
    X ("perf::TASK-CLOCK", "ns")                                               \
    X ("perf::CPU-CLOCK", "ns")                                                \
    X ("perf::", "1")                                                          \
    X ("PAPI_", "1")                                                           \
    X ("power/energy-", "J")                                                   \
    X ("uncore_imc", "MiB")                                                    \
    X ("amd_umc_", "1")                                                        \
    X ("nvidia_scf_pmu_*/cmem_wr_total_bytes/", "byte")                        \
    X ("nvidia_scf_pmu_", "1")

const char *
hpm_unit_of_event (const char *name)
{
    static const struct {
        const char *name, *unit;
    } families[] = {
#define HPM_X(identifier, name, unit, scope, kind, description) { name, unit },
        HPM_OS_EVENTS (HPM_X)
#undef HPM_X
#define HPM_X(name, unit) { name, unit },
            EVENT_FAMILIES (HPM_X)
#undef HPM_X
    };

    for (size_t i = 0; i < sizeof (families) / sizeof (families[0]); i++)
        if (!strncmp (families[i].name, name, strlen (families[i].name)))
            return families[i].unit;
    return NULL;
}

static struct operand
of_unit (const char *unit)
{
    struct operand operand = { .kind = KNOWN };

    if (!unit || hpm_unit_find (&operand.dimension, unit) != 0)
        return unknown;
    return operand;
}

static int
close_to (double a, double b)
{
    return fabs (a - b) <= CLOSE * fabs (b);
}

static int
same_powers (const struct hpm_dimension *a, const struct hpm_dimension *b)
{
    return a->second == b->second && a->byte == b->byte && a->joule == b->joule;
}

static int
is_plain (const struct operand *operand)
{
    static const struct hpm_dimension plain = { 1, 0, 0, 0 };

    return same_powers (&operand->dimension, &plain);
}

/* 1e6, 100e-9, 1048576 and the like: a change of scale.  */
static int
is_scale (double number)
{
    double size = fabs (number);
    double tens = log10 (size), twos = log2 (size);

    return size > 0
           && (fabs (tens - round (tens)) < CLOSE
               || (fabs (twos - round (twos)) < CLOSE
                   && fmod (round (twos), 10) == 0));
}

/* Literal times or by what is known.  */
static struct operand
scaled (double number, struct operand other)
{
    if (is_scale (number))
        other.dimension.factor /= fabs (number);
    return other;
}

static struct operand
multiply (struct operand a, struct operand b, int sign)
{
    if (b.kind == LITERAL)
        return scaled (sign > 0 ? b.number : 1 / b.number, a);
    if (a.kind == LITERAL) {
        struct operand one = { .kind = KNOWN, .dimension = { 1, 0, 0, 0 } };

        a = scaled (a.number, one);
    }
    a.dimension.factor *= pow (b.dimension.factor, sign);
    a.dimension.second += sign * b.dimension.second;
    a.dimension.byte += sign * b.dimension.byte;
    a.dimension.joule += sign * b.dimension.joule;
    return a;
}

/* Sums, differences, and the choice between two.  */
static struct operand
alike (struct operand a, struct operand b)
{
    if (a.kind == LITERAL || b.kind == LITERAL) {
        struct operand other = a.kind == LITERAL ? b : a;

        /* 0 is 0 in every unit.  */
        if ((a.kind == LITERAL && a.number == 0)
            || (b.kind == LITERAL && b.number == 0))
            return other;
        return is_plain (&other) && close_to (other.dimension.factor, 1)
                   ? other
                   : wrong;
    }
    return same_powers (&a.dimension, &b.dimension)
                   && close_to (a.dimension.factor, b.dimension.factor)
               ? a
               : wrong;
}

static struct operand
combine (enum hpm_formula_operation operation, struct operand a,
         struct operand b)
{
    if (a.kind == WRONG || b.kind == WRONG)
        return wrong;
    if (a.kind == UNKNOWN || b.kind == UNKNOWN)
        return unknown;
    if (a.kind == LITERAL && b.kind == LITERAL) {
        a.number = hpm_formula_apply (operation, a.number, b.number);
        return a;
    }
    if (operation == HPM_FORMULA_MULTIPLY)
        return multiply (a, b, 1);
    if (operation == HPM_FORMULA_DIVIDE)
        return multiply (a, b, -1);
    return alike (a, b);
}

/* The unit that all events of an alternative or alias have.  */
static struct operand
of_alias (const struct hpm_alias *alias)
{
    struct operand sum = unknown;
    int exported = 0;

    for (int i = 0; i < alias->count; i++) {
        struct hpm_piece rest
            = { alias->alternatives[i], strlen (alias->alternatives[i]) };

        while (rest.length) {
            struct hpm_piece word = hpm_piece_first_word (rest, &rest);
            char name[128];
            struct operand part;

            if (hpm_piece_is (word, "+"))
                continue;
            exported |= !strncmp (word.start, "sde:::", 6);
            part = of_unit (
                hpm_unit_of_event (hpm_text_show (name, sizeof (name), word)));
            if (sum.kind == UNKNOWN)
                sum = part;
            else if (part.kind == KNOWN)
                sum = alike (sum, part);
            if (sum.kind == WRONG)
                return wrong;
        }
    }
    /* Native events count; what a program exports may be anything.  */
    return sum.kind == UNKNOWN && !exported ? of_unit ("1") : sum;
}

static struct operand
of_constant (int constant)
{
    static const char *const units[] = {
#define HPM_X(identifier, name, unit, machine) unit,
        HPM_METRIC_CONSTANTS (HPM_X)
#undef HPM_X
    };

    if (constant == HPM_CONSTANT_COSTS + HPM_COST_OF_BANDWIDTH)
        return of_unit ("B/s");
    if (constant == HPM_CONSTANT_COSTS + HPM_COST_OF_FLOPS)
        return of_unit ("1/s");
    /* All other costs are times.  */
    return of_unit (constant < HPM_CONSTANT_COSTS ? units[constant] : "s");
}

static struct operand
of_name (const struct hpm_metric_set *set, const struct hpm_formula_name *name)
{
    struct hpm_reference reference = hpm_metric_refer (set, name);

    switch (reference.kind) {
    case HPM_REFERENCE_CONSTANT:
        return of_constant (reference.index);
    case HPM_REFERENCE_ALIAS:
        return of_alias (&set->aliases[reference.index]);
    case HPM_REFERENCE_EVENT:
        return of_unit (hpm_unit_of_event (name->text));
    case HPM_REFERENCE_METRIC:
        return of_unit (set->metrics[reference.index].unit);
    default:
        return unknown;
    }
}

static struct operand
run (const struct hpm_metric_set *set, const struct hpm_formula *formula)
{
    struct operand stack[HPM_FORMULA_DEPTH];
    int top = -1;

    for (int i = 0; i < formula->step_count; i++) {
        const struct hpm_formula_step *step = &formula->steps[i];

        switch (step->operation) {
        case HPM_FORMULA_NUMBER:
            stack[++top]
                = (struct operand){ .kind = LITERAL, .number = step->number };
            break;
        case HPM_FORMULA_NAME:
            stack[++top] = of_name (set, &formula->names[step->name]);
            break;
        case HPM_FORMULA_NEGATE:
            stack[top].number = -stack[top].number;
            break;
        default:
            top--;
            stack[top] = combine (step->operation, stack[top], stack[top + 1]);
        }
    }
    return stack[0];
}

int
hpm_unit_fits (const struct hpm_metric_set *set,
               const struct hpm_formula *formula, const char *unit,
               struct hpm_error *why)
{
    struct operand wanted = of_unit (unit);
    struct operand found;

    if (!formula || wanted.kind != KNOWN)
        return 1;
    found = run (set, formula);
    if (found.kind == WRONG)
        hpm_error_set (why, "the formula adds or compares what is not alike");
    else if (found.kind != KNOWN)
        return 1;
    else if (!same_powers (&found.dimension, &wanted.dimension))
        hpm_error_set (why, "the formula gives s^%d B^%d J^%d, which is not %s",
                       found.dimension.second, found.dimension.byte,
                       found.dimension.joule, unit);
    else if (!close_to (found.dimension.factor, wanted.dimension.factor))
        hpm_error_set (why, "the formula gives %s times %g", unit,
                       found.dimension.factor / wanted.dimension.factor);
    else
        return 1;
    return 0;
}

/* Whether a limit of the range has the metric's unit; 0 with the reason.  */
static int
limit_fits (const struct hpm_metric_set *set,
            const struct hpm_metric *definition, int side,
            struct hpm_error *why)
{
    struct hpm_error error;

    if (hpm_unit_fits (set, definition->range[side], definition->unit, &error))
        return 1;
    hpm_error_set (why, "in the range, %s", error.text);
    return 0;
}

/* Whether formula and range have the metric's unit; 0 with the reason.  */
static int
units_fit (const struct hpm_metric_set *set,
           const struct hpm_metric *definition, struct hpm_error *why)
{
    return hpm_unit_fits (set, definition->formula, definition->unit, why)
           && limit_fits (set, definition, 0, why)
           && limit_fits (set, definition, 1, why);
}

int
hpm_metric_set_check_units (const struct hpm_metric_set *set, const char *file,
                            struct hpm_error *error)
{
    struct hpm_error why;

    for (int i = 0; i < set->count; i++) {
        const struct hpm_metric *metric = &set->metrics[i];
        const char *origin = metric->origin.file;

        if (origin && !strcmp (origin, file) && !units_fit (set, metric, &why))
            return hpm_error_set (error, "%s:%d: metric %s: %s", origin,
                                  metric->origin.line, metric->name, why.text);
    }
    return 0;
}
