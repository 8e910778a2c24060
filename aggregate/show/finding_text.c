/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Findings as sentences.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "aggregate/console/number.h"
#include "aggregate/analysis/profile.h"

/* What a sentence is made of.  */
struct teller {
    FILE *out;
    const struct hpm_finding *finding;
    const struct hpm_result *result;
};

static void
put_number (const struct teller *teller, const char *format, double value)
{
    char number[HPM_NUMBER_TEXT];

    fprintf (teller->out, format, hpm_number_text (number, value));
}

/* A number in a unit that suits it, three digits.  */
static void
put_quantity (const struct teller *teller, double value, const char *unit)
{
    struct hpm_scale scale = hpm_scale_choose (unit, value);

    if (!strncmp (scale.unit, "10^", 3))
        fprintf (teller->out, "%.3ge%s", value * scale.factor, scale.unit + 3);
    else
        fprintf (teller->out, "%.3g%s%s", value * scale.factor,
                 *scale.unit ? " " : "", scale.unit);
}

static const char *
host_of (const struct teller *teller)
{
    double host = teller->finding->host;

    return host >= 0 && host < 1e9
               ? hpm_text_table_get (&teller->result->hosts, (long)host)
               : "";
}

static void
put_rank (const struct teller *teller)
{
    fprintf (teller->out, "rank %.0f on %s", teller->finding->rank,
             host_of (teller));
}

/* "18 % more" or "12 % fewer".  */
static void
put_ratio (const struct teller *teller, double ratio, const char *more,
           const char *less)
{
    fprintf (teller->out, "%.3g %% %s", 100 * fabs (ratio - 1),
             ratio >= 1 ? more : less);
}

static void
tell_none (const struct teller *teller)
{
    fputs ("a finding this version does not know", teller->out);
}

static void
tell_too_short (const struct teller *teller)
{
    fputs ("the run took ", teller->out);
    put_quantity (teller, 1e9 * teller->finding->value, "ns");
    fputs (": too short to judge", teller->out);
}

static void
tell_not_timed (const struct teller *teller)
{
    const struct hpm_finding *finding = teller->finding;
    double incomplete
        = finding->subject >= 0 ? finding->subject : finding->value;
    double untimed = finding->value - incomplete;

    if (finding->share > 0) {
        fputs ("efficiency unknown: time in MPI was not measured (hpmrun "
               "--mpi=time does)",
               teller->out);
        return;
    }
    if (incomplete > 0)
        fprintf (
            teller->out,
            "%.0f of %.0f ranks have no complete record and are not judged%s",
            incomplete, finding->reference, untimed > 0 ? "; " : "");
    if (untimed > 0)
        fprintf (teller->out,
                 "MPI was not timed on %.0f of %.0f ranks (the first is rank "
                 "%.0f), which are not judged",
                 untimed, finding->reference, finding->rank);
}

static void
tell_efficiency (const struct teller *teller)
{
    const struct hpm_finding *finding = teller->finding;

    fprintf (teller->out, "efficiency %.2f = balance %.2f x communication %.2f",
             finding->value, finding->reference, finding->share);
    if (finding->value >= HPM_LIMIT_GOOD)
        fputs (" (good)", teller->out);
}

static void
tell_slowest (const struct teller *teller)
{
    fputs ("the slowest rank is ", teller->out);
    fprintf (teller->out, "%.0f on %s: ", teller->finding->rank,
             host_of (teller));
    put_quantity (teller, 1e9 * teller->finding->value, "ns");
    fputs (" outside MPI, the others ", teller->out);
    put_quantity (teller, 1e9 * teller->finding->reference, "ns");
    fputs (" (median)", teller->out);
}

static void
tell_light (const struct teller *teller)
{
    fputs ("most ranks are as slow as the slowest; ", teller->out);
    put_rank (teller);
    fputs (" computes only ", teller->out);
    put_quantity (teller, 1e9 * teller->finding->value, "ns");
    fputs (" outside MPI, the median is ", teller->out);
    put_quantity (teller, 1e9 * teller->finding->reference, "ns");
}

static void
tell_work (const struct teller *teller)
{
    fputs ("it executes ", teller->out);
    put_ratio (teller, teller->finding->value, "more", "fewer");
    fputs (" instructions (work imbalance)", teller->out);
}

static void
tell_ipc (const struct teller *teller)
{
    fprintf (teller->out,
             "it completes %.2f of the others' instructions per cycle (memory, "
             "caches or other code)",
             teller->finding->value);
}

