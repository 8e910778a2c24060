/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every installed metric, with each alternative of its events, against values
 * computed by hand (rows.h); without each of its events; with each count 0.
 */
#include "base/cost/cost.h"
#include "base/metric/metric_private.h"
#include "hpm_quality.h"

#include <math.h>
#include <stdlib.h>

#include "tests/metrics/alternatives.h"
#include "tests/metrics/rows.h"
#include "tests/tap.h"

#define EVENTS_MAX 64
#define COUNT(array) ((int)(sizeof (array) / sizeof (*(array))))

static struct hpm_metric_set set;
static double constants[HPM_COST_CONSTANT_COUNT];

/* What the counter source counted.  */
struct counted {
    struct hpm_event_record events[EVENTS_MAX];
    struct hpm_value values[EVENTS_MAX];
    int count;
    double wall;
    int clash; /* 1: two counts for one event */
};

static void
bail_out (const char *why)
{
    printf ("Bail out! %s\n", why);
    exit (99);
}

static void
count_event (struct counted *counted, const char *name, double value)
{
    for (int i = 0; i < counted->count; i++)
        if (!strcmp (counted->events[i].name, name)) {
            counted->clash |= counted->values[i].number != value;
            return;
        }
    if (counted->count == EVENTS_MAX)
        bail_out ("too many events");
    snprintf (counted->events[counted->count].name,
              sizeof (counted->events[0].name), "%s", name);
    counted->values[counted->count].number = value;
    counted->values[counted->count++].quality = HPM_QUALITY_EXACT;
}

/* The next "name=number" of a list at *text, 0 at its end.  A name may have a
 * "=" of its own.  */
static int
next_pair (const char **text, char name[128], double *number)
{
    const char *word = *text + strspn (*text, " ");
    size_t length = strcspn (word, " "), equals = length;

    while (equals && word[equals] != '=')
        equals--;
    if (!equals || equals > 127 || sscanf (word + equals, "=%lf", number) != 1)
        return 0;
    memcpy (name, word, equals);
    name[equals] = '\0';
    *text = word + length;
    return 1;
}

/* "row 3": the name of a case.  Good until the next call.  */
static const char *
name_of (const struct metric_row *row)
{
    static char name[32];

    snprintf (name, sizeof name, "row %d", (int)(row - rows));
    return name;
}

/* The row of alternatives.h for the nth alternative of an event line, NULL
 * behind the last; n = 0 for an event that is no line.  */
static const char *
parts_of (const char *event, int n)
{
    for (int i = 0; i < COUNT (alternatives); i++)
        if (!strcmp (alternatives[i].event, event) && n-- == 0)
            return alternatives[i].parts;
    return NULL;
}

static void
count_parts (struct counted *counted, const char *event, int n, double value)
{
    const char *parts = parts_of (event, n);
    char name[128];
    double percent;

    if (!parts)
        count_event (counted, event, value);
    else
        while (next_pair (&parts, name, &percent))
            count_event (counted, name, value * percent / 100);
}

/* What to change in a row: the count of `event` (NULL: of none), which is one
 * of the row's or "wall".  */
struct change {
    const char *event;
    enum { ALTERNATIVE, ZERO, ABSENT, UNAVAILABLE, SCALED } how;
    int n; /* of the alternative */
};

/* 1 if `event` is one of "a&b".  */
static int
names (const char *list, const char *event)
{
    size_t length = strlen (event);

    for (const char *at = list; at && (at = strstr (at, event)); at += length)
        if ((at == list || at[-1] == '&')
            && (at[length] == '\0' || at[length] == '&'))
            return 1;
    return 0;
}

