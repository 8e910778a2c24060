/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/summary/finding_words.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "aggregate/model/settings.h"
#include "aggregate/show/summary/finding_region.h"
#include "hpm_launch.h"

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
#define HPM_X(name, meaning)                                                   \
    { #name, offsetof (struct hpm_finding_words, name) },
    HPM_FINDING_WORDS (HPM_X)
#undef HPM_X
};

double
hpm_finding_number (const struct hpm_finding_words *words,
                    struct hpm_piece field)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (hpm_piece_is (field, fields[i].name))
            return *(const double *)((const char *)words + fields[i].offset);
    return NAN;
}

/* What main threads, whose useful times are known, leave of the time in MPI, of
 * what they leave of the lives of threads; NAN without other threads, and where
 * a rank is not judged, whose main thread would be among what is left.  */
static double
workers_inside (const struct hpm_result *result)
{
    const struct hpm_verdict *verdict = &result->verdict;
    const double *e = verdict->efficiency;
    double ranks = e[HPM_EFFICIENCY_RANKS], lives, inside;

    if (!verdict->account
        || !(ranks + (double)result->ranks_missing >= (double)result->ranks))
        return NAN;
    lives = hpm_account_whole (verdict->account)
            - ranks * e[HPM_EFFICIENCY_RUNTIME];
    inside
        = hpm_account_at (verdict->account, HPM_PLACE_INSIDE)
          - ranks * (e[HPM_EFFICIENCY_RUNTIME] - e[HPM_EFFICIENCY_USEFUL_MEAN]);
    return lives > 0.001 * e[HPM_EFFICIENCY_RUNTIME] ? inside / lives : NAN;
}

#define ARRIVAL_LEAST 0.1 /* of time in MPI, to be told: as in `pieces` */
#define AWAITED_MOST 0.75 /* of all that was waited, to name a rank */

/* Ranks that wait for others to come, and for whom.  */
static void
find_arrivals (struct hpm_finding_words *words, const struct hpm_result *result,
               double mpi)
{
    const struct hpm_account *errors = result->verdict.errors;
    int event = hpm_result_find_literal (result, "mpi::AWAITED_TIME");
    const struct hpm_statistics *awaited
        = event < 0 ? NULL : &result->job.events[event].statistics;

    words->arrival = words->arrival_least = words->awaited = NAN;
    if (!result->verdict.account)
        return;
    words->arrival = result->verdict.account->part[HPM_PART_ARRIVAL] / mpi;
    if (errors && isnan (errors->part[HPM_PART_ARRIVAL]))
        words->arrival_least = words->arrival;
    if (words->arrival >= ARRIVAL_LEAST && awaited && awaited->count > 1
        && awaited->max
               >= AWAITED_MOST * awaited->mean * (double)awaited->count)
        words->awaited = (double)awaited->max_rank;
}

/* Whether sentences tell them as different: by two digits (finding_text.c).  */
static int
are_told_apart (double least, double most)
{
    return least < most
           && (least < 0.0995 || rint (100 * least) < rint (100 * most));
}

/* What main threads have of processors: a factor that would be 1.00 goes
 * without saying where it is sure.  */
static void
find_processors (struct hpm_finding_words *words, const double *e)
{
    double most = e[HPM_EFFICIENCY_PROCESSORS],
           least = hpm_efficiency_least (e);
    double told = hpm_efficiency_told (e);
    int is_range = are_told_apart (least, told);

    words->processors = most < 0.995 || is_range ? most : NAN;
    words->processors_least
        = is_range ? e[HPM_EFFICIENCY_PROCESSORS_LEAST] : NAN;
    words->value_least = is_range ? least : NAN;
}

/* Parts of the account that sentences speak of; NAN without one.  */
static void
find_parts (struct hpm_finding_words *words, const struct hpm_finding *finding,
            const struct hpm_result *result)
{
    const struct hpm_account *account = result->verdict.account;
    const double *e = result->verdict.efficiency;
    const struct hpm_finding *waiting
        = hpm_verdict_find (&result->verdict, HPM_FINDING_OVERSUBSCRIBED);
    double whole = hpm_verdict_time (&result->verdict);
    double mpi = account ? hpm_account_at (account, HPM_PLACE_INSIDE) : NAN;

    words->part = finding->cost / whole;
    /* Where waiting for processors is told of all the run, that is told.  */
    words->unscheduled
        = account && !waiting ? account->part[HPM_PART_MPI_WAITING] / mpi : NAN;
    words->workers_inside = workers_inside (result);
    words->mains_alone
        = waiting && waiting->reference == 1 && !(words->workers_inside >= 0.1);
    find_processors (words, e);
    find_arrivals (words, result, mpi);
}

