/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Definition files: reading.
 */
#include "core/metric_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/event_list.h"

#define NAME_MOST 63

struct reader {
    const char *path;
    int line;
    struct hpm_metric_set set; /* of this file alone */
    struct hpm_metric *metric; /* the last one begun */
    unsigned given;            /* its words so far, a bit each */
    struct hpm_error *error;
};

static int
fail (struct reader *reader, const char *what, struct hpm_piece about)
{
    char shown[64];

    return hpm_error_set (reader->error, "%s:%d: %s: \"%s\"", reader->path,
                          reader->line, what,
                          hpm_text_show (shown, sizeof (shown), about));
}

static int
out_of_memory (struct reader *reader)
{
    return hpm_error_set (reader->error, "%s:%d: out of memory", reader->path,
                          reader->line);
}

static int
take_text (struct reader *reader, char **field, struct hpm_piece value)
{
    for (size_t i = 0; i < value.length; i++)
        if (hpm_text_is_control (value.start[i]) && value.start[i] != '\t')
            return fail (reader, "control character in the text", value);
    *field = hpm_piece_copy (value);
    return *field ? 0 : out_of_memory (reader);
}

static int
take_title (struct reader *reader, struct hpm_piece value)
{
    return take_text (reader, &reader->metric->title, value);
}

static int
take_unit (struct reader *reader, struct hpm_piece value)
{
    return take_text (reader, &reader->metric->unit, value);
}

static int
take_about (struct reader *reader, struct hpm_piece value)
{
    return take_text (reader, &reader->metric->about, value);
}

static int
take_caution (struct reader *reader, struct hpm_piece value)
{
    return take_text (reader, &reader->metric->caution, value);
}

static int
take_formula (struct reader *reader, struct hpm_piece value)
{
    struct hpm_metric *metric = reader->metric;
    struct hpm_error error;

    if (take_text (reader, &metric->formula_text, value) != 0)
        return -1;
    metric->formula = hpm_formula_parse (metric->formula_text, &error);
    if (metric->formula)
        return 0;
    return hpm_error_set (reader->error, "%s:%d: formula of %s: %s",
                          reader->path, reader->line, metric->name, error.text);
}

static int
take_sense (struct reader *reader, struct hpm_piece value)
{
    if (hpm_piece_is (value, "higher"))
        reader->metric->sense = HPM_SENSE_HIGHER;
    else if (hpm_piece_is (value, "lower"))
        reader->metric->sense = HPM_SENSE_LOWER;
    else if (!hpm_piece_is (value, "none"))
        return fail (reader, "sense is higher, lower or none, not", value);
    return 0;
}

static int
take_total (struct reader *reader, struct hpm_piece value)
{
    reader->metric->total = hpm_piece_is (value, "yes");
    if (!reader->metric->total && !hpm_piece_is (value, "no"))
        return fail (reader, "total is yes or no, not", value);
    return 0;
}

static int
is_name (struct hpm_piece name)
{
    if (!name.length || name.length > NAME_MOST
        || !hpm_text_is_letter (name.start[0]))
        return 0;
    for (size_t i = 0; i < name.length; i++)
        if (!hpm_text_is_letter (name.start[i])
            && !hpm_text_is_digit (name.start[i]))
            return 0;
    return 1;
}

/* A name that may be defined.  */
static int
check_name (struct reader *reader, struct hpm_piece name)
{
    char copy[NAME_MOST + 1];

    if (!is_name (name))
        return fail (reader, "not a name (letters, digits and _, at most 63)",
                     name);
    hpm_text_show (copy, sizeof (copy), name);
    if (hpm_metric_constant_find (copy) >= 0 || hpm_formula_is_function (copy))
        return fail (reader, "a name with a meaning of its own", name);
    if (hpm_metric_set_find (&reader->set, copy) >= 0
        || hpm_metric_set_find_alias (&reader->set, copy) >= 0)
        return fail (reader, "defined twice in this file", name);
    return 0;
}

/* `metric NAME` begins a metric.  */
static int
take_metric (struct reader *reader, struct hpm_piece name)
{
    if (check_name (reader, name) != 0)
        return -1;
    if (reader->set.count == HPM_METRIC_DEFINITIONS_MOST)
        return fail (reader, "too many metrics", name);
    reader->metric = hpm_metric_set_append (&reader->set, name);
    reader->given = 0;
    return reader->metric ? 0 : out_of_memory (reader);
}

/* An alternative is "A" or "A + B": names without blanks or quotes.  */
static int
check_alternative (struct reader *reader, struct hpm_piece alternative)
{
    struct hpm_piece rest = alternative;
    int want_name = 1;

    while (rest.length) {
        struct hpm_piece word = hpm_piece_first_word (rest, &rest);

        if (want_name == hpm_piece_is (word, "+"))
            return fail (reader, "expected names with | or + between",
                         alternative);
        if (memchr (word.start, '"', word.length))
            return fail (reader, "no quotes here", alternative);
        want_name = !want_name;
    }
    return want_name ? fail (reader, "expected an event name", alternative) : 0;
}

