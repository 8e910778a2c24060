/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/summary/account_text.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/console/report.h"

/* Less is not worth a word.  */
#define LEAST 5e-4

/* "on a processor 10.0 %, blocked 2.5 %" */
static void
put_parts (FILE *line, const struct hpm_account *account,
           const struct hpm_account *errors, int place, double whole)
{
    const char *comma = ftell (line) > 0 ? ": " : "";

    for (int i = 0; i < HPM_PART_COUNT; i++) {
        if ((int)hpm_part_place (i) != place
            || !(account->part[i] >= LEAST * whole))
            continue;
        fprintf (line, "%s%s %s%.1f %%", comma, hpm_part_title (i),
                 errors && isnan (errors->part[i]) ? "at least " : "",
                 100 * account->part[i] / whole);
        comma = ", ";
    }
}

/* "in MPI 12.5 %: on a processor 10.0 %, blocked 2.5 %"; a place with one part
 * is that part, and one that has it all needs no name but in MPI.  */
static void
print_place (FILE *out, const struct hpm_account *account,
             const struct hpm_account *errors, int place, double whole)
{
    double sum = hpm_account_at (account, (enum hpm_account_place)place);
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream (&text, &size);

    if (!line)
        return;
    if (place < HPM_PLACE_OWN
        && (place == HPM_PLACE_INSIDE || whole - sum >= LEAST * whole))
        fprintf (line, "%s %.1f %%", hpm_account_place_title (place),
                 100 * sum / whole);
    put_parts (line, account, errors, place, whole);
    if (place == HPM_PLACE_OF_INSIDE)
        fprintf (line, " (%s)", hpm_account_place_title (place));
    if (!fclose (line))
        hpm_report_fold (out, "  ", 4, text);
    free (text);
}

void
hpm_account_print (FILE *out, const struct hpm_account *account,
                   const struct hpm_account *errors)
{
    double whole = hpm_account_whole (account);

    for (int place = 0; place < HPM_ACCOUNT_PLACE_COUNT; place++)
        if (whole > 0
            && hpm_account_at (account, (enum hpm_account_place)place)
                   >= LEAST * whole)
            print_place (out, account, errors, place, whole);
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
