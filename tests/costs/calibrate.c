/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calibration: the arithmetic on made-up times, the walks, the caches of
 * made-up machines; and the real thing once, for its form alone.
 */
#include "wrapper/calibrate.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"

/* ---- a clock that kernels move ---------------------------------------------
 */

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

    tap_near (sample.least, 10, 0, "a step of 10 ns");
    tap_near (sample.most, 10, 0, "always");
    tap_ok (fake.steps * fake.step_ns >= watch.shortest, "timed long enough");
    fake = (struct fake){ .step_ns = 10, .disturbance = 5 };
    sample = hpm_sample_take (&watch, fake_kernel, &fake);
    tap_near (sample.least, 10, 0, "the least is undisturbed");
    tap_near (sample.median, 10, 0, "and so is the median");
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

/* ---- walks
 * -------------------------------------------------------------------- */

static void
test_cycles (void)
{
    static const uint32_t sizes[] = { 1, 2, 3, 8, 1000, 65536 };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t n = sizes[i], at = 0, steps = 0;
        uint32_t *next = malloc (n * sizeof *next);
        char *seen = calloc (n, 1);

        hpm_cycle_fill (next, n);
        do {
            seen[at]++;
            at = next[at];
            steps++;
        } while (at != 0 && steps <= n);
        tap_ok (steps == n && !memchr (seen, 0, n) && !memchr (seen, 2, n),
                "one cycle of %u meets each once", n);
        free (next);
        free (seen);
    }
}

static void
test_random (void)
{
    uint32_t next[4096];
    int near = 0;

    hpm_cycle_fill (next, 4096);
    for (int i = 0; i < 4096; i++)
        near += abs ((int)next[i] - i) < 16;
    tap_ok (near < 4096 / 20, "neighbours in the cycle are none in memory");
}

/* The walk comes back after as many steps as there are places, through as many
 * different lines.  */
static void
test_walk (size_t stride, const char *claim)
{
    enum { COUNT = 512, LINE = 64 };
    struct hpm_walk walk;
    char *seen;
    void **start, **second;
    int twice = 0;

    if (!tap_ok (!hpm_walk_create (&walk, COUNT, stride, LINE, HPM_PAGES_SMALL),
                 "%s", claim))
        return;
    seen = calloc (walk.bytes / LINE, 1);
    start = walk.at;
    for (int i = 0; i < COUNT; i++) {
        twice += seen[((char *)walk.at - walk.base) / LINE]++;
        hpm_walk_dependent (&walk, 1);
    }
    tap_ok (walk.at == start && !twice, "  each line once, and back again");
    twice = 0;
    for (int k = 0; k < HPM_CHAINS; k++)
        for (int j = 0; j < k; j++)
            twice += walk.chains[k] == walk.chains[j];
    tap_ok (!twice, "  chains start apart");
    second = walk.chains[1];
    hpm_walk_parallel (&walk, COUNT);
    tap_ok (walk.chains[0] == second,
            "  after an eighth of the cycle a chain is where the next was");
    hpm_walk_sweep (&walk, 3 * COUNT + 5);
    if (stride == LINE)
        hpm_walk_store (&walk, 2 * COUNT + 1);
    hpm_walk_dependent (&walk, COUNT);
    tap_ok (walk.at == start, "  sweeps and stores leave the walk alone");
    free (seen);
    hpm_walk_destroy (&walk);
}

static void
test_walks (void)
{
    struct hpm_walk walk;

    tap_ok (hpm_walk_create (&walk, 4, 64, 64, HPM_PAGES_SMALL) == -1
                && !walk.base,
            "too few places");
    tap_ok (hpm_walk_create (&walk, 64, 32, 64, HPM_PAGES_SMALL) == -1,
            "a stride below a line");
    tap_ok (hpm_walk_create (&walk, 64, 192, 64, HPM_PAGES_SMALL) == -1,
            "a stride that is no power of two");
    tap_ok (hpm_walk_create (&walk, 1ul << 31, 1ul << 31, 64, HPM_PAGES_SMALL)
                == -1,
            "more than there is memory");
    test_walk (64, "lines");
    test_walk (4096, "pages");
}

/* ---- caches
 * ------------------------------------------------------------------ */

static void
put_word (const char *root, int index, const char *name, const char *word)
{
    char path[PATH_MAX], folder[PATH_MAX];
    FILE *out;

    snprintf (folder, sizeof folder,
              "mkdir -p %s/sys/devices/system/cpu/cpu3"
              "/cache/index%d",
              root, index);
    if (system (folder))
        return;
    snprintf (path, sizeof path,
              "%s/sys/devices/system/cpu/cpu3/cache/index%d"
              "/%s",
              root, index, name);
    out = fopen (path, "w");
    if (out) {
        fprintf (out, "%s\n", word);
        fclose (out);
    }
}

static void
put_cache (const char *root, int index, const char *level, const char *type,
           const char *size)
{
    put_word (root, index, "level", level);
    put_word (root, index, "type", type);
    put_word (root, index, "size", size);
}

