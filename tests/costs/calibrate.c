/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calibration: the arithmetic on made-up times; and the real thing once, for
 * its form alone.
 */
#include "wrapper/calibrate/calibrate.h"

#include <stdlib.h>

#include "tests/tap.h"

/* ---- a clock that kernels move ------------------------------------------ */

struct fake {
    int64_t now;
    int64_t step_ns;
    int64_t disturbance; /* added to every third call */
    long calls, steps;
};

static int64_t
fake_now (void *data)
{
    return ((struct fake *)data)->now;
}

static void
fake_kernel (void *data, long steps)
{
    struct fake *fake = data;

    fake->now += fake->step_ns * steps;
    if (++fake->calls % 3 == 0)
        fake->now += fake->disturbance * steps;
    fake->steps = steps;
}

static struct fake clock_of_tests;

/* Moves the common clock by 7 ns a step.  */
static void
slow_kernel (void *data, long steps)
{
    (void)data;
    clock_of_tests.now += 7 * steps;
}

static void
fast_kernel (void *data, long steps)
{
    (void)data;
    clock_of_tests.now += 2 * steps;
}

static void
test_samples (void)
{
    struct fake fake = { .step_ns = 10 };
    struct hpm_stopwatch watch = { fake_now, &fake, 100000, 9 };
    struct hpm_sample sample = hpm_sample_take (&watch, fake_kernel, &fake);

    tap_near (sample.least, 10, 0, "a step of 10 ns is measured");
    tap_near (sample.most, 10, 0, "a step takes always as long");
    tap_ok (fake.steps * fake.step_ns >= watch.shortest, "timed long enough");
    fake = (struct fake){ .step_ns = 10, .disturbance = 5 };
    sample = hpm_sample_take (&watch, fake_kernel, &fake);
    tap_near (sample.least, 10, 0, "the least is undisturbed");
    tap_near (sample.median, 10, 0, "the median is undisturbed, too");
    tap_near (sample.most, 15, 0, "the most is not");
    watch = (struct hpm_stopwatch){ fake_now, &clock_of_tests, 1000, 4 };
    sample
        = hpm_sample_difference (&watch, slow_kernel, NULL, fast_kernel, NULL);
    tap_ok (sample.least == 5 && sample.median == 5 && sample.most == 5,
            "what a step takes longer");
    fake = (struct fake){ .step_ns = 0 };
    watch = (struct hpm_stopwatch){ fake_now, &fake, 1000, 3 };
    sample = hpm_sample_take (&watch, fake_kernel, &fake);
    tap_ok (sample.most == 0, "a clock that stands still ends, too");
}

/* ---- arithmetic
 * ---------------------------------------------------------------- */

static struct hpm_sample
sample_of (double ns)
{
    return (struct hpm_sample){ ns, 1.1 * ns, 1.2 * ns };
}

static struct hpm_level_measure
level_of (double dependent, double sweep, double parallel)
{
    return (struct hpm_level_measure){ 1 << 20, sample_of (dependent),
                                       sample_of (parallel),
                                       sample_of (sweep) };
}

/* A machine of 2 GHz.  */
static struct hpm_measures
known_measures (void)
{
    struct hpm_measures measures;

    hpm_measures_init (&measures);
    measures.repeats = 9;
    measures.cycle = sample_of (0.5);
    measures.level[0] = level_of (2, 0.5, 0.25);
    measures.level[1] = level_of (7, 2, 1.25);
    measures.level[2] = level_of (20, 5, 3);
    measures.level[3] = level_of (100, 10, 13);
    measures.near = level_of (7, 2, 1);
    measures.far = level_of (37, 12, 6);
    measures.store = sample_of (1);
    measures.branch = (struct hpm_sample){ 3, 4, 6 };
    measures.fault = (struct hpm_sample){ 200, 250, 400 };
    measures.flop = sample_of (0.03125);
    measures.flop_name = "these";
    measures.bandwidth = 20e9;
    measures.processors = 4;
    measures.checks[HPM_CHECK_L1] = 0.98;
    return measures;
}

