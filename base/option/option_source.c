/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Settings from the environment and from a configuration file.
 */
#include "base/option/option_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "include/hpm_launch.h"

#define NAME_MAX 63
#define FILE_MAX (1 << 20)

static int
is_ours (struct hpm_piece name)
{
    return name.length >= 4 && !memcmp (name.start, "HPM_", 4);
}

/* The variable most like an unknown one, NULL if none is.  All of ours start
 * alike: what follows is compared.  */
static const char *
nearest_variable (const char *variable)
{
    const size_t prefix = strlen ("HPM_");
    const char *names[HPM_SETTING_COUNT], *nearest;

    if (strlen (variable) <= prefix)
        return NULL;
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        names[i] = hpm_setting_variable (i) + prefix;
    if (!hpm_names_nearest (variable + prefix, names, HPM_SETTING_COUNT,
                            &nearest, 1))
        return NULL;
    return nearest - prefix;
}

/* "HPM_X is not a setting; did you mean HPM_Y?", with where it stands.  */
static void
warn_unknown (hpm_warn_fn *warn, void *data, const char *where,
              const char *name)
{
    const char *nearest = nearest_variable (name);
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
    char shown[NAME_MAX + 1];
    const struct hpm_setting_place place = { HPM_FROM_ENVIRONMENT, 0, shown };
    const char *rest = entry;
    enum hpm_setting setting;
    struct hpm_piece name;

    hpm_text_part (&rest, '=', &name);
    if (!rest || !is_ours (name) || hpm_piece_is (name, HPM_LAUNCHED_VARIABLE)
        || hpm_piece_is (name, HPM_LAUNCHED_PROGRAM_VARIABLE)
        || hpm_piece_is (name, HPM_LAUNCHED_BELOW_VARIABLE)
        || hpm_piece_is (name, HPM_MARKS_VARIABLE)
        || hpm_piece_is (name, HPM_LAUNCHED_USER_VARIABLE)
        || hpm_piece_is (name, HPM_SPAWNED_AGAIN_VARIABLE))
        return 0;
    hpm_text_show (shown, sizeof (shown), name);
    setting = hpm_setting_find (shown);
    if (setting == HPM_SETTING_COUNT) {
        warn_unknown (warn, data, "", shown);
        return 0;
    }
    /* An empty variable is a variable that is not set.  */
    return *rest ? hpm_option_take (options, setting, rest, &place, error) : 0;
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

/* "\\n" and "\\\\" become what they stand for, in place.  */
static void
unescape (char *text)
{
    char *to = text;

    for (; *text; text++) {
        if (*text == '\\' && (text[1] == 'n' || text[1] == '\\'))
            *to++ = *++text == 'n' ? '\n' : '\\';
        else
            *to++ = *text;
    }
    *to = '\0';
}

void
hpm_options_from_lines (struct hpm_options *options, const char *lines)
{
    struct hpm_piece line;

    while (hpm_text_part (&lines, '\n', &line)) {
        char *entry = hpm_piece_copy (line);

        if (entry)
            unescape (entry);
        if (entry)
            take_variable (options, entry, NULL, NULL, NULL);
        free (entry);
    }
}

/* A line, where it stands, and what to do with what is wrong.  */
struct line {
    const char *path;
    enum hpm_from from;
    int asked; /* leave out what is_unasked */
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
take_setting (struct hpm_options *options, enum hpm_setting setting,
              struct hpm_piece value, const struct line *line)
{
    char who[256];
    const struct hpm_setting_place place = { line->from, line->number, who };
    char *copy = hpm_piece_copy (value);
    int result;

    if (!copy)
        return hpm_error_set (line->error, "out of memory for %s", line->path);
    snprintf (who, sizeof (who), "%s:%d: %s", line->path, line->number,
              hpm_setting_variable (setting));
    result = hpm_option_take (options, setting, copy, &place, line->error);
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

/* A file does not name another one.  */
static int
warn_config (const struct line *line)
{
    char text[512];

    snprintf (text, sizeof (text),
              "%s:%d: HPM_CONFIG ignored: it names the configuration file, and "
              "stands in the environment or behind --config",
              line->path, line->number);
    if (line->warn)
        line->warn (text, line->data);
    return 0;
}

/* Whether, and where: of a program that nobody asked to count.  */
static int
is_unasked (enum hpm_setting setting)
{
    static const enum hpm_setting unasked[]
        = { HPM_SETTING_output, HPM_SETTING_directory, HPM_SETTING_exclude,
            HPM_SETTING_one_in, HPM_SETTING_shortest,  HPM_SETTING_largest,
            HPM_SETTING_quiet };

    for (size_t i = 0; i < sizeof (unasked) / sizeof (*unasked); i++)
        if (unasked[i] == setting)
            return 1;
    return 0;
}

static int
take_line (struct hpm_options *options, const struct line *line)
{
    struct hpm_piece value = hpm_piece_trim (line->text), name;
    enum hpm_setting setting;
    char shown[NAME_MAX + 1];

    if (!value.length || value.start[0] == '#')
        return 0;
    name = hpm_piece_first_word (value, &value);
    hpm_text_show (shown, sizeof (shown), name);
    setting = hpm_setting_find (shown);
    if (setting == HPM_SETTING_COUNT)
        return unknown_name (name, shown, line);
    if (unquote (&value) != 0)
        return hpm_error_set (line->error,
                              "%s:%d: the quoted value does not end there",
                              line->path, line->number);
    if (setting == HPM_SETTING_config)
        return warn_config (line);
    return line->asked && is_unasked (setting)
               ? 0
               : take_setting (options, setting, value, line);
}

int
hpm_options_from_file (struct hpm_options *options, const char *path,
                       hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    char *text = hpm_text_read_file (path, FILE_MAX, error);
    const char *rest = text;
    struct line line
        = { path, HPM_FROM_FILE, 0, 0, { NULL, 0 }, warn, data, error };
    int result = text ? 0 : -1;

    free (options->file);
    options->file = strdup (path);
    if (result == 0 && !options->file)
        result = hpm_error_set (error, "out of memory for %s", path);
    while (result == 0 && hpm_text_part (&rest, '\n', &line.text)) {
        line.number++;
        result = take_line (options, &line);
    }
    free (text);
    return result;
}

/* Tell a warning or an error of the file, unless another was told.  */
struct telling {
    hpm_warn_fn *warn;
    void *data;
    int told;
};

static void
tell_first (const char *text, void *data)
{
    struct telling *telling = data;

    if (telling->warn && !telling->told++)
        telling->warn (text, telling->data);
}

void
hpm_options_from_site (struct hpm_options *options, const char *path, int asked,
                       hpm_warn_fn *warn, void *data)
{
    struct telling telling = { warn, data, 0 };
    struct hpm_error error = { "" };
    struct line line = { path,        HPM_FROM_SITE, asked,    0,
                         { NULL, 0 }, tell_first,    &telling, &error };
    char *text;
    const char *rest;

    options->site_file = strdup (path);
    if (!options->site_file)
        return;
    text = hpm_text_read_file (path, FILE_MAX, &error);
    rest = text;
    if (!text)
        tell_first (error.text, &telling);
    while (text && hpm_text_part (&rest, '\n', &line.text)) {
        line.number++;
        if (take_line (options, &line))
            tell_first (error.text, &telling);
    }
    free (text);
}

void
hpm_options_leave_out_site (struct hpm_options *options,
                            enum hpm_setting setting)
{
    const struct hpm_setting_place place = { HPM_FROM_SITE, 0, "" };
    struct hpm_error none;

    if (options->sources[setting].from != HPM_FROM_SITE)
        return;
    hpm_option_take (options, setting, "", &place, &none);
    options->sources[setting].from = HPM_FROM_DEFAULT;
}
