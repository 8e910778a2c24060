/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of costs as text: reading.
 */
#include "base/cost/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/text.h"

#define FILE_MAX (1 << 20)
#define LINES_MAX 4096
#define NAME_MAX 127

struct reader {
    const char *name;
    int line;
    int taken; /* lines that say something */
    char *from;
    struct hpm_cost_table table; /* of this text alone */
    struct hpm_error *error;
};

static int
fail (struct reader *reader, const char *what, struct hpm_piece about)
{
    char shown[64];

    return hpm_error_set (reader->error, "%s:%d: %s: \"%s\"", reader->name,
                          reader->line, what,
                          hpm_text_show (shown, sizeof (shown), about));
}

static int
out_of_memory (struct reader *reader)
{
    return hpm_error_set (reader->error, "%s:%d: out of memory", reader->name,
                          reader->line);
}

static int
check_text (struct reader *reader, struct hpm_piece text)
{
    for (size_t i = 0; i < text.length; i++)
        if (hpm_text_is_control (text.start[i]) && text.start[i] != '\t')
            return fail (reader, "control character in the text", text);
    return 0;
}

/* A number, NAN for "-" where that is allowed.  */
static int
take_number (struct reader *reader, struct hpm_piece word, int may_miss,
             double *number)
{
    *number = NAN;
    if (may_miss && hpm_piece_is (word, "-"))
        return 0;
    if (word.length && word.start[0] == '-')
        return fail (reader, "a cost cannot be negative", word);
    if (!word.length || hpm_text_number (word.start, number) != word.length)
        return fail (reader,
                     may_miss ? "neither a number nor \"-\"" : "not a number",
                     word);
    return 0;
}

static int
find_word (struct hpm_piece word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (hpm_piece_is (word, words[i]))
            return i;
    return -1;
}

static int
take_unit (struct reader *reader, struct hpm_piece word,
           enum hpm_cost_unit *unit)
{
    static const char *const words[] = {
#define HPM_X(identifier, name, ns) name,
        HPM_COST_UNITS (HPM_X)
#undef HPM_X
    };
    int place = find_word (word, words, HPM_COST_UNIT_COUNT);

    if (place < 0)
        return fail (reader, "clks or nsec must follow the three numbers",
                     word);
    *unit = (enum hpm_cost_unit)place;
    return 0;
}

static int
check_order (struct reader *reader, const struct hpm_cost *cost,
             struct hpm_piece line)
{
    if (cost->least > cost->typical || cost->least > cost->most)
        return fail (reader, "the minimum is above the others", line);
    if (cost->typical > cost->most)
        return fail (reader, "the typical cost is above the maximum", line);
    if (!hpm_cost_is_known (cost))
        return fail (reader, "no number at all (\"unknown\" says so)", line);
    return 0;
}

/* "MIN TYPICAL MAX UNIT" or "unknown"; *rest gets what follows.  */
static int
take_numbers (struct reader *reader, struct hpm_cost *cost,
              struct hpm_piece line, struct hpm_piece *rest)
{
    double *const numbers[] = { &cost->least, &cost->typical, &cost->most };
    struct hpm_piece word = hpm_piece_first_word (line, rest);

    for (int i = 0; i < 3; i++)
        *numbers[i] = NAN;
    if (hpm_piece_is (word, "unknown"))
        return 0;
    *rest = line;
    for (int i = 0; i < 3; i++) {
        word = hpm_piece_first_word (*rest, rest);
        if (!word.length)
            return fail (reader, "three numbers are needed", line);
        if (take_number (reader, word, 1, numbers[i]))
            return -1;
    }
    word = hpm_piece_first_word (*rest, rest);
    return take_unit (reader, word, &cost->unit)
           || check_order (reader, cost, line);
}

/* One line for each name of "A|B".  */
static int
set_names (struct reader *reader, struct hpm_cost *cost, struct hpm_piece names)
{
    char *copy = hpm_piece_copy (names), *word, *rest = copy;
    int failed = copy ? 0 : out_of_memory (reader);

    while (!failed && (word = strsep (&rest, "|"))) {
        cost->name = word;
        if (!*word || strlen (word) > NAME_MAX)
            failed = fail (reader, "no name of an event", names);
        else if (reader->table.count >= LINES_MAX)
            failed = fail (reader, "too many lines", names);
        else if (hpm_cost_table_set (&reader->table, cost))
            failed = out_of_memory (reader);
    }
    free (copy);
    return failed;
}

static int
take_cost (struct reader *reader, struct hpm_piece value,
           enum hpm_cost_kind kind)
{
    struct hpm_cost cost = { .kind = kind, .from = reader->from };
    struct hpm_piece rest, names = hpm_piece_first_word (value, &rest);
    int failed;

    if (take_numbers (reader, &cost, rest, &rest))
        return -1;
    cost.note = hpm_piece_copy (rest);
    if (!cost.note)
        return out_of_memory (reader);
    failed = set_names (reader, &cost, names);
    free (cost.note);
    return failed;
}

