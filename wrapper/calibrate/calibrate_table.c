/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From measures to a table of costs.
 *
 * Of each kernel the fastest repeat counts: what disturbs a measure makes it
 * longer.  An event costs what its loads take longer than loads without it:
 * least where many are under way at a time, typically in a sweep through
 * memory, at most where each waits for the one before.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DIGITS 3
#define NOISY 0.25 /* spread above which a note is worth a doubt */

/* Slower than this a level is not told apart from the one before it.  */
#define APART 1.15

struct table_maker {
    const struct hpm_measures *measures;
    struct hpm_cost_table *table;
    double cycle_ns; /* 0 where unknown */
    int failed;
};

/* To so many digits as are worth anything.  */
static double
rounded (double number)
{
    char text[32];
    double result = NAN;

    if (!isfinite (number))
        return NAN;
    snprintf (text, sizeof text, "%.*g", DIGITS, number);
    sscanf (text, "%lf", &result);
    return result;
}

static double
spread (const struct hpm_sample *sample)
{
    return sample->median > 0 ? (sample->most - sample->least) / sample->median
                              : NAN;
}

/* Set a line of ns, in the unit asked for where that can be had.  */
static void
set_line (struct table_maker *maker, enum hpm_cost_kind kind, const char *name,
          const double ns[3], enum hpm_cost_unit unit, const char *note)
{
    int in_cycles = unit == HPM_COST_CLKS && maker->cycle_ns > 0;
    double one = in_cycles ? maker->cycle_ns : 1;
    struct hpm_cost cost = { .kind = kind,
                             .name = (char *)(uintptr_t)name,
                             .least = rounded (ns[0] / one),
                             .typical = rounded (ns[1] / one),
                             .most = rounded (ns[2] / one),
                             .unit = in_cycles ? unit : HPM_COST_NSEC,
                             .note = (char *)(uintptr_t)note };

    maker->failed |= hpm_cost_table_set (maker->table, &cost);
}

static void
set_lines (struct table_maker *maker, const char *const *names,
           const double ns[3], enum hpm_cost_unit unit, const char *note)
{
    for (; *names; names++)
        set_line (maker, HPM_COST_EVENT, *names, ns, unit, note);
}

static void
set_unknown (struct table_maker *maker, const char *const *names,
             const char *why)
{
    static const double nothing[3] = { NAN, NAN, NAN };

    set_lines (maker, names, nothing, HPM_COST_NSEC, why);
}

static void __attribute__ ((format (printf, 4, 5)))
set_value (struct table_maker *maker, enum hpm_cost_value which, double value,
           const char *format, ...)
{
    char note[160];
    va_list arguments;

    if (!(value > 0))
        return;
    va_start (arguments, format);
    vsnprintf (note, sizeof note, format, arguments);
    va_end (arguments);
    maker->failed |= hpm_cost_table_set_value (maker->table, which,
                                               rounded (value), note, NULL);
}

/* Least, typical and most, in this order whatever the noise does.  */
static void
put_in_order (double ns[3])
{
    ns[0] = fmax (0, fmin (ns[0], fmin (ns[1], ns[2])));
    ns[1] = fmax (ns[0], ns[1]);
    ns[2] = fmax (ns[1], ns[2]);
}

/* What loads of `slow` take longer than those of `fast`, into ns.  Returns 0 if
 * they are not told apart.  */
static int
difference (const struct hpm_level_measure *slow,
            const struct hpm_level_measure *fast, double ns[3])
{
    double quickest = fmin (slow->parallel.least, slow->sweep.least);

    if (!(slow->dependent.least > APART * fast->dependent.least))
        return 0;
    ns[0] = quickest - fmin (fast->parallel.least, fast->sweep.least);
    ns[1] = slow->sweep.least - fast->sweep.least;
    ns[2] = slow->dependent.least - fast->dependent.least;
    put_in_order (ns);
    return 1;
}

/* "spread 3 % of 9; counter: 0.99 misses a load" */
static const char *
note_of (const struct hpm_measures *measures, const struct hpm_sample *sample,
         double counted, char *note, size_t size)
{
    int length = snprintf (note, size, "spread %.0f %% of %d",
                           100 * spread (sample), measures->repeats);

    if (!isnan (counted) && length > 0 && (size_t)length < size)
        snprintf (note + length, size - (size_t)length,
                  "; counter: %.2f misses a step", counted);
    return note;
}

