/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Findings as sentences, by templates.
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "aggregate/analysis/profile.h"
#include "aggregate/console/number.h"
#include "aggregate/show/summary/finding_region.h"
#include "aggregate/show/summary/finding_words.h"

#define ALWAYS offsetof (struct hpm_finding_words, rule), 0, DBL_MAX
#define FROM(field, least)                                                     \
    offsetof (struct hpm_finding_words, field), least, DBL_MAX
#define IN(field, least, most)                                                 \
    offsetof (struct hpm_finding_words, field), least, most
#define IS(field, number)                                                      \
    offsetof (struct hpm_finding_words, field), number, number

/* A sentence is what its rule says where a number is in a range, one piece
 * behind the other; a "; " at its start is left out.  {FIELD} is a whole
 * number, {FIELD:TYPE} one as put_typed has it; {host}, {function}, {place},
 * where that is called from, {region} and {quantity}, the subject, are names.
 * hpm-verdict(7) has them all.  */
static const struct piece {
    enum hpm_rule rule;
    size_t field;
    double from, to;
    const char *text;
} pieces[] = {
    { HPM_FINDING_NONE, ALWAYS, "a finding this version does not know" },
    { HPM_FINDING_TOO_SHORT, IS (value, 0),
      "no part of the run was counted: there is nothing to judge (a signal "
      "starts counting with --start=paused)" },
    { HPM_FINDING_TOO_SHORT, FROM (value, 1e-10),
      "the run took {value:s}: too short to judge" },
    { HPM_FINDING_NOT_TIMED, FROM (share, 1),
      "efficiency unknown: time in MPI was not measured (hpmrun --mpi=time "
      "does)" },
    { HPM_FINDING_NOT_TIMED, FROM (incomplete, 1),
      "{incomplete} of {reference} ranks left no complete record: not judged" },
    { HPM_FINDING_NOT_TIMED, FROM (untimed, 1),
      "; MPI was not timed on {untimed} of {reference} ranks (the first is "
      "rank {rank}), which are not judged" },
    { HPM_FINDING_EFFICIENCY, ALWAYS,
      "efficiency {value:.2} = balance {reference:.2} x communication "
      "{share:.2}" },
    { HPM_FINDING_EFFICIENCY, FROM (subject, 1), " (good)" },
    { HPM_FINDING_EFFICIENCY, FROM (workers_inside, 0.1),
      ", of main threads; other threads are in MPI at least "
      "{workers_inside:%} of their time" },
    { HPM_FINDING_SLOWEST, IS (subject, 0), "but for waiting for processors " },
    { HPM_FINDING_SLOWEST, ALWAYS,
      "the slowest rank is {rank} on {host}: {value:s} outside MPI, the others "
      "{reference:s} (median)" },
    { HPM_FINDING_SLOWEST, FROM (part, 0.0005), ", which costs " },
    { HPM_FINDING_SLOWEST, FROM (threaded_part, 0.0005), "at least " },
    { HPM_FINDING_SLOWEST, FROM (part, 0.0005),
      "{cost:s}, {part:%} of all time" },
    { HPM_FINDING_SLOWEST, FROM (region, 0),
      "; in {region} it is {region_more:s} longer outside MPI than the mean of "
      "the others" },
    { HPM_FINDING_SLOWEST, FROM (region_entries, 2),
      ", {region_each:s} in each of {region_entries:n} entries" },
    { HPM_FINDING_LIGHT, ALWAYS,
      "most ranks are as slow as the slowest; rank {rank} on {host} is "
      "outside MPI for only {value:s}, the median is {reference:s}" },
    { HPM_FINDING_LIGHT, FROM (part, 0.0005), ", which costs " },
    { HPM_FINDING_LIGHT, FROM (threaded_part, 0.0005), "at least " },
    { HPM_FINDING_LIGHT, FROM (part, 0.0005),
      "{cost:s}, {part:%} of all time" },
    { HPM_FINDING_WORK, ALWAYS,
      "it executes {value:more} instructions (work imbalance)" },
    { HPM_FINDING_IPC, ALWAYS,
      "it completes {value:.2} of the others' instructions per cycle (memory, "
      "caches or other code)" },
    { HPM_FINDING_CLOCK, ALWAYS,
      "it runs at {value:.2} of the others' clock (node problem)" },
    { HPM_FINDING_CLOCK, FROM (reference, 2), ", or fewer of its threads do" },
    { HPM_FINDING_CPU_WAIT, ALWAYS,
      "it waits for a processor outside MPI {value:%} of the run, at least "
      "{reference:s} longer than the others" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 1), " (oversubscribed)" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 2),
      " (oversubscribed, and other work had most of them)" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 0), " (other work had them)" },
    { HPM_FINDING_CPU_WAIT, IS (subject, 3), " (a cgroup's limit stopped it)" },
    { HPM_FINDING_BLOCKED, ALWAYS,
      "it is blocked outside MPI for at least {value:s} more" },
    { HPM_FINDING_BLOCKED, IN (joined, 0, 0.5),
      " (files, sleep, locks or processes" },
    { HPM_FINDING_BLOCKED, IS (unjoined_start, 1), ", or MPI_Init" },
    { HPM_FINDING_BLOCKED, IS (unjoined_threads, 1), ", or its other threads" },
    { HPM_FINDING_BLOCKED, IN (joined, 0, 0.5), ")" },
    { HPM_FINDING_BLOCKED, FROM (joined, 0.50001),
      ", while its other threads or processes compute, wait for a processor or "
      "are in MPI for up to {reference:s} more" },
    { HPM_FINDING_KERNEL, ALWAYS, "it spends {value:s} more in the kernel" },
    { HPM_FINDING_KERNEL, FROM (reference, 2),
      ", with {reference:3} times the page faults" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 0), "it computes longer" },
    { HPM_FINDING_UNEXPLAINED, FROM (waiting, 1e-9),
      ", and waits for a processor outside MPI for up to {waiting:s} more "
      "meanwhile" },
    { HPM_FINDING_UNEXPLAINED, FROM (faulting, 2),
      ", with {reference:3} times the page faults" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 0),
      "; more work and a slower processor cannot be told "
      "apart without hardware counters outside MPI" },
    { HPM_FINDING_UNEXPLAINED, FROM (unsplit, 1), " (hpmrun --mpi=split)" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 1),
      "what it counts outside MPI does not tell why" },
    { HPM_FINDING_UNEXPLAINED, IS (value, 2), "less than half" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 3), "none" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 2),
      " of the difference is computing: it had a processor outside MPI for "
      "{reference:s} at most, the others {share:s}" },
    { HPM_FINDING_UNEXPLAINED, FROM (value, 4), "; it waits for one longer" },
    { HPM_FINDING_IN_MPI, IS (alone, 0), "even the slowest rank is" },
    { HPM_FINDING_IN_MPI, IS (alone, 1), "the rank is" },
    { HPM_FINDING_IN_MPI, ALWAYS, " in MPI {share:%} of the run" },
    { HPM_FINDING_IN_MPI, FROM (function, 0),
      "; of all time in MPI {value:%} is in {function}" },
    { HPM_FINDING_IN_MPI, FROM (placed, 1), " at {place}" },
    { HPM_FINDING_IN_MPI, FROM (reference, 0), ", mean size {reference:byte}" },
    { HPM_FINDING_IN_MPI, FROM (unscheduled, 0.1),
      "; {unscheduled:%} of it goes by without a processor" },
    { HPM_FINDING_IN_MPI, FROM (arrival, 0.1), "; " },
    { HPM_FINDING_IN_MPI, FROM (arrival_least, 0.1), "at least " },
    { HPM_FINDING_IN_MPI, FROM (arrival, 0.1),
      "{arrival:%} of it before the last rank comes to a collective" },
    { HPM_FINDING_IN_MPI, FROM (awaited, 0), ", mostly rank {awaited}" },
    { HPM_FINDING_SERIAL, ALWAYS,
      "times outside MPI of all {reference} ranks add up to {value:.2} runs, "
      "as if one worked at a time (serialisation)" },
    { HPM_FINDING_SERIAL, FROM (part, 0.0005), ", which costs " },
    { HPM_FINDING_SERIAL, FROM (threaded_part, 0.0005), "at least " },
    { HPM_FINDING_SERIAL, FROM (part, 0.0005),
      "{cost:s}, {part:%} of all time" },
    { HPM_FINDING_IDLE, FROM (reference, 2),
      "main threads are blocked outside MPI {value:%} of their time, " },
    { HPM_FINDING_IDLE, FROM (rank, 0), "rank {rank} the most of it" },
    { HPM_FINDING_IDLE, IS (idle_alike, 1), "one as the other" },
    { HPM_FINDING_IDLE, IS (reference, 1),
      "the main thread is blocked outside MPI {value:%} of its time" },
    { HPM_FINDING_IDLE, ALWAYS, " (files, sleep, locks or processes" },
    { HPM_FINDING_IDLE, IS (start, 1), ", or MPI_Init" },
    { HPM_FINDING_IDLE, ALWAYS, ")" },
    { HPM_FINDING_IDLE, FROM (joined, 0.00001),
      ", beside the {share:%} in which their other threads or processes may "
      "compute, wait for a processor or be in MPI" },
    { HPM_FINDING_OWN, ALWAYS,
      "timing {reference:n} calls of MPI takes {value:%} of processor time" },
    { HPM_FINDING_OWN, FROM (function, 0), ", most of them {function}" },
    { HPM_FINDING_THROTTLED, ALWAYS,
      "a cgroup's limit of {reference:3} processor{reference:plural} stopped "
      "ranks of {host} for {value:s}, {share:%} of the time of their threads" },
    { HPM_FINDING_THROTTLED, FROM (subject, 1),
      "; alike on {subject} more host{subject:plural}" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (limited, 1), "beside that " },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, -2), "the program waits" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, -1), "the main thread waits" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, 0), "ranks wait" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, 1), "main threads wait" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (waiters, 2), "threads wait" },
    { HPM_FINDING_OVERSUBSCRIBED, ALWAYS, " for a processor {value:%} of " },
    { HPM_FINDING_OVERSUBSCRIBED, FROM (waiters, 2), "their time" },
    { HPM_FINDING_OVERSUBSCRIBED, IN (waiters, -2, 1), "the run" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (subject, 1), " (oversubscribed)" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (subject, 2),
      " (oversubscribed, and other work had most of them)" },
    { HPM_FINDING_OVERSUBSCRIBED, IS (subject, 0), " (other work had them)" },
    { HPM_FINDING_OVERSUBSCRIBED, FROM (share, 0.5),
      "; up to {share:%} of that in MPI, while they wait there for others" },
    { HPM_FINDING_RANK_OUTLIER, ALWAYS,
      "rank {rank} on {host}: {quantity} {value:unit}, median "
      "{reference:unit} ({share:3} spreads off)" },
    { HPM_FINDING_HOST_OUTLIER, ALWAYS,
      "host {host}: {quantity} {value:unit}, median {reference:unit} "
      "({share:3} spreads off)" },
    { HPM_FINDING_MORE_OUTLIERS, ALWAYS, "and {value:n} more" },
    { HPM_FINDING_CROWDED, ALWAYS,
      "host {host}: {value} busy threads may only use the same {reference} "
      "processor{reference:plural}, as rank {rank}" },
    { HPM_FINDING_OVERLAP, ALWAYS,
      "host {host}: the processors of ranks {rank} and {subject} overlap "
      "({value} shared)" },
    { HPM_FINDING_CROWDED, FROM (others, 1),
      "; alike on {others} more host{others:plural}" },
    { HPM_FINDING_OVERLAP, FROM (others, 1),
      "; alike on {others} more host{others:plural}" },
    { HPM_FINDING_LATE_START, ALWAYS,
      "rank {rank} on {host} ran for {value:s} before MPI_Init, the others "
      "{reference:s} (median)" },
    { HPM_FINDING_MIGRATING, ALWAYS,
      "rank {rank} on {host} moved between processors {value:n} times" },
    { HPM_FINDING_MIGRATING, FROM (reference, 2),
      "; {reference:n} ranks more than once a second" },
};

