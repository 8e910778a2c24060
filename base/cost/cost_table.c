/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A table of costs: its life, merging, look-ups.
 */
#include "base/cost/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void
hpm_cost_table_init (struct hpm_cost_table *table)
{
    memset (table, 0, sizeof (*table));
    for (int i = 0; i < HPM_COST_VALUE_COUNT; i++)
        table->values[i].value = NAN;
}

static void
release_cost (struct hpm_cost *cost)
{
    free (cost->name);
    free (cost->note);
    free (cost->from);
}

void
hpm_cost_table_release (struct hpm_cost_table *table)
{
    for (int i = 0; i < table->count; i++)
        release_cost (&table->costs[i]);
    free (table->costs);
    for (int i = 0; i < HPM_COST_FACT_COUNT; i++)
        free (table->facts[i]);
    for (int i = 0; i < HPM_COST_VALUE_COUNT; i++) {
        free (table->values[i].note);
        free (table->values[i].from);
    }
    hpm_cost_table_init (table);
}

static struct hpm_cost *
find_line (const struct hpm_cost_table *table, enum hpm_cost_kind kind,
           const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (table->costs[i].kind == kind
            && !strcmp (table->costs[i].name, name))
            return &table->costs[i];
    return NULL;
}

static struct hpm_cost *
append_line (struct hpm_cost_table *table)
{
    size_t size = ((size_t)table->count + 1) * sizeof (*table->costs);
    struct hpm_cost *costs = realloc (table->costs, size);

    if (!costs)
        return NULL;
    table->costs = costs;
    return memset (&costs[table->count++], 0, sizeof (*costs));
}

int
hpm_cost_table_set (struct hpm_cost_table *table, const struct hpm_cost *cost)
{
    struct hpm_cost copy = *cost;
    struct hpm_cost *line;

    copy.name = strdup (cost->name);
    copy.note = strdup (cost->note ? cost->note : "");
    copy.from = strdup (cost->from ? cost->from : "");
    line = find_line (table, cost->kind, cost->name);
    if (copy.name && copy.note && copy.from && !line)
        line = append_line (table);
    if (!copy.name || !copy.note || !copy.from || !line) {
        release_cost (&copy);
        return -1;
    }
    release_cost (line);
    *line = copy;
    return 0;
}

int
hpm_cost_table_set_value (struct hpm_cost_table *table,
                          enum hpm_cost_value which, double value,
                          const char *note, const char *from)
{
    struct hpm_cost_number *number = &table->values[which];
    char *copies[2] = { strdup (note ? note : ""), strdup (from ? from : "") };

    if (!copies[0] || !copies[1]) {
        free (copies[0]);
        free (copies[1]);
        return -1;
    }
    free (number->note);
    free (number->from);
    *number = (struct hpm_cost_number){ value, copies[0], copies[1] };
    return 0;
}

int
hpm_cost_table_set_fact (struct hpm_cost_table *table, enum hpm_cost_fact which,
                         const char *text)
{
    char *copy = strdup (text);

    if (!copy)
        return -1;
    free (table->facts[which]);
    table->facts[which] = copy;
    return 0;
}

int
hpm_cost_table_merge (struct hpm_cost_table *table,
                      const struct hpm_cost_table *from,
                      struct hpm_error *error)
{
    int failed = 0;

    for (int i = 0; i < from->count; i++)
        failed |= hpm_cost_table_set (table, &from->costs[i]);
    for (int i = 0; i < HPM_COST_FACT_COUNT; i++)
        if (from->facts[i])
            failed |= hpm_cost_table_set_fact (table, i, from->facts[i]);
    for (int i = 0; i < HPM_COST_VALUE_COUNT; i++)
        if (!isnan (from->values[i].value))
            failed |= hpm_cost_table_set_value (table, i, from->values[i].value,
                                                from->values[i].note,
                                                from->values[i].from);
    return failed ? hpm_error_set (error, "out of memory for a table of costs")
                  : 0;
}

/* Characters of a pattern that stand for themselves.  */
static int
plain_characters (const char *pattern)
{
    int count = 0;

    for (; *pattern; pattern++)
        count += *pattern != '*';
    return count;
}

const struct hpm_cost *
hpm_cost_find (const struct hpm_cost_table *table, enum hpm_cost_kind kind,
               const char *name)
{
    const struct hpm_cost *best = find_line (table, kind, name);
    int most = -1;

    if (best)
        return best;
    for (int i = 0; i < table->count; i++) {
        const struct hpm_cost *cost = &table->costs[i];
        int plain = plain_characters (cost->name);

        if (cost->kind != kind || plain < most
            || !hpm_text_match (cost->name, name))
            continue;
        best = cost;
        most = plain;
    }
    return best;
}

int
hpm_cost_is_known (const struct hpm_cost *cost)
{
    return !isnan (cost->least) || !isnan (cost->typical)
           || !isnan (cost->most);
}

double
hpm_cost_ns (const struct hpm_cost *cost, double number, double clock_hz)
{
    if (cost->unit == HPM_COST_NSEC)
        return number;
    return clock_hz > 0 ? number / clock_hz * 1e9 : NAN;
}

double
hpm_cost_clock_hz (const struct hpm_cost_table *table)
{
    double clock = table->values[HPM_COST_CLOCK].value;

    return clock > 0 ? clock * 1e6 : 0;
}

/* Typical seconds of the first of "A|B" that has them.  */
static double
first_known (const struct hpm_cost_table *table, enum hpm_cost_kind kind,
             const char *names, double clock_hz)
{
    struct hpm_piece name;
    double ns = NAN;

    while (isnan (ns) && hpm_text_part (&names, '|', &name)) {
        char text[32];
        const struct hpm_cost *cost = hpm_cost_find (
            table, kind, hpm_text_show (text, sizeof (text), name));

        if (cost)
            ns = hpm_cost_ns (cost, cost->typical, clock_hz);
    }
    return 1e-9 * ns;
}

/* A value in bytes or operations a second, or in Hz.  */
static double
value_of (const struct hpm_cost_table *table, const char *name)
{
    static const struct {
        const char *word;
        double factor;
    } values[] = {
#define HPM_X(identifier, word, unit, factor) { word, factor },
        HPM_COST_VALUES (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_COST_VALUE_COUNT; i++)
        if (!strcmp (values[i].word, name))
            return table->values[i].value * values[i].factor;
    return NAN;
}

int
hpm_cost_constant_find (const char *name)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, kind, lines) name,
        HPM_COST_CONSTANTS (HPM_X)
#undef HPM_X
    };

    /* Asked for each name in a formula, which is that of a constant seldom.  */
    for (int i = 0; i < HPM_COST_CONSTANT_COUNT; i++)
        if (*names[i] == *name && !strcmp (names[i], name))
            return i;
    return -1;
}

void
hpm_cost_constants (const struct hpm_cost_table *table, double nominal_hz,
                    double *constants)
{
    static const struct {
        enum hpm_cost_kind kind;
        const char *names;
    } sources[] = {
#define HPM_X(identifier, name, kind, names) { HPM_COST_##kind, names },
        HPM_COST_CONSTANTS (HPM_X)
#undef HPM_X
    };
    double clock = hpm_cost_clock_hz (table);

    for (int i = 0; i < HPM_COST_CONSTANT_COUNT; i++)
        constants[i]
            = sources[i].kind == HPM_COST_VALUE
                  ? value_of (table, sources[i].names)
                  : first_known (table, sources[i].kind, sources[i].names,
                                 clock > 0 ? clock : nominal_hz);
}