static void
count_row (struct counted *counted, const struct metric_row *row,
           const struct change *change)
{
    const char *text = row->counts;
    char event[128];
    double value;

    memset (counted, 0, sizeof (*counted));
    counted->wall = names (change->event, "wall") ? 0 : 2;
    while (next_pair (&text, event, &value)) {
        int changed = names (change->event, event), first = counted->count;

        if (changed && change->how == ABSENT)
            continue;
        count_parts (counted, event,
                     changed && change->how == ALTERNATIVE ? change->n : 0,
                     changed && change->how == ZERO ? 0 : value);
        for (int i = first; changed && i < counted->count; i++)
            if (change->how == UNAVAILABLE)
                counted->values[i].quality = HPM_QUALITY_UNAVAILABLE;
            else if (change->how == SCALED)
                counted->values[i].quality = HPM_QUALITY_SCALED;
    }
    if (counted->clash)
        bail_out (row->counts);
}

static struct hpm_metric_value
evaluate (const struct metric_row *row, const struct change *change)
{
    struct counted counted;
    int metric = hpm_metric_set_find (&set, row->metric);
    struct hpm_metric_input in = { .events = counted.events,
                                   .values = counted.values,
                                   .threads = 4,
                                   .ranks = 1,
                                   .costs = constants };

    count_row (&counted, row, change);
    in.count = counted.count;
    in.wall_s = counted.wall;
    return hpm_metric_evaluate (&set, &set.metrics[metric], &in);
}

static int
is_value (struct hpm_metric_value found, double expected)
{
    return found.status == HPM_METRIC_OK
           && fabs (found.value - expected) <= 1e-12 * fabs (expected);
}

static int
is_missing (struct hpm_metric_value found)
{
    return found.status == HPM_METRIC_MISSING && isnan (found.value)
           && found.quality == HPM_QUALITY_UNAVAILABLE && found.missing;
}

/* Each alternative of each event of the row gives the same value.  */
static void
test_alternatives (const struct metric_row *row)
{
    const char *text = row->counts;
    char event[128];
    double value;

    while (next_pair (&text, event, &value))
        for (int n = 0; n == 0 || parts_of (event, n); n++) {
            struct change change = { event, ALTERNATIVE, n };
            struct hpm_metric_value found = evaluate (row, &change);

            tap_ok (is_value (found, row->value)
                        && found.quality == HPM_QUALITY_EXACT,
                    "%s: %s is %g for %s as %s (%g)", name_of (row),
                    row->metric, row->value, event,
                    parts_of (event, n) ? parts_of (event, n) : event,
                    found.value);
        }
}

/* Without an event there is no value, unless it can be spared.  */
static void
test_missing (const struct metric_row *row)
{
    const char *text = row->counts;
    char event[128];
    double value;

    while (next_pair (&text, event, &value)) {
        struct change absent = { event, ABSENT, 0 };
        struct change unavailable = { event, UNAVAILABLE, 0 };
        struct change scaled = { event, SCALED, 0 };
        struct hpm_metric_value found[2]
            = { evaluate (row, &absent), evaluate (row, &unavailable) };
        int spared = row->spared && !strcmp (row->spared, event);

        tap_ok (spared ? is_value (found[0], row->without)
                             && is_value (found[1], row->without)
                       : is_missing (found[0]) && is_missing (found[1]),
                "%s: %s is as it should be without %s", name_of (row),
                row->metric, event);
        tap_ok (evaluate (row, &scaled).quality == HPM_QUALITY_SCALED,
                "%s: %s is scaled with %s scaled", name_of (row), row->metric,
                event);
    }
}

/* The "a&b" of the row's divisors, one after the other; 0 at the end.  */
static int
next_divisor (const char **text, char list[256])
{
    int length = 0;

    if (!*text || sscanf (*text, " %255s%n", list, &length) != 1)
        return 0;
    *text += length;
    return 1;
}

static int
divides (const struct metric_row *row, const char *event)
{
    const char *text = row->divisors;
    char list[256];

    while (next_divisor (&text, list))
        if (!strcmp (list, event))
            return 1;
    return 0;
}