/* What a sentence is made of.  */
struct teller {
    FILE *out;
    const struct hpm_result *result;
    struct hpm_finding_words words;
    int quantity; /* the subject of an outlier */
};

static void
put_quantity (FILE *out, double value, const char *unit)
{
    char text[HPM_NUMBER_TEXT];

    fputs (hpm_quantity_text (text, value, unit), out);
}

/* "18 % more" or "12 % fewer".  */
static void
put_ratio (FILE *out, double ratio)
{
    char text[HPM_NUMBER_TEXT];

    fprintf (out, "%s %% %s", hpm_short_text (text, 100 * fabs (ratio - 1)),
             ratio >= 1 ? "more" : "fewer");
}

/* "7 bytes", "1.5 KiB" */
static void
put_bytes (FILE *out, double bytes)
{
    put_quantity (out, bytes, "byte");
    fputs (bytes < 1000 ? "s" : "", out);
}

static void
put_typed (const struct teller *teller, double value, struct hpm_piece type)
{
    const char *unit = hpm_profile_quantities[teller->quantity].unit;
    int is_time = hpm_piece_is (type, "s")
                  || (hpm_piece_is (type, "unit") && !strcmp (unit, "s"));
    char number[HPM_NUMBER_TEXT];

    if (is_time)
        put_quantity (teller->out, 1e9 * value, "ns");
    else if (hpm_piece_is (type, "unit"))
        put_quantity (teller->out, value, unit);
    else if (hpm_piece_is (type, "byte"))
        put_bytes (teller->out, value);
    else if (hpm_piece_is (type, "more"))
        put_ratio (teller->out, value);
    else if (hpm_piece_is (type, "plural"))
        fputs (value > 1 ? "s" : "", teller->out);
    else if (hpm_piece_is (type, "n"))
        fputs (hpm_number_text (number, value), teller->out);
    else if (hpm_piece_is (type, "%"))
        fprintf (teller->out, "%s %%", hpm_short_text (number, 100 * value));
    else if (hpm_piece_is (type, ".2"))
        fprintf (teller->out, value >= 0.0995 || !(value > 0) ? "%.2f" : "%.2g",
                 value);
    else if (hpm_piece_is (type, "3"))
        fputs (hpm_short_text (number, fabs (value)), teller->out);
    else
        fprintf (teller->out, "%.0f", value);
}