static void
tell_clock (const struct teller *teller)
{
    fprintf (teller->out, "it runs at %.2f of the others' clock (node problem)",
             teller->finding->value);
    if (teller->finding->reference > 1)
        fputs (", or fewer of its threads do", teller->out);
}

/* The job itself, where it has more threads that want a processor than there
 * are; the subject says so, and is -1 where that is not known.  */
static const char *
who_has_processors (const struct teller *teller)
{
    if (!(teller->finding->subject >= 0))
        return "";
    return teller->finding->subject > 0 ? " (oversubscribed)"
                                        : " (other work had them)";
}

static void
tell_cpu_wait (const struct teller *teller)
{
    fprintf (teller->out, "it waits for a processor %.3g %% of the run%s",
             100 * teller->finding->value, who_has_processors (teller));
}

static void
tell_blocked (const struct teller *teller)
{
    fputs ("it is blocked outside MPI for at least ", teller->out);
    put_quantity (teller, 1e9 * teller->finding->value, "ns");
    fputs (" more (files, sleep or locks)", teller->out);
}

static void
tell_kernel (const struct teller *teller)
{
    fputs ("it spends ", teller->out);
    put_quantity (teller, 1e9 * teller->finding->value, "ns");
    fputs (" more in the kernel", teller->out);
    if (teller->finding->reference >= 2)
        fprintf (teller->out, ", with %.3g times the page faults",
                 teller->finding->reference);
}

static void
tell_unexplained (const struct teller *teller)
{
    if (teller->finding->value >= 2) {
        fputs ("less than half of the difference is computing: it had a "
               "processor outside MPI for ",
               teller->out);
        put_quantity (teller, 1e9 * teller->finding->reference, "ns");
        fputs (" at most, the others ", teller->out);
        put_quantity (teller, 1e9 * teller->finding->share, "ns");
    } else if (teller->finding->value > 0)
        fputs ("what it counts outside MPI does not tell why", teller->out);
    else
        fprintf (teller->out,
                 "it computes longer; more work and a slower processor cannot "
                 "be told apart without hardware counters outside MPI%s",
                 hpm_result_is_split (teller->result)
                     ? ""
                     : " (hpmrun --mpi=split)");
}

static void
tell_in_mpi (const struct teller *teller)
{
    const struct hpm_finding *finding = teller->finding;
    const struct hpm_calls *calls = &teller->result->calls;

    fprintf (teller->out, "even the slowest rank is in MPI %.3g %% of the run",
             100 * finding->share);
    if (!(finding->subject >= 0) || finding->subject >= calls->count)
        return;
    fprintf (teller->out, "; of all time in MPI %.3g %% is in %s",
             100 * finding->value,
             calls->functions[(int)finding->subject].name);
    if (isfinite (finding->reference)) {
        fputs (", mean size ", teller->out);
        put_quantity (teller, finding->reference, "byte");
        fputs (finding->reference < 1000 ? "s" : "", teller->out);
    }
}

static void
tell_oversubscribed (const struct teller *teller)
{
    fprintf (teller->out, "ranks wait for a processor %.3g %% of the run%s",
             100 * teller->finding->value, who_has_processors (teller));
}

static void
put_deviation (const struct teller *teller)
{
    const struct hpm_finding *finding = teller->finding;
    int quantity
        = finding->subject >= 0 && finding->subject < HPM_PROFILE_FIELD_COUNT
              ? (int)finding->subject
              : 0;
    const char *unit = hpm_profile_quantities[quantity].unit;
    double factor = strcmp (unit, "s") ? 1 : 1e9;

    fprintf (teller->out, ": %s ", hpm_profile_quantities[quantity].title);
    put_quantity (teller, factor * finding->value, factor > 1 ? "ns" : unit);
    fputs (", median ", teller->out);
    put_quantity (teller, factor * finding->reference,
                  factor > 1 ? "ns" : unit);
    fprintf (teller->out, " (%.3g spreads off)", fabs (finding->share));
}

static void
tell_rank_outlier (const struct teller *teller)
{
    put_rank (teller);
    put_deviation (teller);
}

static void
tell_host_outlier (const struct teller *teller)
{
    fprintf (teller->out, "host %s", host_of (teller));
    put_deviation (teller);
}

static void
tell_more_outliers (const struct teller *teller)
{
    put_number (teller, "and %s more", teller->finding->value);
}

