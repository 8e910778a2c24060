/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The installed metrics of costs, against values computed by hand.
 */
#include "base/cost/cost.h"
#include "base/metric/metric.h"
#include "hpm_quality.h"

#include <stdlib.h>

#include "tests/tap.h"

/* A machine of 2 GHz with round costs: cycles of half a ns.  */
static const char table[] = "clock 2000 MHz\n"
                            "cost PAPI_LD_INS 0.5 1 4 clks\n"
                            "cost PAPI_SR_INS 1 2 - clks\n"
                            "cost PAPI_L1_DCM 2 10 14 clks\n"
                            "cost PAPI_L2_DCM 5 20 60 nsec\n"
                            "cost PAPI_L3_TCM 10 50 80 nsec\n"
                            "cost PAPI_TLB_DM 5 30 90 nsec\n"
                            "latency l2 14 16 18 clks\n"
                            "latency l3 20 40 60 nsec\n"
                            "latency memory 80 100 120 nsec\n"
                            "latency tlb 30 50 60 nsec\n";

static const struct {
    const char *name;
    double count;
} counts[] = {
    { "PAPI_LD_INS", 1e9 },   { "PAPI_SR_INS", 5e8 }, { "PAPI_L1_DCM", 1e8 },
    { "PAPI_L2_DCM", 2e7 },   { "PAPI_L3_TCM", 1e6 }, { "PAPI_TLB_DM", 3e6 },
    { "os::WALL_TIME", 4e9 },
};
#define EVENTS ((int)(sizeof (counts) / sizeof (*counts)))

/* Evaluate a metric without one of the events (-1: with all), and with costs.
 */
static struct hpm_metric_value
evaluate (const struct hpm_metric_set *set, const char *name, int without,
          const double *costs)
{
    struct hpm_event_record events[EVENTS] = { { .name = "" } };
    struct hpm_value values[EVENTS] = { { .count = 0 } };
    struct hpm_metric_input in = { .events = events,
                                   .values = values,
                                   .count = EVENTS,
                                   .wall_s = 2,
                                   .threads = 2,
                                   .ranks = 1,
                                   .costs = costs };

    for (int i = 0; i < EVENTS; i++) {
        snprintf (events[i].name, sizeof (events[i].name), "%s",
                  counts[i].name);
        values[i].number = counts[i].count;
        values[i].quality
            = i == without ? HPM_QUALITY_UNAVAILABLE : HPM_QUALITY_EXACT;
    }
    return hpm_metric_evaluate (
        set, &set->metrics[hpm_metric_set_find (set, name)], &in);
}

static void
test_values (const struct hpm_metric_set *set, const double *costs)
{
    static const struct {
        const char *name;
        int without;
        double value;
    } vectors[] = {
        { "l2_latency", -1, 0.64 },    /* 8 ns * (1e8 - 2e7) */
        { "l3_latency", -1, 0.76 },    /* 40 ns * (2e7 - 1e6) */
        { "memory_latency", -1, 0.1 }, /* 100 ns * 1e6 */
        { "tlb_latency", -1, 0.15 },   /* 50 ns * 3e6 */
        /* (0.5 + 0.5 + 0.5 + 0.4 + 0.09 + 0.05) s of 4 s */
        { "memory_access_time", -1, 51 },
        { "memory_access_time", 4, 49.75 }, /* without those of L3 */
        { "l2_latency", 3, NAN },
        { "l3_latency", 4, NAN },
        { "memory_latency", 4, NAN },
        { "tlb_latency", 5, NAN },
        { "memory_access_time", 0, NAN },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (*vectors); i++)
        tap_near (
            evaluate (set, vectors[i].name, vectors[i].without, costs).value,
            vectors[i].value, 1e-12, "%s without event %d is as by hand",
            vectors[i].name, vectors[i].without);
}

static void
test_no_costs (const struct hpm_metric_set *set)
{
    static const char *const names[]
        = { "l2_latency", "l3_latency", "memory_latency", "tlb_latency",
            "memory_access_time" };

    for (size_t i = 0; i < sizeof (names) / sizeof (*names); i++) {
        struct hpm_metric_value value = evaluate (set, names[i], -1, NULL);

        tap_ok (value.status == HPM_METRIC_MISSING
                    && hpm_cost_constant_find (value.missing) >= 0,
                "%s is missing without a table, because of %s", names[i],
                value.missing);
    }
}

int
main (void)
{
    double constants[HPM_COST_CONSTANT_COUNT];
    struct hpm_cost_table costs;
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    hpm_cost_table_init (&costs);
    if (!tap_ok (!hpm_metric_set_read_directory (&set, METRIC_FILES, &error)
                     && !hpm_metric_set_check (&set, &error),
                 "the definitions are read %s", error.text)
        || !tap_ok (!hpm_cost_table_read_text (&costs, "F", table, &error),
                    "the table is read %s", error.text))
        return tap_done ();
    hpm_cost_constants (&costs, 0, constants);
    test_values (&set, constants);
    test_no_costs (&set);
    hpm_metric_set_release (&set);
    hpm_cost_table_release (&costs);
    return tap_done ();
}
