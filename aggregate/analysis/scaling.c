/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct hpm_scaling_quantity
    hpm_scaling_quantities[HPM_SCALING_FIELD_COUNT]
    = {
#define HPM_X(identifier, name, title, format, counted)                        \
    { name, title, format, counted },
          HPM_SCALING_FIELDS (HPM_X)
#undef HPM_X
      };

int
hpm_scaling_init (struct hpm_scaling *scaling, int count, int weak)
{
    scaling->weak = weak;
    scaling->count = count;
    scaling->reference = 0;
    scaling->runs = calloc ((size_t)count, sizeof *scaling->runs);
    return scaling->runs ? 0 : -1;
}

void
hpm_scaling_release (struct hpm_scaling *scaling)
{
    for (int i = 0; scaling->runs && i < scaling->count; i++) {
        free (scaling->runs[i].command);
        free (scaling->runs[i].program);
        free (scaling->runs[i].processor);
    }
    free (scaling->runs);
    scaling->runs = NULL;
}

/* 1 if what an event line of the definitions names was counted outside MPI, but
 * not exactly.  */
static int
is_uncertain (const struct hpm_result *result, const char *line)
{
    const struct hpm_metric_set *set = &result->metrics;
    int place = hpm_metric_set_find_alias (set, line);

    for (int i = 0; place >= 0 && i < set->aliases[place].count; i++) {
        int event = hpm_result_find_event (result,
                                           set->aliases[place].alternatives[i]);
        int at = HPM_REGION_USEFUL * result->event_count + event;

        if (event >= 0 && hpm_result_is_split (result)
            && result->job.events[at].statistics.count)
            return hpm_statistics_quality (&result->job.events[at].statistics)
                   != HPM_QUALITY_EXACT;
    }
    return 0;
}

/* Part of the time of all threads that goes by without a processor, at least.
 * Where the account cannot tell what of it was in MPI, it has it in parts that
 * are not divided; the verdict has all that main threads waited.  */
static double
find_waiting (const struct hpm_result *result)
{
    const struct hpm_account *account = result->verdict.account;
    const struct hpm_finding *finding
        = hpm_verdict_find (&result->verdict, HPM_FINDING_OVERSUBSCRIBED);
    double known;

    if (!account)
        return NAN;
    known
        = (account->part[HPM_PART_WAITING] + account->part[HPM_PART_MPI_WAITING]
           + account->part[HPM_PART_READY])
          / hpm_account_whole (account);
    return finding && result->threads <= result->ranks
               ? fmax (known, finding->value)
               : known;
}

/* Of a run in which nothing was counted there is none.  */
static double
known_time (double seconds)
{
    return seconds > 0 ? seconds : NAN;
}

static void
take_numbers (struct hpm_scaling_run *run, const struct hpm_result *result)
{
    const double *efficiency = result->verdict.efficiency;
    uint64_t each = hpm_result_threads_each (result);
    double *field = run->field;

    for (int i = 0; i < HPM_SCALING_FIELD_COUNT; i++)
        field[i] = NAN;
    field[HPM_SCALING_RANKS] = (double)result->ranks;
    if (each)
        field[HPM_SCALING_THREADS] = (double)each;
    field[HPM_SCALING_HOSTS] = (double)result->hosts.count;
    field[HPM_SCALING_RUNTIME] = efficiency[HPM_EFFICIENCY_RUNTIME];
    if (!(field[HPM_SCALING_RUNTIME] > 0))
        field[HPM_SCALING_RUNTIME] = known_time (1e-9 * result->wall.max);
    field[HPM_SCALING_PARALLEL] = efficiency[HPM_EFFICIENCY_PARALLEL];
    field[HPM_SCALING_BALANCE] = efficiency[HPM_EFFICIENCY_BALANCE];
    field[HPM_SCALING_COMMUNICATION] = efficiency[HPM_EFFICIENCY_COMMUNICATION];
    field[HPM_SCALING_USEFUL]
        = known_time (efficiency[HPM_EFFICIENCY_USEFUL_MEAN]);
    field[HPM_SCALING_INSTRUCTIONS] = efficiency[HPM_EFFICIENCY_INSTRUCTIONS];
    field[HPM_SCALING_IPC] = efficiency[HPM_EFFICIENCY_IPC];
    field[HPM_SCALING_CLOCK] = efficiency[HPM_EFFICIENCY_FREQUENCY];
    field[HPM_SCALING_WAITING] = find_waiting (result);
    run->judged = efficiency[HPM_EFFICIENCY_RANKS];
    run->takes_turns
        = hpm_verdict_find (&result->verdict, HPM_FINDING_SERIAL) != NULL;
    run->uncertain = is_uncertain (result, "instructions")
                     || is_uncertain (result, "cycles");
}

