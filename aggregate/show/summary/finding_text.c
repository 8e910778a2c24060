/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Findings as sentences, by templates.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "aggregate/analysis/profile.h"
#include "aggregate/console/number.h"
#include "aggregate/show/summary/finding_pieces.h"
#include "aggregate/show/summary/finding_region.h"
#include "aggregate/show/summary/finding_words.h"

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
