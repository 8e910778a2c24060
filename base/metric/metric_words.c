/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Definition files: the lines of a metric and of a group.
 */
#include "base/metric/metric_private.h"

#include <stdlib.h>
#include <string.h>

int
hpm_metric_reader_fail (struct hpm_metric_reader *reader, const char *what,
                        struct hpm_piece about)
{
    char shown[64];

    return hpm_error_set (reader->error, "%s:%d: %s: \"%s\"", reader->path,
                          reader->line, what,
                          hpm_text_show (shown, sizeof (shown), about));
}

int
hpm_metric_reader_no_memory (struct hpm_metric_reader *reader)
{
    return hpm_error_set (reader->error, "%s:%d: out of memory", reader->path,
                          reader->line);
}

int
hpm_metric_reader_text (struct hpm_metric_reader *reader, char **field,
                        struct hpm_piece value)
{
    for (size_t i = 0; i < value.length; i++)
        if (hpm_text_is_control (value.start[i]) && value.start[i] != '\t')
            return hpm_metric_reader_fail (
                reader, "control character in the text", value);
    *field = hpm_piece_copy (value);
    return *field ? 0 : hpm_metric_reader_no_memory (reader);
}

static int
take_title (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return hpm_metric_reader_text (
        reader, reader->metric ? &reader->metric->title : &reader->group->title,
        value);
}

static int
take_unit (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return hpm_metric_reader_text (reader, &reader->metric->unit, value);
}

static int
take_about (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return hpm_metric_reader_text (
        reader, reader->metric ? &reader->metric->about : &reader->group->about,
        value);
}

static int
take_caution (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return hpm_metric_reader_text (reader, &reader->metric->caution, value);
}

/* A formula of this metric; `what` is the word it stands behind.  */
static struct hpm_formula *
parse (struct hpm_metric_reader *reader, const char *what, const char *text)
{
    struct hpm_error error;
    struct hpm_formula *formula = hpm_formula_parse (text, &error);

    if (!formula)
        hpm_error_set (reader->error, "%s:%d: %s of %s: %s", reader->path,
                       reader->line, what, reader->metric->name, error.text);
    return formula;
}

static int
take_formula (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    struct hpm_metric *metric = reader->metric;

    if (hpm_metric_reader_text (reader, &metric->formula_text, value) != 0)
        return -1;
    metric->formula = parse (reader, "formula", metric->formula_text);
    return metric->formula ? 0 : -1;
}

static int
take_sense (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    if (hpm_piece_is (value, "higher"))
        reader->metric->sense = HPM_SENSE_HIGHER;
    else if (hpm_piece_is (value, "lower"))
        reader->metric->sense = HPM_SENSE_LOWER;
    else if (!hpm_piece_is (value, "none"))
        return hpm_metric_reader_fail (
            reader, "sense is higher, lower or none, not", value);
    return 0;
}

static int
take_total (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    reader->metric->total = hpm_piece_is (value, "yes");
    if (!reader->metric->total && !hpm_piece_is (value, "no"))
        return hpm_metric_reader_fail (reader, "total is yes or no, not",
                                       value);
    return 0;
}

/* The number that is the whole of a text; a sign may stand before it.  */
static int
whole_number (struct hpm_piece text, double *number)
{
    int negative = text.length && text.start[0] == '-';
    char *copy = hpm_piece_copy (text);
    size_t length = copy ? hpm_text_number (copy + negative, number) : 0;

    free (copy);
    if (negative && length)
        *number = -*number;
    return length && length + (size_t)negative == text.length;
}

/* "above NUMBER" or "below NUMBER" */
static int
take_threshold (struct hpm_metric_reader *reader,
                struct hpm_threshold *threshold, struct hpm_piece value)
{
    struct hpm_piece number;
    struct hpm_piece side = hpm_piece_first_word (value, &number);

    threshold->above = hpm_piece_is (side, "above");
    if ((!threshold->above && !hpm_piece_is (side, "below"))
        || !whole_number (number, &threshold->value))
        return hpm_metric_reader_fail (
            reader, "expected above NUMBER or below NUMBER, not", value);
    threshold->given = 1;
    return 0;
}

static int
take_good (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return take_threshold (reader, &reader->metric->good, value);
}

static int
take_poor (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return take_threshold (reader, &reader->metric->poor, value);
}

static int
take_limit (struct hpm_metric_reader *reader, struct hpm_piece text,
            struct hpm_formula **limit)
{
    char *copy;

    if (hpm_piece_is (text, "-"))
        return 0;
    copy = hpm_piece_copy (text);
    if (!copy)
        return hpm_metric_reader_no_memory (reader);
    *limit = parse (reader, "range", copy);
    free (copy);
    return *limit ? 0 : -1;
}

/* "MIN MAX": MIN is one word.  */
static int
take_range (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    struct hpm_metric *metric = reader->metric;
    struct hpm_piece most;
    struct hpm_piece least = hpm_piece_first_word (value, &most);

    if (!most.length)
        return hpm_metric_reader_fail (reader, "expected MIN MAX, not", value);
    if (hpm_metric_reader_text (reader, &metric->range_text, value) != 0
        || take_limit (reader, least, &metric->range[0]) != 0)
        return -1;
    return take_limit (reader, most, &metric->range[1]);
}

/* Names with commas or blanks between them.  */
static int
take_names (struct hpm_metric_reader *reader, char ***list, int *count,
            struct hpm_piece value)
{
    size_t at = 0;

    while (at < value.length) {
        struct hpm_piece name = { value.start + at, 0 };

        while (at < value.length && value.start[at] != ','
               && !hpm_text_is_blank (value.start[at])) {
            at++;
            name.length++;
        }
        at++;
        if (name.length && !hpm_metric_list_append (list, count, name))
            return hpm_metric_reader_no_memory (reader);
    }
    return *count
               ? 0
               : hpm_metric_reader_fail (reader, "expected names, not", value);
}

static int
take_metrics (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return take_names (reader, &reader->group->metrics,
                       &reader->group->metric_count, value);
}

static int
take_events (struct hpm_metric_reader *reader, struct hpm_piece value)
{
    return take_names (reader, &reader->group->events,
                       &reader->group->event_count, value);
}

const struct hpm_metric_word hpm_metric_field_words[HPM_METRIC_FIELD_WORDS] = {
    { "title", HPM_WORD_OF_BOTH, take_title },
    { "unit", HPM_WORD_OF_METRIC, take_unit },
    { "formula", HPM_WORD_OF_METRIC, take_formula },
    { "sense", HPM_WORD_OF_METRIC, take_sense },
    { "total", HPM_WORD_OF_METRIC, take_total },
    { "good", HPM_WORD_OF_METRIC, take_good },
    { "poor", HPM_WORD_OF_METRIC, take_poor },
    { "range", HPM_WORD_OF_METRIC, take_range },
    { "about", HPM_WORD_OF_BOTH, take_about },
    { "caution", HPM_WORD_OF_METRIC, take_caution },
    { "metrics", HPM_WORD_OF_GROUP, take_metrics },
    { "events", HPM_WORD_OF_GROUP, take_events },
};