static int
take_latency (struct reader *reader, struct hpm_piece value)
{
    static const char *const words[] = {
#define HPM_X(identifier, word, meaning) word,
        HPM_COST_LATENCIES (HPM_X)
#undef HPM_X
    };
    struct hpm_piece rest, name = hpm_piece_first_word (value, &rest);

    if (find_word (name, words, HPM_LATENCY_COUNT) < 0)
        return fail (reader, "a latency is one of l1, l2, l3, memory, tlb",
                     name);
    return take_cost (reader, value, HPM_COST_LATENCY);
}

static int
take_value (struct reader *reader, struct hpm_piece value,
            enum hpm_cost_value which)
{
    static const char *const units[] = {
#define HPM_X(identifier, word, unit, factor) unit,
        HPM_COST_VALUES (HPM_X)
#undef HPM_X
    };
    struct hpm_piece rest, number = hpm_piece_first_word (value, &rest);
    struct hpm_piece unit = hpm_piece_first_word (rest, &rest);
    double found;
    char *note;
    int failed;

    if (take_number (reader, number, 0, &found))
        return -1;
    if (found <= 0)
        return fail (reader, "must be above 0", number);
    if (!hpm_piece_is (unit, units[which])) {
        char what[64] = "the unit must be ";

        return fail (reader, strcat (what, units[which]), unit);
    }
    note = hpm_piece_copy (rest);
    failed = !note
             || hpm_cost_table_set_value (&reader->table, which, found, note,
                                          reader->from);
    free (note);
    return failed ? out_of_memory (reader) : 0;
}

static int
take_fact (struct reader *reader, struct hpm_piece value,
           enum hpm_cost_fact which)
{
    char *text = hpm_piece_copy (value);
    int failed = !text || hpm_cost_table_set_fact (&reader->table, which, text);

    free (text);
    return failed ? out_of_memory (reader) : 0;
}

static int
take_from (struct reader *reader, struct hpm_piece value)
{
    char *copy = hpm_piece_copy (value);

    if (!copy)
        return out_of_memory (reader);
    free (reader->from);
    reader->from = copy;
    return 0;
}

static int
unknown_word (struct reader *reader, struct hpm_piece word,
              const char *const *words, int count)
{
    char text[64], what[96] = "unknown word";
    const char *nearest;

    hpm_text_show (text, sizeof (text), word);
    if (hpm_names_nearest (text, words, count, &nearest, 1) == 1) {
        strcat (what, " (did you mean ");
        strcat (what, nearest);
        strcat (what, "?)");
    }
    return fail (reader, what, word);
}

/* One line: a word, and what it needs behind it.  */
static int
take_line (struct reader *reader, struct hpm_piece line)
{
    static const char *const words[] = {
#define HPM_X(identifier, word, ...) word,
        HPM_COST_FACTS (HPM_X) HPM_COST_VALUES (HPM_X)
#undef HPM_X
            "cost",
        "latency", "from"
    };
    enum { COST = HPM_COST_FACT_COUNT + HPM_COST_VALUE_COUNT, LATENCY, COUNT };
    struct hpm_piece value, word = hpm_piece_first_word (line, &value);
    int place = find_word (word, words, COUNT + 1);

    if (place < 0)
        return unknown_word (reader, word, words, COUNT + 1);
    if (check_text (reader, line))
        return -1;
    if (!value.length)
        return fail (reader, "nothing behind", word);
    reader->taken += place != COUNT;
    if (place < HPM_COST_FACT_COUNT)
        return take_fact (reader, value, (enum hpm_cost_fact)place);
    if (place < COST)
        return take_value (reader, value,
                           (enum hpm_cost_value) (place - HPM_COST_FACT_COUNT));
    if (place == COST)
        return take_cost (reader, value, HPM_COST_EVENT);
    return place == LATENCY ? take_latency (reader, value)
                            : take_from (reader, value);
}

static int
read_lines (struct reader *reader, const char *text)
{
    struct hpm_piece line;

    while (hpm_text_part (&text, '\n', &line)) {
        reader->line++;
        line = hpm_piece_trim (line);
        if (line.length && line.start[0] != '#' && take_line (reader, line))
            return -1;
    }
    if (!reader->taken)
        return hpm_error_set (reader->error,
                              "%s: no table of costs: it has no "
                              "line but comments",
                              reader->name);
    return 0;
}

int
hpm_cost_table_read_text (struct hpm_cost_table *table, const char *name,
                          const char *text, struct hpm_error *error)
{
    struct reader reader = { .name = name, .error = error };
    int failed;

    hpm_cost_table_init (&reader.table);
    reader.from = strdup (name);
    failed
        = !reader.from ? out_of_memory (&reader) : read_lines (&reader, text);
    if (!failed)
        failed = hpm_cost_table_merge (table, &reader.table, error);
    hpm_cost_table_release (&reader.table);
    free (reader.from);
    return failed ? -1 : 0;
}

int
hpm_cost_table_read_file (struct hpm_cost_table *table, const char *path,
                          struct hpm_error *error)
{
    char *text = hpm_text_read_file (path, FILE_MAX, error);
    int failed;

    if (!text)
        return -1;
    failed = hpm_cost_table_read_text (table, path, text, error);
    free (text);
    return failed;
}
