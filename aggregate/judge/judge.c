/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/row_names.h"

void
hpm_judge_init (struct hpm_judge *judge, const struct hpm_result *result)
{
    memset (judge, 0, sizeof *judge);
    judge->result = result;
    hpm_packed_init (&judge->profiles, HPM_PROFILE_CELLS);
    hpm_text_table_init (&judge->masks);
}

void
hpm_judge_release (struct hpm_judge *judge)
{
    hpm_packed_release (&judge->profiles);
    free (judge->hosts);
    hpm_text_table_release (&judge->masks);
    judge->hosts = NULL;
    judge->count = 0;
}

int
hpm_judge_take (struct hpm_judge *judge, const struct hpm_rank_data *data,
                const struct hpm_values *values)
{
    struct hpm_profile profile;

    hpm_profile_make (&profile, judge->result, data, values);
    hpm_judge_note_limit (&profile, &data->record);
    if (hpm_judge_note_processors (judge, &profile, data)
        || hpm_packed_add (&judge->profiles, &profile))
        return -1;
    judge->count++;
    return hpm_judge_add_account (judge, data, (int)profile.host);
}

double
hpm_judge_get (const struct hpm_judge *judge, size_t rank, int quantity)
{
    return hpm_judge_real (judge, rank,
                           hpm_profile_quantities[quantity].offset
                               / sizeof (uint64_t));
}

struct hpm_finding
hpm_finding (enum hpm_rule rule, double rank, double host, double value,
             double reference, double share)
{
    return (struct hpm_finding){ rule,  rank,      host,  -1,
                                 value, reference, share, NAN };
}

double
hpm_judge_median (const struct hpm_judge *judge, int quantity, double other,
                  double *room)
{
    size_t count = 0;

    for (size_t i = 0; i < judge->count; i++) {
        double value = hpm_judge_get (judge, i, quantity);

        if (HPM_NUMBER_OF (judge, i, complete) && isfinite (value)
            && (double)i != other)
            room[count++] = value;
    }
    return hpm_median (room, count);
}

/* Sums over the ranks of the job or of a host: one pass over the ranks is
 * enough for all hosts.  */
struct tally {
    double ranks, useful, most, slowest;
    double waits_least, waits_most; /* for processors, outside MPI */
    double instructions, cycles;    /* cycles in 10^9 */
    double used, offered; /* of threads: processor time, and lives, both
                             outside MPI; NAN if a rank has only one */
};

static void
tally_rank (struct tally *tally, const struct hpm_profile *profile, double rank)
{
    if (tally->ranks == 0 || profile->useful > tally->most) {
        tally->most = profile->useful;
        tally->slowest = rank;
    }
    tally->ranks++;
    tally->useful += profile->useful;
    tally->waits_least += profile->waiting_least;
    tally->waits_most += profile->waiting_most;
    tally->instructions += profile->instructions;
    tally->cycles += profile->clock * profile->useful;
    tally->used += profile->threads_used;
    tally->offered += profile->threads > 1 ? profile->threads_lived : NAN;
}

/* The run time is that of the longest rank of the job, for its hosts, too.  */
static void
finish_tally (const struct tally *tally, double runtime,
              double e[HPM_EFFICIENCY_COUNT])
{
    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++)
        e[i] = NAN;
    e[HPM_EFFICIENCY_RANKS] = tally->ranks;
    e[HPM_EFFICIENCY_RUNTIME] = runtime;
    if (tally->ranks == 0)
        return;
    e[HPM_EFFICIENCY_USEFUL_MEAN] = tally->useful / tally->ranks;
    e[HPM_EFFICIENCY_USEFUL_MAX] = tally->most;
    e[HPM_EFFICIENCY_SLOWEST] = tally->slowest;
    e[HPM_EFFICIENCY_INSTRUCTIONS] = tally->instructions / tally->ranks;
    e[HPM_EFFICIENCY_IPC] = 1e-9 * tally->instructions / tally->cycles;
    e[HPM_EFFICIENCY_FREQUENCY] = tally->cycles / tally->useful;
    if (!(tally->most > 0))
        return;
    e[HPM_EFFICIENCY_BALANCE] = e[HPM_EFFICIENCY_USEFUL_MEAN] / tally->most;
    e[HPM_EFFICIENCY_COMMUNICATION] = tally->most / runtime;
    e[HPM_EFFICIENCY_PARALLEL]
        = e[HPM_EFFICIENCY_BALANCE] * e[HPM_EFFICIENCY_COMMUNICATION];
    e[HPM_EFFICIENCY_THREADS] = tally->used / tally->offered;
    e[HPM_EFFICIENCY_PROCESSORS] = 1 - tally->waits_least / tally->useful;
    e[HPM_EFFICIENCY_PROCESSORS_LEAST] = 1 - tally->waits_most / tally->useful;
    e[HPM_EFFICIENCY_OVERALL]
        = e[HPM_EFFICIENCY_PARALLEL] * e[HPM_EFFICIENCY_PROCESSORS];
}

