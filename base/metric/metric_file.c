/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Definition files: reading.
 */
#include "base/metric/metric_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"

#define NAME_MAX HPM_METRIC_NAME_MAX

static int
is_name (struct hpm_piece name)
{
    if (!name.length || name.length > NAME_MAX
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
check_name (struct hpm_metric_reader *reader, struct hpm_piece name)
{
    char copy[NAME_MAX + 1];

    if (!is_name (name))
        return hpm_metric_reader_fail (
            reader, "not a name (letters, digits and _, at most 63)", name);
    hpm_text_show (copy, sizeof (copy), name);
    if (hpm_metric_constant_find (copy) >= 0 || hpm_formula_is_function (copy))
        return hpm_metric_reader_fail (
            reader, "a name with a meaning of its own", name);
    if (hpm_metric_set_find (&reader->set, copy) >= 0
        || hpm_metric_set_find_alias (&reader->set, copy) >= 0)
        return hpm_metric_reader_fail (reader, "defined twice in this file",
                                       name);
    return 0;
}

static int
note_origin (struct hpm_metric_reader *reader, struct hpm_origin *origin)
{
    origin->line = reader->line;
    origin->file = strdup (reader->path);
    return origin->file ? 0 : hpm_metric_reader_no_memory (reader);
}

/* What follows belongs to this metric, or group, or to none.  */
static void
begin (struct hpm_metric_reader *reader, struct hpm_metric *metric,
       struct hpm_group *group)
{
    reader->metric = metric;
    reader->group = group;
    reader->given = 0;
}

/* `metric NAME` begins a metric.  */
static int
take_metric (struct hpm_metric_reader *reader, struct hpm_piece name)
{
    struct hpm_metric *metric;

    if (check_name (reader, name) != 0)
        return -1;
    if (reader->set.count == HPM_METRIC_DEFINITIONS_MAX)
        return hpm_metric_reader_fail (reader, "too many metrics", name);
    metric = hpm_metric_set_append (&reader->set, name);
    begin (reader, metric, NULL);
    return metric ? note_origin (reader, &metric->origin)
                  : hpm_metric_reader_no_memory (reader);
}

/* `group NAME` begins a group: its name may be that of a metric, too.  */
static int
take_group (struct hpm_metric_reader *reader, struct hpm_piece name)
{
    char copy[NAME_MAX + 1];
    struct hpm_group *group;

    if (!is_name (name))
        return hpm_metric_reader_fail (
            reader, "not a name (letters, digits and _, at most 63)", name);
    hpm_text_show (copy, sizeof (copy), name);
    if (hpm_metric_set_find_group (&reader->set, copy) >= 0)
        return hpm_metric_reader_fail (reader, "defined twice in this file",
                                       name);
    if (reader->set.group_count == HPM_METRIC_DEFINITIONS_MAX)
        return hpm_metric_reader_fail (reader, "too many groups", name);
    group = hpm_metric_set_append_group (&reader->set, name);
    begin (reader, NULL, group);
    return group ? note_origin (reader, &group->origin)
                 : hpm_metric_reader_no_memory (reader);
}

/* An alternative is "A" or "A + B": names without blanks or quotes.  */
static int
check_alternative (struct hpm_metric_reader *reader,
                   struct hpm_piece alternative)
{
    struct hpm_piece rest = alternative;
    int want_name = 1;

    while (rest.length) {
        struct hpm_piece word = hpm_piece_first_word (rest, &rest);

        if (want_name == hpm_piece_is (word, "+"))
            return hpm_metric_reader_fail (
                reader, "expected names with | or + between", alternative);
        if (memchr (word.start, '"', word.length))
            return hpm_metric_reader_fail (reader, "no quotes here",
                                           alternative);
        want_name = !want_name;
    }
    return want_name ? hpm_metric_reader_fail (reader, "expected an event name",
                                               alternative)
                     : 0;
}

static int
add_alternative (struct hpm_metric_reader *reader, struct hpm_alias *alias,
                 struct hpm_piece alternative)
{
    char *copy;

    if (check_alternative (reader, alternative) != 0
        || hpm_metric_reader_text (reader, &copy, alternative) != 0)
        return -1;
    free (copy);
    return hpm_metric_list_append (&alias->alternatives, &alias->count,
                                   alternative)
               ? 0
               : hpm_metric_reader_no_memory (reader);
}

static int
take_event (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    const char *equals = memchr (value.start, '=', value.length), *end;
    struct hpm_piece name = value, part;
    struct hpm_alias *alias;

    if (!equals)
        return hpm_metric_reader_fail (
            reader, "expected event NAME = EVENT | EVENT ...", value);
    name.length = (size_t)(equals - value.start);
    name = hpm_piece_trim (name);
    if (check_name (reader, name) != 0)
        return -1;
    if (reader->set.alias_count == HPM_METRIC_DEFINITIONS_MAX)
        return hpm_metric_reader_fail (reader, "too many events", name);
    alias = hpm_metric_set_append_alias (&reader->set, name);
    if (!alias)
        return hpm_metric_reader_no_memory (reader);
    if (note_origin (reader, &alias->origin) != 0)
        return -1;
    end = value.start + value.length;
    for (part.start = equals + 1; part.start <= end;
         part.start += part.length + 1) {
        const char *bar = memchr (part.start, '|', (size_t)(end - part.start));

        part.length = (size_t)((bar ? bar : end) - part.start);
        if (add_alternative (reader, alias, hpm_piece_trim (part)) != 0)
            return -1;
    }
    begin (reader, NULL, NULL);
    return 0;
}

/* The words that begin a definition.  */
static const struct hpm_metric_word defining_words[] = {
    { "event", HPM_WORD_DEFINES, take_event },
    { "metric", HPM_WORD_DEFINES, take_metric },
    { "group", HPM_WORD_DEFINES, take_group },
};
#define DEFINING_WORDS                                                         \
    ((int)(sizeof (defining_words) / sizeof (defining_words[0])))
#define WORD_COUNT (DEFINING_WORDS + HPM_METRIC_FIELD_WORDS)

/* All words a line can start with, as one list.  */
static const struct hpm_metric_word *
word_at (int which)
{
    return which < DEFINING_WORDS
               ? &defining_words[which]
               : &hpm_metric_field_words[which - DEFINING_WORDS];
}

static int
unknown_word (struct hpm_metric_reader *reader, struct hpm_piece word)
{
    const char *names[WORD_COUNT], *nearest;
    char shown[NAME_MAX + 1], what[NAME_MAX + 40];

    if (reader->lenient)
        return 0;
    for (int i = 0; i < WORD_COUNT; i++)
        names[i] = word_at (i)->text;
    hpm_text_show (shown, sizeof (shown), word);
    if (!hpm_names_nearest (shown, names, WORD_COUNT, &nearest, 1))
        return hpm_metric_reader_fail (reader, "unknown word", word);
    snprintf (what, sizeof (what), "unknown word (did you mean %s?)", nearest);
    return hpm_metric_reader_fail (reader, what, word);
}

/* What must have been begun before the word, NULL if it was.  */
static const char *
misplaced (const struct hpm_metric_reader *reader,
           const struct hpm_metric_word *word)
{
    if (word->of == HPM_WORD_OF_METRIC && !reader->metric)
        return "a metric line must come before";
    if (word->of == HPM_WORD_OF_GROUP && !reader->group)
        return "a group line must come before";
    if (word->of == HPM_WORD_OF_BOTH && !reader->metric && !reader->group)
        return "a metric line must come before";
    return NULL;
}

static int
take_word (struct hpm_metric_reader *reader, int which, struct hpm_piece value)
{
    const struct hpm_metric_word *word = word_at (which);
    const struct hpm_piece text = { word->text, strlen (word->text) };

    if (!value.length)
        return hpm_metric_reader_fail (reader, "nothing behind", text);
    if (misplaced (reader, word))
        return hpm_metric_reader_fail (reader, misplaced (reader, word), text);
    if (word->of != HPM_WORD_DEFINES) {
        if (reader->given & 1u << which)
            return hpm_metric_reader_fail (reader, "given twice", text);
        reader->given |= 1u << which;
    }
    return word->take (reader, value);
}

static int
take_line (struct hpm_metric_reader *reader, struct hpm_piece line)
{
    struct hpm_piece word, value;

    line = hpm_piece_trim (line);
    if (!line.length || line.start[0] == '#')
        return 0;
    word = hpm_piece_first_word (line, &value);
    for (int i = 0; i < WORD_COUNT; i++)
        if (hpm_piece_is (word, word_at (i)->text))
            return take_word (reader, i, value);
    return unknown_word (reader, word);
}

static int
read_text (struct hpm_metric_set *set, const char *name, const char *text,
           int lenient, struct hpm_error *error)
{
    struct hpm_metric_reader reader
        = { .path = name, .lenient = lenient, .error = error };
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

int
hpm_metric_set_read_text (struct hpm_metric_set *set, const char *name,
                          const char *text, struct hpm_error *error)
{
    return read_text (set, name, text, 0, error);
}

int
hpm_metric_set_read_stored (struct hpm_metric_set *set, const char *name,
                            const char *text, struct hpm_error *error)
{
    return read_text (set, name, text, 1, error);
}