/* What is no number; NULL for what is one.  */
static const char *
name_of (const struct teller *teller, struct hpm_piece field)
{
    const struct hpm_result *result = teller->result;
    double host = teller->words.host;

    if (hpm_piece_is (field, "host"))
        return host >= 0 && host < 1e9
                   ? hpm_text_table_get (&result->hosts, (long)host)
                   : "";
    if (hpm_piece_is (field, "quantity"))
        return hpm_profile_quantities[teller->quantity].title;
    if (hpm_piece_is (field, "function"))
        return result->calls.functions[(int)teller->words.function].name;
    return NULL;
}

/* "cg.f90:120", where most of the time of the function is.  */
static void
put_place (const struct teller *teller)
{
    const struct hpm_site *site
        = hpm_sites_main (&teller->result->sites, (int)teller->words.function);
    const char *slash = strrchr (site->file, '/');

    fprintf (teller->out, "%s:%d", slash ? slash + 1 : site->file,
             (int)site->line);
}

/* "FIELD" or "FIELD:TYPE" */
static void
put_argument (const struct teller *teller, struct hpm_piece argument)
{
    const char *colon = memchr (argument.start, ':', argument.length);
    struct hpm_piece field = argument, type = { "", 0 };
    const char *name;

    if (colon) {
        field.length = (size_t)(colon - argument.start);
        type = (struct hpm_piece){ colon + 1,
                                   argument.length - field.length - 1 };
    }
    name = name_of (teller, field);
    if (name)
        fputs (name, teller->out);
    else if (hpm_piece_is (field, "place"))
        put_place (teller);
    else if (hpm_piece_is (field, "region"))
        hpm_finding_region_put (teller->out, teller->result,
                                teller->words.region);
    else
        put_typed (teller, hpm_finding_number (&teller->words, field), type);
}