/* The next level that was measured, -1 if there is none.  */
static int
next_level (const struct hpm_measures *measures, int level)
{
    for (level++; level < HPM_LEVELS; level++)
        if (measures->level[level].bytes)
            return level;
    return -1;
}

static void
set_misses (struct table_maker *maker, int level)
{
    static const char *const names[HPM_CACHE_LEVELS][3]
        = { { "PAPI_L1_DCM", "PAPI_L1_TCM", NULL },
            { "PAPI_L2_DCM", "PAPI_L2_TCM", NULL },
            { "PAPI_L3_TCM", "PAPI_L3_DCM", NULL } };
    const struct hpm_measures *measures = maker->measures;
    int next = next_level (measures, level);
    double counted = next == 1 ? measures->checks[HPM_CHECK_L1]
                     : next == HPM_CACHE_LEVELS
                         ? measures->checks[HPM_CHECK_LAST]
                         : NAN;
    double ns[3];
    char note[128];

    if (!measures->level[level].bytes || next < 0)
        set_unknown (maker, names[level],
                     "no such cache, or too little memory to go beyond it");
    else if (!difference (&measures->level[next], &measures->level[level], ns))
        set_unknown (maker, names[level],
                     "what is beyond it was no slower when measured");
    else
        set_lines (maker, names[level], ns,
                   next == 1 ? HPM_COST_CLKS : HPM_COST_NSEC,
                   note_of (measures, &measures->level[next].dependent, counted,
                            note, sizeof note));
}

static void
set_latencies (struct table_maker *maker)
{
    static const char *const names[HPM_LEVELS] = { "l1", "l2", "l3", "memory" };
    const struct hpm_measures *measures = maker->measures;

    for (int i = 0; i < HPM_LEVELS; i++) {
        const struct hpm_level_measure *level = &measures->level[i];
        double ns[3] = { level->dependent.least, level->dependent.median,
                         level->dependent.most };
        char note[160];

        if (!level->bytes)
            continue;
        snprintf (note, sizeof note,
                  "%zu KiB in random order, %s; spread %.0f %% of %d",
                  level->bytes / 1024,
                  measures->huge_pages ? "huge pages"
                                       : "small pages: TLB misses are in it",
                  100 * spread (&level->dependent), measures->repeats);
        set_line (maker, HPM_COST_LATENCY, names[i], ns,
                  i < 2 ? HPM_COST_CLKS : HPM_COST_NSEC, note);
    }
}

static void
set_tlb (struct table_maker *maker)
{
    static const char *const names[] = { "PAPI_TLB_DM", NULL };
    const struct hpm_measures *measures = maker->measures;
    double ns[3], latency[3];
    char note[128];

    if (!measures->far.bytes)
        set_unknown (maker, names, "too little memory");
    else if (!difference (&measures->far, &measures->near, ns))
        set_unknown (maker, names, "many pages were no slower when measured");
    else {
        note_of (measures, &measures->far.dependent,
                 measures->checks[HPM_CHECK_TLB], note, sizeof note);
        set_lines (maker, names, ns, HPM_COST_NSEC, note);
        latency[0] = latency[1] = ns[2];
        latency[2] = fmax (ns[2], measures->far.dependent.most
                                      - measures->near.dependent.least);
        set_line (maker, HPM_COST_LATENCY, "tlb", latency, HPM_COST_NSEC, note);
    }
}

static void
set_loads_and_stores (struct table_maker *maker)
{
    static const char *const loads[] = { "PAPI_LD_INS", NULL };
    static const char *const stores[] = { "PAPI_SR_INS", NULL };
    const struct hpm_measures *measures = maker->measures;
    const struct hpm_level_measure *first = &measures->level[0];
    double ns[3] = { fmin (first->parallel.least, first->sweep.least),
                     first->sweep.least, first->dependent.least };
    double store[3] = { measures->store.least, measures->store.least, NAN };
    char note[128];

    if (!first->bytes)
        return;
    put_in_order (ns);
    set_lines (maker, loads, ns, HPM_COST_CLKS,
               note_of (measures, &first->sweep, NAN, note, sizeof note));
    if (!isnan (store[0]))
        set_lines (
            maker, stores, store, HPM_COST_CLKS,
            note_of (measures, &measures->store, NAN, note, sizeof note));
}

