/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a value can be, and whether it is good.
 */
#include "base/metric/metric_private.h"

#include <math.h>

#include "hpm_quality.h"

#define NAMES_MAX 64 /* there are not that many constants */
#define TOLERANCE 0.01

/* What a limit is; it has no value where a constant it needs is not known.  */
static struct hpm_metric_value
evaluate_limit (const struct hpm_formula *limit,
                const struct hpm_metric_value *constants)
{
    int slots_of[NAMES_MAX];
    struct hpm_metric_value none
        = { .value = NAN, .status = HPM_METRIC_MISSING };

    if (!limit || limit->name_count > NAMES_MAX)
        return none;
    for (int i = 0; i < limit->name_count; i++) {
        slots_of[i] = limit->names[i].quoted
                          ? -1
                          : hpm_metric_constant_find (limit->names[i].text);
        if (slots_of[i] < 0)
            return none;
    }
    return hpm_formula_run (limit, constants, slots_of);
}

void
hpm_metric_limits (const struct hpm_metric *metric,
                   const struct hpm_metric_input *in, double limits[2])
{
    struct hpm_metric_value constants[HPM_CONSTANT_COUNT];

    hpm_metric_constants (constants, in);
    for (int side = 0; side < 2; side++) {
        struct hpm_metric_value value
            = evaluate_limit (metric->range[side], constants);

        limits[side] = value.status == HPM_METRIC_OK ? value.value : NAN;
    }
}

const char *
hpm_metric_limit_lacks (const struct hpm_metric *metric,
                        const struct hpm_metric_input *in)
{
    struct hpm_metric_value constants[HPM_CONSTANT_COUNT];
    const char *missing = NULL;

    hpm_metric_constants (constants, in);
    for (int side = 0; side < 2 && !missing; side++)
        missing = evaluate_limit (metric->range[side], constants).missing;
    return missing;
}

static int
is_beyond (const struct hpm_threshold *threshold, double value)
{
    return threshold->given
           && (threshold->above ? value > threshold->value
                                : value < threshold->value);
}

enum hpm_rating
hpm_metric_rate (const struct hpm_metric *metric, const double limits[2],
                 double value)
{
    double span = isnan (limits[0])   ? fabs (limits[1])
                  : isnan (limits[1]) ? fabs (limits[0])
                                      : fabs (limits[1] - limits[0]);

    if (isnan (value))
        return HPM_RATING_NONE;
    if (value < limits[0] - TOLERANCE * span)
        return HPM_RATING_BELOW;
    if (value > limits[1] + TOLERANCE * span)
        return HPM_RATING_ABOVE;
    if (is_beyond (&metric->poor, value))
        return HPM_RATING_POOR;
    return is_beyond (&metric->good, value) ? HPM_RATING_GOOD : HPM_RATING_NONE;
}

const char *
hpm_rating_word (enum hpm_rating rating)
{
    static const char *const words[]
        = { "", "good", "poor", "suspect", "suspect" };

    return words[rating];
}
