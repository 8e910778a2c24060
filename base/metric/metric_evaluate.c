/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Running the formulas of a binding over one rank's values.
 */
#include "base/metric/metric_binding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/metric/statistics.h"
#include "hpm_quality.h"

static struct hpm_metric_value
value_of (double value, uint32_t quality)
{
    return (struct hpm_metric_value){ .value = value, .quality = quality };
}

static struct hpm_metric_value
missing (const char *name)
{
    return (struct hpm_metric_value){ .value = NAN,
                                      .status = HPM_METRIC_MISSING,
                                      .quality = HPM_QUALITY_UNAVAILABLE,
                                      .missing = name };
}

static int
was_counted (const struct hpm_value *value)
{
    return hpm_quality_has_value (value->quality) && isfinite (value->number);
}

/* Add a part to *sum.  Returns 0 when none of it was counted.  Among several
 * matches, one that should have been counted and was not leaves the sum
 * partial; one that has nothing to count here does not.  */
static int
add_part (const struct hpm_metric_binding *binding,
          const struct hpm_metric_input *in,
          const struct hpm_binding_part *part, struct hpm_metric_value *sum)
{
    const int *indices = binding->indices.entries;
    int counted = 0, failed = 0;

    for (int i = part->first; i < part->first + part->count; i++) {
        const struct hpm_value *value = &in->values[indices[i]];

        if (was_counted (value)) {
            sum->value += value->number;
            sum->error += value->sampling.error;
            sum->origins |= value->origins;
            sum->quality = hpm_quality_worse (sum->quality, value->quality);
            counted = 1;
        } else if (value->quality != HPM_QUALITY_ABSENT) {
            failed = 1;
        }
    }
    if (failed)
        sum->quality = hpm_quality_worse (sum->quality, HPM_QUALITY_PARTIAL);
    return counted;
}

/* Returns 0 when a part of the alternative was not counted.  */
static int
add_alternative (const struct hpm_metric_binding *binding,
                 const struct hpm_metric_input *in,
                 const struct hpm_binding_alternative *alternative,
                 struct hpm_metric_value *sum)
{
    const struct hpm_binding_part *parts = binding->parts.entries;

    *sum = value_of (0, HPM_QUALITY_ABSENT);
    for (int i = 0; i < alternative->count; i++)
        if (!add_part (binding, in, &parts[alternative->first + i], sum))
            return 0;
    return 1;
}

static struct hpm_metric_value
evaluate_source (const struct hpm_metric_binding *binding,
                 const struct hpm_metric_input *in,
                 const struct hpm_binding_source *source)
{
    const struct hpm_binding_alternative *alternatives
        = binding->alternatives.entries;
    struct hpm_metric_value sum;

    for (int i = 0; i < source->count; i++)
        if (add_alternative (binding, in, &alternatives[source->first + i],
                             &sum))
            return sum;
    return missing (source->name);
}

static struct hpm_metric_value
known (double value, const char *name)
{
    return value > 0 ? value_of (value, HPM_QUALITY_ABSENT) : missing (name);
}

static void
set_costs (struct hpm_metric_value *constants, const double *costs)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, kind, lines) name,
        HPM_COST_CONSTANTS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_COST_CONSTANT_COUNT; i++)
        constants[HPM_CONSTANT_COSTS + i]
            = costs && isfinite (costs[i])
                  ? value_of (costs[i], HPM_QUALITY_ABSENT)
                  : missing (names[i]);
}

static void
set_run (struct hpm_metric_value *constants, const struct hpm_metric_input *in)
{
    double line = in->line_bytes > 0 ? in->line_bytes : HPM_METRIC_LINE_BYTES;
    double hosts = in->hosts > 0 ? in->hosts : 1;

    constants[HPM_CONSTANT_WALL] = value_of (in->wall_s, HPM_QUALITY_ABSENT);
    constants[HPM_CONSTANT_WALL].origins = 1; /* of the first run */
    constants[HPM_CONSTANT_THREADS]
        = value_of (in->threads, HPM_QUALITY_ABSENT);
    constants[HPM_CONSTANT_RANKS] = value_of (in->ranks, HPM_QUALITY_ABSENT);
    constants[HPM_CONSTANT_LINE] = value_of (line, HPM_QUALITY_ABSENT);
    constants[HPM_CONSTANT_HOSTS] = value_of (hosts, HPM_QUALITY_ABSENT);
    constants[HPM_CONSTANT_CLOCK] = known (in->clock_hz, "clock");
    constants[HPM_CONSTANT_WIDTH] = known (in->width, "width");
}