/* Half of the random branches are guessed wrongly, whatever the guess.  */
static void
set_branches (struct table_maker *maker)
{
    static const char *const names[] = { "PAPI_BR_MSP", NULL };
    const struct hpm_sample *branch = &maker->measures->branch;
    double ns[3] = { 2 * branch->least, 2 * branch->median, 2 * branch->most };
    char note[128];

    if (!(branch->median > 0)) {
        set_unknown (maker, names, "random branches were no slower");
        return;
    }
    put_in_order (ns);
    set_lines (maker, names, ns, HPM_COST_CLKS,
               note_of (maker->measures, branch,
                        maker->measures->checks[HPM_CHECK_BRANCH], note,
                        sizeof note));
}

static void
set_faults (struct table_maker *maker)
{
    static const char *const names[] = { "os::MINOR_FAULTS", NULL };
    const struct hpm_sample *fault = &maker->measures->fault;
    double ns[3] = { fault->least, fault->median, fault->most };

    if (!(fault->least > 0))
        return;
    set_lines (maker, names, ns, HPM_COST_NSEC,
               "first touch of a small page, and giving it back");
}

static void
set_values (struct table_maker *maker)
{
    const struct hpm_measures *measures = maker->measures;

    if (maker->cycle_ns > 0)
        set_value (maker, HPM_COST_CLOCK, 1e3 / maker->cycle_ns,
                   "while measuring: additions that wait for each other; "
                   "spread %.0f %%",
                   100 * spread (&measures->cycle));
    set_value (maker, HPM_COST_PEAK_BANDWIDTH, 1e-9 * measures->bandwidth,
               "of %d processor%s together: triad, with the lines read before "
               "they are written",
               measures->processors, measures->processors == 1 ? "" : "s");
    if (measures->flop_name)
        set_value (maker, HPM_COST_PEAK_FLOPS, 1 / measures->flop.least,
                   "of one processor: double precision, fused multiply-adds, "
                   "%s",
                   measures->flop_name);
}

int
hpm_calibration_table (const struct hpm_measures *measures,
                       struct hpm_cost_table *table)
{
    struct table_maker maker = { measures, table, 0, 0 };

    if (measures->cycle.least > 0)
        maker.cycle_ns = measures->cycle.least;
    set_values (&maker);
    set_loads_and_stores (&maker);
    for (int i = 0; i < HPM_CACHE_LEVELS; i++)
        set_misses (&maker, i);
    set_tlb (&maker);
    set_branches (&maker);
    set_faults (&maker);
    set_latencies (&maker);
    return maker.failed ? -1 : 0;
}

static void __attribute__ ((format (printf, 3, 4)))
add_doubt (char *text, size_t size, const char *format, ...)
{
    size_t used = strlen (text);
    va_list arguments;

    va_start (arguments, format);
    vsnprintf (text + used, size - used, format, arguments);
    va_end (arguments);
}

void
hpm_calibration_doubts (const struct hpm_measures *measures, char *text,
                        size_t size)
{
    static const char *const names[HPM_LEVELS] = { "l1", "l2", "l3", "memory" };

    text[0] = '\0';
    if (!measures->level[0].bytes)
        add_doubt (text, size,
                   "the system does not tell the sizes of caches: "
                   "loads are measured from memory alone\n");
    if (!measures->level[HPM_CACHE_LEVELS].bytes)
        add_doubt (text, size,
                   "too little memory is free to go beyond the caches\n");
    for (int i = 0; i < HPM_LEVELS; i++) {
        const struct hpm_level_measure *level = &measures->level[i];
        int next = next_level (measures, i);

        if (!level->bytes)
            continue;
        if (spread (&level->dependent) > NOISY)
            add_doubt (text, size,
                       "%s: repeats differ by %.0f %%: this machine is shared "
                       "or busy\n",
                       names[i], 100 * spread (&level->dependent));
        if (next > 0
            && measures->level[next].dependent.least < level->dependent.least)
            add_doubt (text, size, "%s was measured faster than %s\n",
                       names[next], names[i]);
    }
}