static void
check_line (const struct hpm_cost_table *table, enum hpm_cost_kind kind,
            const char *name, const double wanted[3], enum hpm_cost_unit unit)
{
    const struct hpm_cost *cost = hpm_cost_find (table, kind, name);

    if (!tap_ok (cost && cost->unit == unit, "%s is there, in its unit", name))
        return;
    tap_near (cost->least, wanted[0], 1e-9, "%s has its minimum", name);
    tap_near (cost->typical, wanted[1], 1e-9, "%s has its typical cost", name);
    tap_near (cost->most, wanted[2], 1e-9, "%s has its maximum", name);
}

static void
test_table (void)
{
    static const struct {
        enum hpm_cost_kind kind;
        const char *name;
        double wanted[3];
        enum hpm_cost_unit unit;
    } vectors[] = {
        /* by hand: (1.25 - 0.25) / 0.5, (2 - 0.5) / 0.5, (7 - 2) / 0.5 */
        { HPM_COST_EVENT, "PAPI_L1_DCM", { 2, 3, 10 }, HPM_COST_CLKS },
        { HPM_COST_EVENT, "PAPI_L1_TCM", { 2, 3, 10 }, HPM_COST_CLKS },
        { HPM_COST_EVENT, "PAPI_L2_DCM", { 1.75, 3, 13 }, HPM_COST_NSEC },
        /* 10 - 3 by what is quickest, but 10 - 5 by the sweep */
        { HPM_COST_EVENT, "PAPI_L3_TCM", { 5, 5, 80 }, HPM_COST_NSEC },
        { HPM_COST_EVENT, "PAPI_TLB_DM", { 5, 10, 30 }, HPM_COST_NSEC },
        /* half of them, in cycles of half a ns: 2 * 3 / 0.5 */
        { HPM_COST_EVENT, "PAPI_BR_MSP", { 12, 16, 24 }, HPM_COST_CLKS },
        { HPM_COST_EVENT, "PAPI_LD_INS", { 0.5, 1, 4 }, HPM_COST_CLKS },
        { HPM_COST_EVENT, "PAPI_SR_INS", { 2, 2, NAN }, HPM_COST_CLKS },
        { HPM_COST_EVENT,
          "os::MINOR_FAULTS",
          { 200, 250, 400 },
          HPM_COST_NSEC },
        { HPM_COST_LATENCY, "l1", { 4, 4.4, 4.8 }, HPM_COST_CLKS },
        { HPM_COST_LATENCY, "l2", { 14, 15.4, 16.8 }, HPM_COST_CLKS },
        { HPM_COST_LATENCY, "l3", { 20, 22, 24 }, HPM_COST_NSEC },
        { HPM_COST_LATENCY, "memory", { 100, 110, 120 }, HPM_COST_NSEC },
        { HPM_COST_LATENCY, "tlb", { 30, 30, 37.4 }, HPM_COST_NSEC },
    };
    struct hpm_measures measures = known_measures ();
    struct hpm_cost_table table, again;
    struct hpm_error error = { "" };
    char *text;

    hpm_cost_table_init (&table);
    tap_ok (!hpm_calibration_table (&measures, &table),
            "measures become a table");
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        check_line (&table, vectors[i].kind, vectors[i].name, vectors[i].wanted,
                    vectors[i].unit);
    tap_near (hpm_cost_clock_hz (&table), 2e9, 1e-12,
              "the table has the clock");
    tap_near (table.values[HPM_COST_PEAK_BANDWIDTH].value, 20, 1e-12,
              "the table has the bandwidth");
    tap_near (table.values[HPM_COST_PEAK_FLOPS].value, 32, 1e-12,
              "the table has the operations");
    tap_text (hpm_cost_find (&table, HPM_COST_EVENT, "PAPI_L1_DCM")->note,
              "spread 18 % of 9; counter: 0.98 misses a step",
              "a line has its note");
    text = hpm_cost_table_text (&table);
    hpm_cost_table_init (&again);
    tap_ok (!hpm_cost_table_read_text (&again, "F", text, &error)
                && again.count == table.count,
            "it reads back %s", error.text);
    hpm_cost_table_release (&again);
    free (text);
    hpm_cost_table_release (&table);
}

static const struct hpm_cost *
line_of (const struct hpm_measures *measures, struct hpm_cost_table *table,
         const char *name)
{
    hpm_cost_table_release (table);
    hpm_calibration_table (measures, table);
    return hpm_cost_find (table, HPM_COST_EVENT, name);
}

