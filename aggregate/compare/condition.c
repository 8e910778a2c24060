/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/condition.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char *
skip_blanks (const char *text)
{
    while (hpm_text_is_blank (*text))
        text++;
    return text;
}

static int
refuse (const char *text, const char *why, struct hpm_error *error)
{
    return hpm_error_set (error,
                          "--fail-if \"%s\": %s (expected: 'wall > 2.5', or "
                          "with --diff 'wall > +5 %%')",
                          text, why);
}

/* The last "<" or ">": names may have others in them.  */
static const char *
find_operator (const char *text)
{
    const char *below = strrchr (text, '<'), *above = strrchr (text, '>');

    return !below || (above && above > below) ? above : below;
}

static int
read_number (struct hpm_condition *condition, const char *text,
             const char *from, struct hpm_error *error)
{
    const char *rest = skip_blanks (from);
    int minus = *rest == '-', sign = minus || *rest == '+';
    size_t length;

    rest = skip_blanks (rest + sign);
    length = hpm_text_number (rest, &condition->limit);
    if (!length)
        return refuse (text, "no number behind the sign", error);
    rest = skip_blanks (rest + length);
    condition->is_percent = *rest == '%';
    condition->is_change = sign && condition->is_percent;
    rest = skip_blanks (rest + condition->is_percent);
    if (*rest)
        return refuse (text, "something stands behind the number", error);
    if (minus)
        condition->limit = -condition->limit;
    return 0;
}

int
hpm_condition_read (struct hpm_condition *condition, const char *text,
                    struct hpm_error *error)
{
    const char *sign = find_operator (text);
    struct hpm_piece name;

    memset (condition, 0, sizeof *condition);
    if (!sign)
        return refuse (text, "no '<' or '>' in it", error);
    name = hpm_piece_trim ((struct hpm_piece){ text, (size_t)(sign - text) });
    if (!name.length || name.length >= sizeof condition->key)
        return refuse (text, "no name of a quantity before it", error);
    memcpy (condition->key, name.start, name.length);
    condition->above = *sign == '>';
    condition->or_equal = sign[1] == '=';
    if (text[sign - text - (sign > text)] == '=')
        return refuse (text,
                       condition->above ? "\"=>\" is written \">=\""
                                        : "\"=<\" is written \"<=\"",
                       error);
    return read_number (condition, text, sign + 1 + condition->or_equal, error);
}

/* What rounding may do to a number near the limit: to a change as to the ratio
 * that it is made of, to counts nothing.  */
static double
rounding_at (const struct hpm_condition *condition,
             const struct hpm_change *change)
{
    return change->quantity->is_count ? 0
                                      : HPM_COMPARE_ROUNDING
                                            * ((condition->is_change ? 100 : 0)
                                               + fabs (condition->limit));
}

/* Of that change, or its number.  */
static int
holds (const struct hpm_condition *condition, const struct hpm_change *change,
       double value)
{
    double more = value - condition->limit;

    if (fabs (more) <= rounding_at (condition, change))
        return condition->or_equal;
    return condition->above ? more > 0 : more < 0;
}

static const char *
operator_of (const struct hpm_condition *condition)
{
    static const char *const words[] = { "<", "<=", ">", ">=" };

    return words[2 * condition->above + condition->or_equal];
}

/* The number, or the range of one that is known as such.  */
static void
number_text (char *text, size_t size, const struct hpm_change *change,
             const struct hpm_change *least)
{
    char low[32] = "", high[32];

    snprintf (high, sizeof high, "%.6g", change->median[HPM_SIDE_NEW]);
    if (least)
        snprintf (low, sizeof low, "%.6g", least->median[HPM_SIDE_NEW]);
    if (*low && strcmp (low, high) != 0)
        snprintf (text, size, "from %s to %s", low, high);
    else
        snprintf (text, size, "%s", high);
}

/* A range has no ratio to 0, nor has 0 one to a range.  */
static enum hpm_held
refuse_zero (const struct hpm_condition *condition, char *line, size_t size)
{
    snprintf (line, size,
              "%s cannot be judged: it is 0 in one run, and a range in another",
              condition->key);
    return HPM_HELD_UNKNOWN;
}