/* Divided by zero there is no value; any other count may be 0.  */
static void
test_zero (const struct metric_row *row)
{
    const char *text = row->divisors;
    char list[256];
    double value;

    while (next_divisor (&text, list)) {
        struct change change = { list, ZERO, 0 };
        struct hpm_metric_value found = evaluate (row, &change);

        tap_ok (found.status == HPM_METRIC_DIVISION && isnan (found.value),
                "%s: %s has no value with %s = 0", name_of (row), row->metric,
                list);
    }
    text = row->counts;
    for (int more = 1; more;) {
        struct change change = { list, ZERO, 0 };

        more = next_pair (&text, list, &value);
        if (!more)
            strcpy (list, "wall");
        if (!divides (row, list))
            tap_ok (isfinite (evaluate (row, &change).value),
                    "%s: %s has a value with %s = 0", name_of (row),
                    row->metric, list);
    }
}

/* 1 if a row of the metric counts `event`.  */
static int
is_in_rows (const char *metric, const char *event)
{
    for (int i = 0; i < COUNT (rows); i++) {
        const char *text = rows[i].counts;
        char name[128];
        double value;

        while (!strcmp (rows[i].metric, metric)
               && next_pair (&text, name, &value))
            if (!strcmp (name, event))
                return 1;
    }
    return 0;
}

/* No metric, and no event of its formula, is without a row.  */
static void
test_all_metrics (void)
{
    for (int i = 0; i < set.count; i++) {
        const struct hpm_metric *metric = &set.metrics[i];
        int found = 0;

        for (int k = 0; k < COUNT (rows); k++)
            found |= !strcmp (rows[k].metric, metric->name);
        tap_ok (found, "%s has a row in tests/metrics/rows.h", metric->name);
        for (int k = 0; k < metric->formula->name_count; k++) {
            const struct hpm_formula_name *name = &metric->formula->names[k];
            enum hpm_reference_kind kind = hpm_metric_refer (&set, name).kind;

            if (kind == HPM_REFERENCE_ALIAS || kind == HPM_REFERENCE_EVENT)
                tap_ok (is_in_rows (metric->name, name->text),
                        "%s has a row with %s", metric->name, name->text);
        }
    }
}

/* alternatives.h is what the files have, in their order.  */
static void
test_all_alternatives (void)
{
    for (int i = 0; i < set.alias_count; i++) {
        const struct hpm_alias *alias = &set.aliases[i];
        int n = 0, same = 0;

        while (parts_of (alias->name, n))
            n++;
        for (int k = 0; k < alias->count && k < n; k++) {
            const char *parts = parts_of (alias->name, k);
            const char *text = alias->alternatives[k];
            size_t length = strcspn (text, " *");

            same += !strncmp (parts, text, length)
                    && (text[length] == '*' || parts[length] == '=');
        }
        tap_ok (n == alias->count && same == n,
                "%s has its %d alternatives in tests/metrics/alternatives.h",
                alias->name, alias->count);
    }
}

int
main (void)
{
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    if (!tap_ok (!hpm_metric_set_read_directory (&set, METRIC_FILES, &error)
                     && !hpm_metric_set_check (&set, &error),
                 "the definitions are read %s", error.text))
        return tap_done ();
    for (int i = 0; i < COUNT (constants); i++)
        constants[i] = NAN;
    for (int i = 0; i < COUNT (costs); i++)
        constants[hpm_cost_constant_find (costs[i].name)] = costs[i].value;
    test_all_metrics ();
    test_all_alternatives ();
    for (int i = 0; i < COUNT (rows); i++) {
        if (!tap_ok (hpm_metric_set_find (&set, rows[i].metric) >= 0,
                     "%s: there is a metric %s", name_of (&rows[i]),
                     rows[i].metric))
            continue;
        test_alternatives (&rows[i]);
        test_missing (&rows[i]);
        test_zero (&rows[i]);
    }
    hpm_metric_set_release (&set);
    return tap_done ();
}