static void
put_other_hosts (const struct teller *teller)
{
    double others = teller->finding->share - 1;

    if (others > 0)
        fprintf (teller->out, "; alike on %.0f more host%s", others,
                 others > 1 ? "s" : "");
}

static void
tell_crowded (const struct teller *teller)
{
    const struct hpm_finding *finding = teller->finding;

    fprintf (teller->out,
             "host %s: %.0f busy threads may only use the same %.0f "
             "processor%s, as rank %.0f",
             host_of (teller), finding->value, finding->reference,
             finding->reference > 1 ? "s" : "", finding->rank);
    put_other_hosts (teller);
}

static void
tell_overlap (const struct teller *teller)
{
    fprintf (teller->out,
             "host %s: the processors of ranks %.0f and %.0f overlap (%.0f "
             "shared)",
             host_of (teller), teller->finding->rank, teller->finding->subject,
             teller->finding->value);
    put_other_hosts (teller);
}

static void
tell_migrating (const struct teller *teller)
{
    const struct hpm_finding *finding = teller->finding;

    put_rank (teller);
    put_number (teller, " moved between processors %s times", finding->value);
    if (finding->reference > 1)
        put_number (teller, "; %s ranks more than once a second",
                    finding->reference);
}

/* Functions by rule, in the order of the codes.  */
static void (*const tell[HPM_FINDING_COUNT]) (const struct teller *) = {
    [HPM_FINDING_NONE] = tell_none,
    [HPM_FINDING_TOO_SHORT] = tell_too_short,
    [HPM_FINDING_NOT_TIMED] = tell_not_timed,
    [HPM_FINDING_EFFICIENCY] = tell_efficiency,
    [HPM_FINDING_SLOWEST] = tell_slowest,
    [HPM_FINDING_WORK] = tell_work,
    [HPM_FINDING_IPC] = tell_ipc,
    [HPM_FINDING_CLOCK] = tell_clock,
    [HPM_FINDING_CPU_WAIT] = tell_cpu_wait,
    [HPM_FINDING_BLOCKED] = tell_blocked,
    [HPM_FINDING_KERNEL] = tell_kernel,
    [HPM_FINDING_UNEXPLAINED] = tell_unexplained,
    [HPM_FINDING_IN_MPI] = tell_in_mpi,
    [HPM_FINDING_OVERSUBSCRIBED] = tell_oversubscribed,
    [HPM_FINDING_RANK_OUTLIER] = tell_rank_outlier,
    [HPM_FINDING_HOST_OUTLIER] = tell_host_outlier,
    [HPM_FINDING_MORE_OUTLIERS] = tell_more_outliers,
    [HPM_FINDING_CROWDED] = tell_crowded,
    [HPM_FINDING_OVERLAP] = tell_overlap,
    [HPM_FINDING_MIGRATING] = tell_migrating,
    [HPM_FINDING_LIGHT] = tell_light,
};

char *
hpm_finding_text (const struct hpm_finding *finding,
                  const struct hpm_result *result)
{
    char *text = NULL;
    size_t size = 0;
    struct teller teller = { open_memstream (&text, &size), finding, result };
    int rule = finding->rule >= 0 && finding->rule < HPM_FINDING_COUNT
                   ? (int)finding->rule
                   : HPM_FINDING_NONE;

    if (!teller.out)
        return NULL;
    tell[rule](&teller);
    return fclose (teller.out) ? (free (text), NULL)
                               : hpm_text_escape_own (text);
}

/* A finding about the slowest rank belongs to the sentence that names it.  */
static int
is_cause (const struct hpm_finding *finding)
{
    return finding->rule >= HPM_FINDING_WORK
           && finding->rule <= HPM_FINDING_UNEXPLAINED;
}

char *
hpm_verdict_text (const struct hpm_result *result)
{
    const struct hpm_verdict *verdict = &result->verdict;
    char *text = NULL, *sentence;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);
    int told = 0;

    if (!out)
        return NULL;
    for (size_t i = 0; i < verdict->count; i++) {
        const struct hpm_finding *finding = &verdict->findings[i];

        if (!hpm_finding_is_verdict (finding))
            continue;
        sentence = hpm_finding_text (finding, result);
        fprintf (out, "%s%s",
                 !told                ? ""
                 : is_cause (finding) ? "; "
                                      : "\n",
                 sentence ? sentence : "");
        free (sentence);
        told = 1;
    }
    return fclose (out) ? (free (text), NULL) : text;
}
