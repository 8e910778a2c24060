/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of costs as text: writing.
 */
#include "base/cost/cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_TEXT 32

static const char heading[]
    = "# What one occurrence of an event costs: see hpm-costs(5).\n"
      "#    name                      minimum    typical    maximum unit "
      "note\n";

static const char *
number_text (char *text, double number)
{
    if (isnan (number))
        strcpy (text, "-");
    else
        snprintf (text, NUMBER_TEXT, "%.12g", number);
    return text;
}

/* Say where the lines below come from, when that changes.  */
static void
put_from (FILE *out, const char **before, const char *from)
{
    if (*from && strcmp (*before, from)) {
        fprintf (out, "from %s\n", from);
        *before = from;
    }
}

static void
put_values (FILE *out, const struct hpm_cost_table *table, const char **from)
{
    static const char *const words[][2] = {
#define HPM_X(identifier, word, unit, factor) { word, unit },
        HPM_COST_VALUES (HPM_X)
#undef HPM_X
    };
    char text[NUMBER_TEXT];

    for (int i = 0; i < HPM_COST_VALUE_COUNT; i++) {
        const struct hpm_cost_number *number = &table->values[i];

        if (isnan (number->value))
            continue;
        put_from (out, from, number->from);
        fprintf (out, "%s %s %s%s%s\n", words[i][0],
                 number_text (text, number->value), words[i][1],
                 *number->note ? "  " : "", number->note);
    }
}

static void
put_cost (FILE *out, const struct hpm_cost *cost)
{
    static const char *const units[] = {
#define HPM_X(identifier, word, ns) word,
        HPM_COST_UNITS (HPM_X)
#undef HPM_X
    };
    const char *word = cost->kind == HPM_COST_EVENT ? "cost" : "latency";
    char texts[3][NUMBER_TEXT];

    if (hpm_cost_is_known (cost))
        fprintf (out, "%s %-*s %10s %10s %10s %s", word,
                 (int)(28 - strlen (word)), cost->name,
                 number_text (texts[0], cost->least),
                 number_text (texts[1], cost->typical),
                 number_text (texts[2], cost->most), units[cost->unit]);
    else
        fprintf (out, "%s %-*s unknown", word, (int)(28 - strlen (word)),
                 cost->name);
    fprintf (out, "%s%s\n", *cost->note ? "  " : "", cost->note);
}

static void
put_table (FILE *out, const struct hpm_cost_table *table)
{
    static const char *const facts[] = {
#define HPM_X(identifier, word, meaning) word,
        HPM_COST_FACTS (HPM_X)
#undef HPM_X
    };
    const char *from = "";

    fputs (heading, out);
    for (int i = 0; i < HPM_COST_FACT_COUNT; i++)
        if (table->facts[i])
            fprintf (out, "%s %s\n", facts[i], table->facts[i]);
    put_values (out, table, &from);
    for (int i = 0; i < table->count; i++) {
        put_from (out, &from, table->costs[i].from);
        put_cost (out, &table->costs[i]);
    }
}

char *
hpm_cost_table_text (const struct hpm_cost_table *table)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    put_table (out, table);
    if (fclose (out) == 0)
        return text;
    free (text);
    return NULL;
}
