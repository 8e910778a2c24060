/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What can be said of runs that were compared, in sentences.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/scaling.h"

static const struct hpm_scaling_run *
reference_of (const struct hpm_scaling *scaling)
{
    return &scaling->runs[scaling->reference];
}

/* Things to know of a run.  */
typedef int scaling_test (const struct hpm_scaling *scaling,
                          const struct hpm_scaling_run *run);

static int
is_other_program (const struct hpm_scaling *scaling,
                  const struct hpm_scaling_run *run)
{
    return strcmp (run->program, reference_of (scaling)->program) != 0;
}

/* In weak scaling the problem grows, and the command line may say so.  */
static int
is_other_command (const struct hpm_scaling *scaling,
                  const struct hpm_scaling_run *run)
{
    return !scaling->weak && !is_other_program (scaling, run)
           && strcmp (run->command, reference_of (scaling)->command);
}

static int
is_other_processor (const struct hpm_scaling *scaling,
                    const struct hpm_scaling_run *run)
{
    return strcmp (run->processor, reference_of (scaling)->processor) != 0;
}

static int
differs (double a, double b)
{
    return isnan (a) != isnan (b) || a < b || a > b;
}

static int
has_other_threads (const struct hpm_scaling *scaling,
                   const struct hpm_scaling_run *run)
{
    return differs (run->field[HPM_SCALING_THREADS],
                    reference_of (scaling)->field[HPM_SCALING_THREADS]);
}

static int
has_same_size (const struct hpm_scaling *scaling,
               const struct hpm_scaling_run *run)
{
    for (int i = 0; i < scaling->count; i++)
        if (&scaling->runs[i] != run
            && !differs (scaling->runs[i].field[HPM_SCALING_RANKS],
                         run->field[HPM_SCALING_RANKS])
            && !differs (scaling->runs[i].field[HPM_SCALING_THREADS],
                         run->field[HPM_SCALING_THREADS]))
            return 1;
    return 0;
}

static int
is_short (const struct hpm_scaling *scaling, const struct hpm_scaling_run *run)
{
    (void)scaling;
    return run->field[HPM_SCALING_RUNTIME] < HPM_LIMIT_SHORT;
}

static int
is_not_timed (const struct hpm_scaling *scaling,
              const struct hpm_scaling_run *run)
{
    (void)scaling;
    return isnan (run->field[HPM_SCALING_PARALLEL])
           && !isnan (run->field[HPM_SCALING_RUNTIME]);
}

static int
has_nothing (const struct hpm_scaling *scaling,
             const struct hpm_scaling_run *run)
{
    (void)scaling;
    return isnan (run->field[HPM_SCALING_RUNTIME]);
}

static int
is_partly_judged (const struct hpm_scaling *scaling,
                  const struct hpm_scaling_run *run)
{
    return !is_not_timed (scaling, run)
           && run->judged < run->field[HPM_SCALING_RANKS];
}

static int
is_not_counted (const struct hpm_scaling *scaling,
                const struct hpm_scaling_run *run)
{
    (void)scaling;
    return isnan (run->field[HPM_SCALING_IPC]);
}

static int
is_uncertain (const struct hpm_scaling *scaling,
              const struct hpm_scaling_run *run)
{
    (void)scaling;
    return run->uncertain;
}

static const struct {
    scaling_test *holds;
    const char *text;
} notes[] = {
    { is_other_program, "another program than the reference" },
    { is_other_command, "another command line than the reference: strong "
                        "scaling supposes the same problem (else "
                        "--scaling=weak)" },
    { is_other_processor, "another model of processor than the reference" },
    { has_other_threads, "not as many threads a rank as the reference, and all "
                         "of this is told by ranks" },
    { has_same_size, "as many ranks as another of the runs" },
    { has_nothing, "nothing of the run was counted" },
    { is_short, "too short to judge" },
    { is_not_timed, "no efficiency, as time in MPI was not measured (hpmrun "
                    "--mpi=time)" },
    { is_partly_judged, "ranks without a complete record are not in it" },
    { is_not_counted, "computation scaling is not divided, as instructions and "
                      "cycles outside MPI are not known (hpmrun --mpi=split, "
                      "and counters)" },
    { is_uncertain, "~ the counts were scaled up, or threads or ranks are "
                    "missing in them" },
};

static int
count_runs (const struct hpm_scaling *scaling, scaling_test *holds)
{
    int count = 0;

    for (int i = 0; i < scaling->count; i++)
        count += holds (scaling, &scaling->runs[i]);
    return count;
}

/* "(1), (3): text" or "all: text", if it holds for any run.  */
static void
put_note (FILE *out, const struct hpm_scaling *scaling, scaling_test *holds,
          const char *text)
{
    int count = count_runs (scaling, holds), told = 0;

    for (int i = 0; count < scaling->count && i < scaling->count; i++)
        if (holds (scaling, &scaling->runs[i]))
            fprintf (out, "%s(%d)", told++ ? ", " : "", i + 1);
    if (count)
        fprintf (out, "%s: %s\n", told ? "" : "all", text);
}

char *
hpm_scaling_notes (const struct hpm_scaling *scaling)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        put_note (out, scaling, notes[i].holds, notes[i].text);
    return fclose (out) ? (free (text), NULL) : text;
}

/* The factors of global efficiency, and what is said of each.  Computation
 * scaling as a whole is named where it cannot be divided.  */
static const struct {
    enum hpm_scaling_field field;
    const char *text;
} factors[] = {
    { HPM_SCALING_BALANCE, "load balance" },
    { HPM_SCALING_COMMUNICATION, "communication" },
    { HPM_SCALING_COMPUTATION, "more useful time in all" },
    { HPM_SCALING_WORK_SCALING, "more instructions in all" },
    { HPM_SCALING_IPC_SCALING, "fewer instructions per cycle" },
    { HPM_SCALING_CLOCK_SCALING, "a lower frequency" },
};