static void
test_what_is_missing (void)
{
    struct hpm_measures measures = known_measures ();
    struct hpm_cost_table table;
    const struct hpm_cost *line;

    hpm_cost_table_init (&table);
    measures.cycle = hpm_sample_none;
    line = line_of (&measures, &table, "PAPI_L1_DCM");
    tap_ok (line->unit == HPM_COST_NSEC && line->most == 5
                && hpm_cost_clock_hz (&table) == 0,
            "without a clock costs are in ns");
    measures = known_measures ();
    measures.level[2] = (struct hpm_level_measure){ 0 };
    line = line_of (&measures, &table, "PAPI_L2_DCM");
    tap_near (line->most, 93, 1e-12,
              "without a third level lines come from memory");
    line = hpm_cost_find (&table, HPM_COST_EVENT, "PAPI_L3_TCM");
    tap_ok (!hpm_cost_is_known (line), "without a third level it has no cost");
    tap_ok (!hpm_cost_find (&table, HPM_COST_LATENCY, "l3"),
            "without a third level it has no latency");
    measures = known_measures ();
    measures.level[2].dependent = measures.level[1].dependent;
    line = line_of (&measures, &table, "PAPI_L2_DCM");
    tap_ok (!hpm_cost_is_known (line), "levels alike have no cost");
    measures = known_measures ();
    measures.level[1].sweep = sample_of (0.25);
    measures.level[1].parallel = sample_of (0.125);
    line = line_of (&measures, &table, "PAPI_L1_DCM");
    tap_ok (line->least == 0 && line->typical == 0 && line->most == 10,
            "nothing is below 0");
    measures = known_measures ();
    measures.branch = (struct hpm_sample){ -1, 0, 1 };
    line = line_of (&measures, &table, "PAPI_BR_MSP");
    tap_ok (!hpm_cost_is_known (line), "branches alike have no cost");
    hpm_measures_init (&measures);
    tap_ok (!hpm_cost_is_known (line_of (&measures, &table, "PAPI_L1_DCM")),
            "nothing is known of what was not measured");
    hpm_cost_table_release (&table);
}

static void
test_doubts (void)
{
    struct hpm_measures measures = known_measures ();
    char text[1024];

    hpm_calibration_doubts (&measures, text, sizeof text);
    tap_text (text, "", "nothing odd is told of sound measures");
    measures.level[2].dependent.most = 40;
    measures.level[3].dependent = sample_of (15);
    hpm_calibration_doubts (&measures, text, sizeof text);
    tap_text (text,
              "l3: repeats differ by 91 %: this machine is shared or busy\n"
              "memory was measured faster than l3\n",
              "noise and disorder are told");
    hpm_measures_init (&measures);
    hpm_calibration_doubts (&measures, text, sizeof text);
    tap_text (text,
              "the system does not tell the sizes of caches: loads are "
              "measured from memory alone\n"
              "too little memory is free to go beyond the caches\n",
              "no caches, no memory");
    hpm_calibration_doubts (&measures, text, 16);
    tap_ok (strlen (text) == 15, "cut to fit");
}

/* ---- the real thing: its form, no numbers
 * -------------------------------------- */

static void
test_here (void)
{
    struct hpm_stopwatch watch = hpm_stopwatch_real ();
    struct hpm_measures measures;
    struct hpm_cost_table table;
    struct hpm_error error = { "" };
    int odd = 0;

    watch.shortest = 10000;
    watch.repeats = 3;
    tap_ok (!hpm_measures_take (&measures, &watch, 8 << 20, &error),
            "this machine is measured %s", error.text);
    hpm_cost_table_init (&table);
    tap_ok (!hpm_calibration_table (&measures, &table) && table.count,
            "this machine gives a table");
    for (int i = 0; i < table.count; i++) {
        const struct hpm_cost *cost = &table.costs[i];

        odd += cost->least < 0 || cost->least > cost->typical
               || cost->typical > cost->most;
    }
    tap_ok (!odd, "costs are in order, and none is below 0");
    tap_ok (isnan (measures.near.dependent.least)
                || measures.near.dependent.least > 0,
            "time went by");
    hpm_cost_table_release (&table);
}

int
main (void)
{
    test_samples ();
    test_table ();
    test_what_is_missing ();
    test_doubts ();
    test_here ();
    return tap_done ();
}