void
hpm_metric_constants (struct hpm_metric_value *constants,
                      const struct hpm_metric_input *in)
{
    set_run (constants, in);
    set_costs (constants, in->costs);
}

/* Bit by bit: a number that is not known is the same as itself.  */
static int
are_same (const void *a, const void *b, size_t bytes)
{
    return memcmp (a, b, bytes) == 0;
}

/* Costs are those of the rank before, as a rule.  */
static void
set_constants (struct hpm_metric_binding *binding,
               const struct hpm_metric_input *in)
{
    set_run (binding->slots, in);
    if (binding->has_costs && in->costs
        && are_same (binding->costs, in->costs, sizeof binding->costs))
        return;
    set_costs (binding->slots, in->costs);
    binding->has_costs = in->costs != NULL;
    if (in->costs)
        memcpy (binding->costs, in->costs, sizeof binding->costs);
}

double
hpm_formula_apply (enum hpm_formula_operation operation, double a, double b)
{
    switch (operation) {
    case HPM_FORMULA_ADD:
        return a + b;
    case HPM_FORMULA_SUBTRACT:
        return a - b;
    case HPM_FORMULA_MULTIPLY:
        return a * b;
    case HPM_FORMULA_DIVIDE:
        return a / b;
    case HPM_FORMULA_MIN:
        return fmin (a, b);
    case HPM_FORMULA_MAX:
        return fmax (a, b);
    case HPM_FORMULA_FIRST:
        return a;
    default:
        return NAN;
    }
}

/* What the errors of both operands may make of the result, to first order and
 * as if they never cancelled out: counts that go into one formula may have been
 * on the counters at the same times or at others.  */
static double
propagate (enum hpm_formula_operation operation,
           const struct hpm_metric_value *a, const struct hpm_metric_value *b)
{
    switch (operation) {
    case HPM_FORMULA_MULTIPLY:
        return fabs (a->value) * b->error + fabs (b->value) * a->error;
    case HPM_FORMULA_DIVIDE:
        return (a->error + fabs (a->value / b->value) * b->error)
               / fabs (b->value);
    case HPM_FORMULA_MIN:
    case HPM_FORMULA_MAX:
        return fmax (a->error, b->error);
    default:
        return a->error + b->error;
    }
}

/* Of two operands that are not missing.  */
static struct hpm_metric_value
compute (enum hpm_formula_operation operation, const struct hpm_metric_value *a,
         const struct hpm_metric_value *b)
{
    struct hpm_metric_value result
        = value_of (NAN, hpm_quality_worse (a->quality, b->quality));

    result.origins = a->origins | b->origins;
    if (a->status == HPM_METRIC_OK && b->status == HPM_METRIC_OK)
        result.value = hpm_formula_apply (operation, a->value, b->value);
    /* Division by zero gives an infinity or NAN, and so does overflow.  */
    if (!isfinite (result.value)) {
        result.value = NAN;
        result.status = HPM_METRIC_DIVISION;
    } else
        result.error = propagate (operation, a, b);
    return result;
}

/* Which of two operands is the result, as it is: a missing one outweighs a
 * division by zero, the left one the right.  NULL: neither.  */
static const struct hpm_metric_value *
choose (enum hpm_formula_operation operation, const struct hpm_metric_value *a,
        const struct hpm_metric_value *b)
{
    if (operation == HPM_FORMULA_FIRST)
        return a->status == HPM_METRIC_MISSING ? b : a;
    if (a->status == HPM_METRIC_MISSING)
        return a;
    return b->status == HPM_METRIC_MISSING ? b : NULL;
}

/* The leftmost operand that is missing makes a formula without first()
 * missing; NULL if there is none, or it is not that simple.  */
static const struct hpm_formula_step *
find_missing (const struct hpm_formula *formula,
              const struct hpm_metric_value *slots, const int *slots_of)
{
    for (int i = 0; !formula->chooses && i < formula->step_count; i++) {
        const struct hpm_formula_step *step = &formula->steps[i];

        if (step->operation == HPM_FORMULA_NAME
            && slots[slots_of[step->name]].status == HPM_METRIC_MISSING)
            return step;
    }
    return NULL;
}

/* A value of the stack is that of a slot, or made in the room for it.  */
static const struct hpm_metric_value *
operand (const struct hpm_formula *formula, const struct hpm_formula_step *step,
         const struct hpm_metric_value *slot, struct hpm_metric_value *room)
{
    if (slot->status != HPM_METRIC_MISSING || slot->missing)
        return slot;
    *room = *slot;
    room->missing = formula->names[step->name].text;
    return room;
}