/* What may be chance is no change.  */
static int
is_sure (const struct hpm_change *change)
{
    return change->kind == HPM_CHANGE_EXACT || change->kind == HPM_CHANGE_SINGLE
           || change->kind == HPM_CHANGE_SHOWN;
}

static int
holds_from_nothing (const struct hpm_condition *condition,
                    const struct hpm_change *change)
{
    double shift = is_sure (change) ? change->shift : 0;

    return holds (condition, change,
                  shift > 0   ? INFINITY
                  : shift < 0 ? -INFINITY
                              : 0);
}

static enum hpm_held
tell_from_nothing (const struct hpm_condition *condition,
                   const struct hpm_change *change,
                   const struct hpm_change *least, char *line, size_t size)
{
    int held = holds_from_nothing (condition, change);
    char number[64];

    number_text (number, sizeof number, change, least);
    if (least && holds_from_nothing (condition, least) != held) {
        snprintf (line, size,
                  "%s cannot be judged: it is 0 in the base, %s now",
                  condition->key, number);
        return HPM_HELD_UNKNOWN;
    }
    snprintf (
        line, size, "%s %s %+g %%: %s, it is 0 in the base, %s now%s",
        condition->key, operator_of (condition), condition->limit,
        held ? "yes" : "no", number,
        change->kind == HPM_CHANGE_SINGLE ? ", single runs: it may be chance"
        : is_sure (change)                ? ""
                           : ", which may be chance and counts as no change");
    return held ? HPM_HELD : HPM_HELD_NOT;
}

/* From 0 to more is more, but by no percentage; to a range, where both its
 * ends agree.  Those of new runs are all of it where the base is 0
 * throughout.  */
static enum hpm_held
judge_from_nothing (const struct hpm_condition *condition,
                    const struct hpm_change *change,
                    const struct hpm_change *least, char *line, size_t size)
{
    int is_sign = !(condition->limit < 0) && !(condition->limit > 0);

    if (!is_sign || isnan (change->share)) {
        snprintf (line, size, "%s cannot be judged: the base has 0 of it",
                  condition->key);
        return HPM_HELD_UNKNOWN;
    }
    if (least && change->mean[HPM_SIDE_BASE] > 0)
        return refuse_zero (condition, line, size);
    return tell_from_nothing (condition, change, least, line, size);
}

static enum hpm_held
judge_change (const struct hpm_condition *condition,
              const struct hpm_change *change, char *line, size_t size)
{
    double share = change->kind == HPM_CHANGE_SAME ? 0 : 100 * change->share;
    int unsure = change->low <= 0 && change->high >= 0;
    int held = holds (condition, change, unsure ? 0 : share);
    const char *why = "";

    if (change->kind == HPM_CHANGE_EXACT)
        why = ", a count that never varies";
    else if (change->kind == HPM_CHANGE_SINGLE)
        why = ", single runs: it may be chance";
    else if (unsure)
        why = ", which may be chance (the interval includes 0) and counts as "
              "no change";
    else if (isnan (change->low) && change->kind != HPM_CHANGE_SAME)
        why = ", too few runs for a test: it may be chance";
    snprintf (line, size, "%s %s %+g %%: %s, it is %+.3g %%%s", condition->key,
              operator_of (condition), condition->limit, held ? "yes" : "no",
              share, why);
    return held ? HPM_HELD : HPM_HELD_NOT;
}

/* `least`: that of a range, or NULL.  */
static enum hpm_held
judge_value (const struct hpm_condition *condition,
             const struct hpm_change *change, const struct hpm_change *least,
             char *line, size_t size)
{
    int held = holds (condition, change, change->median[HPM_SIDE_NEW]);
    char number[64];
    const char *unit = change->quantity->unit;

    if (condition->is_percent && strcmp (unit, "%") != 0) {
        snprintf (line, size,
                  "%s cannot be judged: it is not in %% (a change has a sign, "
                  "as in +5 %%)",
                  condition->key);
        return HPM_HELD_UNKNOWN;
    }
    number_text (number, sizeof number, change, least);
    if (least
        && holds (condition, least, least->median[HPM_SIDE_NEW]) != held) {
        snprintf (line, size, "%s cannot be judged: it is %s", condition->key,
                  number);
        return HPM_HELD_UNKNOWN;
    }
    snprintf (line, size, "%s %s %g%s%s: %s, it is %s", condition->key,
              operator_of (condition), condition->limit, *unit ? " " : "", unit,
              held ? "yes" : "no", number);
    return held ? HPM_HELD : HPM_HELD_NOT;
}

