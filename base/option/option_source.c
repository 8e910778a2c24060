/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Settings from the environment and from a configuration file.
 */
#include "base/option/option_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "include/hpm_launch.h"

#define NAME_MAX 63
#define FILE_MAX (1 << 20)

static int
is_ours (struct hpm_piece name)
{
    return name.length >= 4 && !memcmp (name.start, "HPM_", 4);
}

/* "HPM_X is not a setting; did you mean HPM_Y?", with where it stands.  */
static void
warn_unknown (hpm_warn_fn *warn, void *data, const char *where,
              const char *name)
{
    const char *nearest = hpm_option_nearest_variable (name);
    char text[512];

    if (!warn)
        return;
    snprintf (text, sizeof (text), "%sunknown setting %s ignored%s%s%s", where,
              name, nearest ? "; did you mean " : "", nearest ? nearest : "",
              nearest ? "?" : "");
    warn (text, data);
}

static int
take_variable (struct hpm_options *options, const char *entry,
               hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    const char *rest = entry;
    const struct hpm_option *option;
    struct hpm_piece name;
    char shown[NAME_MAX + 1];

    hpm_text_part (&rest, '=', &name);
    if (!rest || !is_ours (name) || hpm_piece_is (name, HPM_LAUNCHED_VARIABLE)
        || hpm_piece_is (name, HPM_LAUNCHED_PROGRAM_VARIABLE))
        return 0;
    hpm_text_show (shown, sizeof (shown), name);
    option = hpm_option_by_variable (shown);
    if (!option) {
        warn_unknown (warn, data, "", shown);
        return 0;
    }
    /* An empty variable is a variable that is not set.  */
    return *rest ? hpm_option_take (options, option, rest, shown, error) : 0;
}

int
hpm_options_from_environment (struct hpm_options *options,
                              char *const *environment, hpm_warn_fn *warn,
                              void *data, struct hpm_error *error)
{
    for (; environment && *environment; environment++)
        if (take_variable (options, *environment, warn, data, error) != 0)
            return -1;
    return 0;
}

/* A line, where it stands, and what to do with what is wrong.  */
struct line {
    const char *path;
    int number;
    struct hpm_piece text;
    hpm_warn_fn *warn;
    void *data;
    struct hpm_error *error;
};

/* Up to a "#" that starts the text or follows a blank.  */
static struct hpm_piece
without_comment (struct hpm_piece text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.start[i] == '#'
            && (i == 0 || hpm_text_is_blank (text.start[i - 1])))
            text.length = i;
    return hpm_piece_trim (text);
}

/* Take the quotes off.  Returns 0, or -1 when there is no closing quote or
 * something behind it.  */
static int
unquote (struct hpm_piece *value)
{
    char quote = value->length ? value->start[0] : '\0';
    const char *close;
    struct hpm_piece behind;

    if (quote != '"' && quote != '\'') {
        *value = without_comment (*value);
        return 0;
    }
    close = memchr (value->start + 1, quote, value->length - 1);
    if (!close)
        return -1;
    behind.start = close + 1;
    behind.length = value->length - (size_t)(close + 1 - value->start);
    value->start++;
    value->length = (size_t)(close - value->start);
    return without_comment (behind).length ? -1 : 0;
}

/* Store a setting of the file; `who` is "FILE:LINE: HPM_NAME".  */
static int
take_setting (struct hpm_options *options, const struct hpm_option *option,
              struct hpm_piece value, const struct line *line)
{
    char who[256];
    char *copy = hpm_piece_copy (value);
    int result;

    if (!copy)
        return hpm_error_set (line->error, "out of memory for %s", line->path);
    snprintf (who, sizeof (who), "%s:%d: %s", line->path, line->number,
              option->variable);
    result = hpm_option_take (options, option, copy, who, line->error);
    free (copy);
    return result;
}

static int
unknown_name (struct hpm_piece name, const char *shown, const struct line *line)
{
    char where[256];

    if (memchr (name.start, '=', name.length))
        return hpm_error_set (line->error,
                              "%s:%d: write \"NAME value\", without \"=\"",
                              line->path, line->number);
    if (!is_ours (name))
        return hpm_error_set (line->error, "%s:%d: unknown setting \"%s\"",
                              line->path, line->number, shown);
    snprintf (where, sizeof (where), "%s:%d: ", line->path, line->number);
    warn_unknown (line->warn, line->data, where, shown);
    return 0;
}

static int
take_line (struct hpm_options *options, const struct line *line)
{
    struct hpm_piece value = hpm_piece_trim (line->text), name;
    const struct hpm_option *option;
    char shown[NAME_MAX + 1];

    if (!value.length || value.start[0] == '#')
        return 0;
    name = hpm_piece_first_word (value, &value);
    hpm_text_show (shown, sizeof (shown), name);
    option = hpm_option_by_variable (shown);
    if (!option)
        return unknown_name (name, shown, line);
    if (unquote (&value) != 0)
        return hpm_error_set (line->error,
                              "%s:%d: the quoted value does not end there",
                              line->path, line->number);
    return take_setting (options, option, value, line);
}

int
hpm_options_from_file (struct hpm_options *options, const char *path,
                       hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    char *text = hpm_text_read_file (path, FILE_MAX, error);
    const char *rest = text;
    struct line line = { path, 0, { NULL, 0 }, warn, data, error };
    int result = text ? 0 : -1;

    while (result == 0 && hpm_text_part (&rest, '\n', &line.text)) {
        line.number++;
        result = take_line (options, &line);
    }
    free (text);
    return result;
}