/* Efficiencies of the job and, where there are several, of its hosts, made of
 * the ranks that are complete and timed.  */
static int
find_efficiencies (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    size_t hosts = (size_t)judge->result->hosts.count;
    struct tally *tallies = calloc (hosts + 1, sizeof *tallies);
    double runtime = 0;

    if (!tallies)
        return -1;
    for (size_t i = 0; i < judge->count; i++) {
        struct hpm_profile profile = hpm_judge_profile (judge, i);

        if (!profile.complete || isnan (profile.useful))
            continue;
        runtime = fmax (runtime, profile.wall);
        tally_rank (&tallies[hosts], &profile, (double)i);
        if (profile.host >= 0)
            tally_rank (&tallies[profile.host], &profile, (double)i);
    }
    finish_tally (&tallies[hosts], runtime, verdict->efficiency);
    if (hosts > 1 && !isnan (verdict->efficiency[HPM_EFFICIENCY_PARALLEL]))
        verdict->host = calloc (hosts, sizeof *verdict->host);
    for (size_t i = 0; verdict->host && i < hosts; i++)
        finish_tally (&tallies[i], runtime, verdict->host[i]);
    free (tallies);
    return 0;
}

/* Ranks that are not judged: the first of them, how many there are, and how
 * many of these have no complete record; the others' calls were not timed.  */
static struct hpm_finding
find_not_timed (const struct hpm_judge *judge)
{
    struct hpm_finding finding = hpm_finding (HPM_FINDING_NOT_TIMED, -1, -1, 0,
                                              (double)judge->result->ranks, 0);

    finding.subject = 0;
    for (size_t i = 0; i < judge->count; i++) {
        int64_t complete = HPM_NUMBER_OF (judge, i, complete);

        if (complete && !isnan (HPM_REAL_OF (judge, i, useful)))
            continue;
        if (!finding.value++)
            finding.rank = (double)i;
        finding.subject += !complete;
    }
    return finding;
}

/* Whether calls of any rank were timed, and be it that it ended early.  */
static int
any_is_timed (const struct hpm_judge *judge)
{
    for (size_t i = 0; i < judge->count; i++)
        if (isfinite (HPM_REAL_OF (judge, i, useful)))
            return 1;
    return 0;
}

static int
judge_efficiency (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;
    struct hpm_finding not_timed = find_not_timed (judge);
    double stopped;
    int failed = 0;

    if (!hpm_result_is_mpi (judge->result))
        return hpm_judge_throttled (judge, verdict, &stopped);
    if (isnan (e[HPM_EFFICIENCY_PARALLEL])) {
        if (!any_is_timed (judge)) {
            not_timed.share = 1;
            not_timed.rank = not_timed.subject = -1;
        }
        return hpm_verdict_add (verdict, not_timed)
               || hpm_judge_processors_wait (judge, verdict, 0);
    }
    if (not_timed.value > 0)
        failed = hpm_verdict_add (verdict, not_timed);
    failed = failed
             || hpm_verdict_add (verdict,
                                 hpm_finding (HPM_FINDING_EFFICIENCY, -1, -1,
                                              hpm_efficiency_told (e),
                                              e[HPM_EFFICIENCY_BALANCE],
                                              e[HPM_EFFICIENCY_COMMUNICATION]));
    return failed || hpm_judge_costs (judge, verdict);
}

/* No rank is held against others then; what each waits for processors is a part
 * of its own time.  */
static int
judge_paused (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++)
        verdict->efficiency[i] = NAN;
    free (verdict->host);
    verdict->host = NULL;
    return hpm_verdict_add (verdict,
                            hpm_finding (HPM_FINDING_PAUSED, -1, -1,
                                         1e-9 * judge->result->paused.max,
                                         1e-9 * judge->result->paused.min, NAN))
           || hpm_judge_processors_wait (judge, verdict, 0);
}

/* Whether all threads together were on processors for a good part of their
 * lives.  Processes that were started beside them are none of them.  */