static void
test_caches (void)
{
    char root[] = "/tmp/hpm-caches-XXXXXX", command[64];
    struct hpm_caches caches;

    hpm_caches_read (&caches, "/nowhere", 0);
    tap_ok (!caches.bytes[0] && caches.line == 64 && !caches.line_known,
            "a machine that does not tell");
    if (!mkdtemp (root))
        return;
    put_cache (root, 0, "1", "Instruction", "64K");
    put_cache (root, 1, "1", "Data", "48K");
    put_word (root, 1, "coherency_line_size", "128");
    put_cache (root, 2, "2", "Unified", "2M");
    put_cache (root, 3, "4", "Unified", "9M");
    put_cache (root, 4, "x", "Unified", "9M");
    hpm_caches_read (&caches, root, 3);
    tap_ok (caches.bytes[0] == 48 << 10 && caches.bytes[1] == 2 << 20
                && caches.bytes[2] == 0,
            "sizes of data caches; no more levels than are known");
    tap_ok (caches.line == 128 && caches.line_known, "the line");
    hpm_caches_read (&caches, root, 2);
    tap_ok (!caches.bytes[0], "each processor has its own");
    snprintf (command, sizeof command, "rm -rf %s", root);
    tap_ok (!system (command), "cleaned up");
}

static void
test_working_sets (void)
{
    struct hpm_caches caches = { .bytes = { 32 << 10, 1 << 20, 64 << 20 } };
    size_t sets[HPM_LEVELS];

    hpm_working_sets (&caches, SIZE_MAX, sets);
    tap_ok (sets[0] == 16 << 10, "half of the first level");
    tap_ok (sets[1] > 2 * caches.bytes[0] && 2 * sets[1] < caches.bytes[1],
            "between the first and the second");
    tap_ok (sets[2] > 2 * caches.bytes[1] && 2 * sets[2] < caches.bytes[2],
            "between the second and the third");
    tap_ok (sets[3] == 4 * caches.bytes[2], "beyond all of them");
    hpm_working_sets (&caches, 100 << 20, sets);
    tap_ok (sets[2] && !sets[3], "not more than there is room");
    caches.bytes[2] = 2 << 20;
    hpm_working_sets (&caches, SIZE_MAX, sets);
    tap_ok (!sets[2] && sets[3] == 4 << 20,
            "a level hardly larger than the one before is not told apart");
    caches = (struct hpm_caches){ .bytes = { 0 } };
    hpm_working_sets (&caches, SIZE_MAX, sets);
    tap_ok (!sets[0] && !sets[1] && !sets[2] && sets[3],
            "memory alone where no cache is known");
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
    tap_near (cost->least, wanted[0], 1e-9, "  minimum");
    tap_near (cost->typical, wanted[1], 1e-9, "  typical");
    tap_near (cost->most, wanted[2], 1e-9, "  maximum");
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
    tap_ok (!hpm_calibration_table (&measures, &table), "a table");
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        check_line (&table, vectors[i].kind, vectors[i].name, vectors[i].wanted,
                    vectors[i].unit);
    tap_near (hpm_cost_clock_hz (&table), 2e9, 1e-12, "clock");
    tap_near (table.values[HPM_COST_PEAK_BANDWIDTH].value, 20, 1e-12,
              "bandwidth");
    tap_near (table.values[HPM_COST_PEAK_FLOPS].value, 32, 1e-12, "flops");
    tap_text (hpm_cost_find (&table, HPM_COST_EVENT, "PAPI_L1_DCM")->note,
              "spread 18 % of 9; counter: 0.98 misses a step", "note");
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
    tap_near (line->most, 93, 1e-12, "no third level: from memory");
    line = hpm_cost_find (&table, HPM_COST_EVENT, "PAPI_L3_TCM");
    tap_ok (!hpm_cost_is_known (line), "  and no cost of the third");
    tap_ok (!hpm_cost_find (&table, HPM_COST_LATENCY, "l3"), "  nor a latency");
    measures = known_measures ();
    measures.level[2].dependent = measures.level[1].dependent;
    line = line_of (&measures, &table, "PAPI_L2_DCM");
    tap_ok (!hpm_cost_is_known (line), "levels alike: no cost");
    measures = known_measures ();
    measures.level[1].sweep = sample_of (0.25);
    measures.level[1].parallel = sample_of (0.125);
    line = line_of (&measures, &table, "PAPI_L1_DCM");
    tap_ok (line->least == 0 && line->typical == 0 && line->most == 10,
            "nothing is below 0");
    measures = known_measures ();
    measures.branch = (struct hpm_sample){ -1, 0, 1 };
    line = line_of (&measures, &table, "PAPI_BR_MSP");
    tap_ok (!hpm_cost_is_known (line), "branches alike: no cost");
    hpm_measures_init (&measures);
    tap_ok (!hpm_cost_is_known (line_of (&measures, &table, "PAPI_L1_DCM")),
            "nothing measured: nothing known");
    hpm_cost_table_release (&table);
}

static void
test_doubts (void)
{
    struct hpm_measures measures = known_measures ();
    char text[1024];

    hpm_calibration_doubts (&measures, text, sizeof text);
    tap_text (text, "", "nothing odd");
    measures.level[2].dependent.most = 40;
    measures.level[3].dependent = sample_of (15);
    hpm_calibration_doubts (&measures, text, sizeof text);
    tap_text (text,
              "l3: repeats differ by 91 %: this machine is shared or busy\n"
              "memory was measured faster than l3\n",
              "noise and disorder");
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
            "and gives a table");
    for (int i = 0; i < table.count; i++) {
        const struct hpm_cost *cost = &table.costs[i];

        odd += cost->least < 0 || cost->least > cost->typical
               || cost->typical > cost->most;
    }
    tap_ok (!odd, "of costs in order, none below 0");
    tap_ok (isnan (measures.near.dependent.least)
                || measures.near.dependent.least > 0,
            "time went by");
    hpm_cost_table_release (&table);
}

int
main (void)
{
    test_samples ();
    test_cycles ();
    test_random ();
    test_walks ();
    test_caches ();
    test_working_sets ();
    test_table ();
    test_what_is_missing ();
    test_doubts ();
    test_here ();
    return tap_done ();
}