/* Of one or two operands.  */
static const struct hpm_metric_value *
run_step (const struct hpm_formula_step *step,
          const struct hpm_metric_value *const *operands,
          struct hpm_metric_value *room)
{
    const struct hpm_metric_value *chosen;

    if (step->operation == HPM_FORMULA_NEGATE) {
        *room = *operands[0];
        room->value = -room->value;
        return room;
    }
    chosen = choose (step->operation, operands[0], operands[1]);
    *room = chosen ? *chosen
                   : compute (step->operation, operands[0], operands[1]);
    return room;
}

struct hpm_metric_value
hpm_formula_run (const struct hpm_formula *formula,
                 const struct hpm_metric_value *slots, const int *slots_of)
{
    struct hpm_metric_value room[HPM_FORMULA_DEPTH];
    const struct hpm_metric_value *stack[HPM_FORMULA_DEPTH];
    const struct hpm_formula_step *lost
        = find_missing (formula, slots, slots_of);
    int top = -1;

    if (lost)
        return *operand (formula, lost, &slots[slots_of[lost->name]], room);
    for (int i = 0; i < formula->step_count; i++) {
        const struct hpm_formula_step *step = &formula->steps[i];

        if (step->operation == HPM_FORMULA_NUMBER) {
            room[++top] = value_of (step->number, HPM_QUALITY_ABSENT);
            stack[top] = &room[top];
        } else if (step->operation == HPM_FORMULA_NAME) {
            top++;
            stack[top] = operand (formula, step, &slots[slots_of[step->name]],
                                  &room[top]);
        } else {
            top -= step->operation != HPM_FORMULA_NEGATE;
            stack[top] = run_step (step, &stack[top], &room[top]);
        }
    }
    return *stack[0];
}

/* What stays so: a metric without a formula that can be evaluated, and the
 * unknown one, whose name is known where it is used.  */
void
hpm_metric_binding_clear (struct hpm_metric_binding *binding)
{
    for (int i = 0; i < binding->set->count; i++)
        binding->slots[binding->first_metric + i]
            = missing (binding->set->metrics[i].name);
    binding->slots[binding->slot_count - 1] = missing (NULL);
}

static void
evaluate_metrics (struct hpm_metric_binding *binding)
{
    struct hpm_metric_value *metrics = binding->slots + binding->first_metric;

    for (int i = 0; i < binding->order_count; i++) {
        int metric = binding->order[i];
        const struct hpm_formula *formula
            = binding->set->metrics[metric].formula;

        if (formula)
            metrics[metric] = hpm_formula_run (formula, binding->slots,
                                               binding->slots_of[metric]);
    }
}

/* As others see it: what is made of constants alone is exact.  */
static struct hpm_metric_value
finished (struct hpm_metric_value value)
{
    if (value.status == HPM_METRIC_OK && !isfinite (value.value)) {
        value.status = HPM_METRIC_DIVISION;
        value.value = NAN;
        value.error = 0;
    }
    if (value.quality == HPM_QUALITY_ABSENT)
        value.quality = HPM_QUALITY_EXACT;
    return value;
}

void
hpm_metric_binding_evaluate (struct hpm_metric_binding *binding,
                             const struct hpm_metric_input *in,
                             struct hpm_metric_value *results)
{
    const struct hpm_binding_source *sources = binding->sources.entries;

    set_constants (binding, in);
    for (int i = 0; i < binding->sources.count; i++)
        binding->slots[HPM_CONSTANT_COUNT + i]
            = evaluate_source (binding, in, &sources[i]);
    evaluate_metrics (binding);
    for (int i = 0; i < binding->set->count; i++)
        results[i] = finished (binding->slots[binding->first_metric + i]);
}

struct hpm_metric_value
hpm_metric_evaluate (const struct hpm_metric_set *set,
                     const struct hpm_metric *metric,
                     const struct hpm_metric_input *in)
{
    struct hpm_metric_binding *binding
        = hpm_metric_binding_create (set, in->events, in->count);
    struct hpm_metric_value *results
        = calloc ((size_t)set->count + 1, sizeof (*results));
    struct hpm_metric_value result = missing (metric->name);

    if (binding && results) {
        hpm_metric_binding_evaluate (binding, in, results);
        result = results[metric - set->metrics];
    }
    free (results);
    hpm_metric_binding_destroy (binding);
    return result;
}