static int
may_be_chance (const struct hpm_change_end *end)
{
    return end->low <= 0 && end->high >= 0;
}

/* As judge_change does: what may be chance is no change.  */
static int
holds_at (const struct hpm_condition *condition,
          const struct hpm_change *change, const struct hpm_change_end *end)
{
    return holds (condition, change,
                  may_be_chance (end) ? 0 : 100 * end->share);
}

/* In as many digits as tell the ends apart; nothing in `low` where they are
 * the same.  */
static void
end_numbers (char low[32], char high[32], const struct hpm_change_end ends[2])
{
    for (int digits = 3; digits <= 12; digits += 3) {
        snprintf (low, 32, "%+.*g", digits, 100 * ends[0].share);
        snprintf (high, 32, "%+.*g", digits, 100 * ends[1].share);
        if (strcmp (low, high) != 0)
            return;
    }
    snprintf (high, 32, "%+.3g", 100 * ends[1].share);
    *low = '\0';
}

static void
ends_text (char *text, size_t size, const struct hpm_change_end ends[2])
{
    char low[32], high[32];

    end_numbers (low, high, ends);
    if (!*low)
        snprintf (text, size, "%s %% at both ends of a range%s", high,
                  may_be_chance (&ends[0]) != may_be_chance (&ends[1])
                      ? ", which may be chance at one"
                      : "");
    else if (isfinite (ends[1].share))
        snprintf (text, size, "from %s to %s %%, as a range is compared", low,
                  high);
    else
        snprintf (text, size,
                  "from %s %% upwards, as a range that begins with 0 is "
                  "compared",
                  low);
}

/* Where both ends agree, each judged as any change, chance included; and what
 * it may be is told.  */
static enum hpm_held
judge_change_of_range (const struct hpm_condition *condition,
                       const struct hpm_comparison *comparison,
                       const struct hpm_change *change,
                       const struct hpm_change *least, char *line, size_t size)
{
    enum hpm_held held;
    struct hpm_change_end ends[2];
    char text[128];
    int told;

    if (!isfinite (change->share) && change->kind != HPM_CHANGE_SAME)
        return judge_from_nothing (condition, change, least, line, size);
    held = judge_change (condition, change, line, size);
    if (!least || !isfinite (change->share))
        return held;
    if (hpm_comparison_ends (comparison, change, least, ends))
        return refuse_zero (condition, line, size);
    for (int end = 0; end < 2; end++)
        if (holds_at (condition, change, &ends[end]) != (held == HPM_HELD))
            held = HPM_HELD_UNKNOWN;
    ends_text (text, sizeof text, ends);
    told = (int)strlen (line);
    if (held == HPM_HELD_UNKNOWN)
        snprintf (line, size, "%s cannot be judged: it is %s", condition->key,
                  text);
    else
        snprintf (line + told, size - (size_t)told, "; %s", text);
    return held;
}

enum hpm_held
hpm_condition_judge (const struct hpm_condition *condition,
                     const struct hpm_comparison *comparison, char *line,
                     size_t size)
{
    const struct hpm_change *change
        = hpm_comparison_find_number (comparison, condition->key);
    const struct hpm_change *least;

    if (condition->is_change && !comparison->side[HPM_SIDE_BASE].count) {
        snprintf (line, size,
                  "%s cannot be judged: a change in %% needs a base (--diff)",
                  condition->key);
        return HPM_HELD_UNKNOWN;
    }
    if (!change) {
        snprintf (line, size,
                  "%s cannot be judged: no such quantity was measured in all "
                  "runs (hpmagg --spread FILE lists them)",
                  condition->key);
        return HPM_HELD_UNKNOWN;
    }
    least = hpm_comparison_find_least (comparison, change);
    return condition->is_change
               ? judge_change_of_range (condition, comparison, change, least,
                                        line, size)
               : judge_value (condition, change, least, line, size);
}