/* Whether an event that the line of the definitions names was counted.  */
static int
was_counted (const struct hpm_result *result, const char *line)
{
    const struct hpm_metric_set *set = &result->metrics;
    int place = hpm_metric_set_find_alias (set, line);

    for (int i = 0; place >= 0 && i < set->aliases[place].count; i++) {
        int event = hpm_result_find_event (result,
                                           set->aliases[place].alternatives[i]);

        if (event >= 0 && result->job.events[event].statistics.count > 0)
            return 1;
    }
    return 0;
}

/* Whether parts of the run were asked for, which does not go with splitting. */
static int
is_in_parts (const struct hpm_result *result)
{
    struct hpm_options settings;
    int parts;

    hpm_result_settings (result, &settings);
    parts = settings.start == HPM_START_PAUSED || settings.signals.wanted;
    hpm_options_release (&settings);
    return parts;
}

/* Whether counters outside MPI would have been had: those that tell why one
 * computes longer were counted, in the whole run.  */
static int
split_would_tell (const struct hpm_result *result)
{
    return !hpm_result_is_split (result) && was_counted (result, "instructions")
           && was_counted (result, "cycles") && !is_in_parts (result);
}

/* Where in the program a slow rank is.  */
static void
find_region (struct hpm_finding_words *words, const struct hpm_result *result)
{
    struct hpm_finding_region found = { -1, NAN, NAN, NAN };

    if (words->rule == HPM_FINDING_SLOWEST)
        found = hpm_finding_region (result, words->rank,
                                    words->value - words->reference);
    words->region = found.region;
    words->region_more = found.more;
    words->region_entries = found.entries;
    words->region_each = found.each;
}

struct hpm_finding_words
hpm_finding_words (const struct hpm_finding *finding,
                   const struct hpm_result *result)
{
    struct hpm_finding_words words = {
#define HPM_X(name, meaning) .name = finding->name,
        HPM_FINDING_FIELDS (HPM_X)
#undef HPM_X
    };
    int threaded;

    if (!(words.rule >= 0 && words.rule < HPM_FINDING_COUNT))
        words.rule = HPM_FINDING_NONE;
    words.incomplete = words.share > 0 ? 0 : words.subject;
    words.untimed = words.share > 0 ? 0 : words.value - words.subject;
    words.others = words.share - 1;
    words.unsplit = words.value == 0 && split_would_tell (result);
    words.faulting = words.value == 0 ? words.reference : NAN;
    words.waiting = words.value == 0 ? words.share : NAN;
    words.joined = words.rule == HPM_FINDING_BLOCKED
                       ? words.reference / words.value
                       : words.share / words.value;
    words.alone = result->ranks == 1;
    words.unjudged
        = hpm_verdict_find (&result->verdict, HPM_FINDING_NOT_TIMED) != NULL;
    words.start = !strcmp (hpm_result_run (result, HPM_RUN_scope, ""),
                           HPM_RUN_SCOPE_BEFORE_MPI);
    words.idle_alike = finding->reference >= 2 && !(finding->rank >= 0)
                       && finding->subject == 1;
    words.unjoined_start = words.start && !(words.joined > 0.5);
    words.unjoined_threads = words.subject > 0 && !(words.joined > 0.5);
    threaded = result->threads > result->ranks - result->ranks_missing;
    words.waiters
        = words.reference > 0 ? 2 : threaded - 2 * (result->ranks == 1);
    words.limited
        = hpm_verdict_find (&result->verdict, HPM_FINDING_THROTTLED) != NULL;
    find_parts (&words, finding, result);
    find_region (&words, result);
    words.threaded = threaded;
    words.mains = words.value >= 2 ? threaded : NAN;
    words.threaded_part = threaded ? words.part : NAN;
    words.function = words.subject < result->calls.count ? words.subject : -1;
    words.placed
        = words.function >= 0
          && hpm_sites_main (&result->sites, (int)words.function) != NULL;
    return words;
}

int
hpm_finding_tells_arrival (const struct hpm_finding *finding,
                           const struct hpm_result *result)
{
    return finding->rule == HPM_FINDING_IN_MPI
           && hpm_finding_words (finding, result).arrival >= ARRIVAL_LEAST;
}
