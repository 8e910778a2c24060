/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/history/history_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/say.h"
#include "base/text.h"

#define HISTORY_MOST (64 << 20) /* bytes */

const char *const hpm_history_texts[HPM_HISTORY_TEXTS]
    = { "start_time", "program", "ranks", "status" };

/* End the field at *rest, take its quotes off, and go behind it.  Returns what
 * ended it: ",", "\n", or 0 at the end of the text.  Texts have no line ends in
 * them: quotes that are open at one are of a line that was cut short.  */
static char
cut_field (char **rest, char **field)
{
    char *from = *rest, *to = *rest, end;
    int quoted = *from == '"';

    *field = to;
    from += quoted;
    while (*from && *from != '\n' && (quoted || *from != ',')) {
        if (quoted && *from == '"') {
            quoted = from[1] == '"';
            from += !quoted;
            if (!quoted)
                continue;
            from++;
        }
        *to++ = *from++;
    }
    end = *from;
    *rest = end ? from + 1 : from;
    if (to > *field && to[-1] == '\r')
        to--;
    *to = '\0';
    return end;
}

/* The fields of a line; those beyond `most` are dropped.  Returns how many.  */
static int
cut_line (char **rest, char **fields, int most)
{
    char *field, end;
    int count = 0;

    do {
        end = cut_field (rest, &field);
        if (count < most)
            fields[count] = field;
        count++;
    } while (end == ',');
    return count;
}

static int
count_char (const char *text, char c)
{
    int count = 0;

    for (; *text; text++)
        count += *text == c;
    return count;
}

/* Returns 0, or -1 without memory.  */
static int
cut (struct hpm_history *history)
{
    size_t length = strlen (history->text);
    char *heading = strndup (history->text, strcspn (history->text, "\n"));
    int most = count_char (history->text, '\n') + 1;
    char *rest = history->text;

    if (!heading)
        return -1;
    history->is_cut = length && history->text[length - 1] != '\n';
    history->columns = count_char (heading, ',') + 1;
    free (heading);
    history->fields = malloc ((size_t)most * (size_t)history->columns
                              * sizeof *history->fields);
    if (!history->fields)
        return -1;
    while (*rest && history->lines < most) {
        char **line
            = history->fields + (size_t)history->lines * history->columns;
        int count;

        for (int i = 0; i < history->columns; i++)
            line[i] = history->text + length;
        count = cut_line (&rest, line, history->columns);
        /* The number at which a line was cut may have been another one.  */
        if (count == history->columns && (*rest || !history->is_cut))
            history->lines++;
        else if (count > 1 || *line[0])
            history->broken++;
    }
    return 0;
}

int
hpm_history_read (struct hpm_history *history, const char *path,
                  struct hpm_error *error)
{
    memset (history, 0, sizeof *history);
    history->text = hpm_text_read_file (path, HISTORY_MOST, error);
    if (!history->text)
        return -1;
    if (!*history->text)
        return hpm_error_set (error,
                              "%s is empty: a history begins with the first "
                              "run that hpmagg --history=%s results.h5 appends",
                              path, path);
    if (cut (history))
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < HPM_HISTORY_TEXTS; i++)
        if (!history->lines || history->columns <= HPM_HISTORY_TEXTS
            || strcmp (history->fields[i], hpm_history_texts[i]) != 0)
            return hpm_error_set (error,
                                  "%s is no history that hpmagg --history "
                                  "began, and was left alone",
                                  path);
    return 0;
}

void
hpm_history_tell_broken (const struct hpm_history *history, const char *path)
{
    if (history->broken)
        hpm_say ("%s: %d %s not whole, and left out", path, history->broken,
                 history->broken == 1 ? "line is" : "lines are");
}

void
hpm_history_release (struct hpm_history *history)
{
    free (history->text);
    free (history->fields);
    memset (history, 0, sizeof *history);
}

const char *
hpm_history_field (const struct hpm_history *history, int line, int column)
{
    return history->fields[(size_t)line * history->columns + column];
}

double
hpm_history_number (const struct hpm_history *history, int line, int column)
{
    const char *field = hpm_history_field (history, line, column);
    int minus = *field == '-';
    double number;
    size_t length = hpm_text_number (field + minus, &number);

    if (!length || field[minus + length])
        return NAN;
    return minus ? -number : number;
}
