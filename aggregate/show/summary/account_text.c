/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/summary/account_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/finding_words.h"

#define ARRIVAL_LEAST 0.01 /* of all time, to be told for itself */

/* How an account is told: what is less than such a part of the whole is not
 * worth a word.  */
struct style {
    double part, place, own; /* own: of what measuring took */
    const char *computing;   /* another title of that part, or NULL */
    char spread[2 * HPM_NUMBER_TEXT + 64]; /* of ranks in MPI, or "" */
};

/* "on a processor 10.0 %, blocked 2.5 %" */
static void
put_parts (FILE *line, const struct hpm_account *account,
           const struct hpm_account *errors, int place, double whole,
           const struct style *style)
{
    const char *comma = ftell (line) > 0 ? ": " : "";

    for (int i = 0; i < HPM_PART_COUNT; i++) {
        if ((int)hpm_part_place (i) != place
            || !(account->part[i] >= style->part * whole))
            continue;
        fprintf (line, "%s%s %s%.1f %%", comma,
                 i == HPM_PART_COMPUTING && style->computing
                     ? style->computing
                     : hpm_part_title (i),
                 errors && isnan (errors->part[i]) ? "at least " : "",
                 100 * account->part[i] / whole);
        comma = ", ";
    }
}

/* "in MPI 12.5 %: on a processor 10.0 %, blocked 2.5 %"; a place with one part
 * is that part, and one that has it all needs no name but in MPI.  What is in
 * another place already has the same denominator, which is not that place.  */
static void
print_place (FILE *out, const struct hpm_account *account,
             const struct hpm_account *errors, int place, double whole,
             const struct style *style)
{
    double sum = hpm_account_at (account, (enum hpm_account_place)place);
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream (&text, &size);

    if (!line)
        return;
    if (place < HPM_PLACE_OWN
        && (place == HPM_PLACE_INSIDE || whole - sum >= style->part * whole))
        fprintf (line, "%s %.1f %%%s", hpm_account_place_title (place),
                 100 * sum / whole,
                 place == HPM_PLACE_INSIDE ? style->spread : "");
    put_parts (line, account, errors, place, whole, style);
    if (place == HPM_PLACE_OF_INSIDE)
        fprintf (line, " of all time, %s", hpm_account_place_title (place));
    if (!fclose (line))
        hpm_report_fold (out, "  ", 4, text);
    free (text);
}

static void
print_places (FILE *out, const struct hpm_account *account,
              const struct hpm_account *errors, const struct style *style)
{
    double whole = hpm_account_whole (account);

    for (int place = 0; place < HPM_ACCOUNT_PLACE_COUNT; place++)
        if (whole > 0
            && hpm_account_at (account, (enum hpm_account_place)place)
                   >= (place == HPM_PLACE_OWN ? style->own : style->place)
                          * whole)
            print_place (out, account, errors, place, whole, style);
}

void
hpm_account_print (FILE *out, const struct hpm_account *account,
                   const struct hpm_account *errors)
{
    print_places (out, account, errors,
                  &(struct style){ .part = 5e-4, .place = 5e-4, .own = 5e-4 });
}

static const struct hpm_statistics *
statistics_of (const struct hpm_result *result, const char *name)
{
    int event = hpm_result_find_literal (result, name);

    return event < 0 ? NULL : &result->job.events[event].statistics;
}

/* " (479 ms on rank 0 to 488 ms on rank 2)" where ranks differ, and all they
 * do in MPI is one event: MPI I/O is another.  */
static void
spread_text (char *text, size_t size, const struct hpm_result *result)
{
    const struct hpm_statistics *io = statistics_of (result, "mpi::IO_TIME");
    const struct hpm_statistics *s = statistics_of (result, "mpi::TIME");
    char least[HPM_NUMBER_TEXT], most[HPM_NUMBER_TEXT];

    *text = '\0';
    if (!s || s->count < 2 || !(s->min < s->max) || (io && io->max > 0))
        return;
    hpm_quantity_text (least, s->min, "ns");
    hpm_quantity_text (most, s->max, "ns");
    if (strcmp (least, most))
        snprintf (text, size, " (%s on rank %lld to %s on rank %lld)", least,
                  (long long)s->min_rank, most, (long long)s->max_rank);
}

/* Whether the verdict tells of ranks that wait for the last one to come.  */
static int
is_arrival_told (const struct hpm_result *result)
{
    for (size_t i = 0; i < result->verdict.count; i++)
        if (hpm_finding_tells_arrival (&result->verdict.findings[i], result))
            return 1;
    return 0;
}

void
hpm_account_print_short (FILE *out, const struct hpm_result *result)
{
    struct hpm_account account = *result->verdict.account;
    double *part = account.part;
    struct style style = {
        .part = 1e-3, .place = 1e-3, .own = 3e-3, .computing = "computing"
    };

    part[HPM_PART_COMPUTING] += part[HPM_PART_USER] + part[HPM_PART_KERNEL];
    part[HPM_PART_USER] = part[HPM_PART_KERNEL] = 0;
    if (is_arrival_told (result)
        || part[HPM_PART_ARRIVAL]
               < ARRIVAL_LEAST * hpm_account_whole (&account))
        part[HPM_PART_ARRIVAL] = 0;
    spread_text (style.spread, sizeof style.spread, result);
    print_places (out, &account, result->verdict.errors, &style);
}

void
hpm_json_put_account (struct hpm_json *json, const struct hpm_account *account,
                      const struct hpm_account *errors)
{
    double whole = hpm_account_whole (account);

    hpm_json_open (json, "account", '{');
    hpm_json_real (json, "whole_s", whole);
    hpm_json_open (json, "parts", '[');
    for (int i = 0; i < HPM_PART_COUNT; i++) {
        if (!(account->part[i] > 0))
            continue;
        hpm_json_open (json, NULL, '{');
        hpm_json_text (json, "part", hpm_part_word (i));
        hpm_json_text (json, "place",
                       hpm_account_place_title (hpm_part_place (i)));
        hpm_json_real (json, "time_s", account->part[i]);
        if (errors)
            hpm_json_real (json, "error_s", errors->part[i]);
        hpm_json_real (json, "share", account->part[i] / whole);
        hpm_json_close (json, '}');
    }
    hpm_json_close (json, ']');
    hpm_json_close (json, '}');
}