#define FACTORS (sizeof factors / sizeof *factors)

/* The factor that is smallest in comparison with the reference.  */
static size_t
find_worst (const double *usual, const double *field)
{
    int divided = !isnan (field[HPM_SCALING_WORK_SCALING])
                  && !isnan (field[HPM_SCALING_IPC_SCALING]);
    size_t worst = 0;
    double least = INFINITY;

    for (size_t i = 0; i < FACTORS; i++) {
        double ratio = field[factors[i].field] / usual[factors[i].field];

        if (divided && factors[i].field == HPM_SCALING_COMPUTATION)
            continue;
        if (ratio < least) {
            least = ratio;
            worst = i;
        }
    }
    return worst;
}

static const struct hpm_scaling_run *
farthest (const struct hpm_scaling *scaling)
{
    const struct hpm_scaling_run *first = &scaling->runs[0];
    const struct hpm_scaling_run *last = &scaling->runs[scaling->count - 1];
    double ranks = reference_of (scaling)->field[HPM_SCALING_RANKS];

    return ranks * ranks > first->field[HPM_SCALING_RANKS]
                               * last->field[HPM_SCALING_RANKS]
               ? first
               : last;
}

/* As much is lost with the reference already: to what, as a whole.  */
static void
put_low (FILE *out, const double *field)
{
    double all[HPM_SCALING_FIELD_COUNT];
    size_t worst;

    for (int i = 0; i < HPM_SCALING_FIELD_COUNT; i++)
        all[i] = 1;
    worst = find_worst (all, field);
    fprintf (out, "; both are low, and the most is lost to %s (%.2f)",
             factors[worst].text, field[factors[worst].field]);
}

/* Whether waiting for processors is what grew: by more than half of what is
 * lost in parallel efficiency.  */
static int
is_waiting (const double *usual, const double *field)
{
    double grown = field[HPM_SCALING_WAITING] - usual[HPM_SCALING_WAITING];
    double lost = usual[HPM_SCALING_PARALLEL] - field[HPM_SCALING_PARALLEL];

    return grown >= HPM_LIMIT_WAITING && grown > lost / 2;
}

/* The same of useful time in all: by more than half, in logarithms, of what it
 * grew.  */
static int
is_longer_by_waiting (const double *usual, const double *field)
{
    double waits
        = (1 - usual[HPM_SCALING_WAITING]) / (1 - field[HPM_SCALING_WAITING]);
    double grown
        = usual[HPM_SCALING_COMPUTATION] / field[HPM_SCALING_COMPUTATION];

    return field[HPM_SCALING_WAITING] - usual[HPM_SCALING_WAITING]
               >= HPM_LIMIT_WAITING
           && waits * waits > grown;
}

static int
is_lost_to_waiting (enum hpm_scaling_field of, const double *usual,
                    const double *field)
{
    switch (of) {
    case HPM_SCALING_BALANCE:
    case HPM_SCALING_COMMUNICATION:
        return is_waiting (usual, field);
    case HPM_SCALING_COMPUTATION:
    case HPM_SCALING_CLOCK_SCALING:
        return is_longer_by_waiting (usual, field);
    default:
        return 0;
    }
}

/* Ranks that wait for their turn want no processor.  */
static void
put_loss (FILE *out, const double *usual, const struct hpm_scaling_run *run)
{
    const double *field = run->field;
    size_t worst = find_worst (usual, field);
    enum hpm_scaling_field of = factors[worst].field;

    if (run->takes_turns)
        fputs ("; one rank works at a time there (serialisation)", out);
    else if (is_lost_to_waiting (of, usual, field))
        fprintf (out,
                 "; waiting for processors, not %s, is what grew "
                 "(from %.2f to %.2f of the time, at least)",
                 of == HPM_SCALING_BALANCE || of == HPM_SCALING_COMMUNICATION
                     ? "communication"
                     : "computing",
                 usual[HPM_SCALING_WAITING], field[HPM_SCALING_WAITING]);
    else
        fprintf (out, "; the most is lost to %s (from %.2f to %.2f)",
                 factors[worst].text, usual[of], field[of]);
}

static void
put_verdict (FILE *out, const double *usual, const struct hpm_scaling_run *run)
{
    const double *field = run->field;
    double kept = field[HPM_SCALING_GLOBAL] / usual[HPM_SCALING_GLOBAL];

    if (isnan (kept)
        || !differs (usual[HPM_SCALING_RANKS], field[HPM_SCALING_RANKS]))
        return;
    fprintf (out,
             "from %.0f to %.0f ranks global efficiency goes from %.2f to %.2f",
             usual[HPM_SCALING_RANKS], field[HPM_SCALING_RANKS],
             usual[HPM_SCALING_GLOBAL], field[HPM_SCALING_GLOBAL]);
    if (kept < HPM_LIMIT_GOOD)
        put_loss (out, usual, run);
    else if (!(fmax (usual[HPM_SCALING_GLOBAL], field[HPM_SCALING_GLOBAL])
               >= HPM_LIMIT_GOOD))
        put_low (out, field);
    else if (!(field[HPM_SCALING_WAITING] >= HPM_LIMIT_WAITING))
        fputs (" (good)", out);
}

char *
hpm_scaling_verdict (const struct hpm_scaling *scaling)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    put_verdict (out, reference_of (scaling)->field, farthest (scaling));
    return fclose (out) ? (free (text), NULL) : text;
}