int
hpm_scaling_take (struct hpm_scaling_run *run, const char *path,
                  const struct hpm_result *result)
{
    run->path = path;
    run->command = strdup (hpm_result_run (result, HPM_RUN_command, ""));
    run->program = strdup (hpm_result_run (result, HPM_RUN_program, ""));
    run->processor = strdup (hpm_result_run (result, HPM_RUN_cpu_model, ""));
    take_numbers (run, result);
    return run->command && run->program && run->processor ? 0 : -1;
}

static int
compare_field (const struct hpm_scaling_run *a, const struct hpm_scaling_run *b,
               int field)
{
    return (a->field[field] > b->field[field])
           - (a->field[field] < b->field[field]);
}

/* Smaller runs first; those of one size as they were given.  */
static void
sort (struct hpm_scaling *scaling)
{
    struct hpm_scaling_run *runs = scaling->runs;

    for (int i = 1; i < scaling->count; i++)
        for (int j = i; j > 0; j--) {
            int order
                = compare_field (&runs[j - 1], &runs[j], HPM_SCALING_RANKS);
            struct hpm_scaling_run larger = runs[j - 1];

            if (!order)
                order = compare_field (&runs[j - 1], &runs[j],
                                       HPM_SCALING_THREADS);
            if (order <= 0)
                break;
            runs[j - 1] = runs[j];
            runs[j] = larger;
        }
}

/* With I instructions, C cycles and useful time T of all ranks together (of one
 * rank in weak scaling), and those of the reference with an R,
 *
 *     TR / T = (IR / I) x ((I / C) / (IR / CR)) x ((C / T) / (CR / TR)).  */
static void
compare (struct hpm_scaling_run *run, const struct hpm_scaling_run *reference,
         int weak)
{
    const double *usual = reference->field;
    double *field = run->field;
    double more = field[HPM_SCALING_RANKS] / usual[HPM_SCALING_RANKS];
    double grown = weak ? 1 : more;

    field[HPM_SCALING_SPEEDUP] = usual[HPM_SCALING_RUNTIME]
                                 / field[HPM_SCALING_RUNTIME]
                                 * (weak ? more : 1);
    field[HPM_SCALING_COMPUTATION]
        = usual[HPM_SCALING_USEFUL] / (field[HPM_SCALING_USEFUL] * grown);
    field[HPM_SCALING_WORK_SCALING]
        = usual[HPM_SCALING_INSTRUCTIONS]
          / (field[HPM_SCALING_INSTRUCTIONS] * grown);
    field[HPM_SCALING_IPC_SCALING]
        = field[HPM_SCALING_IPC] / usual[HPM_SCALING_IPC];
    field[HPM_SCALING_CLOCK_SCALING]
        = field[HPM_SCALING_CLOCK] / usual[HPM_SCALING_CLOCK];
    field[HPM_SCALING_GLOBAL]
        = field[HPM_SCALING_PARALLEL] * field[HPM_SCALING_COMPUTATION];
}

int
hpm_scaling_compare (struct hpm_scaling *scaling, const char *reference,
                     struct hpm_error *error)
{
    int place = 0;

    sort (scaling);
    while (reference && place < scaling->count
           && strcmp (scaling->runs[place].path, reference))
        place++;
    if (place == scaling->count)
        return hpm_error_set (error, "--reference=%s is none of the files",
                              reference);
    scaling->reference = place;
    for (int i = 0; i < scaling->count; i++)
        compare (&scaling->runs[i], &scaling->runs[place], scaling->weak);
    return 0;
}