static int
add_alternative (struct reader *reader, struct hpm_alias *alias,
                 struct hpm_piece alternative)
{
    size_t room = ((size_t)alias->count + 1) * sizeof (char *);
    char **alternatives, *copy;

    if (check_alternative (reader, alternative) != 0)
        return -1;
    alternatives = realloc (alias->alternatives, room);
    if (!alternatives)
        return out_of_memory (reader);
    alias->alternatives = alternatives;
    if (take_text (reader, &copy, alternative) != 0)
        return -1;
    alternatives[alias->count++] = copy;
    return 0;
}

static int
take_event (struct reader *reader, struct hpm_piece value)
{
    const char *equals = memchr (value.start, '=', value.length), *end;
    struct hpm_piece name = value, part;
    struct hpm_alias *alias;

    if (!equals)
        return fail (reader, "expected event NAME = EVENT | EVENT ...", value);
    name.length = (size_t)(equals - value.start);
    name = hpm_piece_trim (name);
    if (check_name (reader, name) != 0)
        return -1;
    if (reader->set.alias_count == HPM_METRIC_DEFINITIONS_MOST)
        return fail (reader, "too many events", name);
    alias = hpm_metric_set_append_alias (&reader->set, name);
    if (!alias)
        return out_of_memory (reader);
    end = value.start + value.length;
    for (part.start = equals + 1; part.start <= end;
         part.start += part.length + 1) {
        const char *bar = memchr (part.start, '|', (size_t)(end - part.start));

        part.length = (size_t)((bar ? bar : end) - part.start);
        if (add_alternative (reader, alias, hpm_piece_trim (part)) != 0)
            return -1;
    }
    reader->metric = NULL;
    return 0;
}

/* The words a line can start with.  */
static const struct word {
    const char *text;
    int of_metric; /* 1: belongs to the metric begun before */
    int (*take) (struct reader *reader, struct hpm_piece value);
} words[] = {
    { "event", 0, take_event },     { "metric", 0, take_metric },
    { "title", 1, take_title },     { "unit", 1, take_unit },
    { "formula", 1, take_formula }, { "sense", 1, take_sense },
    { "total", 1, take_total },     { "about", 1, take_about },
    { "caution", 1, take_caution },
};
#define WORD_COUNT ((int)(sizeof (words) / sizeof (words[0])))

static int
unknown_word (struct reader *reader, struct hpm_piece word)
{
    const char *names[WORD_COUNT], *nearest;
    char shown[NAME_MOST + 1], what[NAME_MOST + 40];

    for (int i = 0; i < WORD_COUNT; i++)
        names[i] = words[i].text;
    hpm_text_show (shown, sizeof (shown), word);
    if (!hpm_names_nearest (shown, names, WORD_COUNT, &nearest, 1))
        return fail (reader, "unknown word", word);
    snprintf (what, sizeof (what), "unknown word (did you mean %s?)", nearest);
    return fail (reader, what, word);
}

static int
take_word (struct reader *reader, int which, struct hpm_piece value)
{
    const struct word *word = &words[which];
    const struct hpm_piece text = { word->text, strlen (word->text) };

    if (!value.length)
        return fail (reader, "nothing behind", text);
    if (word->of_metric) {
        if (!reader->metric)
            return fail (reader, "a metric line must come before", text);
        if (reader->given & 1u << which)
            return fail (reader, "given twice", text);
        reader->given |= 1u << which;
    }
    return word->take (reader, value);
}

static int
take_line (struct reader *reader, struct hpm_piece line)
{
    struct hpm_piece word, value;

    line = hpm_piece_trim (line);
    if (!line.length || line.start[0] == '#')
        return 0;
    word = hpm_piece_first_word (line, &value);
    for (int i = 0; i < WORD_COUNT; i++)
        if (hpm_piece_is (word, words[i].text))
            return take_word (reader, i, value);
    return unknown_word (reader, word);
}

int
hpm_metric_set_read_text (struct hpm_metric_set *set, const char *name,
                          const char *text, struct hpm_error *error)
{
    struct reader reader = { .path = name, .error = error };
    struct hpm_piece line;
    int result = 0;

    while (result == 0 && hpm_text_part (&text, '\n', &line)) {
        reader.line++;
        result = take_line (&reader, line);
    }
    if (result == 0)
        result = hpm_metric_set_merge (set, &reader.set, error);
    hpm_metric_set_release (&reader.set);
    return result;
}