static void
put_text (const struct teller *teller, const char *text)
{
    while (*text) {
        size_t plain = strcspn (text, "{"), argument;

        fwrite (text, 1, plain, teller->out);
        text += plain;
        if (!*text)
            break;
        argument = strcspn (text, "}");
        put_argument (teller, (struct hpm_piece){ text + 1, argument - 1 });
        text += argument + 1;
    }
}

const char *
hpm_finding_unit (const struct hpm_finding *finding, const char *field)
{
    double quantity = finding->subject;
    char start[32];

    snprintf (start, sizeof start, "{%s:", field);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const char *found = pieces[i].rule == finding->rule
                                ? strstr (pieces[i].text, start)
                                : NULL;

        if (!found)
            continue;
        found += strlen (start);
        if (!strncmp (found, "s}", 2))
            return "s";
        if (!strncmp (found, "byte}", 5))
            return "byte";
        if (!strncmp (found, "unit}", 5) && quantity >= 0
            && quantity < HPM_PROFILE_FIELD_COUNT)
            return hpm_profile_quantities[(int)quantity].unit;
    }
    return "1";
}

char *
hpm_finding_text (const struct hpm_finding *finding,
                  const struct hpm_result *result)
{
    char *text = NULL;
    size_t size = 0;
    struct teller teller = { open_memstream (&text, &size), result,
                             hpm_finding_words (finding, result), 0 };
    int told = 0;

    if (!teller.out)
        return NULL;
    if (finding->subject >= 0 && finding->subject < HPM_PROFILE_FIELD_COUNT)
        teller.quantity = (int)finding->subject;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const struct piece *piece = &pieces[i];
        double number
            = *(const double *)((const char *)&teller.words + piece->field);

        if (piece->rule != teller.words.rule
            || !(number >= piece->from && number <= piece->to))
            continue;
        put_text (&teller,
                  piece->text + (!told && *piece->text == ';' ? 2 : 0));
        told = 1;
    }
    return fclose (teller.out) ? (free (text), NULL)
                               : hpm_text_escape_own (text);
}