static int
is_busy (const struct hpm_judge *judge)
{
    double ran = 0, lived = 0;

    for (size_t i = 0; i < judge->count; i++) {
        if (!HPM_NUMBER_OF (judge, i, complete))
            continue;
        ran += HPM_REAL_OF (judge, i, ran);
        lived += HPM_REAL_OF (judge, i, lived);
    }
    return ran >= HPM_LIMIT_GOOD * lived;
}

/* Good is said of the whole account: not beside waiting, idling or threads that
 * nobody knows of.  */
static void
say_good (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;

    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->findings[i].rule == HPM_FINDING_EFFICIENCY)
            verdict->findings[i].subject
                = hpm_efficiency_least (e) >= HPM_LIMIT_GOOD && is_busy (judge)
                  && 1e-9 * hpm_region_tree_cost (&judge->result->tree)
                         < HPM_LIMIT_OWN * hpm_verdict_time (verdict)
                  && !hpm_verdict_find (verdict, HPM_FINDING_NOT_TIMED)
                  && !hpm_verdict_find (verdict, HPM_FINDING_OVERSUBSCRIBED)
                  && !hpm_verdict_find (verdict, HPM_FINDING_THROTTLED)
                  && !hpm_verdict_find (verdict, HPM_FINDING_SLOWEST)
                  && !hpm_verdict_find (verdict, HPM_FINDING_SERIAL)
                  && !hpm_verdict_find (verdict, HPM_FINDING_IDLE)
                  && !hpm_verdict_find (verdict, HPM_FINDING_OWN)
                  && !hpm_verdict_find (verdict, HPM_FINDING_SYSTEM)
                  && !hpm_verdict_find (verdict, HPM_FINDING_CHANGED)
                  && !hpm_verdict_find (verdict, HPM_FINDING_IN_MPI);
}

/* What is true of a host, or of the job: of the most crowded host, else of one
 * that is not known.  */
static double
who_has_processors (const struct hpm_judge *judge, const enum hpm_crowd *crowds,
                    double host)
{
    enum hpm_crowd found = HPM_CROWD_OTHERS;

    if (host >= 0)
        return crowds[(size_t)host];
    for (int i = 0; i < judge->result->hosts.count; i++)
        if (crowds[i] == HPM_CROWD_ITSELF
            || (crowds[i] == HPM_CROWD_BOTH && found != HPM_CROWD_ITSELF)
            || (crowds[i] == HPM_CROWD_UNKNOWN && found == HPM_CROWD_OTHERS))
            found = crowds[i];
    return found;
}

static void
say_who_has_processors (const struct hpm_judge *judge,
                        struct hpm_verdict *verdict,
                        const enum hpm_crowd *crowds)
{
    for (size_t i = 0; i < verdict->count; i++)
        if ((verdict->findings[i].rule == HPM_FINDING_CPU_WAIT
             && verdict->findings[i].subject != HPM_CROWD_LIMIT)
            || verdict->findings[i].rule == HPM_FINDING_OVERSUBSCRIBED)
            verdict->findings[i].subject
                = who_has_processors (judge, crowds, verdict->findings[i].host);
}

/* The lists of processors, and who had them.  */
static int
judge_processors (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    size_t hosts = (size_t)judge->result->hosts.count;
    enum hpm_crowd *crowds = calloc (hosts + 1, sizeof *crowds);
    int failed = !crowds || hpm_judge_masks (judge, verdict, crowds)
                 || hpm_judge_cores (judge, verdict)
                 || hpm_judge_limits (judge, verdict, crowds);

    if (!failed)
        say_who_has_processors (judge, verdict, crowds);
    free (crowds);
    return failed;
}

int
hpm_judge_finish (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    double wall = 1e-9 * judge->result->wall.max;
    int failed;

    hpm_verdict_release (verdict);
    verdict->made = 1;
    failed = find_efficiencies (judge, verdict);
    if (hpm_result_is_observed (judge->result))
        return failed; /* of all programs together, there is none */
    failed = failed || hpm_judge_account (judge, verdict);
    if (!(wall >= HPM_LIMIT_SHORT))
        failed
            = failed
              || hpm_verdict_add (verdict, hpm_finding (HPM_FINDING_TOO_SHORT,
                                                        -1, -1, wall, NAN, NAN))
              || hpm_judge_late_start (judge, verdict);
    else if (hpm_result_paused_apart (judge->result))
        failed = failed || judge_paused (judge, verdict);
    else
        failed = failed || judge_efficiency (judge, verdict)
                 || hpm_judge_outliers (judge, verdict);
    failed = failed || judge_processors (judge, verdict);
    if (!failed)
        say_good (judge, verdict);
    return failed;
}
